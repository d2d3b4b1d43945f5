package console

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"predate/internal/doors/web"
)

// contentPolicy lets a page load what this origin serves, and nothing else:
// nothing inline, no frame, no other host. Scripts make markup through one policy
// alone, that of dom.js.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types predate"

// guard sets the headers of every answer, and refuses requests that another site
// made: any that changes something must say where it comes from. A console behind
// https is reached by nothing else.
func guard(inner http.Handler, at *url.URL) http.Handler {
	secure := at != nil && at.Scheme == "https"
	own := http.NewCrossOriginProtection()
	checked := own.Handler(inner)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		web.ProtectPage(h, contentPolicy)
		h.Set("Referrer-Policy", "no-referrer")
		if secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if safe(r.Method) {
			r.Body = http.NoBody // a form is read from what changes something, and from nothing else
		}
		if !secure && !ours(r.Host, at) {
			http.Error(w, "Cette adresse n’est pas celle de la console : voyez le réglage admin-url.", http.StatusMisdirectedRequest)
			return
		}
		if !safe(r.Method) && r.Header.Get("Sec-Fetch-Site") == "" && r.Header.Get("Origin") == "" {
			http.Error(w, "La requête ne dit pas d’où elle vient.", http.StatusForbidden)
			return
		}
		checked.ServeHTTP(w, r)
	})
}

// ours reports whether a host is the console's. Over plain http anybody's name may be
// made to lead to this address, and a page under that name would be of one origin with
// ours; an address in numbers, and localhost, lead where they say.
func ours(host string, at *url.URL) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	_, err := netip.ParseAddr(host)
	return err == nil || host == "localhost" || at != nil && strings.EqualFold(host, at.Hostname())
}

// safe reports whether a method changes nothing (RFC 9110, 9.2.1).
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
