package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Options is all that an Authority needs from the house.
type Options struct {
	DB     *store.DB
	Safe   Safe
	Now    func() time.Time
	Random io.Reader
	// Issuer and Audience are the claims iss and aud: the public base URL and
	// the name of the API. Audience defaults to the issuer.
	Issuer, Audience string
	// TokenLife is how long an access token holds; it defaults to one hour.
	TokenLife time.Duration
}

// Authority knows accounts, their keys, passwords and tokens. It may be used
// by any number of goroutines.
type Authority struct {
	Options
	signers  *signers
	hasher   *hasher
	failures failures
	tokens   *tokenCache
	lookups  *lookups
	decoy    string // a hash that no password gives
	actor    Actor
}

// cachedTokens bounds the remembered tokens; each takes some 200 bytes.
const cachedTokens = 20_000

// New makes an Authority. The signing keys are made at the first need.
func New(o Options) (*Authority, error) {
	if o.TokenLife == 0 {
		o.TokenLife = time.Hour
	}
	if o.Audience == "" {
		o.Audience = o.Issuer
	}
	if o.Issuer == "" {
		return nil, fmt.Errorf("make authority: the issuer is empty")
	}
	decoy, err := decoy(o.Random)
	if err != nil {
		return nil, err
	}
	return &Authority{
		Options:  o,
		signers:  &signers{db: o.DB, safe: o.Safe, now: o.Now, random: o.Random, life: o.TokenLife},
		hasher:   newHasher(o.Random),
		failures: failures{db: o.DB, now: o.Now},
		tokens:   newTokenCache(cachedTokens),
		lookups:  &lookups{latest: map[store.Presented]*lookup{}},
		decoy:    decoy,
	}, nil
}

// Caller is who sends a request, as its credentials say.
type Caller struct {
	Account predate.Account
	Key     predate.APIKey
	TokenID string // jti; empty when only the key was examined
}

// Key examines an API key alone, as for the exchange of credentials. An
// absent, unknown or revoked key, or one of a disabled account, is ErrKey.
func (a *Authority) Key(ctx context.Context, key string) (Caller, error) {
	var caller Caller
	if !wellFormed(key) {
		return caller, ErrKey
	}
	known, err := a.recognise(ctx, store.Presented{Key: hashKey(key)})
	if err == nil {
		caller = Caller{Account: known.Account, Key: known.Key}
		a.noteUse(ctx, caller.Key)
	}
	return caller, err
}

// usedEvery is how exactly the last use of a key is known: more would write at
// each request.
const usedEvery = time.Hour

// noteUse remembers when a key was last used. No request is refused because that
// could not be written: the next one tries again.
func (a *Authority) noteUse(ctx context.Context, key predate.APIKey) {
	now := a.instant()
	if now.Sub(key.Used) < usedEvery {
		return
	}
	_ = a.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		return store.UseAPIKey(ctx, tx, key.Hash, now, now.Add(-usedEvery))
	})
}

// Check examines a request: its API key (ErrKey), then its header
// Authorization (ErrToken), then the kind of its account (ErrKind).
func (a *Authority) Check(ctx context.Context, key, authorization string) (Caller, error) {
	var caller Caller
	if !wellFormed(key) {
		return caller, ErrKey
	}
	// The token is verified first, outside the transaction, but judged second.
	held, tokenErr := a.bearer(ctx, authorization)
	known, err := a.recognise(ctx, store.Presented{Key: hashKey(key), Token: held.ID, TokenKey: held.Key})
	if err == nil {
		caller = Caller{Account: known.Account, Key: known.Key}
		err = cmp.Or(tokenErr, holds(held, known))
	}
	caller.TokenID = held.ID
	if err == nil {
		a.noteUse(ctx, caller.Key)
	}
	if err == nil && !caller.Account.Kind.MayUseAPI() {
		err = ErrKind
	}
	return caller, err
}

// holds reports whether a token that was verified has not ended since: with its
// account's password, with the key that it was given for, or by itself.
func holds(token claims, known store.Recognised) error {
	otherKey := token.Key != known.Key.Hash && token.Key != "" // a key of before it was noted
	if token.Account != known.Account.ID || token.Generation != known.Account.Tokens || otherKey && !known.TokenKeyOn || known.Revoked {
		return ErrToken
	}
	return nil
}

// bearer verifies the token of a header Authorization (RFC 6750).
func (a *Authority) bearer(ctx context.Context, authorization string) (claims, error) {
	scheme, token, found := strings.Cut(authorization, " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return claims{}, ErrToken
	}
	return a.verify(ctx, strings.TrimSpace(token))
}

// recognise looks up a key that may be used, with what comes with it; any other is ErrKey.
func (a *Authority) recognise(ctx context.Context, p store.Presented) (known store.Recognised, err error) {
	known, err = a.lookups.do(ctx, p, func(ctx context.Context) (known store.Recognised, err error) {
		err = a.DB.Glance(ctx, func(ctx context.Context, tx store.Tx) (err error) {
			known, err = store.Recognise(ctx, tx, p)
			return err
		})
		return known, err
	})
	if errors.Is(err, predate.ErrNotFound) || err == nil && (!known.Key.Revoked.IsZero() || known.Account.Disabled) {
		return store.Recognised{}, ErrKey
	}
	return known, err
}

// PublicKeys lists the keys that verify the tokens of this installation.
func (a *Authority) PublicKeys(ctx context.Context) ([]PublicKey, error) {
	keys, err := a.signers.current(ctx, "")
	if err != nil {
		return nil, err
	}
	return keys.public(), nil
}

// RotateSigningKey makes a new key sign from now on. Tokens already given out
// hold until they expire.
func (a *Authority) RotateSigningKey(ctx context.Context) error { return a.signers.rotate(ctx) }

// Revoke ends a token before its time. A token that does not hold any more is
// ErrToken.
func (a *Authority) Revoke(ctx context.Context, token predate.Secret) error {
	held, err := a.verify(ctx, token.Reveal())
	if err != nil {
		return err
	}
	return a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return store.RevokeToken(ctx, tx, held.ID, held.Expires)
	})
}
