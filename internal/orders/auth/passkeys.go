package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"predate"
	"predate/internal/keeping/store"
)

// Passkey is a passkey of an operator, as a list shows it.
type Passkey struct {
	ID, Name      string
	Created, Used time.Time
}

// Ceremony is what a browser needs to make or use a passkey. Slip goes with its
// answer.
type Ceremony struct {
	Options any    `json:"options"` // for parseCreationOptionsFromJSON or parseRequestOptionsFromJSON
	Slip    string `json:"slip"`
}

// Answer is what a browser says at the end of a ceremony.
type Answer struct {
	Slip     string
	Response []byte // PublicKeyCredential.toJSON
	Name     string // of a new passkey; may be empty
}

// holder is an operator as the passkeys' library sees him.
type holder struct {
	predate.Operator
	keys []webauthn.Credential
}

// WebAuthnID is what a passkey keeps of its operator.
func (h holder) WebAuthnID() []byte { return []byte(h.ID) }

// WebAuthnName is what a browser shows when it offers passkeys.
func (h holder) WebAuthnName() string { return h.Email }

// WebAuthnDisplayName is the same.
func (h holder) WebAuthnDisplayName() string { return h.Name }

// WebAuthnCredentials are his passkeys.
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func noPasskeys() error {
	return predate.Refuse(predate.CodeConflict, "Les clés d’accès demandent que la console ait un nom : voyez le réglage admin-url.")
}

func badPasskey() error {
	return &predate.Error{Code: predate.CodeUnauthorized, Message: "Cette clé d’accès n’ouvre pas la console.", Reason: "sign_in_refused", Err: ErrSignIn}
}

func badNewPasskey() error {
	return predate.Refuse(predate.CodeInvalid, "La clé d’accès n’a pas pu être enregistrée. Réessayez.")
}

func keyID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// holderOf reads an operator with his passkeys.
func holderOf(ctx context.Context, tx store.Tx, o predate.Operator) (holder, error) {
	h := holder{Operator: o}
	kept, err := store.PasskeysOf(ctx, tx, o.ID)
	if err != nil {
		return h, err
	}
	for _, k := range kept {
		var key webauthn.Credential
		if err := json.Unmarshal([]byte(k.Credential), &key); err != nil {
			return h, fmt.Errorf("read passkey of %s: %w", o.ID, err)
		}
		h.keys = append(h.keys, key)
	}
	return h, nil
}

const signInCeremony = "passkey sign-in"

// BeginSignIn asks a browser for any passkey of an operator.
func (p *People) BeginSignIn() (Ceremony, error) {
	if p.passkeys == nil {
		return Ceremony{}, noPasskeys()
	}
	asked, held, err := p.passkeys.BeginDiscoverableLogin()
	if err != nil {
		return Ceremony{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	handed, err := p.hand(signInCeremony, held)
	return Ceremony{Options: asked.Response, Slip: handed}, err
}

// EndSignIn opens a session by the passkey that a browser used.
func (p *People) EndSignIn(ctx context.Context, a Answer, from Browser) (token predate.Secret, signed Signed, err error) {
	if p.passkeys == nil {
		return "", signed, noPasskeys()
	}
	var held webauthn.SessionData
	handed, err := p.take(signInCeremony, a.Slip, &held)
	if err != nil {
		return "", signed, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(a.Response)
	if err != nil {
		return "", signed, badPasskey()
	}
	var found holder
	var broken error // ours, not the passkey's
	_, used, err := p.passkeys.ValidatePasskeyLogin(func(raw, _ []byte) (webauthn.User, error) {
		found, broken = p.holderByKey(ctx, raw)
		return found, broken
	}, held, parsed)
	switch {
	case broken != nil && !errors.Is(broken, predate.ErrNotFound):
		return "", signed, broken
	case err != nil:
		return "", signed, p.refusePasskey(ctx, found.Operator, from)
	case used.Authenticator.CloneWarning:
		return "", signed, p.refusePasskey(ctx, found.Operator, from)
	}
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := p.usePasskey(ctx, tx, held.Challenge, handed.Expires, used); err != nil {
			return err
		}
		token, signed, err = p.admit(ctx, tx, found.ID, from)
		return err
	})
	if errors.Is(err, ErrSignIn) {
		return "", Signed{}, p.refusePasskey(ctx, found.Operator, from)
	}
	return token, signed, err
}

func (p *People) holderByKey(ctx context.Context, raw []byte) (found holder, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		key, err := store.PasskeyByID(ctx, tx, keyID(raw))
		if err != nil {
			return err
		}
		o, err := store.OperatorByID(ctx, tx, key.Operator)
		if err != nil {
			return err
		}
		found, err = holderOf(ctx, tx, o)
		return err
	})
	return found, err
}

// usePasskey notes the use of a passkey. A challenge that was answered before, or a
// passkey that went meanwhile, is ErrSignIn.
func (p *People) usePasskey(ctx context.Context, tx store.Tx, challenge string, expires time.Time, used *webauthn.Credential) error {
	err := store.TakeChallenge(ctx, tx, hashKey(challenge), expires)
	if errors.Is(err, predate.ErrExists) {
		return badPasskey()
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(used)
	if err != nil {
		return fmt.Errorf("write passkey: %w", err)
	}
	err = store.UsePasskey(ctx, tx, store.Passkey{ID: keyID(used.ID), Credential: string(text), Used: p.instant()})
	if errors.Is(err, predate.ErrNotFound) {
		return badPasskey()
	}
	return err
}

// refusePasskey remembers a refusal of a passkey that is an operator's. No delay
// follows: nobody guesses a key.
func (p *People) refusePasskey(ctx context.Context, o predate.Operator, from Browser) error {
	if o.ID == "" {
		return badPasskey()
	}
	err := p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return p.note(ctx, tx, act{ActorOf(o), "refused", from.Network})
	})
	return errors.Join(badPasskey(), err)
}

