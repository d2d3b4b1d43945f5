package archtest

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// mostTestdata is how many bytes all files for tests may have together: whoever clones
// the project takes them along for good.
const mostTestdata = 12_000_000

// TestTestdataStaysLight adds up the files of all folders named testdata.
func TestTestdataStaysLight(t *testing.T) {
	bytes, err := testdataOf(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	if bytes > mostTestdata || bytes < mostTestdata/10 {
		t.Errorf("testdata has %d bytes, at most %d: keep papers as their pages (go test ./internal/reading/lookstest -run TestKeep -keep FOLDER), or draw them from code", bytes, mostTestdata)
	}
	small := fstest.MapFS{
		"a/testdata/x.pdf": {Data: make([]byte, 30)}, "testdata/b/y/z": {Data: make([]byte, 12)}, "a/c.go": {Data: make([]byte, 500)}, ".git/testdata/x": {Data: make([]byte, 500)},
	}
	if bytes, err := testdataOf(small); bytes != 42 || err != nil {
		t.Errorf("%d bytes of 42, %v", bytes, err)
	}
}

// testdataOf returns how many bytes the files below folders named testdata have.
func testdataOf(root fs.FS) (bytes int64, err error) {
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() != "testdata" && skipped(entry.Name()):
			return fs.SkipDir
		case !entry.Type().IsRegular() || !slices.Contains(strings.Split(name, "/"), "testdata"):
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		bytes += info.Size()
		return nil
	})
	return bytes, err
}
