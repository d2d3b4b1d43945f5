package api_test

import (
	"net/http"
	"testing"

	"predate/internal/collecting/extranetsim"
)

// The sample dossier and its order are public, and keep their tags.
func TestSamplesArePublic(t *testing.T) {
	h := newHouse(t)
	nobody := &client{t: t, h: h, header: http.Header{}}
	_, hash := extranetsim.Dossier()
	got := nobody.do("GET", "/files/samples/dossier.zip", nil)
	if got.status != 200 || got.header.Get("Content-Type") != "application/zip" || got.header.Get("ETag") != `"`+string(hash)+`"` || len(got.body) < 1<<20 {
		t.Errorf("%d %v, %d bytes", got.status, got.header, len(got.body))
	}
	if again := nobody.with("If-None-Match", got.header.Get("ETag")).do("GET", "/files/samples/dossier.zip", nil); again.status != 304 {
		t.Errorf("again: %d", again.status)
	}
	if head := nobody.do("HEAD", "/files/samples/dossier.zip", nil); head.status != 200 || len(head.body) != 0 {
		t.Errorf("HEAD: %d, %d bytes", head.status, len(head.body))
	}
	if order := nobody.do("GET", "/files/samples/order.json", nil); order.status != 200 || order.header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %v", order.status, order.header)
	}
}
