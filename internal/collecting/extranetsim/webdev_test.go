package extranetsim

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// press sends a page as its script would.
func (v *visit) press(page *goquery.Document, to, action, argument string, more url.Values) string {
	sent := fields(page.Find("form"))
	sent.Set("WD_ACTION_", action)
	sent.Set("WD_ARG_", argument)
	sent.Set("WD_PROOF_", webDevProof(sent.Get("WD_CTX_")))
	for name, values := range more {
		sent[name] = values
	}
	return v.post(webDevPages+to, sent, http.StatusOK)
}

func (v *visit) webDevLogin() *goquery.Document {
	page := v.page(v.get("/"))
	v.must(strings.Contains(page.Find("#WD_TEMPLATE").Text(), `id="z_A7_IMG"`), "other controls")
	menu := v.page(v.press(page, "PAGE_Connexion", "A7", "", url.Values{"A16": {"camille"}, "A17": {v.password}}))
	v.must(menu.Find("#z_M12_IMG").Length() == 1, "not logged in")
	return menu
}

// walkWebDev does what the script of the pages does.
func walkWebDev(v *visit) {
	menu := v.webDevLogin()
	list := v.page(v.press(menu, "PAGE_Documents", "A3", "", nil))
	var rows []struct {
		ID, Libelle, Rubrique, Date string
		Fichier                     bool
	}
	v.read(list.Find("#WD_DATA").Text(), &rows)
	seen := map[string]bool{}
	for _, row := range rows {
		if row.Rubrique != councilFolder && row.Fichier && !seen[row.ID] {
			seen[row.ID] = true
			v.bring(got{row.Libelle, row.Rubrique, readDate(row.Date), []byte(v.press(list, "PAGE_Documents", "A5", row.ID, nil))})
		}
	}
	v.press(list, "PAGE_Menu", "M99", "", nil)
}

// TestWebDevContext: a click without what the script makes, or of a page that
// was left, ends the visit; a second login of the same person ends the first.
func TestWebDevContext(t *testing.T) {
	site, err := New(papersFS(), Options{Family: WebDev})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	menu := v.webDevLogin()
	if said := v.press(menu, "PAGE_Documents", "A3", "", url.Values{"WD_PROOF_": {"1"}}); !strings.Contains(said, "WDERREUR") {
		t.Errorf("without a proof: %.80s", said)
	}
	v.press(menu, "PAGE_Documents", "A3", "", nil)
	if said := v.press(menu, "PAGE_Documents", "A3", "", nil); !strings.Contains(said, "WDERREUR") {
		t.Errorf("from a page that was left: %.80s", said)
	}
	again := v.page(v.get(webDevPages + "PAGE_Menu"))
	if list := v.page(v.press(again, "PAGE_Documents", "A3", "", nil)); !json.Valid([]byte(list.Find("#WD_DATA").Text())) || v.failed != nil {
		t.Errorf("loaded again: %v", v.failed)
	}
	other := newVisit(site)
	other.webDevLogin()
	if site.Open() != 1 || other.failed != nil {
		t.Errorf("%d sessions of one person, %v", site.Open(), other.failed)
	}
}
