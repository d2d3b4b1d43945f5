package auth_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
)

// Whatever is done and however time passes, a token opens what a simple model says:
// a session that nobody ended, used within half an hour, begun within twelve, of an
// operator who is let in.
func TestSessionsHoldAsLongAsTheModelSays(t *testing.T) {
	s := newStaff(t)
	people := []*person{s.hire("a@example.test", "A. Martin", predate.RoleAdmin), s.hire("b@example.test", "B. Petit", predate.RoleAdmin), s.hire("c@example.test", "C. Aubrac", predate.RoleSupport)}
	type held struct {
		token         predate.Secret
		signed        auth.Signed
		created, seen time.Time
		ended         bool
	}
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		if runs++; runs > 12 {
			return // a sign-in takes its time
		}
		var sessions []*held
		endAll := func(who predate.OperatorID, but string) {
			for _, one := range sessions {
				if one.signed.Operator.ID == who && one.signed.Session.ID != but {
					one.ended = true
				}
			}
		}
		alive := func(one *held) bool {
			now := s.clock.Now()
			return !one.ended && now.Sub(one.seen) < auth.SessionIdle && now.Sub(one.created) < auth.SessionLife
		}
		some := func(rt *rapid.T) *held {
			if len(sessions) == 0 {
				rt.Skip("nobody has signed in yet")
			}
			return rapid.SampledFrom(sessions).Draw(rt, "session")
		}
		rt.Repeat(map[string]func(*rapid.T){
			"sign in": func(rt *rapid.T) {
				token, signed, err := rapid.SampledFrom(people).Draw(rt, "who").signIn()
				if err != nil {
					rt.Fatal(err)
				}
				now := s.clock.Now()
				sessions = append(sessions, &held{token: token, signed: signed, created: now, seen: now})
			},
			"check": func(rt *rapid.T) {
				one := some(rt)
				want := alive(one)
				signed, err := s.Check(rt.Context(), one.token)
				if (err == nil) != want || err != nil && !errors.Is(err, auth.ErrSession) {
					rt.Fatalf("a session of %s, seen %s, ended %v: %v at %s", one.created, one.seen, one.ended, err, s.clock.Now())
				}
				if err == nil && signed.Operator.ID != one.signed.Operator.ID {
					rt.Fatalf("the session of %s opens as %s", one.signed.Operator.ID, signed.Operator.ID)
				}
				if now := s.clock.Now(); want && now.Sub(one.seen) >= time.Minute {
					one.seen = now
				}
			},
			"sign out": func(rt *rapid.T) {
				one := some(rt)
				if err := s.SignOut(rt.Context(), one.signed); (err == nil) == one.ended {
					rt.Fatalf("ended %v: %v", one.ended, err)
				}
				one.ended = true
			},
			"end another's": func(rt *rapid.T) {
				one, other := some(rt), some(rt)
				err := s.EndSession(rt.Context(), one.signed, other.signed.Session.ID)
				own := one.signed.Operator.ID == other.signed.Operator.ID
				if (err == nil) != (own && !one.ended && !other.ended) {
					rt.Fatalf("own %v, ended %v, the other %v: %v", own, one.ended, other.ended, err)
				}
				other.ended = other.ended || own && !one.ended
			},
			"end the others": func(rt *rapid.T) {
				one := some(rt)
				if _, err := s.EndOthers(rt.Context(), one.signed); (err == nil) == one.ended || err != nil && !errors.Is(err, auth.ErrSession) {
					rt.Fatalf("ended %v: %v", one.ended, err)
				}
				if !one.ended {
					endAll(one.signed.Operator.ID, one.signed.Session.ID)
				}
			},
			"another role": func(rt *rapid.T) {
				who := people[2]
				role := rapid.SampledFrom(predate.Roles()).Draw(rt, "role")
				was, err := s.Operator(rt.Context(), who.Email)
				if err == nil {
					err = s.SetRole(rt.Context(), auth.Actor{Name: "tests"}, who.Email, role)
				}
				if err != nil {
					rt.Fatal(err)
				}
				if was.Role != role {
					endAll(who.ID, "")
				}
			},
			"shut out and in": func(rt *rapid.T) {
				who := rapid.SampledFrom(people).Draw(rt, "who")
				for _, shut := range []bool{true, false} {
					if err := s.SetDisabled(rt.Context(), auth.Actor{Name: "tests"}, who.Email, shut); err != nil {
						rt.Fatal(err)
					}
				}
				endAll(who.ID, "")
			},
			"time": func(rt *rapid.T) {
				s.clock.Pass(time.Duration(rapid.IntRange(1, 40).Draw(rt, "minutes")) * time.Minute)
			},
			"list": func(rt *rapid.T) {
				who := rapid.SampledFrom(people).Draw(rt, "who")
				listed, err := s.Sessions(rt.Context(), who.ID)
				if err != nil {
					rt.Fatal(err)
				}
				for _, one := range sessions {
					has := slices.ContainsFunc(listed, func(l auth.Session) bool { return l.ID == one.signed.Session.ID })
					if one.signed.Operator.ID == who.ID && has != alive(one) {
						rt.Fatalf("a session is listed: %v, and alive: %v", has, alive(one))
					}
				}
			},
		})
	})
}

