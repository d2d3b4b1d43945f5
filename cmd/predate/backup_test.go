package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"predate/internal/keeping/store/pgtest"
)

// A lost disk and an empty folder in its place: the nightly backup of what the server
// began there does not replace the last good one, which comes back.
func TestAnEmptyInstallationIsNotBackedUpOverAnother(t *testing.T) {
	t.Parallel()
	r := registry{t, filepath.Join(t.TempDir(), "data")}
	to := filepath.Join(t.TempDir(), "backup")
	r.wants(0, "", "account", "create", "--email", "a@example.fr", "--kind", "premium")
	r.wants(0, "backed up to", "backup", "--to", to)
	r.wants(0, "WARNING: "+to+" lies on the disk of "+r.data, "backup", "--to", to) // night after night
	if err := os.RemoveAll(r.data); err != nil {
		t.Fatal(err)
	}
	r.wants(0, "", "account", "create", "--email", "b@example.fr", "--kind", "premium")
	r.wants(1, "is of another installation than this one, which has 0: bring it back with «predate restore --from "+to, "backup", "--to", to)
	if err := os.RemoveAll(r.data); err != nil {
		t.Fatal(err)
	}
	r.wants(0, "restored to", "restore", "--from", to)
	r.wants(0, "fresh keys", "keys", "replace-lost")
	r.wants(0, "a@example.fr", "account", "list")
	r.wants(0, "backed up to", "backup", "--to", to)
}

// Nothing works on a data folder into which a restore is under way, and no link leads a
// backup into the data that it is to outlive.
func TestWhatABackupRefuses(t *testing.T) {
	r := registry{t, filepath.Join(t.TempDir(), "data")}
	r.wants(0, "", "account", "create", "--email", "a@example.fr", "--kind", "premium")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(r.data, link); err != nil {
		t.Fatal(err)
	}
	r.wants(1, "lies in the data folder", "backup", "--to", filepath.Join(link, "new", "backup"))
	if err := os.WriteFile(filepath.Join(r.data, "restore-unfinished"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"backup", "--to", filepath.Join(t.TempDir(), "backup")}, {"migrate"}, {"keys", "replace-lost"}, {"keys", "list"}} {
		r.wants(1, "was interrupted", args...)
	}
}

// An installation on PostgreSQL goes into a dump and a folder by the commands of the
// page, and comes back by them into another database.
func TestRestoreOnPostgres(t *testing.T) {
	t.Parallel()
	lost, fresh := cluster.Database(t), cluster.Database(t)
	tool := func(name string, args ...string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if out, err := exec.CommandContext(ctx, pgtest.Program(t, name), args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	r := registry{t, filepath.Join(t.TempDir(), "data")}
	to, dump := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "predate.dump")
	r.wants(0, "", "account", "create", "--email", "a@example.fr", "--kind", "premium", "--database", lost)
	r.wants(0, "&& predate backup", "backup", "--to", to, "--database", lost)
	tool("pg_dump", "--format=plain", "--file="+dump, lost)
	r.wants(1, "is no dump in the custom form", "backup", "--to", to, "--database", lost, "--dump", dump)
	tool("pg_dump", "--format=custom", "--file="+dump, lost)
	r.wants(0, "the dump lies in", "backup", "--to", to, "--database", lost, "--dump", dump, "--with-keys")
	r.data = filepath.Join(t.TempDir(), "data")
	held, err := filepath.Glob(filepath.Join(to, "2*", "predate.dump"))
	if err != nil || len(held) != 1 {
		t.Fatalf("dumps %v: %v", held, err)
	}
	tool("pg_restore", "--no-owner", "--exit-on-error", "--dbname="+fresh, held[0])
	r.wants(0, "is whole", "restore", "--check", "--from", to, "--database", fresh)
	r.wants(0, "restored to", "restore", "--from", to, "--database", fresh)
	r.wants(0, "a@example.fr", "account", "list", "--database", fresh)
	r.wants(0, "backed up to", "backup", "--to", to, "--database", fresh)
}
