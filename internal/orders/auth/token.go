package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"predate"
)

// tokenType is the header "typ" of an access token (RFC 9068): a token made
// for another purpose with the same key must not pass for one.
const tokenType = "at+jwt"

// tokenClaims is what an access token says beside what the standard names.
type tokenClaims struct {
	jwt.RegisteredClaims
	Generation int          `json:"gen"`
	Key        predate.Hash `json:"key"` // its hash: nothing of the key itself
}

// issue makes an access token for the account and the key of a caller.
func (a *Authority) issue(ctx context.Context, caller Caller) (predate.Secret, error) {
	keys, err := a.signers.current(ctx, "")
	if err != nil {
		return "", err
	}
	id, err := predate.NewID("tok_", a.Random)
	if err != nil {
		return "", err
	}
	now := a.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, tokenClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: a.Issuer, Audience: jwt.ClaimStrings{a.Audience}, Subject: string(caller.Account.ID), ID: id,
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(a.TokenLife)),
		},
		Generation: caller.Account.Tokens, Key: caller.Key.Hash,
	})
	token.Header["typ"], token.Header["kid"] = tokenType, keys[0].ID
	signed, err := token.SignedString(keys[0].private())
	if err != nil {
		return "", fmt.Errorf("sign access token of %s: %w", caller.Account.ID, err)
	}
	return predate.Secret(signed), nil
}

// verify reads a token that this installation signed and that still holds.
// Anything else is ErrToken. Revocation is not looked up here.
func (a *Authority) verify(ctx context.Context, token string) (claims, error) {
	if len(token) > maxToken {
		return claims{}, ErrToken
	}
	found, ok := a.tokens.get(token)
	if !ok {
		var err error
		if found, err = a.parse(ctx, token); err != nil {
			return claims{}, err
		}
		a.tokens.put(token, found)
		return found, nil
	}
	keys, err := a.signers.current(ctx, "")
	if err != nil {
		return claims{}, err
	}
	// A key that left the ring takes its tokens with it, remembered or not.
	if !keys.has(found.KeyID) || !a.Now().Before(found.Expires) {
		return claims{}, ErrToken
	}
	return found, nil
}

// maxToken bounds what is hashed and parsed; ours have some 400 bytes.
const maxToken = 2048

func (a *Authority) parse(ctx context.Context, token string) (claims, error) {
	var held tokenClaims
	var keyID string
	var broken error // ours, not the token's
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithStrictDecoding(),
		jwt.WithIssuer(a.Issuer), jwt.WithAudience(a.Audience),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(clockSkew), jwt.WithTimeFunc(a.Now),
	)
	_, err := parser.ParseWithClaims(token, &held, func(t *jwt.Token) (any, error) {
		if t.Header["typ"] != tokenType {
			return nil, ErrToken
		}
		keyID, _ = t.Header["kid"].(string)
		keys, err := a.signers.current(ctx, keyID)
		if err != nil {
			broken = err
			return nil, err
		}
		public, ok := keys.find(keyID)
		if !ok {
			return nil, ErrToken
		}
		return public, nil
	})
	if broken != nil {
		return claims{}, broken
	}
	// The leeway is for clocks that run ahead at issue, not for late tokens.
	if err != nil || !a.Now().Before(held.ExpiresAt.Time) || held.ID == "" || held.Subject == "" {
		return claims{}, ErrToken
	}
	return claims{
		ID: held.ID, Account: predate.AccountID(held.Subject), KeyID: keyID, Expires: held.ExpiresAt.Time,
		Generation: held.Generation, Key: held.Key,
	}, nil
}

// clockSkew is how far apart the clocks of two nodes of ours may be.
const clockSkew = 5 * time.Second
