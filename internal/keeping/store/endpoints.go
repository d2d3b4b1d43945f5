package store

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"predate"
)

const endpointColumns = "id, account, url, events, link, details, max_rate, signature, public_key," +
	" enabled, disabled_reason, created, version, test"

func endpointValues(e predate.Endpoint) ([]any, error) {
	events, err := texts(e.Events)
	if err != nil {
		return nil, err
	}
	return []any{
		e.ID, e.Account, e.URL, events, e.Link, e.Details, e.MaxRate, e.Signature, e.PublicKey,
		e.Enabled, e.DisabledReason, micros(e.Created), e.Version, e.Test,
	}, nil
}

// endpointFields returns what endpointColumns are scanned into.
func endpointFields(e *predate.Endpoint) []any {
	return []any{
		&e.ID, &e.Account, &e.URL, readTexts(&e.Events), &e.Link, &e.Details, &e.MaxRate, &e.Signature, &e.PublicKey,
		&e.Enabled, &e.DisabledReason,
		instant{&e.Created},
		&e.Version, &e.Test,
	}
}

func scanEndpoint(row Row) (predate.Endpoint, error) { return into(endpointFields)(row) }

// InsertEndpoint adds an endpoint and its first secret, which the caller has sealed.
func InsertEndpoint(ctx context.Context, tx Tx, e predate.Endpoint, sealed []byte) error {
	values, err := endpointValues(e)
	if err == nil {
		err = insert(ctx, tx, "endpoints", endpointColumns, values...)
	}
	if err == nil {
		err = PutSecret(ctx, tx, e.ID, sealed)
	}
	if err != nil {
		return fmt.Errorf("insert endpoint %s of %s: %w", e.ID, e.Account, err)
	}
	return nil
}

// EndpointByID returns an endpoint, or ErrNotFound.
func EndpointByID(ctx context.Context, tx Tx, id predate.EndpointID) (predate.Endpoint, error) {
	e, err := scanEndpoint(tx.QueryRow(ctx, "SELECT "+endpointColumns+" FROM endpoints WHERE id = $1", id))
	if err != nil {
		return e, fmt.Errorf("read endpoint %s: %w", id, err)
	}
	return e, nil
}

// EndpointsOf returns the endpoints of an account by age, including disabled ones.
func EndpointsOf(ctx context.Context, tx Tx, account predate.AccountID) ([]predate.Endpoint, error) {
	all, err := collect(ctx, tx, scanEndpoint,
		"SELECT "+endpointColumns+" FROM endpoints WHERE account = $1 ORDER BY created, id", account)
	if err != nil {
		return nil, fmt.Errorf("list endpoints of %s: %w", account, err)
	}
	return all, nil
}

// Endpoints lists the endpoints of all accounts by account and age, with their
// health.
func Endpoints(ctx context.Context, tx Tx) ([]predate.Endpoint, map[predate.EndpointID]predate.Health, error) {
	all, err := collect(ctx, tx, scanEndpoint, "SELECT "+endpointColumns+" FROM endpoints ORDER BY account, created, id")
	if err != nil {
		return nil, nil, fmt.Errorf("list endpoints: %w", err)
	}
	known, err := collect(ctx, tx, scanHealth, "SELECT "+healthColumns+" FROM endpoint_health")
	if err != nil {
		return nil, nil, fmt.Errorf("list the health of endpoints: %w", err)
	}
	health := make(map[predate.EndpointID]predate.Health, len(known))
	for _, one := range known {
		health[one.Endpoint] = one
	}
	return all, health, nil
}

// UpdateEndpoint replaces an endpoint and increments e.Version. It returns ErrStale
// if the endpoint has changed since it was read, or does not exist.
func UpdateEndpoint(ctx context.Context, tx Tx, e *predate.Endpoint) error {
	next := *e
	next.Version++
	values, err := endpointValues(next)
	if err != nil {
		return fmt.Errorf("update endpoint %s: %w", e.ID, err)
	}
	query := "UPDATE endpoints SET " + setClause(endpointColumns) + " WHERE id = $1 AND version = $" + strconv.Itoa(len(values)+1)
	n, err := tx.Exec(ctx, query, append(values, e.Version)...)
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("update endpoint %s at version %d: %w", e.ID, e.Version, err)
	}
	e.Version = next.Version
	return nil
}

// DeleteEndpoint removes an endpoint with its secrets and its health;
// ErrNotFound if there is none. Its deliveries remain, as history.
func DeleteEndpoint(ctx context.Context, tx Tx, id predate.EndpointID) error {
	_, err := tx.Exec(ctx, "DELETE FROM endpoint_secrets WHERE endpoint = $1", id)
	if err == nil {
		_, err = tx.Exec(ctx, "DELETE FROM endpoint_health WHERE endpoint = $1", id)
	}
	if err == nil {
		var n int64
		n, err = tx.Exec(ctx, "DELETE FROM endpoints WHERE id = $1", id)
		err = must(n, err, predate.ErrNotFound)
	}
	if err != nil {
		return fmt.Errorf("delete endpoint %s: %w", id, err)
	}
	return nil
}

// SecretsOf returns the sealed secrets with which deliveries to an endpoint are
// signed now: the current one first, then those in their grace period.
func SecretsOf(ctx context.Context, tx Tx, endpoint predate.EndpointID, now time.Time) ([][]byte, error) {
	scan := into(func(sealed *[]byte) []any { return []any{binary{sealed}} })
	all, err := collect(ctx, tx, scan, "SELECT sealed FROM endpoint_secrets"+
		" WHERE endpoint = $1 AND (until = 0 OR until > $2) ORDER BY number DESC", endpoint, micros(now))
	if err != nil {
		return nil, fmt.Errorf("read secrets of %s: %w", endpoint, err)
	}
	return all, nil
}

// RotateSecret makes sealed the current secret of an endpoint. Earlier secrets are
// not used after graceUntil, even if an earlier rotation gave them more time.
func RotateSecret(ctx context.Context, tx Tx, endpoint predate.EndpointID, sealed []byte, graceUntil time.Time) error {
	n, err := tx.Exec(ctx, "UPDATE endpoint_secrets SET until = $2 WHERE endpoint = $1 AND (until = 0 OR until > $2)", endpoint, micros(graceUntil))
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("rotate secret of %s: %w", endpoint, err)
	}
	n, err = tx.Exec(ctx, "INSERT INTO endpoint_secrets (endpoint, number, sealed, until)"+
		" SELECT endpoint, MAX(number) + 1, CAST($2 AS TEXT), 0 FROM endpoint_secrets WHERE endpoint = $1 GROUP BY endpoint",
		endpoint, base64Text(sealed))
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("rotate secret of %s: %w", endpoint, err)
	}
	return nil
}
