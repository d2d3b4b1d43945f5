package auth_test

import (
	"errors"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/auth"
)

// What is done to an account is recorded with the person, in its transaction, and what
// is asked twice under one id is done once.
func TestActsOnAccountsAreRecorded(t *testing.T) {
	h := newHouse(t)
	by := h.As(auth.Actor{Name: "A. Dupin", Operator: "opr_1"})
	account, keys, err := by.CreateAccount(t.Context(), auth.NewAccount{Email: "etude@example.fr", Kind: predate.Premium, Password: goodPassword})
	if err != nil {
		t.Fatal(err)
	}
	once := h.As(auth.Actor{Name: "A. Dupin", Operator: "opr_1", Act: "aud_00000000000000000000000001"})
	if _, err := once.CreateKey(t.Context(), account.Email, true); err != nil {
		t.Fatal(err)
	}
	_, err = once.CreateKey(t.Context(), account.Email, true)
	if refused := (*predate.Error)(nil); !errors.As(err, &refused) || refused.Reason != "act_done" {
		t.Errorf("a key is created twice: %v", err)
	}
	if err := by.SetTerms(t.Context(), account.Email, auth.Terms{Kind: predate.SyndicAccount, FourEyes: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.RevokeKey(t.Context(), account.Email, keys.Test.Reveal()); err != nil {
		t.Fatal(err)
	}
	h.clock.Pass(time.Minute)
	have, err := h.Acts(t.Context(), account.ID)
	if err != nil {
		t.Fatal(err)
	}
	who := map[string]string{}
	for _, act := range have {
		who[act.Act] = act.Who + act.Operator
	}
	want := map[string]string{
		"account.created": "A. Dupinopr_1", "account.key_created": "A. Dupinopr_1", "account.changed": "A. Dupinopr_1", "account.key_revoked": "predate",
	}
	for what, by := range want {
		if who[what] != by {
			t.Errorf("%s is recorded as of %q, want %q", what, who[what], by)
		}
	}
	if len(have) != len(want) {
		t.Errorf("%d acts are recorded, want %d: %v", len(have), len(want), who)
	}
	if keys, err := h.APIKeys(t.Context(), account.Email); err != nil || len(keys) != 3 {
		t.Errorf("%d keys, want 3: %v", len(keys), err)
	}
}

// The last use of a key is known to the hour.
func TestTheLastUseOfAKeyIsKept(t *testing.T) {
	h := newHouse(t)
	account, keys, err := h.CreateAccount(t.Context(), auth.NewAccount{Email: "etude@example.fr", Kind: predate.Premium, Password: goodPassword})
	if err != nil {
		t.Fatal(err)
	}
	used := func() time.Time {
		t.Helper()
		if _, err := h.Key(t.Context(), keys.Live.Reveal()); err != nil {
			t.Fatal(err)
		}
		all, err := h.APIKeys(t.Context(), account.Email)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range all {
			if !key.Test {
				return key.Used
			}
		}
		return time.Time{}
	}
	first := used()
	h.clock.Pass(59 * time.Minute)
	within := used()
	h.clock.Pass(time.Minute)
	if later := used(); !first.Equal(within) || later.Sub(first) != time.Hour {
		t.Errorf("used at %v, then %v, then %v", first, within, later)
	}
}