// newKeyFor is the purpose of slips that carry the making of a passkey.
func newKeyFor(o predate.Operator) string { return "new passkey " + string(o.ID) }

// BeginPasskey asks a browser to make a passkey for the operator himself.
func (p *People) BeginPasskey(ctx context.Context, s Signed) (Ceremony, error) {
	if err := p.MustBeFresh(s); err != nil {
		return Ceremony{}, err
	}
	return p.beginPasskey(ctx, s.Operator)
}

// BeginJoin asks a browser to make a passkey for who was invited.
func (p *People) BeginJoin(ctx context.Context, invitation predate.Secret) (Ceremony, error) {
	o, err := p.Invited(ctx, invitation)
	if err != nil {
		return Ceremony{}, err
	}
	return p.beginPasskey(ctx, o)
}

func (p *People) beginPasskey(ctx context.Context, o predate.Operator) (Ceremony, error) {
	if p.passkeys == nil {
		return Ceremony{}, noPasskeys()
	}
	var h holder
	err := p.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
		h, err = holderOf(ctx, tx, o)
		return err
	})
	if err != nil {
		return Ceremony{}, err
	}
	known := webauthn.Credentials(h.keys).CredentialDescriptors()
	asked, held, err := p.passkeys.BeginRegistration(h, webauthn.WithExclusions(known))
	if err != nil {
		return Ceremony{}, fmt.Errorf("ask for a new passkey: %w", err)
	}
	handed, err := p.hand(newKeyFor(o), held)
	return Ceremony{Options: asked.Response, Slip: handed}, err
}

// made checks a passkey that a browser made for an operator.
func (p *People) made(o predate.Operator, a Answer) (store.Passkey, error) {
	if p.passkeys == nil {
		return store.Passkey{}, noPasskeys()
	}
	var held webauthn.SessionData
	if _, err := p.take(newKeyFor(o), a.Slip, &held); err != nil {
		return store.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(a.Response)
	if err != nil {
		return store.Passkey{}, badNewPasskey()
	}
	key, err := p.passkeys.CreateCredential(holder{Operator: o}, held, parsed)
	if err != nil {
		return store.Passkey{}, badNewPasskey()
	}
	text, err := json.Marshal(key)
	if err != nil {
		return store.Passkey{}, fmt.Errorf("write passkey: %w", err)
	}
	name := strings.Join(strings.Fields(a.Name), " ")
	if name == "" || utf8.RuneCountInString(name) > maxName {
		name = "Clé du " + p.Now().Format("02/01/2006")
	}
	return store.Passkey{ID: keyID(key.ID), Operator: o.ID, Name: name, Credential: string(text), Created: p.instant()}, nil
}

// AddPasskey keeps the passkey that a browser made for the operator himself.
func (p *People) AddPasskey(ctx context.Context, s Signed, a Answer) error {
	if err := p.MustBeFresh(s); err != nil {
		return err
	}
	key, err := p.made(s.Operator, a)
	if err != nil {
		return err
	}
	err = p.inSession(ctx, s, func(ctx context.Context, tx store.Tx) error {
		if err := store.InsertPasskey(ctx, tx, key); err != nil {
			return err
		}
		return p.note(ctx, tx, act{ActorOf(s.Operator), "passkey.added", key.Name})
	})
	if errors.Is(err, predate.ErrExists) {
		return badNewPasskey()
	}
	return err
}

// JoinByPasskey uses an invitation: the passkey takes the place of every way to
// sign in that the operator had.
func (p *People) JoinByPasskey(ctx context.Context, invitation predate.Secret, a Answer, from Browser) (Joined, error) {
	o, err := p.Invited(ctx, invitation)
	if err != nil {
		return Joined{}, err
	}
	key, err := p.made(o, a)
	if err != nil {
		return Joined{}, err
	}
	joined, err := p.join(ctx, invitation, from, func(ctx context.Context, tx store.Tx, _ predate.Operator) ([]predate.Secret, error) {
		return nil, store.InsertPasskey(ctx, tx, key)
	})
	if errors.Is(err, predate.ErrExists) {
		return Joined{}, badNewPasskey()
	}
	return joined, err
}

// DropPasskey takes a passkey of the operator himself away. The last way to sign in
// stays.
func (p *People) DropPasskey(ctx context.Context, s Signed, id string) error {
	if err := p.MustBeFresh(s); err != nil {
		return err
	}
	return p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOperators(ctx, tx); err != nil {
			return err
		}
		if err := holdSession(ctx, tx, s); err != nil {
			return err
		}
		keys, err := store.PasskeysOf(ctx, tx, s.Operator.ID)
		if err != nil {
			return err
		}
		_, err = store.OperatorPasswordOf(ctx, tx, s.Operator.ID)
		if errors.Is(err, predate.ErrNotFound) && len(keys) < 2 {
			return predate.Refuse(predate.CodeConflict, "C’est votre seul moyen de vous connecter : ajoutez-en un autre d’abord.")
		}
		if err != nil && !errors.Is(err, predate.ErrNotFound) {
			return err
		}
		if err := store.DropPasskey(ctx, tx, s.Operator.ID, id); err != nil {
			return err
		}
		return p.note(ctx, tx, act{ActorOf(s.Operator), "passkey.removed", id})
	})
}
