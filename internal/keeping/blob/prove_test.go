//go:build prove

package blob_test

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/blob/blobtest"
)

// victim names the directory to a process that is there to be killed.
const victim = "PREDATE_PROVE_BLOB_VICTIM"

// TestProveKillLeavesWholeFiles kills a process in the middle of its Puts, again
// and again: whatever is visible afterwards is whole, and the directory goes on
// being used.
func TestProveKillLeavesWholeFiles(t *testing.T) {
	if root := os.Getenv(victim); root != "" {
		putForEver(t, root)
	}
	root := filepath.Join(t.TempDir(), "blobs")
	seen := 0
	for round := range 40 {
		process := exec.Command(os.Args[0], "-test.run", "^TestProveKillLeavesWholeFiles$")
		process.Env = append(os.Environ(), victim+"="+root)
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(50+13*round) * time.Millisecond)
		if err := process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = process.Wait() // it was killed
		seen += wholeFiles(t, root)
	}
	if seen == 0 {
		t.Fatal("no process put anything: nothing was proved")
	}
	t.Logf("%d files seen whole", seen)
}

func putForEver(t *testing.T, root string) {
	dir, err := blob.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1; ; size = size*7%900_001 + 1 {
		data := make([]byte, size)
		if _, err := rand.Read(data); err != nil {
			t.Fatal(err)
		}
		if _, _, err := dir.Put(t.Context(), bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
	}
}

// wholeFiles checks every visible file against its name, then forgets them.
func wholeFiles(t *testing.T, root string) (count int) {
	t.Helper()
	dir, err := blob.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files(t, root) {
		if filepath.Dir(name) == "." {
			continue // temporary: not visible through the store
		}
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		hash := predate.Hash(filepath.Base(name))
		if blobtest.HashOf(data) != hash {
			t.Errorf("%s holds %d bytes that are not its own", name, len(data))
		}
		if err := dir.Delete(t.Context(), hash); err != nil {
			t.Fatal(err)
		}
		count++
	}
	return count
}
