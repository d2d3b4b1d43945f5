package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"predate"
	"predate/internal/keeping/store"
)

// PeopleOptions is all that People needs from the house.
type PeopleOptions struct {
	DB     *store.DB
	Safe   Safe
	Now    func() time.Time
	Random io.Reader
	// URL is where operators reach the console: passkeys hold for its host, which
	// must be a name. Without one there are no passkeys.
	URL string
	// RefusedAfter is how long a sign-in takes at least that is refused, whatever is wrong
	// and however little of it was looked at; half a second when zero.
	RefusedAfter time.Duration
}

// People knows the operators, how they sign in, and the browsers that did. It may
// be used by any number of goroutines. What it refuses it says in French.
type People struct {
	PeopleOptions
	hasher   *hasher
	failures failures
	decoy    string
	passkeys *webauthn.WebAuthn // nil where there are none
}

// NewPeople makes a People.
func NewPeople(o PeopleOptions) (*People, error) {
	if o.RefusedAfter == 0 {
		o.RefusedAfter = 500 * time.Millisecond
	}
	decoy, err := decoy(o.Random)
	if err != nil {
		return nil, err
	}
	p := &People{PeopleOptions: o, hasher: newHasher(o.Random), failures: failures{db: o.DB, now: o.Now}, decoy: decoy}
	at, err := url.Parse(o.URL)
	if err != nil {
		return nil, fmt.Errorf("make people: the console's address: %w", err)
	}
	if host := at.Hostname(); host == "" || net.ParseIP(host) != nil {
		return p, nil
	}
	p.passkeys, err = webauthn.New(&webauthn.Config{
		RPID: at.Hostname(), RPDisplayName: "predate", RPOrigins: []string{at.Scheme + "://" + at.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("make people: %w", err)
	}
	return p, nil
}

// HasPasskeys reports whether operators may sign in by passkeys.
func (p *People) HasPasskeys() bool { return p.passkeys != nil }

// The sentinels under the refusals of People.
var (
	// ErrSession: nobody is signed in, or no longer.
	ErrSession = fmt.Errorf("no session: %w", predate.ErrNotFound)
	// ErrSignIn: who this is was not proven. What was wrong is not said.
	ErrSignIn = errors.New("sign-in refused")
	// ErrStaleSession: the act asks for a session that has just begun.
	ErrStaleSession = errors.New("the session is not fresh")
)

func noSession() error {
	return &predate.Error{Code: predate.CodeUnauthorized, Message: "Votre session est terminée. Reconnectez-vous.", Reason: "session_ended", Err: ErrSession}
}

func noSignIn() error {
	return &predate.Error{Code: predate.CodeUnauthorized, Message: "Adresse, mot de passe ou code inexact.", Reason: "sign_in_refused", Err: ErrSignIn}
}

func noInvite() error {
	return predate.Refuse(predate.CodeNotFound, "Cette invitation n’est pas, ou n’est plus valable. Demandez-en une autre à un administrateur.")
}

func unknownOperator(email string) error {
	return predate.Refuse(predate.CodeNotFound, "Aucun opérateur n’a l’adresse %s.", email)
}

// inFrench words the refusals that accounts and operators share.
func inFrench(err error) error {
	refused := (*predate.Error)(nil)
	if !errors.As(err, &refused) || refused.Err != nil {
		return err
	}
	switch {
	case refused.Code == predate.CodeTooMany:
		return &predate.Error{
			Code: refused.Code, RetryAfter: refused.RetryAfter,
			Message: fmt.Sprintf("Trop d’essais. Réessayez dans %d s.", refused.RetryAfter),
		}
	case refused.Reason == passwordLength:
		return predate.Refuse(refused.Code, "Le mot de passe doit avoir au moins %d caractères, et au plus %d.", minPassword, maxPassword/4)
	}
	return err
}

// instant is now at the precision that the store keeps.
func (p *People) instant() time.Time { return p.Now().UTC().Truncate(time.Microsecond) }

// act is what somebody did, to be remembered.
type act struct {
	who          Actor
	what, detail string
}

// ActorOf is an operator as the audit names him. A sign-in that was refused is
// remembered under the name that was tried.
func ActorOf(o predate.Operator) Actor { return Actor{Name: o.Name, Operator: o.ID} }

// note remembers an act in the transaction of its effect.
func (p *People) note(ctx context.Context, tx store.Tx, a act) error {
	id, err := predate.NewID("aud_", p.Random)
	if err != nil {
		return err
	}
	return store.InsertAudit(ctx, tx, store.AuditEntry{ID: id, At: p.instant(), Who: a.who.Name, Act: "operator." + a.what, Detail: a.detail, Operator: string(a.who.Operator)})
}

// drawToken draws 256 bits for a link or a cookie.
func (p *People) drawToken() (predate.Secret, error) { return drawToken(p.Random) }

func drawToken(random io.Reader) (predate.Secret, error) {
	var raw [32]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return "", fmt.Errorf("draw token: %w", err)
	}
	return predate.Secret(base64.RawURLEncoding.EncodeToString(raw[:])), nil
}

// slipLife is how long a person may take between two steps of one act.
const slipLife = 30 * time.Minute

// slip is what a browser carries, sealed, between two steps of one act, so that
// nothing is kept of acts that are never ended.
type slip struct {
	Expires time.Time
	Body    json.RawMessage
}

// hand seals a slip for one purpose.
func (p *People) hand(purpose string, body any) (string, error) {
	raw, err := json.Marshal(body)
	if err == nil {
		raw, err = json.Marshal(slip{Expires: p.Now().Add(slipLife), Body: raw})
	}
	var sealed []byte
	if err == nil {
		sealed, err = p.Safe.Seal(predate.Secret(raw), slipContext(purpose))
	}
	if err != nil {
		return "", fmt.Errorf("seal a slip: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// take opens a slip of the same purpose, within its time.
func (p *People) take(purpose, text string, into any) (slip, error) {
	expired := predate.Refuse(predate.CodeInvalid, "Cette page est restée ouverte trop longtemps. Rechargez-la.")
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return slip{}, expired
	}
	plain, err := p.Safe.Open(sealed, slipContext(purpose))
	if err != nil {
		return slip{}, expired
	}
	var held slip
	if err := json.Unmarshal([]byte(plain.Reveal()), &held); err != nil {
		return slip{}, fmt.Errorf("read a slip: %w", err)
	}
	if !p.Now().Before(held.Expires) {
		return slip{}, expired
	}
	if err := json.Unmarshal(held.Body, into); err != nil {
		return slip{}, fmt.Errorf("read a slip: %w", err)
	}
	return held, nil
}

func slipContext(purpose string) string { return "console.slip " + purpose }

// Operators lists all operators.
func (p *People) Operators(ctx context.Context) (all []predate.Operator, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		all, err = store.Operators(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list operators: %w", err)
	}
	return all, nil
}

// Operator finds an operator by e-mail; an unknown one is refused with
// CodeNotFound.
func (p *People) Operator(ctx context.Context, email string) (o predate.Operator, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		o, err = operatorOf(ctx, tx, email)
		return err
	})
	return o, err
}

func operatorOf(ctx context.Context, tx store.Tx, email string) (predate.Operator, error) {
	o, err := store.OperatorByEmail(ctx, tx, normalEmail(email))
	if errors.Is(err, predate.ErrNotFound) {
		return o, unknownOperator(strings.TrimSpace(email))
	}
	return o, err
}
