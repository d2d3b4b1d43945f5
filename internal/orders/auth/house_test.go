package auth_test

import (
	"crypto/rand"
	"path/filepath"
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/auth"
)

const goodPassword = predate.Secret("une phrase assez longue")

// house is an authority on a real database, with its clock.
type house struct {
	*auth.Authority
	clock *clocktest.Clock
	db    *store.DB
	keys  *seal.Keeper
}

func newHouse(t testing.TB) house {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), storetest.File(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := seal.Create(filepath.Join(dir, "keys")); err != nil {
		t.Fatal(err)
	}
	keeper, err := seal.OpenKeeper(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	h := house{clock: clocktest.At(time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)), db: db, keys: keeper}
	h.Authority = h.another(t)
	return h
}

// another is a second process on the same database.
func (h house) another(t testing.TB) *auth.Authority {
	t.Helper()
	a, err := auth.New(auth.Options{
		DB: h.db, Safe: h.keys, Now: h.clock.Now, Random: rand.Reader, Issuer: "https://api.example",
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// open makes an account and gives its live key.
func (h house) open(t testing.TB, email string, kind predate.AccountKind) (predate.Account, auth.Keys) {
	t.Helper()
	account, keys, err := h.CreateAccount(t.Context(), auth.NewAccount{Email: email, Kind: kind, Password: goodPassword})
	if err != nil {
		t.Fatal(err)
	}
	return account, keys
}

// login returns a token for a key.
func (h house) login(t testing.TB, key predate.Secret, email string) predate.Secret {
	t.Helper()
	caller, err := h.Key(t.Context(), key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	token, err := h.Login(t.Context(), caller, email, goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	return token
}
