package predate

import "time"

// AccountKind decides who may use the API.
type AccountKind string

// The kinds. Only Premium and Syndic accounts may use the API.
const (
	Premium         AccountKind = "premium"
	SyndicAccount   AccountKind = "syndic"
	StandardAccount AccountKind = "standard"
)

// Valid says whether k is a known kind.
func (k AccountKind) Valid() bool {
	return k == Premium || k == SyndicAccount || k == StandardAccount
}

// MayUseAPI says whether the contract opens the API to this kind.
func (k AccountKind) MayUseAPI() bool { return k == Premium || k == SyndicAccount }

// Account is a client of the API.
type Account struct {
	ID           AccountID
	Email        string // lower case, unique
	Kind         AccountKind
	PasswordHash string // Argon2id, PHC string
	Disabled     bool
	Erased       time.Time // when it was erased with its orders; zero when it was not
	// Tokens numbers the generation of its access tokens: those of an earlier
	// one have ended.
	Tokens int
	// The contract flags decide what a webhook carries.
	SendDocuments    bool // documents[] of done; on by default
	SendRegistration bool // registration_id; off by default
	KeepCredentials  bool // keep the sealed extranet password for refreshes
	// FourEyes asks that two persons issue a statement that went to an operator.
	FourEyes bool
	Created  time.Time
}

// APIKey is one key of an account; the key itself is shown once and only its
// SHA-256 is kept.
type APIKey struct {
	Hash    Hash
	Account AccountID
	Prefix  string // the first characters, to recognise it by
	Test    bool   // may only place test orders
	Created time.Time
	Revoked time.Time // zero while it is good
	Used    time.Time // last, to the hour; zero for never
}

// ID names a key to its account: the beginning of its hash, from which nobody finds
// the key.
func (k APIKey) ID() string {
	const shown = 20
	return "key_" + string(k.Hash[:min(len(k.Hash), shown)])
}
