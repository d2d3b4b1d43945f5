//go:build prove

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"predate/internal/commands/terminal"
)

// TestProveReleasesAreReproducible makes the release of this commit twice, in two
// folders, and finds the same bytes; its bill names what the program links.
func TestProveReleasesAreReproducible(t *testing.T) {
	top, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Fatal(err)
	}
	var sums [2][]byte
	var made string
	for i := range sums {
		clone := filepath.Join(t.TempDir(), strings.Repeat("a", i+1))
		for _, args := range [][]string{
			{"git", "clone", "-q", strings.TrimSpace(string(top)), clone},
			{"env", "TARGETS=" + runtime.GOOS + "/" + runtime.GOARCH, clone + "/scripts/release.sh"},
		} {
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
		}
		made = filepath.Join(clone, "dist")
		if sums[i], err = os.ReadFile(filepath.Join(made, "SHA256SUMS")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(sums[0], sums[1]) || bytes.Count(sums[0], []byte("\n")) != 2 {
		t.Errorf("two builds:\n%s\n%s", sums[0], sums[1])
	}
	bills, err := filepath.Glob(filepath.Join(made, "*.cdx.json"))
	if err != nil || len(bills) != 1 {
		t.Fatal(bills, err)
	}
	text, err := os.ReadFile(bills[0])
	if err != nil {
		t.Fatal(err)
	}
	var told terminal.Bill
	if err := json.Unmarshal(text, &told); err != nil || told.Metadata.Component.Version == "devel" || !bytes.Contains(text, []byte("pkg:golang/modernc.org/sqlite@v")) {
		t.Errorf("the bill is of %+v: %v", told.Metadata, err)
	}
}
