package auth_test

import (
	"os"
	"sync"
	"testing"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

// Processes that rotate the signing keys at the same time lose none of them: a
// token that any of them signed is taken.
func TestProcessesRotateAtOnce(t *testing.T) {
	h := newHouse(t)
	h.db = storetest.Open(t, storetest.Database(t, &cluster), store.Options{})
	h.Authority = h.another(t)
	_, keys := h.open(t, "etude@notaires.example", predate.Premium)
	token := h.login(t, keys.Live, "etude@notaires.example")

	const processes, rotations = 4, 5
	var wait sync.WaitGroup
	for range processes {
		process := h.another(t)
		wait.Go(func() {
			for range rotations {
				if err := process.RotateSigningKey(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	after := h.another(t)
	if _, err := after.Check(t.Context(), keys.Live.Reveal(), "Bearer "+token.Reveal()); err != nil {
		t.Errorf("the first token: %v", err)
	}
	if public, err := after.PublicKeys(t.Context()); err != nil || len(public) != 1+processes*rotations {
		t.Errorf("%d keys verify, %v; want the first and one a rotation", len(public), err)
	}
}
