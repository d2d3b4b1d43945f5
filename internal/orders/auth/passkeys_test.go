package auth_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

	"predate"
	"predate/internal/keeping/seal"
	"predate/internal/orders/auth"
)

// device makes and uses one passkey, as a browser and its authenticator do.
type device struct {
	t      testing.TB
	origin string
	host   string
	id     []byte
	key    *ecdsa.PrivateKey
	handle []byte
	count  uint32
	flags  byte
}

const present, verified, attested = 0x01, 0x04, 0x40

func newDevice(t testing.TB) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		t.Fatal(err)
	}
	return &device{t: t, origin: console, host: "localhost", id: id, key: key, flags: present | verified}
}

func b64(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// asked reads what a ceremony asks for.
func (d *device) asked(c auth.Ceremony) (challenge string, user []byte) {
	d.t.Helper()
	raw, err := json.Marshal(c.Options)
	if err != nil {
		d.t.Fatal(err)
	}
	var options struct {
		Challenge        string
		User             struct{ ID string }
		UserVerification string
	}
	if err := json.Unmarshal(raw, &options); err != nil {
		d.t.Fatal(err)
	}
	user, err = base64.RawURLEncoding.DecodeString(options.User.ID)
	if err != nil {
		d.t.Fatal(err)
	}
	return options.Challenge, user
}

func (d *device) client(kind, challenge string) []byte {
	d.t.Helper()
	raw, err := json.Marshal(map[string]any{"type": "webauthn." + kind, "challenge": challenge, "origin": d.origin, "crossOrigin": false})
	if err != nil {
		d.t.Fatal(err)
	}
	return raw
}

func (d *device) data(flags byte) []byte {
	host := sha256.Sum256([]byte(d.host))
	return binary.BigEndian.AppendUint32(append(host[:], flags), d.count)
}

func (d *device) answer(slip string, response map[string]any) auth.Answer {
	d.t.Helper()
	raw, err := json.Marshal(map[string]any{
		"id": b64(d.id), "rawId": b64(d.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return auth.Answer{Slip: slip, Response: raw, Name: " Clé  de bureau "}
}

// make answers a ceremony with a new passkey.
func (d *device) make(c auth.Ceremony) auth.Answer {
	d.t.Helper()
	challenge, user := d.asked(c)
	d.handle = user
	encode := func(v any) []byte {
		raw, err := cbor.Marshal(v)
		if err != nil {
			d.t.Fatal(err)
		}
		return raw
	}
	pad := func(n *big.Int) []byte { return n.FillBytes(make([]byte, 32)) }
	data := append(d.data(d.flags|attested), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(d.id))), d.id...)
	public, err := d.key.PublicKey.Bytes()
	if err != nil {
		d.t.Fatal(err)
	}
	x, y := new(big.Int).SetBytes(public[1:33]), new(big.Int).SetBytes(public[33:])
	data = append(data, encode(map[int]any{1: 2, 3: -7, -1: 1, -2: pad(x), -3: pad(y)})...)
	return d.answer(c.Slip, map[string]any{
		"clientDataJSON": b64(d.client("create", challenge)), "transports": []string{"internal"},
		"attestationObject": b64(encode(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})),
	})
}

// use answers a ceremony with the passkey.
func (d *device) use(c auth.Ceremony) auth.Answer {
	d.t.Helper()
	challenge, _ := d.asked(c)
	d.count++
	data, client := d.data(d.flags), d.client("get", challenge)
	sum := sha256.Sum256(client)
	sum = sha256.Sum256(append(slices.Clone(data), sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, sum[:])
	if err != nil {
		d.t.Fatal(err)
	}
	return d.answer(c.Slip, map[string]any{
		"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(d.handle),
	})
}

// hireWithKey invites somebody who joins by a passkey.
func (s staff) hireWithKey(email, name string, role predate.Role) (*device, auth.Joined) {
	s.t.Helper()
	made, err := s.Invite(s.t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: email, Name: name, Role: role})
	if err != nil {
		s.t.Fatal(err)
	}
	ceremony, err := s.BeginJoin(s.t.Context(), made.Token)
	if err != nil {
		s.t.Fatal(err)
	}
	d := newDevice(s.t)
	joined, err := s.JoinByPasskey(s.t.Context(), made.Token, d.make(ceremony), browser())
	if err != nil {
		s.t.Fatal(err)
	}
	return d, joined
}

func (s staff) begin() auth.Ceremony {
	s.t.Helper()
	ceremony, err := s.BeginSignIn()
	if err != nil {
		s.t.Fatal(err)
	}
	return ceremony
}

func (s staff) end(a auth.Answer) error {
	_, _, err := s.EndSignIn(s.t.Context(), a, browser())
	return err
}

func TestAPasskeyJoinsAndSignsIn(t *testing.T) {
	s := newStaff(t)
	d, joined := s.hireWithKey("a@example.test", "A. Martin", predate.RoleAdmin)
	if _, err := s.Check(t.Context(), joined.Token); err != nil || len(joined.Recoveries) != 0 {
		t.Fatal(err)
	}
	token, signed, err := s.EndSignIn(t.Context(), d.use(s.begin()), browser())
	if err != nil || signed.Operator.Email != "a@example.test" {
		t.Fatal(signed, err)
	}
	if _, err := s.Check(t.Context(), token); err != nil {
		t.Error(err)
	}
	means, err := s.Means(t.Context(), signed.Operator.ID)
	if err != nil || means.Password || len(means.Passkeys) != 1 || means.Passkeys[0].Name != "Clé de bureau" || means.Passkeys[0].Used.IsZero() {
		t.Errorf("%+v, %v", means, err)
	}
	// No password opens for who has none.
	if _, _, err := s.SignIn(t.Context(), auth.Credentials{Email: "a@example.test"}, browser()); !errors.Is(err, auth.ErrSignIn) {
		t.Error(err)
	}
}

func TestWrongPasskeysAreRefused(t *testing.T) {
	s := newStaff(t)
	d, _ := s.hireWithKey("a@example.test", "A. Martin", predate.RoleAdmin)
	other, _ := s.hireWithKey("b@example.test", "B. Petit", predate.RoleLead)
	for name, answer := range map[string]func(*device, auth.Ceremony) auth.Answer{
		"of another site":        func(d *device, c auth.Ceremony) auth.Answer { d.origin = "https://evil.example"; return d.use(c) },
		"of another host":        func(d *device, c auth.Ceremony) auth.Answer { d.host = "evil.example"; return d.use(c) },
		"without a verification": func(d *device, c auth.Ceremony) auth.Answer { d.flags = present; return d.use(c) },
		"unknown":                func(d *device, c auth.Ceremony) auth.Answer { d.id = []byte("another credential"); return d.use(c) },
		"of another key":         func(d *device, c auth.Ceremony) auth.Answer { d.key = other.key; return d.use(c) },
		"for another operator":   func(d *device, c auth.Ceremony) auth.Answer { d.handle = other.handle; return d.use(c) },
		"a clone":                func(d *device, c auth.Ceremony) auth.Answer { d.count = 0; return d.use(c) },
		"no answer":              func(_ *device, c auth.Ceremony) auth.Answer { return auth.Answer{Slip: c.Slip, Response: []byte("{}")} },
		"the wrong challenge": func(d *device, c auth.Ceremony) auth.Answer {
			a := d.use(s.begin())
			a.Slip = c.Slip
			return a
		},
	} {
		if err := s.end(d.use(s.begin())); err != nil {
			t.Fatal(err)
		}
		wrong := *d
		if err := s.end(answer(&wrong, s.begin())); !errors.Is(err, auth.ErrSignIn) {
			t.Errorf("a passkey %s: %v", name, err)
		}
		d.count = max(d.count, wrong.count)
	}
	late := d.use(s.begin())
	s.clock.Pass(time.Hour)
	if err := s.end(late); !refusedWith(err, predate.CodeInvalid) {
		t.Errorf("an hour later: %v", err)
	}
	if err := s.SetDisabled(t.Context(), auth.Actor{Name: "tests"}, "b@example.test", true); err != nil {
		t.Fatal(err)
	}
	if err := s.end(other.use(s.begin())); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a disabled operator: %v", err)
	}
}

