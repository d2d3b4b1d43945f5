package backup_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
)

// command runs a program of PostgreSQL.
func command(t *testing.T, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if out, err := exec.CommandContext(ctx, pgtest.Program(t, name), args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// dump makes the dump of a database.
func (s *shop) dump(url string) {
	s.t.Helper()
	s.source.Dump = filepath.Join(s.t.TempDir(), "predate.dump")
	command(s.t, "pg_dump", "--format=custom", "--file="+s.source.Dump, url)
}

// sorted puts the lines of a text in order: tables are read in none.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// On PostgreSQL the papers that the database names are copied, with the dump that was
// made before, which brings back the very rows; a database that names others is found
// out. What a reading replaced between the two is there for the rows of the dump.
func TestPostgres(t *testing.T) {
	cluster := &pgtest.Cluster{}
	t.Cleanup(cluster.Stop)
	url := cluster.Database(t)
	s := open(t, url)
	s.source.Now = time.Now
	s.paper("one")
	replaced, _, err := s.papers.Put(t.Context(), strings.NewReader("figures"))
	if err != nil {
		t.Fatal(err)
	}
	run := predate.Run{ID: "run_1", Order: s.order.ID, Number: 1, ReportHash: replaced}
	s.tx(func(ctx context.Context, tx store.Tx) error { return store.InsertRun(ctx, tx, run) })
	rows := sorted(storetest.Dump(t, s.db))
	s.dump(url)
	s.tx(func(ctx context.Context, tx store.Tx) error {
		run.ReportHash = ""
		if err := store.UpdateRun(ctx, tx, &run); err != nil {
			return err
		}
		return store.NoteErasedFile(ctx, tx, replaced, time.Now().Add(time.Hour))
	})
	m := s.take()
	raw, err := os.ReadFile(s.source.Dump)
	if err != nil {
		t.Fatal(err)
	}
	path, ok := m.HasDump()
	if !ok || s.files()[path] != string(raw) || m.Papers.Count != 2 || m.Engine != store.Postgres || m.Dumped == nil || m.Of().After(m.Taken) {
		t.Errorf("%+v", m)
	}
	fresh := cluster.Database(t)
	command(t, "pg_restore", "--no-owner", "--exit-on-error", "--dbname="+fresh, filepath.Join(s.to, path))
	restored := storetest.Open(t, fresh, store.Options{})
	if got := sorted(storetest.Dump(t, restored)); got != rows {
		t.Errorf("the rows came back as\n%s\nand were\n%s", got, rows)
	}
	if found := s.damage(restored); found != nil {
		t.Errorf("found %v", found)
	}
	hash := s.paper("later")
	if found := s.damage(s.db); len(found) != 1 || !strings.Contains(found[0], string(hash)) {
		t.Errorf("found %v", found)
	}
	s.refusesDumps(raw)
}

// refusesDumps offers files that are no dump, no whole one, or none of the day.
func (s *shop) refusesDumps(whole []byte) {
	s.t.Helper()
	was, err := backup.Read(s.to)
	if err != nil {
		s.t.Fatal(err)
	}
	now := time.Now()
	for _, one := range []struct {
		want    string
		content []byte
		age     time.Duration
	}{
		{"is no dump in the custom form", []byte("-- PostgreSQL database dump\nCREATE TABLE orders ();\n"), 0},
		{"is no dump in the custom form", []byte("PGDMP"), 0},
		{"is no dump in the custom form", nil, 0},
		{"is cut short", whole[:len(whole)/2], 0},
		{"older than the backup that the folder holds", whole, time.Minute},
		{"papers that it names may be gone since", whole, -2 * time.Hour},
	} {
		if err := os.WriteFile(s.source.Dump, one.content, 0o600); err != nil {
			s.t.Fatal(err)
		}
		s.source.Now = func() time.Time { return now.Add(max(0, -one.age)) }
		if err := os.Chtimes(s.source.Dump, now, now.Add(-max(0, one.age))); err != nil {
			s.t.Fatal(err)
		}
		refusal(s.t, one.want, func() error { _, err := backup.Take(s.t.Context(), s.source, s.to); return err })
	}
	s.source.Dump = filepath.Join(s.t.TempDir(), "none")
	refusal(s.t, "is not there", func() error { _, err := backup.Take(s.t.Context(), s.source, s.to); return err })
	if m, err := backup.Read(s.to); err != nil || m.Folder != was.Folder {
		s.t.Errorf("the backup is now %s, %v", m.Folder, err)
	}
}
