package auth_test

import (
	"errors"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/auth"
)

// A token ends with what it was got with: the key, the password, the account.
func TestTokensEndWithWhatTheyWereGotWith(t *testing.T) {
	h := newHouse(t)
	const email = "etude@notaires.example"
	_, keys := h.open(t, email, predate.Premium)
	second, err := h.CreateKey(t.Context(), email, false)
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string, key, token predate.Secret, want error) {
		t.Helper()
		for _, process := range []*auth.Authority{h.Authority, h.another(t)} {
			if _, err := process.Check(t.Context(), key.Reveal(), "Bearer "+token.Reveal()); !errors.Is(err, want) {
				t.Errorf("%s: got %v, want %v", when, err, want)
			}
		}
	}
	byFirst, bySecond := h.login(t, keys.Live, email), h.login(t, second, email)
	check("with another key of the account", second, byFirst, nil)
	if _, err := h.RevokeKey(t.Context(), email, keys.Live.Reveal()); err != nil {
		t.Fatal(err)
	}
	check("its key revoked", second, byFirst, auth.ErrToken)
	check("another key revoked", second, bySecond, nil)

	if err := h.SetPassword(t.Context(), email, "une tout autre phrase"); err != nil {
		t.Fatal(err)
	}
	check("the password changed", second, bySecond, auth.ErrToken)
	if err := h.SetPassword(t.Context(), email, goodPassword); err != nil {
		t.Fatal(err)
	}
	check("the password changed back", second, bySecond, auth.ErrToken)

	third := h.login(t, second, email)
	check("got after the change", second, third, nil)
	for _, disabled := range []bool{true, false} {
		if err := h.SetDisabled(t.Context(), email, disabled); err != nil {
			t.Fatal(err)
		}
	}
	check("the account closed and opened again", second, third, auth.ErrToken)
	check("got after that", second, h.login(t, second, email), nil)
}

func TestRevokeByAnyUnambiguousName(t *testing.T) {
	h := newHouse(t)
	const email = "etude@notaires.example"
	_, keys := h.open(t, email, predate.Premium)
	another, err := h.CreateKey(t.Context(), email, false)
	if err != nil {
		t.Fatal(err)
	}
	live := keys.Live.Reveal()
	for named, want := range map[string]string{
		"":                                    "No key in use begins with",
		"prd_live_":                           "2 keys in use begin with",
		"prd":                                 "3 keys in use begin with",
		"prd_live_!":                          "No key in use begins with",
		live[:20]:                             "give the whole key, or its beginning",
		live[:44] + "!":                       "give the whole key, or its beginning",
		"prd_live_" + strings.Repeat("0", 36): "give the whole key, or its beginning",
	} {
		_, err := h.RevokeKey(t.Context(), email, named)
		if err == nil || !strings.Contains(err.Error(), want) || len(named) > 13 && strings.Contains(err.Error(), named[:14]) {
			t.Errorf("%q: %v, want %q", named, err, want)
		}
	}
	revoke := func(named string, whole predate.Secret) {
		t.Helper()
		key, err := h.RevokeKey(t.Context(), email, named)
		if err != nil || key.Prefix != whole.Reveal()[:13] || key.Revoked.IsZero() {
			t.Errorf("%q: revoked %+v, %v", named, key, err)
		}
		if _, err := h.Key(t.Context(), whole.Reveal()); !errors.Is(err, auth.ErrKey) {
			t.Errorf("%q: the key goes on: %v", named, err)
		}
	}
	revoke("prd_t", keys.Test)
	revoke(live, keys.Live)
	revoke("prd_live_", another) // the only one left
	if _, err := h.RevokeKey(t.Context(), email, live); err == nil {
		t.Error("a key was revoked twice")
	}
}
