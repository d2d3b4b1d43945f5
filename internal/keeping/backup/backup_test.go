package backup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/backup"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// shop is an installation without a server.
type shop struct {
	t        *testing.T
	db       *store.DB
	data, to string
	papers   *blob.Dir
	read     int // papers that were read at their source
	source   backup.Source
	order    predate.Order
	papersOf int64
}

func silent(backup.Progress) {}

func open(t *testing.T, url string) *shop {
	t.Helper()
	s := &shop{t: t, data: t.TempDir(), to: filepath.Join(t.TempDir(), "copy")}
	if url == "" {
		url = filepath.Join(s.data, "predate.db")
	}
	s.db = storetest.Open(t, url, store.Options{})
	var err error
	if s.papers, err = blob.OpenDir(filepath.Join(s.data, "blobs")); err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	s.source = backup.Source{DB: s.db, Blobs: counted{s.papers, s}, Version: "v1", Installation: "this one", Now: func() time.Time { return noon }, Heard: silent}
	s.order = predate.Order{ID: "ABCDEF", Account: "acc_1", State: predate.Confirmed, Created: noon}
	s.tx(func(ctx context.Context, tx store.Tx) error {
		if err := store.InsertAccount(ctx, tx, &predate.Account{ID: "acc_1", Email: "a@example.fr"}); err != nil {
			return err
		}
		return store.InsertOrder(ctx, tx, s.order)
	})
	return s
}

// counted counts what is read.
type counted struct {
	blob.Store
	shop *shop
}

func (c counted) Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	c.shop.read++
	return c.Store.Open(ctx, hash)
}

func (s *shop) tx(fn func(context.Context, store.Tx) error) {
	s.t.Helper()
	if err := s.db.InTx(s.t.Context(), fn); err != nil {
		s.t.Fatal(err)
	}
}

// paper keeps a paper of the order.
func (s *shop) paper(content string) predate.Hash {
	s.t.Helper()
	hash, size, err := s.papers.Put(s.t.Context(), strings.NewReader(content))
	if err != nil {
		s.t.Fatal(err)
	}
	s.papersOf++
	s.tx(func(ctx context.Context, tx store.Tx) error {
		return store.InsertDocument(ctx, tx, predate.Document{ID: predate.DocumentID(s.papersOf), Order: s.order.ID, Hash: hash, Size: size})
	})
	return hash
}

