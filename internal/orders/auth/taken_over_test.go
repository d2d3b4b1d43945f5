package auth_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
)

// refusal returns what refuses; the zero Error where nothing does.
func refusal(err error) predate.Error {
	refused := (*predate.Error)(nil)
	if !errors.As(err, &refused) {
		return predate.Error{}
	}
	return *refused
}

// A demotion is not undone by what the operator himself changes at the same time.
func TestOnesOwnSettingsUndoNoDemotion(t *testing.T) {
	s := newStaff(t)
	s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	p := s.hire("b@example.test", "B. Petit", predate.RoleAdmin)
	before := p.joined.Operator // as a request that is under way has read him
	err := s.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		demoted := before
		demoted.Role, demoted.Disabled = predate.RoleSupport, true
		return store.UpdateOperator(ctx, tx, demoted)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetShortcuts(t.Context(), p.joined.Signed, false); err != nil {
		t.Fatal(err)
	}
	err = s.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { return store.SetNoShortcuts(ctx, tx, before.ID, true) })
	if err != nil {
		t.Fatal(err)
	}
	if now, err := s.Operator(t.Context(), p.Email); err != nil || now.Role != predate.RoleSupport || !now.Disabled || !now.NoShortcuts {
		t.Errorf("he is %+v, %v", now, err)
	}
}

