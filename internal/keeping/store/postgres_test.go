package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestDeadConnection: a transaction begins on another connection if the server closed
// this one, and not if the server refuses it or cannot be reached.
func TestDeadConnection(t *testing.T) {
	for name, one := range map[string]struct {
		err  error
		want bool
	}{
		"the server shuts down":      {fmt.Errorf("begin: %w", &pgconn.PgError{Severity: "FATAL", Code: "57P01"}), true},
		"another backend crashed":    {&pgconn.PgError{Severity: "FATAL", Code: "57P02"}, true},
		"a statement takes too long": {&pgconn.PgError{Severity: "ERROR", Code: "57014"}, false},
		"too many connections":       {&pgconn.PgError{Severity: "FATAL", Code: "53300"}, false},
		"nobody listens":             {&pgconn.ConnectError{}, false},
		"something else":             {errors.New("broken pipe"), false},
	} {
		if have := deadConnection(one.err); have != one.want {
			t.Errorf("%s: have %v, want %v", name, have, one.want)
		}
	}
}