func TestAnAnswerOfAPasskeyIsTakenOnce(t *testing.T) {
	s := newStaff(t)
	d, _ := s.hireWithKey("a@example.test", "A. Martin", predate.RoleAdmin)
	answer := d.use(s.begin())
	var group sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		group.Go(func() { _, _, errs[i] = s.EndSignIn(context.Background(), answer, browser()) })
	}
	group.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
		} else if !errors.Is(err, auth.ErrSignIn) {
			t.Error(err)
		}
	}
	if taken != 1 {
		t.Errorf("one answer opened %d sessions", taken)
	}
}

func TestPasskeysComeAndGo(t *testing.T) {
	s := newStaff(t)
	d, joined := s.hireWithKey("a@example.test", "A. Martin", predate.RoleAdmin)
	first, err := s.Means(t.Context(), joined.Operator.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DropPasskey(t.Context(), joined.Signed, first.Passkeys[0].ID); !refusedWith(err, predate.CodeConflict) {
		t.Errorf("the last way to sign in goes: %v", err)
	}
	ceremony, err := s.BeginPasskey(t.Context(), joined.Signed)
	if err != nil {
		t.Fatal(err)
	}
	second := newDevice(t)
	second.origin = "https://evil.example"
	if err := s.AddPasskey(t.Context(), joined.Signed, second.make(ceremony)); !refusedWith(err, predate.CodeInvalid) {
		t.Errorf("a passkey that another site made: %v", err)
	}
	second.origin = console
	if err := s.AddPasskey(t.Context(), joined.Signed, second.make(ceremony)); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPasskey(t.Context(), joined.Signed, second.make(ceremony)); !refusedWith(err, predate.CodeInvalid) {
		t.Errorf("the same passkey twice: %v", err)
	}
	_, stranger := s.hireWithKey("b@example.test", "B. Petit", predate.RoleLead)
	if err := s.AddPasskey(t.Context(), stranger.Signed, newDevice(t).make(ceremony)); !refusedWith(err, predate.CodeInvalid) {
		t.Errorf("what was asked of another operator: %v", err)
	}
	if err := s.DropPasskey(t.Context(), joined.Signed, first.Passkeys[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := s.end(d.use(s.begin())); !errors.Is(err, auth.ErrSignIn) {
		t.Errorf("a passkey that went: %v", err)
	}
	if err := s.end(second.use(s.begin())); err != nil {
		t.Error(err)
	}
}

// On an address without a name there are no passkeys, and everything else works.
func TestPasskeysNeedAName(t *testing.T) {
	h := newHouse(t)
	for address, want := range map[string]bool{"http://127.0.0.1:8081": false, "http://[::1]:8081": false, "": false, "https://console.example.fr": true, console: true} {
		p, err := auth.NewPeople(auth.PeopleOptions{DB: h.db, Safe: h.keys, Now: h.clock.Now, Random: rand.Reader, URL: address})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.BeginSignIn()
		if p.HasPasskeys() != want || (err == nil) != want {
			t.Errorf("%q: passkeys %v, %v", address, p.HasPasskeys(), err)
		}
	}
	if _, err := auth.NewPeople(auth.PeopleOptions{DB: h.db, Random: rand.Reader, URL: "http://a b"}); err == nil {
		t.Error("a broken address was taken")
	}
}

// The secrets of codes are sealed: neither rows nor records hold one in clear, and a
// database without its keys makes no code.
func TestAStolenDatabaseSignsNobodyIn(t *testing.T) {
	s := newStaff(t)
	p := s.hire("a@example.test", "A. Martin", predate.RoleAdmin)
	dir := t.TempDir() + "/keys"
	if err := seal.Create(dir); err != nil {
		t.Fatal(err)
	}
	other, err := seal.OpenKeeper(dir)
	if err != nil {
		t.Fatal(err)
	}
	thief, err := auth.NewPeople(auth.PeopleOptions{DB: s.db, Safe: other, Now: s.clock.Now, Random: rand.Reader, URL: console})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := thief.SignIn(t.Context(), auth.Credentials{Email: p.Email, Password: goodPassword, Code: p.code()}, browser()); err == nil {
		t.Error("signed in with other keys")
	}
}
