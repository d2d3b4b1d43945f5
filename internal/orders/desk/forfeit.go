package desk

import (
	"context"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// Forfeited is what was given up because keys are lost for good.
type Forfeited struct {
	Credentials int // orders whose extranet's username and password are gone
	Codes       int // operators who signed in by password and code
	Endpoints   []Reissued
}

// Reissued is an endpoint with the new key with which its receiver verifies signatures.
type Reissued struct {
	Endpoint predate.Endpoint
	Key
}

// Forfeit deletes everything that lost keys have sealed, and creates with the present
// keys what can be created again: a signing key for each endpoint. An order without
// credentials asks its client for them when its turn comes. The keys of tokens and
// addresses are created at the next start.
func (d *Desk) Forfeit(ctx context.Context) (Forfeited, error) {
	var done Forfeited
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		gone := map[store.SealedTable]int{}
		for _, table := range store.SealedTables() {
			var err error
			if gone[table], err = store.EraseSealed(ctx, tx, table); err != nil {
				return err
			}
		}
		done = Forfeited{Credentials: gone[store.SealedCredentials], Codes: gone[store.SealedTOTP]}
		endpoints, _, err := store.Endpoints(ctx, tx)
		if err != nil {
			return err
		}
		for _, endpoint := range endpoints {
			reissued, err := d.reissue(ctx, tx, endpoint)
			if err != nil {
				return err
			}
			done.Endpoints = append(done.Endpoints, reissued)
		}
		return nil
	})
	if err != nil {
		return Forfeited{}, fmt.Errorf("give up what lost keys sealed: %w", err)
	}
	return done, nil
}

func (d *Desk) reissue(ctx context.Context, tx store.Tx, endpoint predate.Endpoint) (Reissued, error) {
	key, sealed, err := d.newSecret(endpoint.ID, endpoint.Signature)
	if err != nil {
		return Reissued{}, err
	}
	endpoint.PublicKey = key.Public
	if err := store.PutSecret(ctx, tx, endpoint.ID, sealed); err != nil {
		return Reissued{}, err
	}
	if err := store.UpdateEndpoint(ctx, tx, &endpoint); err != nil {
		return Reissued{}, err
	}
	return Reissued{endpoint, key}, d.note(ctx, tx, deed{what: "endpoint.rotated", account: endpoint.Account, detail: string(endpoint.ID)})
}
