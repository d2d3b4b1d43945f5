package auth

import "errors"

// The refusals of a caller. None says more than the caller may know; each is
// turned into the contract's answer by the front door.
var (
	// ErrKey: the API key is absent, unknown, revoked, or of a disabled
	// account. The caller must be given another key.
	ErrKey = errors.New("invalid API key")
	// ErrToken: the access token is absent, malformed, expired, revoked, or of
	// another account than the key. The caller must authenticate again.
	ErrToken = errors.New("invalid access token")
	// ErrKind: the account is good but may not use the API.
	ErrKind = errors.New("account of the wrong kind")
	// ErrIncomplete: the e-mail or the password was not given.
	ErrIncomplete = errors.New("missing e-mail or password")
	// ErrCredentials: the e-mail and the password are not those of the key's
	// account; which of the two is wrong is not said.
	ErrCredentials = errors.New("invalid credentials")
)
