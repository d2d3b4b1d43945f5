package desk

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/store"
)

// SecretGrace is how long a rotated signing secret still signs beside the new
// one, so that a receiver has a day to change it.
const SecretGrace = 24 * time.Hour

// SecretContext binds an endpoint's sealed signing secret to it.
func SecretContext(id predate.EndpointID) string { return "endpoint:" + string(id) + ":secret" }

// newSecret draws a signing secret in the form of Standard Webhooks: whsec_
// and 32 random bytes in base64.
func (d *Desk) newSecret(id predate.EndpointID) (plain predate.Secret, sealed []byte, err error) {
	var raw [32]byte
	if _, err := io.ReadFull(d.Random, raw[:]); err != nil {
		return "", nil, fmt.Errorf("draw secret of %s: %w", id, err)
	}
	plain = predate.Secret("whsec_" + base64.StdEncoding.EncodeToString(raw[:]))
	sealed, err = d.Safe.Seal(plain, SecretContext(id))
	if err != nil {
		return "", nil, fmt.Errorf("seal secret of %s: %w", id, err)
	}
	return plain, sealed, nil
}

// CreateEndpoint registers a callback URL and gives its signing secret, which
// is shown this once. A URL that must never be called is refused with
// CodeInvalid.
func (d *Desk) CreateEndpoint(ctx context.Context, account predate.AccountID, url string, events []predate.State) (predate.Endpoint, predate.Secret, error) {
	if err := d.CheckCallback(url); err != nil {
		return predate.Endpoint{}, "", &predate.Error{Code: predate.CodeInvalid, Message: "Invalid request: url: " + err.Error(), Err: err}
	}
	id, err := newID[predate.EndpointID](d, "whe_")
	if err != nil {
		return predate.Endpoint{}, "", err
	}
	secret, sealed, err := d.newSecret(id)
	if err != nil {
		return predate.Endpoint{}, "", err
	}
	endpoint := predate.Endpoint{ID: id, Account: account, URL: url, Events: events, Enabled: true, Created: d.now()}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return store.InsertEndpoint(ctx, tx, endpoint, sealed)
	})
	if err != nil {
		return predate.Endpoint{}, "", fmt.Errorf("create endpoint of %s: %w", account, err)
	}
	return endpoint, secret, nil
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

// ownedEndpoint reads an endpoint of the account; another's is not found.
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

// EndpointChange is what may be altered of an endpoint; nil members stay.
type EndpointChange struct {
	URL     *string
	Events  *[]predate.State
	Enabled *bool
}

// ChangeEndpoint alters an endpoint of the account.
func (d *Desk) ChangeEndpoint(ctx context.Context, account predate.AccountID, id predate.EndpointID, change EndpointChange) (predate.Endpoint, error) {
	if change.URL != nil {
		if err := d.CheckCallback(*change.URL); err != nil {
			return predate.Endpoint{}, &predate.Error{Code: predate.CodeInvalid, Message: "Invalid request: url: " + err.Error(), Err: err}
		}
	}
	var endpoint predate.Endpoint
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if endpoint, err = ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		if change.URL != nil {
			endpoint.URL = *change.URL
		}
		if change.Events != nil {
			endpoint.Events = *change.Events
		}
		if change.Enabled != nil {
			endpoint.Enabled, endpoint.DisabledReason = *change.Enabled, ""
			if !*change.Enabled {
				endpoint.DisabledReason = "désactivé par le titulaire du compte"
			}
		}
		return store.UpdateEndpoint(ctx, tx, &endpoint)
	})
	if err != nil {
		return predate.Endpoint{}, fmt.Errorf("change endpoint %s: %w", id, err)
	}
	return endpoint, nil
}

// DeleteEndpoint removes an endpoint of the account; what was still to be
// delivered to it is given up.
func (d *Desk) DeleteEndpoint(ctx context.Context, account predate.AccountID, id predate.EndpointID) error {
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		return store.DeleteEndpoint(ctx, tx, id)
	})
	if err != nil {
		return fmt.Errorf("delete endpoint %s: %w", id, err)
	}
	return nil
}

// RotateSecret gives an endpoint a new signing secret, shown this once; the
// old one signs beside it for SecretGrace.
func (d *Desk) RotateSecret(ctx context.Context, account predate.AccountID, id predate.EndpointID) (predate.Secret, error) {
	secret, sealed, err := d.newSecret(id)
	if err != nil {
		return "", err
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		return store.RotateSecret(ctx, tx, id, sealed, d.now().Add(SecretGrace))
	})
	if err != nil {
		return "", fmt.Errorf("rotate secret of endpoint %s: %w", id, err)
	}
	return secret, nil
}
