package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"predate/internal/doors/api"
)

// pages is a guide that counts who comes.
type pages struct{ shown int }

func (p *pages) ServeHTTP(http.ResponseWriter, *http.Request) { p.shown++ }
func (*pages) Serves(path string) bool                        { return strings.HasPrefix(path, "/docs") }

// TestTheGuideIsReadFreely: pages are shown to anybody at any pace, and what is searched is
// paced and never recorded.
func TestTheGuideIsReadFreely(t *testing.T) {
	guide := &pages{}
	h := newHouse(t, func(o *api.Options) { o.Guide, o.Limits.Visits = guide, 1 })
	refused := 0
	for range 10 {
		for _, path := range []string{"/docs/en/errors", "/docs/en/search?q=secret"} {
			w := httptest.NewRecorder()
			h.server.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "1" {
				refused++
			}
		}
	}
	if guide.shown != 14 || refused != 6 {
		t.Errorf("%d pages and searches are shown, %d refused", guide.shown, refused)
	}
	if log := h.log.String(); !strings.Contains(log, `"route":"GET /docs/"`) || strings.Contains(log, "secret") {
		t.Errorf("the record is %s", log)
	}
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, httptest.NewRequest("GET", "/llms.txt", nil))
	if w.Code != http.StatusNotFound || w.Header().Get("predate-error") != "unknown_path" {
		t.Errorf("a path that the guide does not serve answers %d", w.Code)
	}
}