func (s *shop) take() backup.Manifest {
	s.t.Helper()
	m, err := backup.Take(s.t.Context(), s.source, s.to)
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

// damage is what a look through the backup finds.
func (s *shop) damage(db *store.DB) []string {
	s.t.Helper()
	found, err := backup.Check(s.t.Context(), s.to, db, silent)
	if err != nil {
		s.t.Fatal(err)
	}
	var all []string
	for _, one := range found.Damage {
		all = append(all, one.What)
	}
	return all
}

// files are all files of the folder with their bytes.
func (s *shop) files() map[string]string {
	s.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(s.to, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, s.to+"/")] = string(content)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func blobFile(hash predate.Hash) string {
	return filepath.Join("blobs", string(hash[:2]), string(hash))
}

// A second backup reads only what is new, and takes away what was erased; the
// papers are checked by their sums, also without this program.
func TestBackupsShareTheirPapers(t *testing.T) {
	s := open(t, "")
	first, erased := s.paper("one"), s.paper("two")
	m := s.take()
	if m.Papers.Count != 2 || m.Papers.Bytes != 6 || m.Counts.Documents != 2 || m.Schema == 0 || m.HasKeys() || s.read != 2 {
		t.Errorf("the manifest is %+v after %d readings", m, s.read)
	}
	third := s.paper("three")
	s.tx(func(ctx context.Context, tx store.Tx) error { return store.DeleteDocument(ctx, tx, 2) })
	if err := os.WriteFile(filepath.Join(s.to, blobFile(first)), []byte("bad"), 0o600); err != nil {
		t.Fatal(err)
	}
	later := s.take()
	files := s.files()
	if s.read != 4 || files[blobFile(first)] != "one" || files[blobFile(third)] != "three" {
		t.Errorf("%d readings; the damaged copy is %q", s.read, files[blobFile(first)])
	}
	if _, there := files[blobFile(erased)]; there || len(files) != 6 || later.Folder == m.Folder {
		t.Errorf("what was erased is still there, or more: %d files", len(files))
	}
	sums := exec.Command("sha256sum", "--check", "--strict", filepath.Join(later.Folder, "SHA256SUMS"))
	sums.Dir = s.to
	if out, err := sums.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if found := s.damage(nil); found != nil {
		t.Errorf("found %v", found)
	}
}

// A backup that is interrupted anywhere leaves the former one whole.
func TestInterruptedBackup(t *testing.T) {
	s := open(t, "")
	s.paper("one")
	was := s.take()
	for i := range 4 {
		s.paper(fmt.Sprint("more ", i))
	}
	for after := range 6 {
		ctx, stop := context.WithCancel(t.Context())
		s.source.Heard = func(p backup.Progress) {
			if p.Done == after {
				stop()
			}
		}
		_, err := backup.Take(ctx, s.source, s.to)
		m, readErr := backup.Read(s.to)
		if after < 5 && (err == nil || readErr != nil || m.Folder != was.Folder) {
			t.Errorf("interrupted after %d papers: %v; the backup is %s, %v", after, err, m.Folder, readErr)
		}
		if found := s.damage(nil); found != nil {
			t.Errorf("interrupted after %d papers: %v", after, found)
		}
		stop()
	}
	s.source.Heard = silent
	s.take()
	if entries, err := os.ReadDir(s.to); err != nil || len(entries) != 4 {
		t.Errorf("%d entries are left, %v; want the papers, one backup, its manifest and the owner", len(entries), err)
	}
}

// Each single damage is found, and nothing is written by looking.
func TestCheckFindsEachDamage(t *testing.T) {
	s := open(t, "")
	hash := s.paper(strings.Repeat("a paper ", 1000))
	m := s.take()
	path := func(name string) string { return filepath.Join(s.to, m.Folder, name) }
	cut := func(name string) func([]byte) (string, []byte) {
		return func(whole []byte) (string, []byte) { return name, whole[:len(whole)/2] }
	}
	flip := func(name string) func([]byte) (string, []byte) {
		return func(whole []byte) (string, []byte) {
			hurt := bytes.Clone(whole)
			hurt[len(hurt)/2] ^= 1
			return name, hurt
		}
	}
	for want, one := range map[string]struct {
		path string
		hurt func([]byte) (string, []byte)
	}{
		"blobs/…: other bytes":      {filepath.Join(s.to, blobFile(hash)), flip("holds other bytes")},
		"blobs/…: missing":          {filepath.Join(s.to, blobFile(hash)), func([]byte) (string, []byte) { return "is missing", nil }},
		"database: cut":             {path("predate.db"), cut("does not open as a whole database")},
		"database: one byte":        {path("predate.db"), flip("holds other bytes")},
		"database: gone":            {path("predate.db"), func([]byte) (string, []byte) { return "is missing", nil }},
		"list of papers: cut":       {path("SHA256SUMS"), cut("bytes and had")},
		"list of papers: one byte":  {path("SHA256SUMS"), flip("holds other bytes")},
		"list without that paper":   {path("SHA256SUMS"), func([]byte) (string, []byte) { return "which is not in the backup", []byte("\n") }},
		"the list itself is missed": {path("SHA256SUMS"), func([]byte) (string, []byte) { return "is missing", nil }},
	} {
		whole, err := os.ReadFile(one.path)
		if err != nil {
			t.Fatal(err)
		}
		said, hurt := one.hurt(whole)
		if err = os.WriteFile(one.path, hurt, 0o600); hurt == nil {
			err = os.Remove(one.path)
		}
		if err != nil {
			t.Fatal(err)
		}
		before := s.files()
		if found := strings.Join(s.damage(nil), "\n"); !strings.Contains(found, said) {
			t.Errorf("%s: found %q", want, found)
		}
		if after := s.files(); len(after) != len(before) {
			t.Errorf("%s: looking made files: %d, then %d", want, len(before), len(after))
		}
		if err := os.WriteFile(one.path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found := s.damage(nil); found != nil {
		t.Errorf("put right, found %v", found)
	}
}

// What the installation itself has lost is named, and holds nothing up; what was
// erased meanwhile is no loss.
func TestBackupOfWhatIsLost(t *testing.T) {
	s := open(t, "")
	lost, erased, whole := s.paper("lost"), s.paper("erased"), s.paper("whole")
	for _, hash := range []predate.Hash{lost, erased} {
		if err := s.papers.Delete(t.Context(), hash); err != nil {
			t.Fatal(err)
		}
	}
	once := false
	s.source.Heard = func(backup.Progress) {
		if !once {
			s.tx(func(ctx context.Context, tx store.Tx) error { return store.DeleteDocument(ctx, tx, 2) })
		}
		once = true
	}
	m := s.take()
	if got := m.Lost(); len(got) != 1 || got[0] != lost || len(m.Absent) != 2 || m.Papers.Count != 1 {
		t.Errorf("absent: %v, %d papers", m.Absent, m.Papers.Count)
	}
	if files := s.files(); files[blobFile(whole)] != "whole" {
		t.Error("what is whole was not copied")
	}
	if found := s.damage(nil); found != nil {
		t.Errorf("found %v", found)
	}
}

// A folder of other things and one that another backup writes are left alone.
func TestOwnFolder(t *testing.T) {
	s := open(t, "")
	if err := os.MkdirAll(s.to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.to, "thesis.tex"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refusal(t, "holds other things", func() error { _, err := backup.Take(t.Context(), s.source, s.to); return err })
	refusal(t, "no whole backup", func() error { _, err := backup.Read(s.to); return err })
	s.to = filepath.Join(s.to, "backup")
	s.paper("one")
	s.source.Heard = func(backup.Progress) {
		refusal(t, "Another backup", func() error { _, err := backup.Take(t.Context(), s.source, s.to); return err })
	}
	s.take()
}

func refusal(t *testing.T, want string, do func() error) {
	t.Helper()
	var refused *predate.Error
	if err := do(); !errors.As(err, &refused) || !strings.Contains(refused.Message, want) {
		t.Errorf("have %v, want a refusal with %q", err, want)
	}
}

// A restore goes into an empty place, says so otherwise, and goes on with itself.
func TestRestore(t *testing.T) {
	s := open(t, "")
	hash, damaged := s.paper("one"), s.paper("two")
	s.take()
	if err := os.Remove(filepath.Join(s.to, blobFile(damaged))); err != nil {
		t.Fatal(err)
	}
	found, err := backup.Check(t.Context(), s.to, nil, silent)
	if err != nil || found.Fatal() || len(found.Damage) != 1 {
		t.Fatalf("%+v %v", found, err)
	}
	data := filepath.Join(t.TempDir(), "data")
	target := backup.Target{Data: data, Database: filepath.Join(data, "predate.db"), Keys: filepath.Join(data, "keys")}
	refusal(t, "is not empty", func() error { return backup.Target{Data: s.data}.Vacant(s.to, found.Manifest) })
	if err := errors.Join(target.Vacant(s.to, found.Manifest), target.Begin(s.to, found.Manifest)); err != nil {
		t.Fatal(err)
	}
	papers, err := blob.OpenDir(filepath.Join(data, "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	target.Papers = papers
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := backup.Restore(ctx, s.to, found, target, silent); err == nil {
		t.Error("it was not interrupted")
	}
	refusal(t, "was interrupted", func() error { return backup.Unfinished(data) })
	if err := errors.Join(target.Vacant(s.to, found.Manifest), target.Begin(s.to, found.Manifest)); err != nil {
		t.Fatal(err)
	}
	if err := backup.Restore(t.Context(), s.to, found, target, silent); err != nil {
		t.Fatal(err)
	}
	if err := backup.Unfinished(data); err != nil {
		t.Error(err)
	}
	db := storetest.Open(t, target.Database, store.Options{})
	err = db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
		c, err := store.Count(ctx, tx)
		if c.Documents != 2 {
			t.Errorf("%+v", c)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := papers.Size(t.Context(), hash); err != nil {
		t.Error(err)
	}
	refusal(t, "is not empty", func() error { return target.Vacant(s.to, found.Manifest) })
}
