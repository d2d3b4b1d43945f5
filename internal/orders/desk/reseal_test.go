package desk_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// rotate makes new keys, seals everything anew, and destroys the old ones, as
// «predate keys rotate» does; settled waits for what was being sealed when the
// keys changed.
func (o *office) rotate(settled func()) (changed int) {
	o.t.Helper()
	if err := seal.Rotate(o.keys); err != nil {
		o.t.Fatal(err)
	}
	keys := must[[]seal.Key](o.t)(seal.List(o.keys))
	old := map[uint32]bool{}
	for _, key := range keys {
		old[key.ID] = !key.Primary
	}
	for _, wait := range []func(){settled, func() {}} {
		changed += must[desk.Resealed](o.t)(o.Reseal(o.ctx, desk.Resealing{Old: old, OpenCredential: o.opener.Open})).Changed
		wait()
	}
	for id, count := range must[desk.Resealed](o.t)(o.Reseal(o.ctx, desk.Resealing{})).ByKey {
		if old[id] && count > 0 {
			o.t.Errorf("an old key still seals %d texts", count)
		}
	}
	if err := seal.Drop(o.keys, keys); err != nil {
		o.t.Fatal(err)
	}
	return changed
}

// credentials opens what is kept for an order, as the collecting worker does.
func (o *office) credentials(order predate.Order) (desk.Credentials, error) {
	c, err := o.Case(o.ctx, order.Run)
	if err != nil {
		return desk.Credentials{}, err
	}
	return desk.OpenCredentials(o.opener.Open, order.ID, c.Credentials)
}

// Rotations beside a desk that goes on placing orders lose nothing: every
// password and every signing secret opens afterwards, and none with the keys
// of before.
func TestRotationBesideARunningDesk(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		before := t.TempDir()
		endpoint, secret, err := o.CreateEndpoint(o.ctx, predate.Endpoint{Account: o.account.ID, URL: "https://client.example/hook"})
		if err != nil {
			t.Fatal(err)
		}
		first := o.place(o.placing())
		if err := os.CopyFS(before, os.DirFS(o.keys)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(before+"/credentials.keys", 0o600); err != nil {
			t.Fatal(err)
		}
		placers := &placers{office: o, stop: make(chan struct{})}
		placers.start(3)
		changed := 0
		for range 3 {
			changed += o.rotate(placers.settle)
		}
		all := append(placers.end(), first)
		if changed < 3*3 { // two texts of the first order and a secret, three times
			t.Errorf("%d texts sealed anew", changed)
		}
		stolen := must[*seal.Opener](t)(seal.OpenOpener(before))
		for _, order := range all {
			if c, err := o.credentials(order); err != nil || c.Password != "hunter2" || c.Username != "A123456" {
				t.Errorf("order %s of %d: %v, %v", order.ID, len(all), c, err)
			}
			kept := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Credentials
			if _, err := desk.OpenCredentials(stolen.Open, order.ID, kept); !errors.Is(err, seal.ErrMismatch) {
				t.Errorf("the keys of before open order %s: %v", order.ID, err)
			}
		}
		o.tx(func(ctx context.Context, tx store.Tx) error {
			sealed, err := store.SecretsOf(ctx, tx, endpoint.ID, o.clock.Now())
			if err != nil || len(sealed) != 1 {
				t.Fatalf("%d secrets, %v", len(sealed), err)
			}
			if kept, err := o.Safe.Open(sealed[0], desk.SecretContext(endpoint.ID)); err != nil || kept != secret {
				t.Errorf("the signing secret is another: %v", err)
			}
			return nil
		})
	})
}

// placers place orders until they are stopped.
type placers struct {
	*office
	stop   chan struct{}
	group  sync.WaitGroup
	gate   sync.RWMutex // held for reading while an order is placed
	mu     sync.Mutex
	placed []predate.Order
}

func (p *placers) start(many int) {
	for range many {
		p.group.Go(func() {
			for p.next() {
				p.gate.RLock()
				order, err := p.Place(p.ctx, p.placing())
				p.gate.RUnlock()
				if err != nil {
					p.t.Error(err)
					return
				}
				p.mu.Lock()
				p.placed = append(p.placed, order)
				p.mu.Unlock()
			}
		})
	}
}

func (p *placers) next() bool {
	select {
	case <-p.stop:
		return false
	case <-time.After(time.Millisecond):
		return true
	}
}

// settle waits until what is being placed is placed.
func (p *placers) settle() {
	p.gate.Lock()
	defer p.gate.Unlock()
}

func (p *placers) end() []predate.Order {
	close(p.stop)
	p.group.Wait()
	return p.placed
}

// What no key opens any more is named and left, and holds up nothing.
func TestResealNamesWhatIsLost(t *testing.T) {
	o := open(t)
	moved, lost := o.place(o.placing()), o.place(o.placing())
	o.tx(func(ctx context.Context, tx store.Tx) error {
		sealed, err := store.CredentialsOf(ctx, tx, moved.ID)
		if err != nil {
			return err
		}
		return store.PutCredentials(ctx, tx, lost.ID, sealed, o.clock.Now()) // bound to another order
	})
	if err := seal.Rotate(o.keys); err != nil {
		t.Fatal(err)
	}
	old := map[uint32]bool{}
	for _, key := range must[[]seal.Key](t)(seal.List(o.keys)) {
		old[key.ID] = !key.Primary
	}
	done := must[desk.Resealed](t)(o.Reseal(o.ctx, desk.Resealing{Old: old, OpenCredential: o.opener.Open}))
	want := []string{desk.CredentialContext(lost.ID, "username"), desk.CredentialContext(lost.ID, "password")}
	if diff := cmp.Diff(want, done.Lost); diff != "" || done.Changed != 2 {
		t.Errorf("%d changed, lost: %s", done.Changed, diff)
	}
}
