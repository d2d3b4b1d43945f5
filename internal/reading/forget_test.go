package reading

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"predate"
)

// What is kept of a file goes with it, under whatever rules and turns it was read, and
// nothing else goes.
func TestTheCacheForgets(t *testing.T) {
	cache := DirCache{Dir: t.TempDir()}
	gone, stays := predate.Hash(strings.Repeat("ab", 32)), predate.Hash("ab"+strings.Repeat("cd", 31))
	fill := func() {
		for _, hash := range []predate.Hash{gone, stays} {
			for _, key := range []string{cacheKey("e", string(hash)), unreadKey(string(hash)+"-t1234", "e", "r"), analysisKey(string(hash)+"-c12", "e", "r")} {
				if err := cache.Save(key, []byte("Vassorelle")); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	left := func() (count int) {
		all, err := filepath.Glob(filepath.Join(cache.Dir, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range all {
			if !strings.HasPrefix(filepath.Base(path), string(stays)) {
				t.Errorf("%s is left", path)
			}
		}
		return len(all)
	}
	fill()
	for range 2 { // what is not there is forgotten too
		if err := cache.Forget(gone); err != nil {
			t.Fatal(err)
		}
	}
	if n := left(); n != 3 {
		t.Errorf("%d entries are left, want the 3 of the other file", n)
	}
	fill()
	asked := 0
	err := cache.Tidy(t.Context(), func(_ context.Context, hash predate.Hash) bool { asked++; return hash == gone })
	if n := left(); err != nil || n != 3 || asked != 2 {
		t.Errorf("%d entries are left after %d questions: %v", n, asked, err)
	}
	if err := cache.Forget("../*"); err != nil || left() != 3 {
		t.Errorf("what is no hash: %v", err)
	}
	if err := os.RemoveAll(cache.Dir); err != nil {
		t.Fatal(err)
	}
	if err := cache.Tidy(t.Context(), nil); err != nil {
		t.Errorf("an empty cache: %v", err)
	}
}
