package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	odd := filepath.Join(dir, "à b?c#d%41&e.db")
	db := storetest.Open(t, odd, store.Options{})
	put(t, db, "here")
	if info, err := os.Stat(odd); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("file %v, %v; want it under its odd name and private", info, err)
	}
	t.Chdir(dir)
	if _, err := os.Stat("predate.db"); err == nil {
		t.Fatal("predate.db is there already")
	}
	storetest.Open(t, "", store.Options{})
	if _, err := os.Stat("predate.db"); err != nil {
		t.Errorf("the default file: %v", err)
	}
	for url, want := range map[string]error{
		filepath.Join(dir, "none", "predate.db"):              os.ErrNotExist,
		"postgres://u:hidden@127.0.0.1:1/x?connect_timeout=2": predate.ErrBusy,
		"postgres://u:hidden@[":                               nil,
	} {
		_, err := store.Open(t.Context(), url, store.Options{})
		if err == nil || (want != nil && !errors.Is(err, want)) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("open %s: have %v, want %v and no password", url, err, want)
		}
	}
}

// A lock of another process is waited for, and then reported as busy.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predate.db")
	db := storetest.Open(t, path, store.Options{BusyTimeout: 20 * time.Millisecond})
	other := storetest.Open(t, path, store.Options{})
	held, release := make(chan struct{}), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		err := other.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
			close(held)
			<-release
			return storetest.PutSetting(ctx, tx, "other", nil)
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	err := db.InTx(t.Context(), func(context.Context, store.Tx) error { return nil })
	if !errors.Is(err, predate.ErrBusy) {
		t.Errorf("have %v, want busy", err)
	}
	if has(t, db, "other") {
		t.Error("a reader saw what is not committed")
	}
	time.AfterFunc(50*time.Millisecond, func() { close(release) })
	put(t, db, "mine") // tried again until the other is done
	wait.Wait()
	if !has(t, db, "other") || !has(t, db, "mine") {
		t.Error("want both")
	}
}

// Connections that the server closed, as when it restarts, are replaced
// without anybody noticing.
func TestLostConnections(t *testing.T) {
	db := storetest.Open(t, storetest.Database(t, &cluster), store.Options{})
	for round := range 5 {
		var warm sync.WaitGroup
		for i := range 8 {
			warm.Go(func() { put(t, db, fmt.Sprint(round, i)) })
		}
		warm.Wait()
		_ = db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { // loses its own connection last
			_, err := tx.Exec(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() ORDER BY pid = pg_backend_pid()")
			return err
		})
		if !has(t, db, fmt.Sprint(round, 0)) {
			t.Error("what was written is gone")
		}
		put(t, db, "after")
	}
}

