package pgtest_test

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"predate/internal/keeping/store/pgtest"
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

// What a server acknowledged is there after a stop, after a crash, and on the
// standby that takes its place.
func TestServerAndStandby(t *testing.T) {
	first := pgtest.NewServer(t)
	first.Database("here")
	second := pgtest.NewStandby(t, first)
	either := pgtest.Either(first, second, "here")
	do := func(statement string) (count int) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), either)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM kept").Scan(&count); err != nil {
			t.Fatal(err)
		}
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
		return count
	}
	do("CREATE TABLE kept (id BIGINT)")
	do("INSERT INTO kept VALUES (1)")
	first.Shut()
	first.Start()
	do("INSERT INTO kept VALUES (2)")
	first.Crash()
	second.Promote()
	if got := do("INSERT INTO kept VALUES (3)"); got != 3 {
		t.Errorf("%d rows on the standby that was promoted, want 3", got)
	}
	first.Follow(second)
	do("INSERT INTO kept VALUES (4)")
	second.Crash()
	first.Promote()
	if got := do("INSERT INTO kept VALUES (5)"); got != 5 {
		t.Errorf("%d rows on the first server again, want 5", got)
	}
}
