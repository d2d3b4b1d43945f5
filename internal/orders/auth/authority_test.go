package auth_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/auth"
)

func TestCheckExaminesInOrder(t *testing.T) {
	h := newHouse(t)
	account, keys := h.open(t, "etude@notaires.example", predate.Premium)
	_, otherKeys := h.open(t, "autre@notaires.example", predate.SyndicAccount)
	_, standardKeys := h.open(t, "curieux@notaires.example", predate.StandardAccount)
	token := "Bearer " + h.login(t, keys.Live, "Etude@Notaires.example ").Reveal()
	key := keys.Live.Reveal()
	for _, c := range []struct {
		name, key, authorization string
		want                     error
	}{
		{"good", key, token, nil},
		{"test key", keys.Test.Reveal(), token, nil},
		{"scheme in any case", key, "bearer" + token[6:], nil},
		{"no key", "", token, auth.ErrKey},
		{"no key and no token", "", "", auth.ErrKey},
		{"noise for a key", "prd_live_nonsense", token, auth.ErrKey},
		{"key with a wrong checksum", key[:len(key)-1] + "!", token, auth.ErrKey},
		{"no token", key, "", auth.ErrToken},
		{"no scheme", key, strings.TrimPrefix(token, "Bearer "), auth.ErrToken},
		{"another scheme", key, "Basic" + token[6:], auth.ErrToken},
		{"altered token", key, token[:len(token)-3] + "AAA", auth.ErrToken},
		{"huge token", key, token + strings.Repeat("A", 10_000), auth.ErrToken},
		{"another account's key", otherKeys.Live.Reveal(), token, auth.ErrToken},
		{"wrong kind, no token", standardKeys.Live.Reveal(), "", auth.ErrToken},
	} {
		caller, err := h.Check(t.Context(), c.key, c.authorization)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if err == nil && (caller.Account.ID != account.ID || caller.TokenID == "") {
			t.Errorf("%s: got caller %v", c.name, caller)
		}
	}
}

