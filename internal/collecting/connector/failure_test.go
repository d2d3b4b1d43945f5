package connector

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
)

// TestScrub: whatever the password, none of the writings in which a site may
// echo it stays in a message or in an error.
func TestScrub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		password := rapid.StringMatching(`[a-zA-Z0-9&<>"'%+ éÉß$\\/]{3,20}`).Draw(t, "password")
		around := rapid.StringMatching(`[ .,a-z]{0,40}`).Draw(t, "around")
		s := &session{stage: predate.StageLogin}
		s.forget("login")
		s.forget(password)
		quoted, err := json.Marshal(password)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{password, strings.ToUpper(password), url.QueryEscape(password), url.PathEscape(password), html.EscapeString(password), strings.Trim(string(quoted), `"`)} {
			text := around + form + around + form
			failure := s.fail(predate.BadCredentials, "refused %s", text)
			for _, said := range []string{s.message(text), failure.Error()} {
				said = strings.TrimPrefix(said, "collect: bad_credentials at login: refused ")
				if strings.Contains(strings.ToLower(said), strings.ToLower(form)) && !strings.Contains(strings.ToLower(around), strings.ToLower(form)) {
					t.Fatalf("%q is in %q", form, said)
				}
			}
		}
	})
}

// TestScrubEncoded: nor does one of the codes in which careless pages write it,
// wherever in them it begins.
func TestScrubEncoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		password := rapid.StringMatching(`[a-zA-Z0-9&<>"'%+ éÉß$]{8,20}`).Draw(t, "password")
		before := rapid.StringMatching(`[a-z]{0,6}:`).Draw(t, "before")
		s := &session{}
		s.forget(password)
		whole := []byte(before + password + " after")
		for name, code := range map[string]string{
			"hexadecimal": hex.EncodeToString(whole), "HEXADECIMAL": strings.ToUpper(hex.EncodeToString(whole)),
			"base64": base64.StdEncoding.EncodeToString(whole), "base64 of URLs": base64.RawURLEncoding.EncodeToString(whole),
		} {
			said := s.message("x " + code + " y")
			// Two letters beside each end may hold some of its bits.
			if left := len(strings.ReplaceAll(said, masked, "")); left > len(code)-len(password)*4/3+8 {
				t.Errorf("%s: %q of %q", name, said, code)
			}
		}
	})
}

func TestMessageIsOneShortLine(t *testing.T) {
	s := &session{}
	s.forget("hunter2")
	long := strings.Repeat("é", 299) + "hunter2"
	for text, want := range map[string]string{
		"  a\n\t b  c ":              "a b c",
		"a\x00\x1b[31mb\xff":         "a[31mb",
		"x HUNTER2 y":                "x … y",
		strings.Repeat("é", 400):     strings.Repeat("é", 299) + "…",
		long:                         strings.Repeat("é", 299) + "…",
		"hunter2":                    "…",
		"mot de passe : hunter2hunt": "mot de passe : …hunt",
	} {
		if got := s.message(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestErrorsHoldNoURL(t *testing.T) {
	err := &url.Error{Op: "Get", URL: "https://host/?access_token=t0ken", Err: errors.New("connection refused")}
	s := &session{stage: predate.StageList}
	for _, given := range []error{err, fmt.Errorf("wrapped: %w", err)} {
		failure := s.transportFailure(given)
		if strings.Contains(failure.Error(), "t0ken") || !strings.Contains(failure.Error(), "connection refused") || failure.Code != predate.SiteUnavailable {
			t.Error(failure)
		}
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 5, 18, 10, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "-5": 0, "soon": 0, "99999999999999999999": 0, "9999999": 7 * 24 * time.Hour,
		"Mon, 18 May 2026 10:05:00 GMT": 5 * time.Minute, "Mon, 18 May 2026 09:05:00 GMT": 0, "Fri, 31 Dec 9999 23:59:59 GMT": 7 * 24 * time.Hour,
	} {
		if got := retryAfter(http.Header{"Retry-After": {text}}, now); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
