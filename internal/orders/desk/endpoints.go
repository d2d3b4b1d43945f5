package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/store"
)

// SecretGrace is how long a replaced signing secret remains valid beside the new one,
// so that a receiver has a day to change it. LongestGrace is the longest time that a
// client may choose.
const (
	SecretGrace  = 24 * time.Hour
	LongestGrace = 7 * 24 * time.Hour
)

// SecretContext returns the context that binds a sealed signing secret to its endpoint.
func SecretContext(id predate.EndpointID) string { return "endpoint:" + string(id) + ":secret" }

// newSecret generates a signing key of a scheme and seals it.
func (d *Desk) newSecret(id predate.EndpointID, scheme predate.Signature) (key Key, sealed []byte, err error) {
	if key.Secret, key.Public, err = webhook.NewKey(scheme, d.Random); err != nil {
		return Key{}, nil, fmt.Errorf("draw secret of %s: %w", id, err)
	}
	sealed, err = d.Safe.Seal(key.Secret, SecretContext(id))
	if err != nil {
		return Key{}, nil, fmt.Errorf("seal secret of %s: %w", id, err)
	}
	if key.Public != "" {
		key.Secret = "" // the half that signs stays here
	}
	return key, sealed, nil
}

// Key is what a receiver needs to verify signatures: a secret, which is shown once, or
// a public key. The other one is empty.
type Key struct {
	Secret predate.Secret
	Public string
}

// CreateEndpoint registers the callback URL of e and returns its signing secret, which
// is never shown again. Of a key pair, the endpoint holds the public key.
// CreateEndpoint returns CodeInvalid for a URL that must never be called, and
// CodeConflict beyond MaxEndpoints.
func (d *Desk) CreateEndpoint(ctx context.Context, e predate.Endpoint) (predate.Endpoint, predate.Secret, error) {
	fail := func(err error) (predate.Endpoint, predate.Secret, error) { return predate.Endpoint{}, "", err }
	if err := d.CheckCallback(e.URL); err != nil {
		return fail(refusedURL(err))
	}
	id, err := newID[predate.EndpointID](d, "whe_")
	if err != nil {
		return fail(err)
	}
	if e.Signature == "" {
		e.Signature = predate.HMACSHA256
	}
	key, sealed, err := d.newSecret(id, e.Signature)
	if err != nil {
		return fail(err)
	}
	e.ID, e.PublicKey, e.Enabled, e.DisabledReason, e.Created = id, key.Public, true, "", d.now()
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.roomForEndpoint(ctx, tx, e.Account); err != nil {
			return err
		}
		if err := store.InsertEndpoint(ctx, tx, e, sealed); err != nil {
			return err
		}
		return d.note(ctx, tx, deed{what: "endpoint.created", account: e.Account, detail: string(e.ID)})
	})
	if err != nil {
		return fail(fmt.Errorf("create endpoint of %s: %w", e.Account, err))
	}
	return e, key.Secret, nil
}

// roomForEndpoint returns CodeConflict if the account has as many endpoints as it may.
// It locks the account, so that concurrent requests are counted one after the other.
func (d *Desk) roomForEndpoint(ctx context.Context, tx store.Tx, account predate.AccountID) error {
	if err := store.HoldAccount(ctx, tx, account); err != nil {
		return err
	}
	if err := takesOrders(ctx, tx, account); err != nil {
		return err // an erased one would keep the address
	}
	held, err := store.EndpointsOf(ctx, tx, account)
	if err != nil {
		return err
	}
	if len(held) >= d.MaxEndpoints {
		return &predate.Error{
			Code: predate.CodeConflict, Reason: "too_many_webhooks",
			Message: "The account has as many webhook endpoints as it may: delete one first",
		}
	}
	return nil
}

func refusedURL(err error) error {
	return &predate.Error{Code: predate.CodeInvalid, Message: "Invalid request: url: " + err.Error(), Err: errors.Join(ErrCallback, err)}
}

// Endpoints reads the endpoints of an account, oldest first.
func (d *Desk) Endpoints(ctx context.Context, account predate.AccountID) ([]predate.Endpoint, error) {
	var endpoints []predate.Endpoint
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		endpoints, err = store.EndpointsOf(ctx, tx, account)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read endpoints of %s: %w", account, err)
	}
	return endpoints, nil
}

// Watched is an endpoint with its health according to the latest attempts.
type Watched struct {
	predate.Endpoint
	Health predate.Health
}

// Standing is the state of an endpoint: ok, failing, paused (until Health.Parked) or
// disabled (Endpoint.DisabledReason).
type Standing string

// The states of endpoints, named as in the API.
const (
	StandsOK       Standing = "ok"
	StandsFailing  Standing = "failing"
	StandsPaused   Standing = "paused"
	StandsDisabled Standing = "disabled"
)

// Standing returns the state of the endpoint at an instant.
func (w Watched) Standing(now time.Time) Standing {
	switch {
	case !w.Enabled:
		return StandsDisabled
	case w.Health.Parked.After(now):
		return StandsPaused
	case w.Health.Failures > 0:
		return StandsFailing
	}
	return StandsOK
}

// Endpoint returns an endpoint of the account, or CodeNotFound for any other.
func (d *Desk) Endpoint(ctx context.Context, account predate.AccountID, id predate.EndpointID) (Watched, error) {
	var w Watched
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if w.Endpoint, err = ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		w.Health, err = store.HealthOf(ctx, tx, id)
		return err
	})
	return w, err
}

