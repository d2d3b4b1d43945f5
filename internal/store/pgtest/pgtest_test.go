package pgtest_test

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"predate/internal/store/pgtest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

// Each database is empty and apart from the others.
func TestDatabase(t *testing.T) {
	ctx := context.Background()
	for range 2 {
		conn, err := pgx.Connect(ctx, cluster.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(ctx, "CREATE TABLE here (id BIGINT)"); err != nil {
			t.Errorf("a second database is not empty: %v", err)
		}
		if err := conn.Close(ctx); err != nil {
			t.Error(err)
		}
	}
}