func TestATokenThatWasNotGivenOpensNothing(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	good := p.joined.Token.Reveal()
	var hash predate.Hash
	err := s.db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
		kept, err := store.OperatorSessionsOf(ctx, tx, p.ID)
		hash = kept[0].Hash
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{"", good[:42], good + "A", strings.ToLower(good), string(hash), string(p.joined.Session.ID), string(p.ID)} {
		if _, err := s.Check(t.Context(), predate.Secret(token)); !errors.Is(err, auth.ErrSession) {
			t.Errorf("token %q: %v", token, err)
		}
	}
	if len(good) != 43 || strings.Contains(fmt.Sprint(p.joined), good) {
		t.Errorf("a token of %d characters, printed as %v", len(good), p.joined)
	}
}

// What a browser asks by itself does not keep its session alive.
func TestLookingKeepsNoSessionAlive(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	for range 3 {
		s.clock.Pass(10*time.Minute - time.Second)
		if _, err := s.Peek(t.Context(), p.joined.Token); err != nil {
			t.Fatal(err)
		}
	}
	s.clock.Pass(time.Minute)
	if _, err := s.Check(t.Context(), p.joined.Token); !errors.Is(err, auth.ErrSession) {
		t.Errorf("after half an hour without use: %v", err)
	}
}

func TestAnotherPasswordEndsEverySession(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	stolen, _ := p.mustSignIn()
	token, signed := p.mustSignIn()
	const fresh = predate.Secret("une phrase toute neuve")
	if _, err := s.ChangePassword(t.Context(), signed, "une autre phrase", fresh, browser()); !refusedWith(err, predate.CodeInvalid) {
		t.Fatalf("with a wrong password: %v", err)
	}
	if _, err := s.ChangePassword(t.Context(), signed, goodPassword, "court", browser()); !refusedWith(err, predate.CodeInvalid) {
		t.Fatalf("with a short password: %v", err)
	}
	changed, err := s.ChangePassword(t.Context(), signed, goodPassword, fresh, browser())
	if err != nil {
		t.Fatal(err)
	}
	for name, old := range map[string]predate.Secret{"the thief’s": stolen, "his own of before": token, "the first": p.joined.Token} {
		if _, err := s.Check(t.Context(), old); !errors.Is(err, auth.ErrSession) {
			t.Errorf("%s session: %v", name, err)
		}
	}
	if _, err := s.Check(t.Context(), changed.Token); err != nil {
		t.Error(err)
	}
	if _, _, err := p.signIn(); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("the old password: %v", err)
	}
	if _, _, err := s.SignIn(t.Context(), auth.Credentials{Email: p.Email, Password: fresh, Code: p.code()}, browser()); err != nil {
		t.Errorf("the new one: %v", err)
	}
	if _, err := s.ChangePassword(t.Context(), signed, fresh, goodPassword, browser()); !errors.Is(err, auth.ErrSession) {
		t.Errorf("in a session that ended: %v", err)
	}
}

