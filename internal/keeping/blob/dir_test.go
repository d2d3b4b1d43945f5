package blob_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"predate/internal/keeping/blob"
	"predate/internal/keeping/blob/blobtest"
)

func newDir(t *testing.T) (*blob.Dir, string) {
	t.Helper()
	root := filepath.Join(t.TempDir(), "deep", "blobs")
	dir, err := blob.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	return dir, root
}

func TestDir(t *testing.T) {
	dir, _ := newDir(t)
	blobtest.Run(t, dir)
}

// files lists what is under root, by name relative to it.
func files(t *testing.T, root string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(root, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestDirShowsNoPartialFile(t *testing.T) {
	dir, root := newDir(t)
	data := bytes.Repeat([]byte("page "), 10_000)
	during := func() {
		for _, name := range files(t, root) {
			if filepath.Dir(name) != "." {
				t.Errorf("%s is visible before the bytes are whole", name)
			}
		}
	}
	watched := io.MultiReader(bytes.NewReader(data), watch(during))
	if _, _, err := dir.Put(t.Context(), watched); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(string(blobtest.HashOf(data)[:2]), string(blobtest.HashOf(data)))
	if got := files(t, root); len(got) != 1 || got[0] != want {
		t.Errorf("after Put the directory holds %v, want only %s", got, want)
	}
}

type watch func()

func (w watch) Read([]byte) (int, error) {
	w()
	return 0, io.EOF
}

func TestDirLeavesNothingOfAFailedPut(t *testing.T) {
	dir, root := newDir(t)
	broken := io.MultiReader(bytes.NewReader(make([]byte, 1000)), iotest.ErrReader(errors.New("line cut")))
	if _, _, err := dir.Put(t.Context(), broken); err == nil {
		t.Fatal("Put took what it could not read")
	}
	if got := files(t, root); len(got) != 0 {
		t.Errorf("the failed Put left %v", got)
	}
}

func TestDirMendsADamagedFile(t *testing.T) {
	dir, root := newDir(t)
	data := []byte("the minutes of a general meeting")
	hash, _, err := dir.Put(t.Context(), bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, string(hash[:2]), string(hash))
	if err := os.Truncate(path, 3); err != nil {
		t.Fatal(err)
	}
	if _, _, err := dir.Put(t.Context(), bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, data) {
		t.Errorf("after Put the file holds %q, %v", got, err)
	}
}

// What nobody writes any more is swept at the next start, however young; what
// another process writes is left alone, unless it is a day old.
func TestOpenDirSweepsWhatACrashLeft(t *testing.T) {
	dir, root := newDir(t)
	old := func(name string, age time.Duration) *os.File {
		t.Helper()
		file, err := os.Create(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		then := time.Now().Add(-age)
		if err := os.Chtimes(file.Name(), then, then); err != nil {
			t.Fatal(err)
		}
		return file
	}
	old("incoming-left", 2*time.Second)
	old("incoming-now", 0)
	if err := syscall.Flock(int(old("incoming-ancient", 25*time.Hour).Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	half := watch(func() {
		for _, name := range files(t, root) {
			then := time.Now().Add(-time.Hour) // a slow one
			if name != "incoming-now" && name != "incoming-ancient" {
				_ = os.Chtimes(filepath.Join(root, name), then, then)
			}
		}
		if _, err := blob.OpenDir(root); err != nil {
			t.Error(err)
		}
	})
	hash, _, err := dir.Put(t.Context(), io.MultiReader(bytes.NewReader([]byte("a statement")), half))
	if err != nil {
		t.Fatalf("what is being written was swept: %v", err)
	}
	if got := files(t, root); len(got) != 2 || got[0] != filepath.Join(string(hash[:2]), string(hash)) && got[1] != filepath.Join(string(hash[:2]), string(hash)) {
		t.Errorf("left after the sweep: %v, want the bytes and what was just begun", got)
	}
}

func TestDirIsForItsOwnerOnly(t *testing.T) {
	dir, root := newDir(t)
	hash, _, err := dir.Put(t.Context(), bytes.NewReader([]byte("a statement")))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{
		root:                                  0o700,
		filepath.Join(root, string(hash[:2])): 0o700,
		filepath.Join(root, string(hash[:2]), string(hash)): 0o600,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %04o, want %04o", path, info.Mode().Perm(), want)
		}
	}
}

func TestOpenDirOnAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := blob.OpenDir(path); err == nil {
		t.Error("a file was taken for a directory")
	}
}
