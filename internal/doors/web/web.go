package web

import (
	"net/http"

	"predate"
)

// StatusOf returns the HTTP status of a refusal (RFC 9110, section 15.5), and reports
// whether the caller can correct the request or wait. Any other code is a fault of the
// server, with status 500.
func StatusOf(code predate.ErrorCode) (status int, known bool) {
	switch code {
	case predate.CodeInvalid:
		return http.StatusBadRequest, true
	case predate.CodeUnauthorized:
		return http.StatusUnauthorized, true
	case predate.CodeForbidden:
		return http.StatusForbidden, true
	case predate.CodeNotFound:
		return http.StatusNotFound, true
	case predate.CodeConflict:
		return http.StatusConflict, true
	case predate.CodeTooLarge:
		return http.StatusRequestEntityTooLarge, true
	case predate.CodeUnprocessable:
		return http.StatusUnprocessableEntity, true
	case predate.CodeTooMany:
		return http.StatusTooManyRequests, true
	case predate.CodeUnavailable:
		return http.StatusServiceUnavailable, true
	}
	return http.StatusInternalServerError, false
}

// ProtectPage sets the headers that keep a page out of frames, caches and other
// origins, and let it load only what its content security policy names.
func ProtectPage(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	h.Set("Cache-Control", "no-store")
}
