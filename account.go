package predate

import "time"

// AccountKind is the kind of contract that an account has. It decides whether the
// account may use the API.
type AccountKind string

// The kinds. Only Premium and Syndic accounts may use the API.
const (
	Premium         AccountKind = "premium"
	SyndicAccount   AccountKind = "syndic"
	StandardAccount AccountKind = "standard"
)

// Valid reports whether k is a known kind.
func (k AccountKind) Valid() bool {
	return k == Premium || k == SyndicAccount || k == StandardAccount
}

// MayUseAPI reports whether accounts of kind k may use the API.
func (k AccountKind) MayUseAPI() bool { return k == Premium || k == SyndicAccount }

// Account is a client of the API.
type Account struct {
	ID           AccountID
	Email        string // lower case, unique
	Kind         AccountKind
	PasswordHash string // Argon2id, PHC string
	Disabled     bool
	Erased       time.Time // when the account was erased with its orders; zero when it was not
	// Tokens is the current generation of access tokens. Tokens of earlier
	// generations are no longer accepted.
	Tokens int
	// The contract flags decide what the body of a webhook contains.
	SendDocuments    bool // documents[] of done; on by default
	SendRegistration bool // registration_id; off by default
	KeepCredentials  bool // keep the sealed extranet password for refreshes
	// FourEyes requires that two operators approve a statement that went to review.
	FourEyes bool
	Created  time.Time
}

// APIKey is one key of an account. The key itself is shown once; only its SHA-256
// is stored.
type APIKey struct {
	Hash    Hash
	Account AccountID
	Prefix  string // the first characters, so that its owner recognises the key
	Test    bool   // may only place test orders
	Created time.Time
	Revoked time.Time // zero while the key is valid
	Used    time.Time // when the key was last used, to the hour; zero if never
}

// ID returns an identifier that the account may see: the beginning of the key's hash,
// from which the key cannot be found.
func (k APIKey) ID() string {
	const shown = 20
	return "key_" + string(k.Hash[:min(len(k.Hash), shown)])
}