// Who takes over a browser that was left open cannot make a way to sign in.
func TestOnlyAFreshSessionChangesTheKeys(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	enrolment, err := s.Enrol(p.Operator)
	if err != nil {
		t.Fatal(err)
	}
	again := &person{Operator: p.Operator, staff: s, secret: enrolment.Secret}
	s.clock.Pass(16 * time.Minute)
	_, byPassword := s.SetPassword(t.Context(), p.joined.Signed, auth.NewPassword{Password: goodPassword, Slip: enrolment.Slip, Code: again.shown().Reveal()}, browser())
	_, byCodes := s.NewRecoveries(t.Context(), p.joined.Signed)
	_, byKey := s.BeginPasskey(t.Context(), p.joined.Signed)
	for name, err := range map[string]error{
		"password": byPassword, "codes": byCodes, "passkey": byKey, "no passkey": s.DropPasskey(t.Context(), p.joined.Signed, "x"),
		"the end of a passkey": s.AddPasskey(t.Context(), p.joined.Signed, auth.Answer{}),
	} {
		if !errors.Is(err, auth.ErrStaleSession) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, signed := p.mustSignIn()
	codes, err := s.NewRecoveries(t.Context(), signed)
	if err != nil || len(codes) != 10 {
		t.Fatal(len(codes), err)
	}
	use := func(code predate.Secret) error {
		_, _, err := s.SignIn(t.Context(), auth.Credentials{Email: p.Email, Password: goodPassword, Code: code}, browser())
		return err
	}
	if err := use(p.joined.Recoveries[0]); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a recovery code that was replaced: %v", err)
	}
	if err := use(codes[0]); err != nil {
		t.Error(err)
	}
	if _, err := s.SetPassword(t.Context(), signed, auth.NewPassword{Password: goodPassword, Slip: enrolment.Slip, Code: again.shown().Reveal()}, browser()); err != nil {
		t.Fatal(err)
	}
	again.mustSignIn()
	if _, _, err := p.signIn(); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("the old telephone: %v", err)
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	s := newStaff(t)
	if _, err := s.Invite(t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: "z@example.test", Name: "Z. Zola", Role: predate.RoleAdmin}); err != nil {
		t.Fatal(err)
	}
	for _, shut := range []bool{true, false} { // invited by mistake: nobody loses anything
		if err := s.SetDisabled(t.Context(), auth.Actor{Name: "tests"}, "z@example.test", shut); err != nil {
			t.Error(err)
		}
	}
	first := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	if err := s.SetDisabled(t.Context(), auth.Actor{Name: "tests"}, first.Email, true); !refusedWith(err, predate.CodeConflict) {
		t.Errorf("the last administrator is shut out beside one who never signed in: %v", err)
	}
	if err := s.SetRole(t.Context(), auth.Actor{Name: "tests"}, first.Email, predate.RoleLead); !refusedWith(err, predate.CodeConflict) {
		t.Errorf("the last administrator is demoted: %v", err)
	}
	second := s.hire("b@example.test", "B. Petit", predate.RoleAdmin)
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i, who := range []*person{first, second} {
		both.Go(func() { errs[i] = s.SetDisabled(context.Background(), auth.Actor{Name: "the other"}, who.Email, true) })
	}
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("two administrators shut each other out: %v", errs)
	}
	all, err := s.Operators(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, o := range all {
		if o.Role == predate.RoleAdmin && !o.Disabled && o.Email != "z@example.test" {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d administrators are left, want 1", left)
	}
	for name, err := range map[string]error{
		"nobody": s.SetRole(t.Context(), auth.Actor{Name: "tests"}, "nobody@example.test", predate.RoleLead), "no role": s.SetRole(t.Context(), auth.Actor{Name: "tests"}, first.Email, "root"),
		"nobody is invited": func() error {
			_, err := s.Reinvite(t.Context(), auth.Actor{Name: "tests"}, "nobody@example.test")
			return err
		}(),
	} {
		if refused := (*predate.Error)(nil); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
