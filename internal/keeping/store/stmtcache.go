package store

import (
	"context"
	"database/sql/driver"
	"errors"
)

// maxStatements is the maximum number of prepared statements that a connection keeps.
// It is more than the number of different statements of the store and the queue.
const maxStatements = 256

// cachingConnector opens connections that cache prepared statements: parsing is
// half the cost of a short SQLite transaction.
type cachingConnector struct{ driver.Connector }

// Connect opens a connection with an empty cache.
func (c cachingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	full, ok := conn.(sqliteConn)
	if !ok {
		return nil, errors.Join(errors.New("SQLite driver lacks context methods"), conn.Close())
	}
	return &cachingConn{sqliteConn: full, idle: make(map[string]driver.Stmt)}, nil
}

// sqliteConn is what the driver's connections can do; all but Exec and Query
// passes through.
type sqliteConn interface {
	driver.Conn
	driver.Pinger
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// cachingConn is used by one goroutine at a time, like every driver.Conn. A
// statement is in idle only while it has no open rows, so that the same text run
// again meanwhile gets another statement.
type cachingConn struct {
	sqliteConn
	idle map[string]driver.Stmt
}

// ExecContext runs a statement, prepared if it has arguments. Statements without
// arguments are schema changes, scripts or rare, and are not cached.
func (c *cachingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) == 0 {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	stmt, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, stmt.Close())
	}
	return result, c.keep(query, stmt)
}

// QueryContext runs a query, prepared.
func (c *cachingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	stmt, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, stmt.Close())
	}
	return &cachedRows{Rows: rows, conn: c, query: query, stmt: stmt}, nil
}

// Close finalizes the idle statements with the connection.
func (c *cachingConn) Close() error {
	var errs []error
	for query, stmt := range c.idle {
		errs = append(errs, stmt.Close())
		delete(c.idle, query)
	}
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

func (c *cachingConn) take(ctx context.Context, query string) (driver.Stmt, error) {
	if stmt, ok := c.idle[query]; ok {
		delete(c.idle, query)
		return stmt, nil
	}
	return c.PrepareContext(ctx, query)
}

// keep returns a statement to the cache. If the cache is full, another one is removed.
func (c *cachingConn) keep(query string, stmt driver.Stmt) error {
	if _, taken := c.idle[query]; taken {
		return stmt.Close()
	}
	if len(c.idle) >= maxStatements {
		for old, victim := range c.idle {
			delete(c.idle, old)
			if err := victim.Close(); err != nil {
				return errors.Join(err, stmt.Close())
			}
			break
		}
	}
	c.idle[query] = stmt
	return nil
}

// cachedRows returns its statement to the cache when it is closed.
type cachedRows struct {
	driver.Rows
	conn  *cachingConn
	query string
	stmt  driver.Stmt
}

// Close closes the rows. The first call returns the statement to the cache.
func (r *cachedRows) Close() error {
	err := r.Rows.Close()
	if r.stmt == nil {
		return err
	}
	stmt := r.stmt
	r.stmt = nil
	if err != nil {
		return errors.Join(err, stmt.Close())
	}
	return r.conn.keep(r.query, stmt)
}
