package connector_test

import (
	"net/http"
	"testing"

	"predate"
	"predate/internal/collecting/connector/connectortest"
)

// elsewhere makes the recipe of a little site that gives the address of each
// file in an answer of its own.
func elsewhere(t *testing.T, l *connectortest.Little, address string) *connectortest.Run {
	t.Helper()
	for link := range l.Files {
		l.Instead["GET /adresses/"+link] = func(w http.ResponseWriter, _ *http.Request) {
			url := "/pieces/" + link
			if link == "pv" {
				url = address
			}
			connectortest.JSON(w, map[string]string{"url": url})
		}
	}
	return visitLittle(t, l, littleRecipes(
		t,
		`download: {request: {get: "/pieces/{{piece.lien}}"}}`,
		`download: {prepare: [{get: "/adresses/{{piece.lien}}", expect: [data], extract: {fichier: {jq: .url, link: true}}}], request: {get: "{{fichier}}"}}`,
	), nil)
}

// TestAFileElsewhere: a file that lies on a host that no recipe names is not
// fetched. It is the recipe that must be mended: the others are had, and nothing
// says that the address of the order is wrong.
func TestAFileElsewhere(t *testing.T) {
	redirects := connectortest.NewLittle()
	redirects.Instead["GET /pieces/pv"] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://stockage.example.net/pv?signature=f00", http.StatusFound)
	}
	for name, run := range map[string]*connectortest.Run{
		"by its address":  elsewhere(t, connectortest.NewLittle(), "https://stockage.example.net/pv?signature=f00"),
		"by a redirect":   visitLittle(t, redirects, littleRecipes(t), nil),
		"by both":         elsewhere(t, redirects, "/pieces/pv"),
		"in another port": elsewhere(t, connectortest.NewLittle(), "https://stockage.example.net:8443/pv"),
	} {
		failure := run.Failure()
		if failure == nil || failure.Code != predate.SiteChanged || failure.Stage != predate.StageDownload || texts(run) != "annexes" {
			t.Errorf("%s: kept %q, %v", name, texts(run), run.Err)
			continue
		}
		if failure.Elsewhere != "stockage.example.net" && failure.Elsewhere != "stockage.example.net:8443" {
			t.Errorf("%s: elsewhere is %q", name, failure.Elsewhere)
		}
	}
}

// TestAPageElsewhere: the same holds for a page of the site.
func TestAPageElsewhere(t *testing.T) {
	l := connectortest.NewLittle()
	l.Instead["GET /entree"] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://nouveau.example.net/", http.StatusFound)
	}
	run := visitLittle(t, l, littleRecipes(t), nil)
	if failure := run.Failure(); failure == nil || failure.Code != predate.SiteChanged || failure.Elsewhere != "nouveau.example.net" {
		t.Errorf("%v", run.Err)
	}
}
