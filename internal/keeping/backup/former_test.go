package backup_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"predate"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/store"
)

// The last good backup of an installation is not replaced by another's, by that of an
// emptied or older one, nor where nobody knows whose it is.
func TestWhoseBackupItIs(t *testing.T) {
	s := open(t, "")
	s.paper("one")
	s.tx(func(ctx context.Context, tx store.Tx) error {
		return store.InsertOrder(ctx, tx, predate.Order{ID: "ABCDEG", Account: "acc_1", State: predate.Confirmed, Created: s.order.Created})
	})
	s.take()
	was := s.files()
	same := func(what string) {
		t.Helper()
		now := s.files()
		if len(now) != len(was) {
			t.Errorf("%s: %d files, and there were %d", what, len(now), len(was))
		}
		for path, content := range was {
			if now[path] != content {
				t.Errorf("%s: %s is gone or another", what, path)
			}
		}
	}
	other := open(t, "")
	take := func() error { _, err := backup.Take(t.Context(), other.source, s.to); return err }
	other.source.Installation = "another"
	refusal(t, "is of another installation than this one, which has 1: bring it back with «predate restore --from "+s.to+"», or name another folder", take)
	same("another installation")
	other.source.Installation = s.source.Installation
	refusal(t, "holds 2 order(s) and this installation 1", take)
	same("an older one")
	other.source.Installation = ""
	refusal(t, "is of another installation", take)
	manifest := filepath.Join(s.to, "manifest.json")
	whole, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	for _, hurt := range []string{"", "{", strings.Replace(string(whole), `"format": 1`, `"format": 2`, 1)} {
		if err := os.WriteFile(manifest, []byte(hurt), 0o600); err != nil {
			t.Fatal(err)
		}
		refusal(t, "It cannot be known whose backup", func() error { _, err := backup.Take(t.Context(), s.source, s.to); return err })
	}
	// One of before there were ids is taken over.
	if err := os.WriteFile(manifest, []byte(strings.Replace(string(whole), `"installation": "this one",`, "", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if m := s.take(); m.Installation != "this one" {
		t.Errorf("it is of %q", m.Installation)
	}
}

// A copy on a disk that cannot be read now stays, and so does a damaged one whose
// source is gone: it may be all that is left.
func TestDamagedCopiesStay(t *testing.T) {
	s := open(t, "")
	hash := s.paper("one")
	s.take()
	path := filepath.Join(s.to, blobFile(hash))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil { // which opens, and cannot be read
		t.Fatal(err)
	}
	if _, err := backup.Take(t.Context(), s.source, s.to); err == nil || errors.Is(err, predate.ErrDamaged) {
		t.Errorf("a disk that cannot be read: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("what cannot be read was deleted: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("onf"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.source.Blobs = away{s.papers}
	if _, err := backup.Take(t.Context(), s.source, s.to); err == nil {
		t.Error("a backup without its source was taken")
	}
	if got := s.files()[blobFile(hash)]; got != "onf" {
		t.Errorf("the copy is %q while its source is away", got)
	}
	s.source.Blobs = s.papers
	if err := s.papers.Delete(t.Context(), hash); err != nil {
		t.Fatal(err)
	}
	m := s.take()
	if got := s.files()[blobFile(hash)]; got != "onf" || len(m.Lost()) != 1 || m.Papers.Count != 0 {
		t.Errorf("the copy is %q; %+v", got, m)
	}
}

// away is a store that does not answer.
type away struct{ blob.Store }

func (away) Open(context.Context, predate.Hash) (io.ReadSeekCloser, error) {
	return nil, errors.New("no route to it")
}

// What interrupted backups left makes room before the next one needs it, also where
// the folder's name is a pattern.
func TestLeftoversMakeRoom(t *testing.T) {
	s := open(t, "")
	s.to = filepath.Join(t.TempDir(), "copy[a-b]")
	erased := s.paper("erased")
	was := s.take()
	left := filepath.Join(s.to, "20200101T000000Z")
	if err := os.Mkdir(left, 0o700); err != nil {
		t.Fatal(err)
	}
	s.paper("two")
	s.tx(func(ctx context.Context, tx store.Tx) error { return store.DeleteDocument(ctx, tx, 1) })
	s.source.Heard = func(backup.Progress) {
		if _, err := os.Stat(left); err == nil {
			t.Error("it is still there while the next one is taken")
		}
		if _, err := os.Stat(filepath.Join(s.to, was.Folder)); err != nil {
			t.Errorf("the former one is gone too: %v", err)
		}
	}
	s.take()
	if _, there := s.files()[blobFile(erased)]; there {
		t.Error("what was erased is still there")
	}
}

// Keys are copied through the links by which secrets are mounted, and none is no keys.
func TestKeysBehindLinks(t *testing.T) {
	s := open(t, "")
	made, mounted := filepath.Join(t.TempDir(), "made"), t.TempDir()
	keysIn(t, made)
	if err := os.Mkdir(filepath.Join(mounted, "..2026"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(mounted, "..2026"), os.DirFS(made)); err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Symlink("..2026", filepath.Join(mounted, "..data")))
	for _, name := range []string{"secrets.keys", "credentials.keys", "credentials.public"} {
		must(os.Chmod(filepath.Join(mounted, "..2026", name), 0o600))
		must(os.Symlink(filepath.Join("..data", name), filepath.Join(mounted, name)))
	}
	s.source.Keys = mounted
	m := s.take()
	files := s.files()
	for _, name := range []string{"secrets.keys", "credentials.keys", "credentials.public"} {
		want, err := os.ReadFile(filepath.Join(made, name))
		must(err)
		if got := files[filepath.Join(m.Folder, "keys", name)]; got != string(want) {
			t.Errorf("%s was not copied: %q", name, got)
		}
	}
	if !m.HasKeys() || len(m.Files) != 5 {
		t.Errorf("%+v", m.Files)
	}
}