func TestKindIsExaminedLast(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	token := "Bearer " + h.login(t, keys.Live, "etude@notaires.example").Reveal()
	if err := h.SetTerms(t.Context(), "etude@notaires.example", auth.Terms{Kind: predate.StandardAccount}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Check(t.Context(), keys.Live.Reveal(), token); !errors.Is(err, auth.ErrKind) {
		t.Errorf("check: got %v, want %v", err, auth.ErrKind)
	}
	caller, err := h.Key(t.Context(), keys.Live.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Login(t.Context(), caller, "etude@notaires.example", "une autre phrase"); !errors.Is(err, auth.ErrCredentials) {
		t.Errorf("wrong password: got %v, want %v", err, auth.ErrCredentials)
	}
	if _, err := h.Login(t.Context(), caller, "etude@notaires.example", goodPassword); !errors.Is(err, auth.ErrKind) {
		t.Errorf("good password: got %v, want %v", err, auth.ErrKind)
	}
}

func TestTokenSaysWhatTheStandardAsks(t *testing.T) {
	h := newHouse(t)
	account, keys := h.open(t, "etude@notaires.example", predate.Premium)
	token := h.login(t, keys.Live, account.Email)
	parts := strings.Split(token.Reveal(), ".")
	var header, claims map[string]any
	for i, into := range []*map[string]any{&header, &claims} {
		raw, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatal(err)
		}
	}
	public, err := h.PublicKeys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if header["alg"] != "EdDSA" || header["typ"] != "at+jwt" || len(public) != 1 || header["kid"] != public[0].ID {
		t.Errorf("header %v, keys %v", header, public)
	}
	now := float64(h.clock.Now().Unix())
	if claims["iss"] != "https://api.example" || claims["sub"] != string(account.ID) || claims["jti"] == "" ||
		claims["iat"] != now || claims["exp"] != now+3600 || claims["aud"] == nil {
		t.Errorf("claims %v", claims)
	}
}

func TestTokenEnds(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	check := func(token predate.Secret, want error) {
		t.Helper()
		// Twice: the second time the token is remembered.
		for range 2 {
			if _, err := h.Check(t.Context(), keys.Live.Reveal(), "Bearer "+token.Reveal()); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
		}
	}
	first := h.login(t, keys.Live, "etude@notaires.example")
	check(first, nil)
	h.clock.Pass(time.Hour - time.Second)
	check(first, nil)
	h.clock.Pass(time.Second)
	check(first, auth.ErrToken)

	second := h.login(t, keys.Live, "etude@notaires.example")
	check(second, nil)
	if err := h.Revoke(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	check(second, auth.ErrToken)
	if _, err := h.another(t).Check(t.Context(), keys.Live.Reveal(), "Bearer "+second.Reveal()); !errors.Is(err, auth.ErrToken) {
		t.Errorf("another process: got %v, want %v", err, auth.ErrToken)
	}
}

func TestSigningKeyRotates(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	before := "Bearer " + h.login(t, keys.Live, "etude@notaires.example").Reveal()
	other := h.another(t)
	if _, err := other.Check(t.Context(), keys.Live.Reveal(), before); err != nil {
		t.Fatalf("another process refuses a good token: %v", err)
	}
	h.clock.Pass(2 * time.Second)
	if err := h.RotateSigningKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := "Bearer " + h.login(t, keys.Live, "etude@notaires.example").Reveal()
	for name, token := range map[string]string{"before": before, "after": after} {
		if _, err := h.Check(t.Context(), keys.Live.Reveal(), token); err != nil {
			t.Errorf("token from %s the rotation: %v", name, err)
		}
		if _, err := other.Check(t.Context(), keys.Live.Reveal(), token); err != nil {
			t.Errorf("token from %s the rotation, in another process: %v", name, err)
		}
	}
	if public, err := h.PublicKeys(t.Context()); err != nil || len(public) != 2 {
		t.Errorf("after one rotation: keys %v, %v, want two", public, err)
	}
	h.clock.Pass(3 * time.Hour)
	if err := h.RotateSigningKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	if public, err := h.PublicKeys(t.Context()); err != nil || len(public) != 2 {
		t.Errorf("after another one, later: keys %v, %v, want two: the oldest has no token left", public, err)
	}
}

func TestKeyAndAccountEndAtOnce(t *testing.T) {
	h := newHouse(t)
	account, keys := h.open(t, "etude@notaires.example", predate.Premium)
	held, err := h.APIKeys(t.Context(), account.Email)
	if err != nil || len(held) != 2 {
		t.Fatalf("keys %v, %v, want two", held, err)
	}
	if key, err := h.RevokeKey(t.Context(), account.Email, keys.Test.Reveal()[:13]); err != nil || !key.Test {
		t.Fatalf("revoke: %+v, %v", key, err)
	}
	if _, err := h.Key(t.Context(), keys.Test.Reveal()); !errors.Is(err, auth.ErrKey) {
		t.Errorf("revoked key: got %v, want %v", err, auth.ErrKey)
	}
	if _, err := h.RevokeKey(t.Context(), account.Email, keys.Test.Reveal()[:13]); err == nil {
		t.Error("a key was revoked twice")
	}
	if err := h.SetDisabled(t.Context(), account.Email, true); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Key(t.Context(), keys.Live.Reveal()); !errors.Is(err, auth.ErrKey) {
		t.Errorf("disabled account: got %v, want %v", err, auth.ErrKey)
	}
	if err := h.SetDisabled(t.Context(), account.Email, false); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Key(t.Context(), keys.Live.Reveal()); err != nil {
		t.Errorf("account opened again: %v", err)
	}
	more, err := h.CreateKey(t.Context(), account.Email, true)
	if err != nil {
		t.Fatal(err)
	}
	if caller, err := h.Key(t.Context(), more.Reveal()); err != nil || !caller.Key.Test {
		t.Errorf("a new test key gives %v, %v", caller.Key, err)
	}
}

func TestCreateAccountRefusals(t *testing.T) {
	h := newHouse(t)
	h.open(t, "etude@notaires.example", predate.Premium)
	for _, c := range []struct {
		name string
		new  auth.NewAccount
		want predate.ErrorCode
	}{
		{"taken", auth.NewAccount{Email: " ETUDE@notaires.example", Kind: predate.Premium, Password: goodPassword}, predate.CodeConflict},
		{"no e-mail", auth.NewAccount{Kind: predate.Premium, Password: goodPassword}, predate.CodeInvalid},
		{"not an e-mail", auth.NewAccount{Email: "Etude <a@b.example>", Kind: predate.Premium, Password: goodPassword}, predate.CodeInvalid},
		{"unknown kind", auth.NewAccount{Email: "a@b.example", Kind: "gold", Password: goodPassword}, predate.CodeInvalid},
		{"short password", auth.NewAccount{Email: "a@b.example", Kind: predate.Premium, Password: "onze lettre"}, predate.CodeInvalid},
		{"long password", auth.NewAccount{Email: "a@b.example", Kind: predate.Premium, Password: predate.Secret(strings.Repeat("a", 1025))}, predate.CodeInvalid},
	} {
		_, _, err := h.CreateAccount(t.Context(), c.new)
		var refused *predate.Error
		if !errors.As(err, &refused) || refused.Code != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	if accounts, err := h.Accounts(t.Context()); err != nil || len(accounts) != 1 {
		t.Errorf("accounts %v, %v, want one", accounts, err)
	}
	if _, err := h.Account(t.Context(), "nobody@b.example"); err == nil {
		t.Error("an unknown account was found")
	}
}
