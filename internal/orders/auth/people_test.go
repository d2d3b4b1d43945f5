package auth_test

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
)

const console = "http://localhost:8081"

// staff is the operators of a real database, with their clock.
type staff struct {
	*auth.People
	t     testing.TB
	clock *clocktest.Clock
	db    *store.DB
}

func newStaff(t testing.TB) staff {
	t.Helper()
	h := newHouse(t)
	return staff{People: h.people(t), t: t, clock: h.clock, db: h.db}
}

func (h house) people(t testing.TB) *auth.People {
	t.Helper()
	p, err := auth.NewPeople(auth.PeopleOptions{DB: h.db, Safe: h.keys, Now: h.clock.Now, Random: rand.Reader, URL: console, RefusedAfter: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// person is an operator with his telephone.
type person struct {
	predate.Operator
	staff
	secret predate.Secret // of his codes
	joined auth.Joined
}

// code is what his telephone shows. It waits for a half minute that it has not
// shown yet.
func (p *person) code() predate.Secret {
	p.clock.Pass(30 * time.Second)
	return p.shown()
}

// shown computes the code independently of the product.
func (p *person) shown() predate.Secret {
	key, err := base32.StdEncoding.DecodeString(p.secret.Reveal())
	if err != nil {
		p.t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, p.clock.Now().Unix()/30)
	sum := mac.Sum(nil)
	at := sum[19] & 15
	return predate.Secret(fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000))
}

func browser() auth.Browser { return auth.Browser{Agent: "Firefox", Network: "10.0.0.0/24"} }

// hire invites somebody who joins by password.
func (s staff) hire(email, name string, role predate.Role) *person {
	s.t.Helper()
	made, err := s.Invite(s.t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: email, Name: name, Role: role})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.join(made)
}

func (s staff) join(made auth.Invitation) *person {
	s.t.Helper()
	enrolment, err := s.Enrol(made.Operator)
	if err != nil {
		s.t.Fatal(err)
	}
	p := &person{Operator: made.Operator, staff: s, secret: enrolment.Secret}
	p.joined, err = s.JoinByPassword(s.t.Context(), made.Token,
		auth.NewPassword{Password: goodPassword, Slip: enrolment.Slip, Code: p.code().Reveal()}, browser())
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// signIn signs in with a code that was not shown before.
func (p *person) signIn() (predate.Secret, auth.Signed, error) {
	return p.SignIn(p.t.Context(), auth.Credentials{Email: p.Email, Password: goodPassword, Code: p.code()}, browser())
}

func (p *person) mustSignIn() (predate.Secret, auth.Signed) {
	p.t.Helper()
	token, signed, err := p.signIn()
	if err != nil {
		p.t.Fatal(err)
	}
	return token, signed
}

// acts lists what was remembered of operators, by age.
func (s staff) acts() (all []string) {
	s.t.Helper()
	err := s.db.View(s.t.Context(), func(ctx context.Context, tx store.Tx) error {
		entries, err := store.AuditOf(ctx, tx, "")
		for _, e := range entries {
			all = append(all, e.Who+" "+e.Act)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func refusedWith(err error, code predate.ErrorCode) bool {
	refused := (*predate.Error)(nil)
	return errors.As(err, &refused) && refused.Code == code
}

func TestAnOperatorJoinsAndSignsIn(t *testing.T) {
	s := newStaff(t)
	p := s.hire(" C.Aubrac@Example.test", "C.  Aubrac", predate.RoleLead)
	if p.Email != "c.aubrac@example.test" || p.Name != "C. Aubrac" {
		t.Errorf("invited as %q, %q", p.Email, p.Name)
	}
	first, err := s.Check(t.Context(), p.joined.Token)
	if err != nil || first.Operator.Role != predate.RoleLead {
		t.Fatalf("the session of the joining: %+v, %v", first, err)
	}
	token, signed := p.mustSignIn()
	if token == p.joined.Token || signed.Session.ID == first.Session.ID {
		t.Error("a sign-in reuses a session")
	}
	s.clock.Pass(time.Second)
	if err := s.SignOut(t.Context(), signed); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(t.Context(), token); !errors.Is(err, auth.ErrSession) || !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("after signing out: %v", err)
	}
	if _, err := s.Check(t.Context(), p.joined.Token); err != nil {
		t.Errorf("the other session ended as well: %v", err)
	}
	want := []string{
		"tests operator.invited", "C. Aubrac operator.joined", "C. Aubrac operator.signed_in", "C. Aubrac operator.signed_out",
	}
	if have := s.acts(); !slices.Equal(have, want) {
		t.Errorf("remembered %q, want %q", have, want)
	}
}

func TestInvitationsHoldOnceAndNotForEver(t *testing.T) {
	s := newStaff(t)
	for name, n := range map[string]auth.NewOperator{
		"no address": {Email: "aubrac", Name: "C. Aubrac", Role: predate.RoleLead}, "no name": {Email: "a@example.test", Name: "  ", Role: predate.RoleLead},
		"no role": {Email: "a@example.test", Name: "A"}, "another role": {Email: "a@example.test", Name: "A", Role: "root"},
		"a name of two lines": {Email: "a@example.test", Name: "A\x00B", Role: predate.RoleLead},
	} {
		if _, err := s.Invite(t.Context(), auth.Actor{Name: "tests"}, n); !refusedWith(err, predate.CodeInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	for _, n := range []auth.NewOperator{{Email: "A@example.test", Name: "B", Role: predate.RoleLead}, {Email: "b@example.test", Name: "a. martin", Role: predate.RoleLead}} {
		if _, err := s.Invite(t.Context(), auth.Actor{Name: "tests"}, n); !refusedWith(err, predate.CodeConflict) {
			t.Errorf("%s, %s: %v", n.Email, n.Name, err)
		}
	}
	open := func(token predate.Secret) error {
		_, err := s.Invited(t.Context(), token)
		return err
	}
	first, err := s.Reinvite(t.Context(), auth.Actor{Name: "tests"}, p.Email)
	if err != nil || open(first.Token) != nil {
		t.Fatal(err, open(first.Token))
	}
	second, err := s.Reinvite(t.Context(), auth.Actor{Name: "tests"}, p.Email)
	if err != nil || open(second.Token) != nil || open(first.Token) == nil {
		t.Fatalf("%v; the link that was replaced: %v", err, open(first.Token))
	}
	if _, err := s.Check(t.Context(), p.joined.Token); err != nil {
		t.Errorf("an invitation that nobody used ended a session: %v", err)
	}
	again := s.join(second)
	if open(second.Token) == nil {
		t.Error("an invitation holds after it was used")
	}
	if _, err := s.Check(t.Context(), p.joined.Token); err == nil {
		t.Error("a session outlives the way of signing in that began it")
	}
	if _, _, err := p.signIn(); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("the codes of before are taken: %v", err)
	}
	again.mustSignIn()
	third, err := s.Reinvite(t.Context(), auth.Actor{Name: "tests"}, p.Email)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.Pass(auth.InviteLife)
	for _, token := range []predate.Secret{third.Token, "", "nobody’s"} {
		if err := open(token); !refusedWith(err, predate.CodeNotFound) {
			t.Errorf("invitation %q: %v", token.Reveal(), err)
		}
	}
}

func TestWrongCredentialsEarnOneAnswer(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	shut := s.hire("b@example.test", "B. Petit", predate.RoleOperator)
	if err := s.SetDisabled(t.Context(), auth.Actor{Name: "tests"}, shut.Email, true); err != nil {
		t.Fatal(err)
	}
	invited, err := s.Invite(t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: "c@example.test", Name: "C. Aubrac", Role: predate.RoleLead})
	if err != nil {
		t.Fatal(err)
	}
	good := p.code()
	answers := map[string]bool{}
	for name, c := range map[string]auth.Credentials{
		"password":    {Email: p.Email, Password: "une autre phrase", Code: good},
		"code":        {Email: p.Email, Password: goodPassword, Code: "000000"},
		"no code":     {Email: p.Email, Password: goodPassword},
		"recovery":    {Email: p.Email, Password: goodPassword, Code: "aaaa-bbbb-cccc-dddd"},
		"unknown":     {Email: "z@example.test", Password: goodPassword, Code: good},
		"nothing":     {},
		"disabled":    {Email: shut.Email, Password: goodPassword, Code: shut.shown()},
		"not joined":  {Email: invited.Operator.Email, Password: goodPassword, Code: good},
		"huge":        {Email: p.Email, Password: predate.Secret(strings.Repeat("é", 1<<20)), Code: good},
		"no password": {Email: p.Email, Code: good},
	} {
		s.clock.Pass(time.Second) // the delay of each e-mail is tested elsewhere
		_, _, err := s.SignIn(t.Context(), c, browser())
		if !errors.Is(err, auth.ErrSignIn) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		answers[err.Error()] = true
	}
	if len(answers) != 1 {
		t.Errorf("the answers differ: %v", answers)
	}
}

func TestACodeIsTakenOnce(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	with := func(code predate.Secret) error {
		_, _, err := s.SignIn(t.Context(), auth.Credentials{Email: p.Email, Password: goodPassword, Code: code}, browser())
		return err
	}
	if err := with(p.shown()); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("the code of the joining is taken again: %v", err)
	}
	code := p.code()
	if err := with(code); err != nil {
		t.Fatal(err)
	}
	if err := with(code); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a code is taken twice: %v", err)
	}
	before := p.code()
	if err := with(p.code()); err != nil {
		t.Fatal(err)
	}
	if err := with(before); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a code of before the last one is taken: %v", err)
	}
	recovery := p.joined.Recoveries[3]
	if err := with(recovery); err != nil {
		t.Fatal(err)
	}
	if err := with(recovery); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a recovery code is taken twice: %v", err)
	}
	if means, err := s.Means(t.Context(), p.ID); err != nil || means.Recoveries != 9 || !means.Password {
		t.Errorf("%+v, %v", means, err)
	}
}

func TestSignInsSlowDownWhoeverIsAsked(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	for _, email := range []string{p.Email, "z@example.test"} {
		for range 5 {
			if _, _, err := s.SignIn(t.Context(), auth.Credentials{Email: email, Password: "une autre phrase"}, browser()); !errors.Is(err, auth.ErrSignIn) {
				t.Fatal(err)
			}
		}
		_, _, err := s.SignIn(t.Context(), auth.Credentials{Email: email, Password: goodPassword, Code: p.shown()}, browser())
		refused := (*predate.Error)(nil)
		if !errors.As(err, &refused) || refused.RetryAfter != 1 || !strings.Contains(refused.Message, "Trop d’essais") {
			t.Errorf("%s: the sixth try answers %v", email, err)
		}
	}
	s.clock.Pass(time.Second)
	p.mustSignIn()
	if have := s.acts(); !slices.Contains(have, "A. Martin operator.refused") {
		t.Errorf("a refused sign-in is not remembered: %q", have)
	}
}

func TestAnUnknownOperatorTakesAsLong(t *testing.T) {
	h := newHouse(t)
	people, err := auth.NewPeople(auth.PeopleOptions{DB: h.db, Safe: h.keys, Now: h.clock.Now, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	s := staff{People: people, t: t, clock: h.clock, db: h.db}
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	fastest := func(email string) time.Duration {
		best := time.Hour
		for range 4 {
			s.clock.Pass(time.Hour)
			begun := time.Now()
			if _, _, err := s.SignIn(t.Context(), auth.Credentials{Email: email, Password: "une autre phrase"}, browser()); !errors.Is(err, auth.ErrSignIn) {
				t.Fatal(err)
			}
			best = min(best, time.Since(begun))
		}
		return best
	}
	known, unknown := fastest(p.Email), fastest("nobody@example.test")
	if unknown < known/2 || known < unknown/2 {
		t.Errorf("a known e-mail takes %v, an unknown one %v: the difference tells which is which", known, unknown)
	}
}

func TestShortPasswordsAndWrongFirstCodesAreRefused(t *testing.T) {
	s := newStaff(t)
	made, err := s.Invite(t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: "a@example.test", Name: "A. Martin", Role: predate.RoleAdmin})
	if err != nil {
		t.Fatal(err)
	}
	enrolment, err := s.Enrol(made.Operator)
	if err != nil {
		t.Fatal(err)
	}
	p := &person{Operator: made.Operator, staff: s, secret: enrolment.Secret}
	other, err := s.Enrol(predate.Operator{ID: "opr_other"})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]auth.NewPassword{
		"short":         {Password: "trop court", Slip: enrolment.Slip, Code: p.shown().Reveal()},
		"wrong code":    {Password: goodPassword, Slip: enrolment.Slip, Code: "000000"},
		"no slip":       {Password: goodPassword, Code: p.shown().Reveal()},
		"another’s":     {Password: goodPassword, Slip: other.Slip, Code: p.shown().Reveal()},
		"a broken slip": {Password: goodPassword, Slip: enrolment.Slip[:40], Code: p.shown().Reveal()},
	} {
		if _, err := s.JoinByPassword(t.Context(), made.Token, n, browser()); !refusedWith(err, predate.CodeInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.clock.Pass(31 * time.Minute)
	if _, err := s.JoinByPassword(t.Context(), made.Token, auth.NewPassword{Password: goodPassword, Slip: enrolment.Slip, Code: p.shown().Reveal()}, browser()); !refusedWith(err, predate.CodeInvalid) {
		t.Errorf("a page of half an hour ago: %v", err)
	}
	if _, err := s.Invited(t.Context(), made.Token); err != nil {
		t.Errorf("a refusal used the invitation up: %v", err)
	}
}
