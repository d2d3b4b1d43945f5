package corner_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/doors/corner"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// hall is a corner with an order that waits for its client.
type hall struct {
	t     *testing.T
	desk  *desktest.Desk
	links *link.Signer
	pages *corner.Corner
	order predate.Order
}

func openHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, desk: desktest.Open(t, desktest.SQLite(t))}
	var err error
	if h.links, err = link.New("https://api.example", predate.Secret(strings.Repeat("k", 32))); err != nil {
		t.Fatal(err)
	}
	if h.pages, err = corner.New(corner.Options{Desk: h.desk.Desk, Links: h.links, Now: time.Now, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	h.order = h.desk.ToDecide(func(o *predate.Order) { o.Lots = "14, 38" })
	err = h.desk.AskAll(t.Context(), h.order.ID, desk.Decision{By: "C. Aubrac"},
		desk.Question{Kind: predate.GapDocument, Code: "schedule_1", FiscalYear: "2025", Words: "L’annexe 1 signée."}, desk.Question{Kind: predate.GapAction, Words: "Quels lots ?"})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hall) address() string {
	at, err := url.Parse(h.links.Corner(h.order.ID, 0, time.Now().Add(time.Hour)))
	if err != nil {
		h.t.Fatal(err)
	}
	return at.RequestURI()
}

func (h *hall) get(address string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	return w
}

// post sends a form as a browser without scripts does; a name with a dot is a file.
func (h *hall) post(fields ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		var part io.Writer
		var err error
		if strings.Contains(fields[i], ".") {
			part, err = form.CreateFormFile("files", fields[i])
		} else {
			part, err = form.CreateFormField(fields[i])
		}
		if err == nil {
			_, err = part.Write([]byte(fields[i+1]))
		}
		if err != nil {
			h.t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		h.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, h.address(), &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	w := httptest.NewRecorder()
	h.pages.ServeHTTP(w, r)
	return w
}

func (h *hall) says(w *httptest.ResponseRecorder, status int, words ...string) {
	h.t.Helper()
	if w.Code != status {
		h.t.Errorf("answers %d, want %d: %s", w.Code, status, w.Body)
	}
	for _, word := range words {
		if !strings.Contains(w.Body.String(), word) {
			h.t.Errorf("does not say %q:\n%s", word, w.Body)
		}
	}
}

func TestAnAddressOpensItsOrderAndNothingElse(t *testing.T) {
	h := openHall(t)
	page := h.get(h.address())
	h.says(page, http.StatusOK, "1 rue des Essais", "Lots 14, 38", "L’annexe 1 signée.", "Quels lots ?", "0 sur ", "noindex")
	for _, secret := range []string{"Vassorelle", "client-7", "etude@", "Aubrac", "<style", "onclick"} {
		if strings.Contains(page.Body.String(), secret) {
			t.Errorf("the page holds %q", secret)
		}
	}
	for name, want := range map[string]string{
		"Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store", "X-Frame-Options": "DENY", "Set-Cookie": "",
	} {
		if got := page.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if policy := page.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	unsigned, _, _ := strings.Cut(h.address(), "?")
	h.says(h.get(unsigned), http.StatusNotFound, "Ce lien n’est pas complet")
	h.says(h.get(h.address()+"x"), http.StatusNotFound, "Ce lien n’est pas complet")
	h.says(h.get("/corner/"), http.StatusNotFound, "Ce lien n’est pas complet")
	old, err := url.Parse(h.links.Corner(h.order.ID, 0, time.Now().Add(-time.Hour)))
	if err != nil {
		t.Fatal(err)
	}
	h.says(h.get(old.RequestURI()), http.StatusGone, "Ce lien n’est plus valable")
	if err := h.desk.CloseCorner(context.Background(), h.order.ID, desk.Decision{By: "C. Aubrac", Why: "erreur"}); err != nil {
		t.Fatal(err)
	}
	h.says(h.get(h.address()), http.StatusGone, "Ce lien n’est plus valable")
	h.says(h.post("act", "papers", "a.pdf", "%PDF-1.7"), http.StatusGone, "Ce lien n’est plus valable")
}

func TestAClientWithoutScriptsGivesAndAnswers(t *testing.T) {
	h := openHall(t)
	h.says(h.post("act", "papers"), http.StatusBadRequest, "Choisissez d’abord")
	h.says(h.post("act", "papers", "a.pdf", "bonjour"), http.StatusBadRequest, "« a.pdf » n’est pas un PDF")
	h.says(h.post("act", "papers", "a.pdf", "%PDF-1.7 a", "b.txt", "b"), http.StatusBadRequest, "« b.txt » n’est pas un PDF")
	h.says(h.post("act", "answer", "code", "schedule_1", "fiscal_year", "2025", "answer", "see_comment", "by", "Mme <b>"), http.StatusBadRequest, "Écrivez votre réponse", "Mme &lt;b&gt;")
	h.says(h.post("act", "answer", "code", "schedule_1", "fiscal_year", "2025", "by", "Zoé"), http.StatusBadRequest, "Choisissez une réponse")
	h.says(h.post("act", "answer", "code", "schedule_1", "fiscal_year", "2025", "answer", "does_not_exist"), http.StatusBadRequest, "Indiquez votre nom")
	h.says(h.post("act", "answer", "code", "minutes", "fiscal_year", "1999", "answer", "does_not_exist", "by", "Zoé"), http.StatusBadRequest, "n’est plus demandée")
	if list := h.list(); len(list.Papers)+len(list.Thread) != 2 {
		t.Fatalf("what was refused is kept: %+v", list)
	}
	time.Sleep(time.Until(h.order.Created.Add(1100 * time.Millisecond))) // papers of the order itself are no answer
	for range 2 {                                                        // a form that is sent twice
		h.says(h.post("act", "papers", "code", "schedule_1", "fiscal_year", "2025", "a.pdf", "%PDF-1.7 a", "c.pdf", "%PDF-1.7 c"), http.StatusSeeOther)
		h.says(h.post("act", "answer", "code", "operator", "fiscal_year", "", "answer", "see_comment", "comment", "Le 14.", "by", "Zoé"), http.StatusSeeOther)
	}
	list := h.list()
	if len(list.Papers) != 2 || len(list.Thread) != 3 || list.Papers[0].Origin != predate.FromClient || list.Papers[0].Hint != predate.TypeOther || !list.Reading {
		t.Errorf("kept is %+v", list)
	}
	h.says(h.get(h.address()), http.StatusOK, "nous lisons vos envois", "a.pdf", "Zoé, le ", "Le 14.")
}

func (h *hall) list() desk.Checklist {
	h.t.Helper()
	list, err := h.desk.ChecklistOf(h.t.Context(), h.order.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

func TestAnOrderThatIsOverTakesNothing(t *testing.T) {
	h := openHall(t)
	if _, err := h.desk.Cancel(t.Context(), h.order.Account, h.order.ID); err != nil {
		t.Fatal(err)
	}
	page := h.get(h.address())
	h.says(page, http.StatusOK, "Cette demande est annulée")
	if strings.Contains(page.Body.String(), "<form") {
		t.Error("the page of an order that is over has a form")
	}
	h.says(h.post("act", "papers", "a.pdf", "%PDF-1.7"), http.StatusConflict, "Cette demande est annulée")
	if list := h.list(); len(list.Papers) != 0 {
		t.Errorf("it took %+v", list.Papers)
	}
}

func TestAnotherSiteSendsNothing(t *testing.T) {
	h := openHall(t)
	r := httptest.NewRequest(http.MethodPost, h.address(), strings.NewReader("act=answer"))
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	h.pages.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("another site's form answers %d", w.Code)
	}
}
