package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"predate"
)

// Scratch creates an empty database on the server of a PostgreSQL URL, without touching
// the database of that URL. It returns the URL of the new database and a function that
// drops it, closing remaining connections.
func Scratch(ctx context.Context, base, name string) (at string, drop func(context.Context) error, err error) {
	if EngineOf(base) != Postgres {
		return "", nil, predate.Refuse(predate.CodeInvalid, "Only a PostgreSQL server can be asked for another database")
	}
	server, err := url.Parse(base)
	if err != nil {
		return "", nil, errors.New("the URL cannot be read") // the cause may repeat the password
	}
	quoted := pgx.Identifier{name}.Sanitize()
	if err := administer(ctx, base, "CREATE DATABASE "+quoted); err != nil {
		return "", nil, fmt.Errorf("make the database %s: %w", name, err)
	}
	beside := *server
	beside.Path = "/" + name
	return beside.String(), func(ctx context.Context) error {
		if err := administer(ctx, base, "DROP DATABASE "+quoted+" WITH (FORCE)"); err != nil {
			return fmt.Errorf("drop the database %s: %w", name, err)
		}
		return nil
	}, nil
}

// administer runs a statement that is not allowed in a transaction.
func administer(ctx context.Context, server, statement string) error {
	config, err := pgxpool.ParseConfig(server)
	if err != nil {
		return errors.New("the URL cannot be read") // the cause may repeat the password
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return pgError(err)
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(pgError(err), conn.Close(ctx))
}
