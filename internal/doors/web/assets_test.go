package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

// An asset is found under its address for ever, packed for who takes it so, and under the
// address of another build not at all.
func TestAssets(t *testing.T) {
	assets, err := LoadAssets(fstest.MapFS{"assets/page.css": {Data: []byte("p { margin: 0 }")}, "assets/mark.svg": {Data: []byte("<svg/>")}}, "/corner/assets/")
	if err != nil {
		t.Fatal(err)
	}
	address, err := assets.Address("page.css")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := assets.Address("none.css"); err == nil {
		t.Error("an asset that is not there has an address")
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /corner/assets/{version}/{name}", assets.Serve)
	for _, c := range []struct {
		address, takes string
		status         int
		packed         string
	}{
		{address, "", http.StatusOK, ""},
		{address, "gzip, br", http.StatusOK, "gzip"},
		{"/corner/assets/older/page.css", "", http.StatusNotFound, ""},
		{"/corner/assets/older/none.css", "", http.StatusNotFound, ""},
	} {
		r, w := httptest.NewRequest(http.MethodGet, c.address, nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", c.takes)
		mux.ServeHTTP(w, r)
		if w.Code != c.status || w.Header().Get("Content-Encoding") != c.packed {
			t.Errorf("%s for %q answers %d, packed %q", c.address, c.takes, w.Code, w.Header().Get("Content-Encoding"))
		}
	}
}
