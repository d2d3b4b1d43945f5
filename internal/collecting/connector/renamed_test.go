package connector_test

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// renaming is a site whose next version calls something by another name: a key
// of its data, a class or an identifier of its pages.
type renaming struct {
	next  http.RoundTripper
	name  string          // empty changes nothing
	names map[string]bool // every name that was met
}

// RoundTrip answers as the site does, under the other name.
func (r renaming) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	media := resp.Header.Get("Content-Type")
	pattern := regexp.MustCompile(`"(\w+)"\s*:`)
	if strings.Contains(media, "html") {
		pattern = regexp.MustCompile(`(?:class|id)="([\w -]+)"`)
	} else if !strings.Contains(media, "json") {
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	for _, found := range pattern.FindAllSubmatch(body, -1) {
		r.names[string(found[1])] = true
	}
	if r.name != "" {
		body = pattern.ReplaceAllFunc(body, func(found []byte) []byte {
			return bytes.ReplaceAll(found, []byte(`"`+r.name+`"`), []byte(`"`+r.name+`_v2"`))
		})
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.ContentLength = int64(len(body))
	resp.Header.Del("Content-Length")
	return resp, nil
}

// TestARenamedKeyLosesNothing: whatever a site gives another name, either all
// the papers of the owner and of the building are had, or the run says that
// something is wrong. It never ends well with fewer, and never with a paper of
// the council's.
func TestARenamedKeyLosesNothing(t *testing.T) {
	source := dossier([]extranetsim.Entry{
		{Title: "Appel de fonds T2", Category: "Mon compte / Appels de fonds", Space: "owner", Date: "2026-03-17", File: "a.pdf"},
		{Title: "Relevé de compte", Category: "Mon compte / Relevés", Space: "owner", Date: "2026-05-11", File: "b.pdf"},
		{Title: "PV AG du 26/03/2026", Category: "Immeuble / Assemblées générales", Space: "building", Date: "2026-03-26", File: "c.pdf"},
		{Title: "Fiche synthétique", Category: "Immeuble / Contrat de syndic", Space: "building", File: "d.pdf"},
		{Title: "Facture", Category: "Comptes", Space: "council", Date: "2026-01-02", File: "e.pdf"},
		{Title: "Relevés bancaires", Category: "Immeuble / Divers", Space: "building", Date: "2026-01-02", File: "f.pdf"},
		{Title: "Balance", Category: "Conseil syndical / Banque", Space: "building", Date: "2026-01-02", File: "g.pdf"},
	})
	for _, f := range drivable() {
		names := map[string]bool{}
		healthy, _ := visit(t, f, source, extranetsim.Options{}, func(r *connectortest.Run) { r.Transport = renaming{r.Transport, "", names} })
		want := titles(healthy)
		for _, council := range []string{"Facture", "Relevés bancaires"} {
			if healthy.Err != nil || len(want) < 4 || slices.Contains(want, council) {
				t.Fatalf("%s: %q, %v", f, want, healthy.Err)
			}
		}
		for name := range names {
			run, _ := visit(t, f, source, extranetsim.Options{}, func(r *connectortest.Run) {
				r.Transport = renaming{r.Transport, name, map[string]bool{}}
			})
			got := titles(run)
			if run.Err == nil && !slices.Equal(got, want) {
				t.Errorf("%s, %s renamed: %q and no failure", f, name, got)
			}
			for _, title := range got {
				if !slices.Contains(want, title) {
					t.Errorf("%s, %s renamed: %q was taken", f, name, title)
				}
			}
		}
	}
}

// titles are those of the papers that a run kept, sorted.
func titles(run *connectortest.Run) []string {
	var all []string
	for _, k := range run.Kept {
		all = append(all, k.Title)
	}
	slices.Sort(all)
	return all
}