// What is remembered of operators names who did it by his id, on the command line by
// his name alone.
func TestActsOfOperatorsNameTheirDoer(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	if _, err := s.Invite(t.Context(), auth.ActorOf(p.Operator), auth.NewOperator{Email: "b@example.test", Name: "B. Petit", Role: predate.RoleLead}); err != nil {
		t.Fatal(err)
	}
	_, signed := p.mustSignIn()
	if err := s.SignOut(t.Context(), signed); err != nil {
		t.Fatal(err)
	}
	var entries []store.AuditEntry
	err := s.db.View(t.Context(), func(ctx context.Context, tx store.Tx) (err error) {
		entries, err = store.AuditOf(ctx, tx, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		want := ""
		if e.Who == p.Name {
			want = string(p.ID)
		}
		if e.Operator != want {
			t.Errorf("%s of %s is recorded as of %q, want %q", e.Act, e.Who, e.Operator, want)
		}
	}
}

// Each refusal of another password says what is wrong.
func TestChangingAPasswordSaysWhatIsWrong(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	_, err := s.ChangePassword(t.Context(), p.joined.Signed, "une autre phrase", "une phrase toute neuve", browser())
	if !refusedWith(err, predate.CodeInvalid) || refusal(err).Message != "Le mot de passe actuel n’est pas celui-là." {
		t.Errorf("with a wrong password: %q, %v", refusal(err).Message, err)
	}
	_, err = s.ChangePassword(t.Context(), p.joined.Signed, goodPassword, "court", browser())
	if !refusedWith(err, predate.CodeInvalid) || !strings.Contains(refusal(err).Message, "au moins 12 caractères") {
		t.Errorf("with a short password: %q, %v", refusal(err).Message, err)
	}
}

// Who took a session over, and knows the password too, gets no session by it that may
// change how its operator signs in, nor one that lasts longer.
func TestAnotherPasswordMakesNoFreshSession(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	s.clock.Pass(16 * time.Minute)
	changed, err := s.ChangePassword(t.Context(), p.joined.Signed, goodPassword, "une phrase toute neuve", browser())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewRecoveries(t.Context(), changed.Signed); !errors.Is(err, auth.ErrStaleSession) {
		t.Errorf("other recovery codes: %v", err)
	}
	if got, want := changed.Session.Ends, p.joined.Session.Ends; !got.Equal(want) {
		t.Errorf("the session ends at %v, that of before at %v", got, want)
	}
	if seen, err := s.Check(t.Context(), changed.Token); err != nil || seen.Fresh(s.clock.Now()) {
		t.Errorf("the session of after is fresh, %v", err)
	}
}

// A session that its operator ended while a request of it was under way changes nothing
// any more.
func TestASessionThatEndedMeanwhileChangesNothing(t *testing.T) {
	s := newStaff(t)
	d, joined := s.hireWithKey("a@example.test", "A. Martin", predate.RoleAdmin)
	second := newDevice(t)
	ceremony, err := s.BeginPasskey(t.Context(), joined.Signed)
	if err != nil {
		t.Fatal(err)
	}
	answer := second.make(ceremony)
	p := s.hire("b@example.test", "B. Petit", predate.RoleAdmin)
	for _, email := range []string{"a@example.test", p.Email} {
		if _, err := s.EndAll(t.Context(), auth.Actor{Name: "tests"}, email); err != nil {
			t.Fatal(err)
		}
	}
	means, err := s.Means(t.Context(), joined.Operator.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, byCodes := s.NewRecoveries(t.Context(), p.joined.Signed)
	_, byEnd := s.EndOthers(t.Context(), p.joined.Signed)
	for name, err := range map[string]error{
		"a passkey": s.AddPasskey(t.Context(), joined.Signed, answer), "no passkey": s.DropPasskey(t.Context(), joined.Signed, means.Passkeys[0].ID),
		"recovery codes": byCodes, "the other sessions": byEnd, "shortcuts": s.SetShortcuts(t.Context(), p.joined.Signed, false),
		"one session": s.EndSession(t.Context(), p.joined.Signed, "ses_1"),
	} {
		if !errors.Is(err, auth.ErrSession) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.end(d.use(s.begin())); err != nil {
		t.Errorf("his passkey: %v", err)
	}
	if err := s.end(second.use(s.begin())); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("the passkey of the session that ended: %v", err)
	}
}

// A network from which very many guessed waits before a password of an open session too.
func TestANetworkThatGuessesWaitsInASessionToo(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	err := s.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		return store.SetLoginFailures(ctx, tx, "operators of "+browser().Network, 100, s.clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	const fresh = predate.Secret("une phrase toute neuve")
	if _, err := s.ChangePassword(t.Context(), p.joined.Signed, goodPassword, fresh, browser()); !refusedWith(err, predate.CodeTooMany) {
		t.Errorf("from a network that guesses: %v", err)
	}
	if _, err := s.ChangePassword(t.Context(), p.joined.Signed, goodPassword, fresh, auth.Browser{Network: "10.9.9.0/24"}); err != nil {
		t.Errorf("from another: %v", err)
	}
}

// What is wrong with a sign-in, a name, a password or the code behind a good one, is not
// told by the time that its refusal takes.
func TestRefusalsTakeOneTime(t *testing.T) {
	h := newHouse(t)
	const least = 400 * time.Millisecond
	people, err := auth.NewPeople(auth.PeopleOptions{DB: h.db, Safe: h.keys, Now: h.clock.Now, Random: rand.Reader, URL: console, RefusedAfter: least})
	if err != nil {
		t.Fatal(err)
	}
	s := staff{People: people, t: t, clock: h.clock, db: h.db}
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	for name, c := range map[string]auth.Credentials{
		"name": {Email: "z@example.test", Password: goodPassword, Code: p.shown()}, "password": {Email: p.Email, Password: "une autre phrase", Code: p.shown()},
		"code": {Email: p.Email, Password: goodPassword, Code: "000000"},
	} {
		begun := time.Now()
		if _, _, err := s.SignIn(t.Context(), c, browser()); !errors.Is(err, auth.ErrSignIn) {
			t.Fatalf("%s: %v", name, err)
		}
		if took := time.Since(begun); took < least {
			t.Errorf("a wrong %s is refused after %v", name, took)
		}
	}
	ended, cancel := context.WithTimeout(t.Context(), least/2)
	defer cancel()
	begun := time.Now()
	if _, _, err := s.SignIn(ended, auth.Credentials{}, browser()); err == nil || time.Since(begun) > 2*least {
		t.Errorf("who is gone is waited for: %v", err)
	}
}

// Two who invite at once make no two operators of one name, however it is written:
// decisions bear it.
func TestNoTwoOperatorsHaveOneName(t *testing.T) {
	s := newStaff(t)
	s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i, n := range []auth.NewOperator{{Email: "b@example.test", Name: "B. Petit", Role: predate.RoleLead}, {Email: "c@example.test", Name: "B. PETIT", Role: predate.RoleLead}} {
		both.Go(func() { _, errs[i] = s.Invite(context.Background(), auth.Actor{Name: "tests"}, n) })
	}
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("two are invited under one name: %v", errs)
	}
}
