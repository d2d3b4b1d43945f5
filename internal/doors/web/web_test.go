package web_test

import (
	"net/http"
	"testing"

	"predate"
	"predate/internal/doors/web"
)

// TestStatusOf: what a caller can mend or wait for is his, anything else is ours.
func TestStatusOf(t *testing.T) {
	for code, want := range map[predate.ErrorCode]int{
		predate.CodeInvalid: 400, predate.CodeUnauthorized: 401, predate.CodeForbidden: 403, predate.CodeNotFound: 404, predate.CodeConflict: 409,
		predate.CodeTooLarge: 413, predate.CodeUnprocessable: 422, predate.CodeTooMany: 429, predate.CodeUnavailable: 503,
	} {
		if got, known := web.StatusOf(code); got != want || !known {
			t.Errorf("%s: %d, %t; want %d", code, got, known, want)
		}
	}
	if got, known := web.StatusOf("unheard of"); got != http.StatusInternalServerError || known {
		t.Errorf("an unknown code: %d, %t", got, known)
	}
}
