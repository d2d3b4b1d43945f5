package corner

import (
	"net/http"

	"predate/internal/doors/web"
)

// contentPolicy lets the page load what this origin serves, and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types corner"

// guard sets the headers of every answer, and refuses what another site sends. The
// address is the key: it goes to no other site, and search engines keep away.
func guard(inner http.Handler) http.Handler {
	own := http.NewCrossOriginProtection().Handler(inner)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		web.ProtectPage(h, contentPolicy)
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		own.ServeHTTP(w, r)
	})
}
