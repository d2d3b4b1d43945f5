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
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"predate"
	"predate/internal/base/egress"
)

// fail makes a failure whose cause and message repeat no secret of the session.
// The cause is kept as a text: an error of net/http holds the whole URL. Where the
// recipe may have to be mended, it says at which step.
func (s *session) fail(code predate.FailureCode, format string, args ...any) *predate.Failure {
	if code == predate.SiteChanged && s.at != "" {
		format, args = "%w (%s)", []any{fmt.Errorf(format, args...), s.at}
	}
	return &predate.Failure{Code: code, Stage: s.stage, Err: errors.New(s.scrub(fmt.Errorf(format, args...).Error()))}
}

// failureCode gives the code of a failure; "" for anything else.
func failureCode(err error) predate.FailureCode {
	var failure *predate.Failure
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

// recode gives a failure another code, when what came before makes it mean
// something else.
func recode(err error, from, to predate.FailureCode) error {
	var failure *predate.Failure
	if errors.As(err, &failure) && failure.Code == from {
		failure.Code = to
	}
	return err
}

// transportFailure translates an exchange that broke.
func (s *session) transportFailure(err error) *predate.Failure {
	var refused *egress.Refused
	var large *egress.TooLargeError
	var away *outside
	switch {
	case errors.As(err, &away):
		return s.ledAway(away)
	case errors.As(err, &refused):
		return s.fail(predate.PolicyRefused, "%w", withoutURL(err))
	case errors.As(err, &large):
		return s.fail(predate.LimitReached, "%w", withoutURL(err))
	}
	return s.fail(predate.SiteUnavailable, "%w", withoutURL(err))
}

// ledAway says that the site leads to a host that its recipe does not name: the
// recipe, and not the address that the client gave, is to be mended.
func (s *session) ledAway(away *outside) *predate.Failure {
	failure := s.fail(predate.SiteChanged, "%w", away)
	failure.Elsewhere = s.scrub(away.host)
	return failure
}

// elsewhere is the host to which a failure was led; empty for any other error.
func elsewhere(err error) string {
	var failure *predate.Failure
	if errors.As(err, &failure) {
		return failure.Elsewhere
	}
	return ""
}

// withoutURL drops the URL that net/http puts before its errors: a query may
// hold a token.
func withoutURL(err error) error {
	var outer *url.Error
	if errors.As(err, &outer) {
		return fmt.Errorf("%s: %w", strings.ToLower(outer.Op), outer.Err)
	}
	return err
}

// forget adds a text that no message or error of the session may repeat, in
// each of the writings that a site may echo it in. A site that spoils its
// accents still echoes what lies between them.
func (s *session) forget(secret string) {
	if secret == "" {
		return
	}
	plain := strings.FieldsFunc(secret, func(r rune) bool { return r > unicode.MaxASCII })
	for _, piece := range plain {
		if len(piece) >= 6 && piece != secret {
			s.forget(piece)
		}
	}
	quoted, err := json.Marshal(secret)
	if err != nil {
		quoted = []byte(`""`) // a string always marshals
	}
	for _, form := range []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret),
		html.EscapeString(secret), strings.Trim(string(quoted), `"`),
	} {
		if form != "" {
			s.secrets = append(s.secrets, strings.ToLower(form))
		}
	}
	for _, form := range encoded(secret) {
		s.secrets = append(s.secrets, strings.ToLower(form))
	}
	// The longest first: masking a part of another would leave its rest.
	slices.SortFunc(s.secrets, func(a, b string) int { return len(b) - len(a) })
}

// encoded writes a secret as the error pages of careless sites do: in
// hexadecimal and in base64, alone or behind a name, where it begins at any of
// three places. Short forms are left out: they would mask common words.
func encoded(secret string) []string {
	const shortest = 6
	forms := []string{hex.EncodeToString([]byte(secret))}
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		forms = append(forms, alphabet.EncodeToString([]byte(secret)))
		for before := range 3 {
			// Only letters that hold bits of the secret alone.
			bits := alphabet.EncodeToString(append(make([]byte, before), secret...))
			forms = append(forms, bits[(8*before+5)/6:8*(before+len(secret))/6])
		}
	}
	return slices.DeleteFunc(forms, func(form string) bool { return len(form) < shortest })
}

// scrub masks every secret of the session, in any case of letters.
func (s *session) scrub(text string) string {
	for _, secret := range s.secrets {
		text = maskAll(text, secret)
	}
	return text
}

const masked = "…"

// maskAll replaces secret, given in lower case. Letters whose case changes
// their length would shift the places found, so the text is then lowered.
func maskAll(text, secret string) string {
	low := strings.ToLower(text)
	if !strings.Contains(low, secret) {
		return text
	}
	if len(low) != len(text) {
		text = low
	}
	var b strings.Builder
	for {
		i := strings.Index(low, secret)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i] + masked)
		text, low = text[i+len(secret):], low[i+len(secret):]
	}
}

// message prepares the site's own sentence: one line, scrubbed before it is
// cut, for a cut secret would not be found.
func (s *session) message(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(s.scrub(text)), " ")
	runes := []rune(text)
	if len(runes) > maxMessage {
		text = string(runes[:maxMessage-1]) + "…"
	}
	return text
}

// retryAfter reads the header of RFC 9110 §10.2.3; zero when there is none.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(min(seconds, 7*24*3600)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return min(at.Sub(now), 7*24*time.Hour)
	}
	return 0
}