// EndpointStats returns totals of the deliveries to an endpoint of the account since an
// instant.
func (d *Desk) EndpointStats(ctx context.Context, account predate.AccountID, id predate.EndpointID, since time.Time) (predate.DeliveryStats, error) {
	var stats predate.DeliveryStats
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		var err error
		stats, err = store.StatsOf(ctx, tx, id, since)
		return err
	})
	return stats, err
}

// ownedEndpoint returns an endpoint of the account, or CodeNotFound for any other.
func ownedEndpoint(ctx context.Context, tx store.Tx, account predate.AccountID, id predate.EndpointID) (predate.Endpoint, error) {
	endpoint, err := store.EndpointByID(ctx, tx, id)
	if err == nil && endpoint.Account != account {
		err = predate.ErrNotFound
	}
	if err != nil {
		return predate.Endpoint{}, fmt.Errorf("read endpoint %s: %w", id, err)
	}
	return endpoint, nil
}

// EndpointChange is a change of an endpoint; nil members remain unchanged.
type EndpointChange struct {
	URL     *string
	Events  *[]predate.State
	Enabled *bool
	Link    *bool
	Details *bool
	MaxRate *int
}

// apply changes an endpoint. by names in French the person who disables it.
func (c EndpointChange) apply(e *predate.Endpoint, by string) {
	set(&e.URL, c.URL)
	set(&e.Events, c.Events)
	set(&e.Link, c.Link)
	set(&e.Details, c.Details)
	set(&e.MaxRate, c.MaxRate)
	if c.Enabled == nil {
		return
	}
	e.Enabled, e.DisabledReason = *c.Enabled, ""
	if !e.Enabled {
		e.DisabledReason = by
	}
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// ChangeEndpoint changes an endpoint of the account. An endpoint that is enabled, or
// gets another URL, starts with a clean history and is no longer parked. Deliveries
// that already exist keep their form.
func (d *Desk) ChangeEndpoint(ctx context.Context, account predate.AccountID, id predate.EndpointID, change EndpointChange) (Watched, error) {
	if change.URL != nil {
		if err := d.CheckCallback(*change.URL); err != nil {
			return Watched{}, refusedURL(err)
		}
	}
	var w Watched
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if w.Endpoint, err = ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		if w.Health, err = store.HealthOf(ctx, tx, id); err != nil {
			return err
		}
		change.apply(&w.Endpoint, d.switchedOff())
		if change.URL != nil || change.Enabled != nil && *change.Enabled {
			w.Health.Failures, w.Health.Since, w.Health.Parked = 0, time.Time{}, time.Time{}
			if err := store.PutHealth(ctx, tx, w.Health); err != nil {
				return err
			}
			if err := d.wake(ctx, tx, id, wokenAtOnce); err != nil {
				return err
			}
		}
		if err := store.UpdateEndpoint(ctx, tx, &w.Endpoint); err != nil {
			return err
		}
		return d.note(ctx, tx, deed{what: "endpoint." + changed(change), account: account, detail: string(id)})
	})
	if err != nil {
		return Watched{}, fmt.Errorf("change endpoint %s: %w", id, err)
	}
	return w, nil
}

// switchedOff names in French the person who disables endpoints at this desk.
func (d *Desk) switchedOff() string {
	if d.actor.Name != "" {
		return "arrêté par un opérateur de predate"
	}
	return "désactivé par le titulaire du compte"
}

// changed describes a change for the audit trail.
func changed(c EndpointChange) string {
	switch {
	case c.Enabled == nil:
		return "changed"
	case *c.Enabled:
		return "resumed"
	}
	return "paused"
}

// DeleteEndpoint deletes an endpoint of the account and gives up its pending
// deliveries.
func (d *Desk) DeleteEndpoint(ctx context.Context, account predate.AccountID, id predate.EndpointID) error {
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		if err := store.GiveUpPending(ctx, tx, id, d.now()); err != nil {
			return err
		}
		return store.DeleteEndpoint(ctx, tx, id)
	})
	if err != nil {
		return fmt.Errorf("delete endpoint %s: %w", id, err)
	}
	return nil
}

// Rotation is a request for a new signing key.
type Rotation struct {
	Account  predate.AccountID
	Endpoint predate.EndpointID
	// Grace is how long the old key remains valid beside the new one; zero ends it
	// immediately.
	Grace time.Duration
	// Signature is the scheme of the new key; if it is empty, the scheme does not
	// change.
	Signature predate.Signature
}

// Rotated is a new signing key, and until when the old one remains valid.
type Rotated struct {
	Key
	PreviousUntil time.Time
}

// RotateSecret creates a new signing key for an endpoint. The secret is shown only
// once.
func (d *Desk) RotateSecret(ctx context.Context, r Rotation) (Rotated, error) {
	rotated := Rotated{PreviousUntil: d.now().Add(min(max(r.Grace, 0), LongestGrace))}
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		endpoint, err := ownedEndpoint(ctx, tx, r.Account, r.Endpoint)
		if err != nil {
			return err
		}
		if r.Signature != "" {
			endpoint.Signature = r.Signature
		}
		key, sealed, err := d.newSecret(r.Endpoint, endpoint.Signature)
		if err != nil {
			return err
		}
		rotated.Key, endpoint.PublicKey = key, key.Public
		if err := store.RotateSecret(ctx, tx, r.Endpoint, sealed, rotated.PreviousUntil); err != nil {
			return err
		}
		if err := store.UpdateEndpoint(ctx, tx, &endpoint); err != nil {
			return err
		}
		return d.note(ctx, tx, deed{what: "endpoint.rotated", account: r.Account, detail: string(r.Endpoint)})
	})
	if err != nil {
		return Rotated{}, fmt.Errorf("rotate secret of endpoint %s: %w", r.Endpoint, err)
	}
	return rotated, nil
}
