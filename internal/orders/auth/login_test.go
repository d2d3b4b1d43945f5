package auth_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/auth"
)

func TestLoginRefusals(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	h.open(t, "autre@notaires.example", predate.Premium)
	caller, err := h.Key(t.Context(), keys.Live.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, email string
		password    predate.Secret
		want        error
	}{
		{"no e-mail", "", goodPassword, auth.ErrIncomplete},
		{"blank e-mail", "  ", goodPassword, auth.ErrIncomplete},
		{"no password", "etude@notaires.example", "", auth.ErrIncomplete},
		{"wrong password", "etude@notaires.example", "une autre phrase", auth.ErrCredentials},
		{"unknown e-mail", "nobody@notaires.example", goodPassword, auth.ErrCredentials},
		{"another account's e-mail", "autre@notaires.example", goodPassword, auth.ErrCredentials},
		{"huge password", "etude@notaires.example", predate.Secret(make([]byte, 1<<20)), auth.ErrCredentials},
		{"good", "etude@notaires.example", goodPassword, nil},
	} {
		if _, err := h.Login(t.Context(), caller, c.email, c.password); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

// What is computed for a password is the same whether its e-mail is known or not, and
// whether or not the password could be anybody's: the time tells neither.
func TestUnknownEmailTakesAsLong(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	caller, err := h.Key(t.Context(), keys.Live.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	work := h.HashWork()
	attempt := func(email string, password predate.Secret) []string {
		*work = nil
		h.clock.Pass(time.Hour)
		if _, err := h.Login(t.Context(), caller, email, password); !errors.Is(err, auth.ErrCredentials) {
			t.Fatal(err)
		}
		return *work
	}
	known := attempt("etude@notaires.example", "une autre phrase")
	if len(known) != 1 {
		t.Fatalf("a wrong password costs %q, want one hash", known)
	}
	endless := predate.Secret(strings.Repeat("longue ", 1000))
	for name, got := range map[string][]string{
		"an unknown e-mail":                attempt("nobody@notaires.example", "une autre phrase"),
		"an endless password":              attempt("etude@notaires.example", endless),
		"both":                             attempt("nobody@notaires.example", endless),
		"an unknown e-mail, asked already": attempt("nobody@notaires.example", "une autre phrase"),
	} {
		if !slices.Equal(got, known) {
			t.Errorf("%s costs %q, a wrong password %q: the difference tells which is which", name, got, known)
		}
	}
}

func TestFailuresSlowDownAndPass(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	_, otherKeys := h.open(t, "autre@notaires.example", predate.Premium)
	caller, err := h.Key(t.Context(), keys.Live.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	try := func(password predate.Secret) (wait int, err error) {
		_, err = h.Login(t.Context(), caller, "etude@notaires.example", password)
		var refused *predate.Error
		if errors.As(err, &refused) && refused.Code == predate.CodeTooMany {
			return refused.RetryAfter, err
		}
		return 0, err
	}
	for range 5 {
		if _, err := try("une autre phrase"); !errors.Is(err, auth.ErrCredentials) {
			t.Fatalf("one of the free failures: %v", err)
		}
	}
	for _, want := range []int{1, 2, 4, 8, 16} {
		wait, err := try(goodPassword)
		if wait != want {
			t.Fatalf("wait %d s (%v), want %d", wait, err, want)
		}
		h.clock.Pass(time.Duration(wait) * time.Second)
		if _, err := try("une autre phrase"); !errors.Is(err, auth.ErrCredentials) {
			t.Fatalf("after %d s: %v", wait, err)
		}
	}
	// Nobody else waits for it.
	h.login(t, otherKeys.Live, "autre@notaires.example")
	h.clock.Pass(15 * time.Minute)
	if _, err := try(goodPassword); err != nil {
		t.Fatalf("the good password after the longest delay: %v", err)
	}
	if _, err := try("une autre phrase"); !errors.Is(err, auth.ErrCredentials) {
		t.Errorf("a success did not forgive the failures: %v", err)
	}
	if err := h.SetPassword(t.Context(), "etude@notaires.example", "une phrase toute neuve"); err != nil {
		t.Fatal(err)
	}
	if caller, err = h.Key(t.Context(), keys.Live.Reveal()); err != nil {
		t.Fatal(err)
	}
	if _, err := try("une phrase toute neuve"); err != nil {
		t.Errorf("new password: %v", err)
	}
}

func TestFloodOfLoginsIsRefusedNotQueuedForEver(t *testing.T) {
	h := newHouse(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	caller, err := h.Key(t.Context(), keys.Live.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var mu sync.Mutex
	counts := map[string]int{}
	var group sync.WaitGroup
	for range 80 {
		group.Go(func() {
			_, err := h.Login(ctx, caller, "etude@notaires.example", "une autre phrase")
			var refused *predate.Error
			name := "other"
			switch {
			case errors.Is(err, auth.ErrCredentials):
				name = "wrong"
			case errors.As(err, &refused) && refused.Code == predate.CodeTooMany && refused.RetryAfter > 0:
				name = "refused"
			}
			mu.Lock()
			counts[name]++
			mu.Unlock()
		})
	}
	group.Wait()
	// Five are free and two run at once, so at most six passwords are tried.
	if counts["other"] > 0 || counts["wrong"] > 6 || counts["refused"] < 74 {
		t.Errorf("80 wrong passwords at once: %v", counts)
	}
}
