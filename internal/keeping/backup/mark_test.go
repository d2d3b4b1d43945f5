package backup_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"predate/internal/keeping/backup"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/seal"
)

// keysIn makes keys in a folder.
func keysIn(t *testing.T, dir string) {
	t.Helper()
	if err := seal.Create(dir); err != nil {
		t.Fatal(err)
	}
}

// found is what a look through the backup brings.
func (s *shop) found() backup.Findings {
	s.t.Helper()
	found, err := backup.Check(s.t.Context(), s.to, nil, silent)
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// target is an empty place, its database and keys outside the data folder.
func (s *shop) target() backup.Target {
	s.t.Helper()
	place := s.t.TempDir()
	to := backup.Target{Data: filepath.Join(place, "data"), Database: filepath.Join(place, "disk", "predate.db"), Keys: filepath.Join(place, "safe", "keys")}
	var err error
	if to.Papers, err = blob.OpenDir(filepath.Join(place, "papers")); err != nil {
		s.t.Fatal(err)
	}
	return to
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// A restore overwrites nothing, wherever it lies, and leaves nothing beside the
// database that would be played into it.
func TestRestoreOverwritesNothing(t *testing.T) {
	s := open(t, "")
	s.paper("one")
	s.source.Keys = filepath.Join(s.data, "keys")
	keysIn(t, s.source.Keys)
	m := s.take()
	for name, want := range map[string]string{
		"disk/predate.db": "There is a database at", "disk/predate.db-wal": "predate.db-wal, which belongs to another database", "disk/predate.db-shm": "-shm, which belongs",
		"disk/predate.db-journal": "-journal, which belongs", "safe/keys/secrets.keys": "There are keys in", "data/anything": "is not empty",
	} {
		to := s.target()
		path := filepath.Join(filepath.Dir(to.Data), name)
		write(t, path, "another's")
		refusal(t, want, func() error { return to.Vacant(s.to, m) })
	}
	// What came there while the restore was interrupted stays too.
	for _, name := range []string{"disk/predate.db", "safe/keys/secrets.keys"} {
		to := s.target()
		found := s.found()
		if err := errors.Join(to.Vacant(s.to, found.Manifest), to.Begin(s.to, found.Manifest)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(filepath.Dir(to.Data), name)
		write(t, path, "another's")
		refusal(t, "came there since the restore began", func() error { return backup.Restore(t.Context(), s.to, found, to, silent) })
		if got, err := os.ReadFile(path); err != nil || string(got) != "another's" {
			t.Errorf("%s is %q, %v", name, got, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(to.Vacant(s.to, found.Manifest), backup.Restore(t.Context(), s.to, found, to, silent), backup.Unfinished(to.Data)); err != nil {
			t.Error(err)
		}
	}
}

// An interrupted restore is gone on with by itself alone: of the same backup, from any
// copy of it, into the same places.
func TestAnotherRestoreDoesNotGoOn(t *testing.T) {
	s := open(t, "")
	s.paper("one")
	s.take()
	found, to := s.found(), s.target()
	if err := errors.Join(to.Vacant(s.to, found.Manifest), to.Begin(s.to, found.Manifest)); err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := backup.Restore(stopped, s.to, found, to, silent); err == nil {
		t.Fatal("it was not interrupted")
	}
	refusal(t, "predate restore --from "+s.to+"» again", func() error { return backup.Unfinished(to.Data) })
	elsewhere := to
	elsewhere.Database += "2"
	refusal(t, "other places", func() error { return elsewhere.Vacant(s.to, found.Manifest) })
	elsewhere = to
	elsewhere.Bucket = "s3.example/papers"
	refusal(t, "other places", func() error { return elsewhere.Vacant(s.to, found.Manifest) })
	again := filepath.Join(t.TempDir(), "another copy")
	if err := os.CopyFS(again, os.DirFS(s.to)); err != nil {
		t.Fatal(err)
	}
	if err := to.Vacant(again, found.Manifest); err != nil {
		t.Errorf("another copy of the same backup: %v", err)
	}
	s.paper("two")
	s.take()
	later := s.found()
	refusal(t, "another backup, from", func() error { return to.Vacant(s.to, later.Manifest) })
	refusal(t, "was replaced since", func() error { return backup.Restore(t.Context(), s.to, found, to, silent) })
	write(t, filepath.Join(to.Data, "restore-unfinished"), "")
	refusal(t, "another backup", func() error { return to.Vacant(again, found.Manifest) })
}

// While a backup is written nobody reads the folder, and the other way round; a copy
// of it on a disk that is only read is free.
func TestFolderIsHeld(t *testing.T) {
	s := open(t, "")
	s.paper("one")
	s.source.Heard = func(backup.Progress) {
		refusal(t, "A backup is being written", func() error { _, err := backup.Hold(s.to); return err })
	}
	s.take()
	release, err := backup.Hold(s.to)
	if err != nil {
		t.Fatal(err)
	}
	refusal(t, "or a restore reads it", func() error { _, err := backup.Take(t.Context(), s.source, s.to); return err })
	release()
	s.source.Heard = silent
	s.take()
	if err := os.Remove(filepath.Join(s.to, "predate-backups")); err != nil {
		t.Fatal(err)
	}
	if found := s.damage(nil); found != nil {
		t.Errorf("found %v", found)
	}
}
