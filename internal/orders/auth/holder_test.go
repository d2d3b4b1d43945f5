package auth_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/auth"
)

// A holder changes his password with the old one; what the old one gave ends.
func TestAHolderChangesHisPassword(t *testing.T) {
	h := newHouse(t)
	const email = "etude@notaires.example"
	_, keys := h.open(t, email, predate.Premium)
	token := h.login(t, keys.Live, email)
	caller, err := h.Key(t.Context(), keys.Live.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.ChangePassword(t.Context(), caller, "pas le bon mot", "une autre longue phrase"); !errors.Is(err, auth.ErrCredentials) {
		t.Errorf("a wrong password: %v", err)
	}
	if _, err := h.ChangePassword(t.Context(), caller, goodPassword, "court"); refusal(err).Reason == "" {
		t.Errorf("a short one: %v", err)
	}
	fresh, err := h.ChangePassword(t.Context(), caller, goodPassword, "une autre longue phrase")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Check(t.Context(), keys.Live.Reveal(), "Bearer "+token.Reveal()); !errors.Is(err, auth.ErrToken) {
		t.Errorf("the old token: %v", err)
	}
	if _, err := h.Check(t.Context(), keys.Live.Reveal(), "Bearer "+fresh.Reveal()); err != nil {
		t.Errorf("the new token: %v", err)
	}
	// What was read before the change changes nothing any more.
	if _, err := h.ChangePassword(t.Context(), caller, goodPassword, "encore une autre phrase"); !errors.Is(err, auth.ErrCredentials) {
		t.Errorf("the old password again: %v", err)
	}
	if caller, err = h.Key(t.Context(), keys.Live.Reveal()); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		_, err = h.ChangePassword(t.Context(), caller, "pas le bon mot", "encore une autre phrase")
	}
	if refused := (*predate.Error)(nil); !errors.As(err, &refused) || refused.Code != predate.CodeTooMany {
		t.Errorf("guessing is not slowed down: %v", err)
	}
}

// A link chooses a password once, within the hour, and ends with any other password.
func TestALinkChoosesAPassword(t *testing.T) {
	h := newHouse(t)
	const email = "etude@notaires.example"
	account, keys := h.open(t, email, predate.Premium)
	token := h.login(t, keys.Live, email)
	link := func() predate.Secret {
		t.Helper()
		made, err := h.As(auth.Actor{Name: "Camille Aubrac"}).NewReset(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return made.Token
	}
	first := link()
	second := link()
	if _, err := h.ResetOf(t.Context(), first); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("a link that was replaced: %v", err)
	}
	if got, err := h.ResetOf(t.Context(), second); err != nil || got.ID != account.ID {
		t.Errorf("%s, %v", got.ID, err)
	}
	if err := h.UseReset(t.Context(), second, "court"); err == nil || !strings.Contains(err.Error(), "caractères") {
		t.Errorf("a short password: %v", err)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	used := 0
	for range 4 {
		wait.Go(func() {
			err := h.UseReset(t.Context(), second, "une autre longue phrase")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				used++
			} else if !errors.Is(err, predate.ErrNotFound) {
				t.Errorf("a link that was used: %v", err)
			}
		})
	}
	wait.Wait()
	if used != 1 {
		t.Errorf("the link served %d times", used)
	}
	if _, err := h.Check(t.Context(), keys.Live.Reveal(), "Bearer "+token.Reveal()); !errors.Is(err, auth.ErrToken) {
		t.Errorf("the old token: %v", err)
	}
	old := link()
	h.clock.Pass(time.Hour)
	if err := h.UseReset(t.Context(), old, "encore une autre phrase"); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("a link of an hour ago: %v", err)
	}
	last := link()
	if err := h.SetPassword(t.Context(), email, "encore une autre phrase"); err != nil {
		t.Fatal(err)
	}
	if err := h.UseReset(t.Context(), last, "et une dernière phrase"); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("a link of before another password: %v", err)
	}
	if err := h.SetDisabled(t.Context(), email, true); err != nil {
		t.Fatal(err)
	}
	if _, err := h.NewReset(t.Context(), email); refusal(err).Reason != "account_closed" {
		t.Errorf("a closed account: %v", err)
	}
}

// Two keys that revoke each other at once leave one.
func TestTheLastLiveKeyStays(t *testing.T) {
	h := newHouse(t)
	account, _ := h.open(t, "etude@notaires.example", predate.Premium)
	if _, _, err := h.AddKey(t.Context(), account.ID, false); err != nil {
		t.Fatal(err)
	}
	keys, err := h.KeysOf(t.Context(), account.ID)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for _, key := range keys {
		wait.Go(func() { _, _ = h.DropKey(t.Context(), auth.Drop{Account: account.ID, ID: key.ID()}) })
	}
	wait.Wait()
	if keys, err = h.KeysOf(t.Context(), account.ID); err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, key := range keys {
		if key.Revoked.IsZero() {
			left++
			if _, err := h.DropKey(t.Context(), auth.Drop{Account: account.ID, ID: key.ID(), TestOnly: true}); !errors.Is(err, predate.ErrNotFound) {
				t.Errorf("for a test key a live one: %v", err)
			}
			if _, err := h.DropKey(t.Context(), auth.Drop{Account: account.ID, ID: key.ID(), Last: true}); err != nil {
				t.Errorf("the last one, said so: %v", err)
			}
		}
	}
	if left != 1 {
		t.Errorf("%d keys are left", left)
	}
	for range auth.MostKeys {
		if _, _, err = h.AddKey(t.Context(), account.ID, true); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err = h.AddKey(t.Context(), account.ID, true); refusal(err).Reason != "too_many_keys" {
		t.Errorf("one key too many: %v", err)
	}
}
