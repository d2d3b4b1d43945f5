package seal_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"predate"
	"predate/internal/keeping/seal"
)

// What is exported seals credentials that only the whole folder opens, and seals and
// opens what every process needs; it holds no key that opens credentials.
func TestExportedKeysOpenNoCredentials(t *testing.T) {
	whole, door := newKeys(t), filepath.Join(t.TempDir(), "door")
	for _, when := range []string{"at first", "after a rotation"} {
		if err := seal.Export(whole, door); err != nil {
			t.Fatal(when, err)
		}
		if held, err := seal.Held(door); err != nil || !held.Seals || held.Opens {
			t.Fatalf("%s: %+v %v", when, held, err)
		}
		if _, err := seal.OpenOpener(door); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("%s: the door opens: %v", when, err)
		}
		sealer, err := seal.OpenSealer(door)
		if err != nil {
			t.Fatal(when, err)
		}
		sealed, err := sealer.Seal("Sesame-7", "order:1:password")
		if err != nil {
			t.Fatal(when, err)
		}
		theirs, ours := boxes(t, whole), keeperOf(t, door)
		if plain, err := theirs[1].open(sealed, "order:1:password"); err != nil || plain != "Sesame-7" {
			t.Errorf("%s: the collector opens %q: %v", when, plain, err)
		}
		secret, err := theirs[0].seal("a signing key", "endpoint:1")
		if err != nil {
			t.Fatal(when, err)
		}
		if plain, err := ours.Open(secret, "endpoint:1"); err != nil || plain != "a signing key" {
			t.Errorf("%s: the door opens %q of what all share: %v", when, plain, err)
		}
		if keys, err := seal.List(door); err != nil || len(keys) == 0 || keys[0].Set != "secrets" || keys[len(keys)-1].Set != "secrets" {
			t.Errorf("%s: the door has the keys %v: %v", when, keys, err)
		}
		if err := seal.Rotate(whole); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(door)
	if err != nil || len(entries) != 2 {
		t.Errorf("the folder of the door has %v: %v", entries, err)
	}
}

func keeperOf(t *testing.T, dir string) *seal.Keeper {
	t.Helper()
	keeper, err := seal.OpenKeeper(dir)
	if err != nil {
		t.Fatal(err)
	}
	return keeper
}

// A folder that opens credentials is never overwritten, and one without keys gives
// none.
func TestExportRefuses(t *testing.T) {
	whole, other := newKeys(t), newKeys(t)
	before, err := os.ReadFile(filepath.Join(other, "secrets.keys"))
	if err != nil {
		t.Fatal(err)
	}
	if err := seal.Export(whole, other); !errors.Is(err, predate.ErrExists) {
		t.Errorf("over other keys: %v", err)
	}
	if after, err := os.ReadFile(filepath.Join(other, "secrets.keys")); err != nil || string(after) != string(before) {
		t.Errorf("the other keys were changed: %v", err)
	}
	to := filepath.Join(t.TempDir(), "to")
	if err := seal.Export(t.TempDir(), to); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("from an empty folder: %v", err)
	}
	if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an export that failed left %v", err)
	}
	if _, err := seal.List(t.TempDir()); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("the keys of an empty folder: %v", err)
	}
}