// A full disk is the database's trouble, for each caller to try again later,
// and over when there is room again.
func TestFull(t *testing.T) {
	db := storetest.SQLite(t)
	pages := func(n int) {
		err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", n))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages(1) // no more than there are
	release := occupied(t, db)
	var wait sync.WaitGroup
	for i := range 5 {
		wait.Go(func() {
			err := db.Grouped(context.Background(), func(ctx context.Context, tx store.Tx) error {
				return storetest.PutSetting(ctx, tx, fmt.Sprint(i), make([]byte, 1<<20))
			})
			if !errors.Is(err, predate.ErrBusy) {
				t.Errorf("have %v, want busy", err)
			}
		})
	}
	time.Sleep(50 * time.Millisecond)
	release()
	wait.Wait()
	pages(1 << 30)
	put(t, db, "room")
	if has(t, db, "0") || !has(t, db, "room") {
		t.Error("want what had room alone")
	}
}

// Two transactions that wait for each other both end, the loser by being run
// again.
func TestDeadlock(t *testing.T) {
	db := storetest.Open(t, storetest.Database(t, &cluster), store.Options{})
	put(t, db, "a")
	put(t, db, "b")
	var barrier, wait sync.WaitGroup
	barrier.Add(2)
	hold := func(ctx context.Context, tx store.Tx, name string) error {
		_, err := tx.Exec(ctx, "UPDATE settings SET value = value WHERE name = $1", name)
		return err
	}
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		wait.Go(func() {
			first := true
			err := db.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
				if err := hold(ctx, tx, order[0]); err != nil {
					return err
				}
				if first {
					first = false
					barrier.Done()
					barrier.Wait()
				}
				return hold(ctx, tx, order[1])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// Whatever queries run one inside the other, over the same few texts, each
// sees the rows of its own arguments: a statement is never shared.
func TestStatementCache(t *testing.T) {
	db := storetest.SQLite(t)
	rapid.Check(t, func(rt *rapid.T) {
		depth := rapid.IntRange(1, 6).Draw(rt, "depth")
		err := db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
			return nested(ctx, tx, rt, depth)
		})
		if err != nil {
			rt.Fatal(err)
		}
	})
}

func nested(ctx context.Context, tx store.Tx, rt *rapid.T, depth int) error {
	const counted = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT i, $2 FROM n"
	last := rapid.IntRange(1, 5).Draw(rt, "last")
	tag := rapid.StringMatching("[a-z]{1,4}").Draw(rt, "tag")
	leaveAt := rapid.IntRange(1, 6).Draw(rt, "leave at")
	text := counted + strings.Repeat(" ", rapid.IntRange(0, 1).Draw(rt, "text"))
	rows, err := tx.Query(ctx, text, last, tag)
	if err != nil {
		return err
	}
	defer rows.Close()
	for want := 1; rows.Next(); want++ {
		var i int
		var saw string
		if err := rows.Scan(&i, &saw); err != nil {
			return err
		}
		if i != want || saw != tag {
			return fmt.Errorf("depth %d: row %d %q, want %d %q", depth, i, saw, want, tag)
		}
		if i == leaveAt { // with rows unread
			return nil
		}
		if depth > 0 && i == 1 {
			if err := nested(ctx, tx, rt, depth-1); err != nil {
				return err
			}
		}
		if i > last {
			return fmt.Errorf("row %d of %d", i, last)
		}
	}
	return rows.Err()
}

// More texts than are kept, texts that fail, and a schema that changes under a
// kept statement.
func TestStatementCacheEdges(t *testing.T) {
	db := storetest.SQLite(t)
	ctx := t.Context()
	do := func(query string, args ...any) error {
		return db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, query, args...)
			return err
		})
	}
	sum := func() (n int, err error) {
		err = db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			return tx.QueryRow(ctx, "SELECT * FROM kept WHERE id >= $1", 0).Scan(&n)
		})
		return n, err
	}
	if err := do("CREATE TABLE kept (id BIGINT)"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for i := range 300 {
			if err := do(fmt.Sprintf("INSERT INTO kept (id) VALUES ($1 + %d)", i), i); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 3 {
		if err := do("INSERT INTO none (id) VALUES ($1)", 1); err == nil {
			t.Error("wrote to no table")
		}
		err := do("INSERT INTO accounts (id) VALUES ($1)", "acc_half")
		if err == nil || errors.Is(err, predate.ErrExists) {
			t.Errorf("have %v, want a missing column to be refused", err)
		}
	}
	if n, err := sum(); n != 0 || err != nil {
		t.Errorf("have %d, %v", n, err)
	}
	if err := do("DROP TABLE kept"); err != nil {
		t.Fatal(err)
	}
	if _, err := sum(); err == nil {
		t.Error("read a table that is gone")
	}
	if err := do("CREATE TABLE kept (id BIGINT); INSERT INTO kept VALUES (7)"); err != nil {
		t.Fatal(err)
	}
	if n, err := sum(); n != 7 || err != nil {
		t.Errorf("have %d, %v; want 7 of the new table", n, err)
	}
}
