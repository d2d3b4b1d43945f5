package seal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/keeping/seal"
)

// box is one way of sealing with its way of opening.
type box struct {
	name string
	seal func(predate.Secret, string) ([]byte, error)
	open func([]byte, string) (predate.Secret, error)
}

// boxes opens a key directory both ways.
func boxes(t testing.TB, dir string) []box {
	t.Helper()
	keeper, err := seal.OpenKeeper(dir)
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := seal.OpenSealer(dir)
	if err != nil {
		t.Fatal(err)
	}
	opener, err := seal.OpenOpener(dir)
	if err != nil {
		t.Fatal(err)
	}
	return []box{
		{"keeper", keeper.Seal, keeper.Open},
		{"sealer to opener", sealer.Seal, opener.Open},
	}
}

func newKeys(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "keys")
	if err := seal.Create(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWhatIsSealedIsOpened(t *testing.T) {
	for _, b := range boxes(t, newKeys(t)) {
		t.Run(b.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				plain := rapid.String().Draw(t, "plain")
				context := rapid.String().Draw(t, "context")
				sealed, err := b.seal(predate.Secret(plain), context)
				if err != nil {
					t.Fatal(err)
				}
				if len(plain) >= 4 && bytes.Contains(sealed, []byte(plain)) {
					t.Fatalf("the sealed bytes show %q", plain)
				}
				got, err := b.open(sealed, context)
				if err != nil {
					t.Fatal(err)
				}
				if got.Reveal() != plain {
					t.Fatalf("opened %q, sealed %q", got.Reveal(), plain)
				}
			})
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := newKeys(t)
	strangers := boxes(t, newKeys(t))
	for i, b := range boxes(t, dir) {
		sealed := mustSeal(t, b, "hunter2-of-the-first", "order:ABC234:password")
		other := mustSeal(t, b, "hunter2-of-the-other", "order:XYZ789:password")
		for _, c := range []struct {
			name    string
			open    func([]byte, string) (predate.Secret, error)
			sealed  []byte
			context string
		}{
			{"wrong context", b.open, sealed, "order:ABC234:username"},
			{"no context", b.open, sealed, ""},
			{"rows swapped", b.open, other, "order:ABC234:password"},
			{"other keys", strangers[i].open, sealed, "order:ABC234:password"},
			{"cut short", b.open, sealed[:len(sealed)-1], "order:ABC234:password"},
			{"nothing", b.open, nil, "order:ABC234:password"},
		} {
			t.Run(b.name+"/"+c.name, func(t *testing.T) {
				got, err := c.open(c.sealed, c.context)
				refused(t, got, err)
			})
		}
	}
}

func TestOneChangedBitIsRefused(t *testing.T) {
	for _, b := range boxes(t, newKeys(t)) {
		t.Run(b.name, func(t *testing.T) {
			sealed := mustSeal(t, b, "a password", "context")
			rapid.Check(t, func(t *rapid.T) {
				bit := rapid.IntRange(0, len(sealed)*8-1).Draw(t, "bit")
				changed := bytes.Clone(sealed)
				changed[bit/8] ^= 1 << (bit % 8)
				got, err := b.open(changed, "context")
				refused(t, got, err)
			})
		})
	}
}

// A process that has the keys open follows every rotation: it seals with the
// new key at once, opens what any kept key sealed, and nothing that a dropped
// one did.
func TestRotationUnderARunningProcess(t *testing.T) {
	dir := newKeys(t)
	running := boxes(t, dir)
	copied := copyKeys(t, dir)
	for i, b := range running {
		old := mustSeal(t, b, "old secret", "context")
		for range 3 {
			before := mustSeal(t, b, "secret", "context")
			if err := seal.Rotate(dir); err != nil {
				t.Fatal(err)
			}
			fresh := mustSeal(t, b, "new secret", "context")
			if seal.KeyOf(fresh) == seal.KeyOf(before) {
				t.Errorf("%s: the old key seals after a rotation", b.name)
			}
			for _, sealed := range [][]byte{old, before, fresh} {
				if got, err := b.open(sealed, "context"); err != nil {
					t.Errorf("%s: opened %q, %v", b.name, got.Reveal(), err)
				}
			}
			got, err := boxes(t, copied)[i].open(fresh, "context")
			refused(t, got, err)
		}
		dropOld(t, dir)
		got, err := b.open(old, "context")
		refused(t, got, err)
	}
	if keys := list(t, dir); len(keys) != 2 || !keys[0].Primary || !keys[1].Primary {
		t.Errorf("keys left: %+v, want the two that seal", keys)
	}
}

func list(t testing.TB, dir string) []seal.Key {
	t.Helper()
	keys, err := seal.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// dropOld drops every key that it may; those that seal are asked for too.
func dropOld(t testing.TB, dir string) {
	t.Helper()
	if err := seal.Drop(dir, list(t, dir)); err != nil {
		t.Fatal(err)
	}
}

// copyKeys gives a copy of the keys as they are, such as a backup holds.
func copyKeys(t testing.TB, dir string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"secrets.keys", "credentials.keys", "credentials.public"} {
		if err := os.Chmod(filepath.Join(copied, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

// Rotations at once lose no key: each finds the keys of the others.
func TestRotationsAtOnceLoseNoKey(t *testing.T) {
	dir := newKeys(t)
	const many = 8
	var group sync.WaitGroup
	for range many {
		group.Go(func() {
			if err := seal.Rotate(dir); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if keys := list(t, dir); len(keys) != 2*(many+1) {
		t.Errorf("%d keys after %d rotations of two sets", len(keys), many)
	}
}

// A key folder that vanishes or is damaged under a running process leaves it
// the keys that it has.
func TestKeysOutliveTheirFolder(t *testing.T) {
	for name, harm := range map[string]func(string) error{
		"gone":    os.RemoveAll,
		"damaged": func(dir string) error { return os.WriteFile(filepath.Join(dir, "secrets.keys"), []byte("{}"), 0o600) },
		"opened":  func(dir string) error { return os.Chmod(filepath.Join(dir, "secrets.keys"), 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := newKeys(t)
			keeper := boxes(t, dir)[0]
			sealed := mustSeal(t, keeper, "kept", "context")
			if err := harm(dir); err != nil {
				t.Fatal(err)
			}
			if got, err := keeper.open(sealed, "context"); err != nil || got.Reveal() != "kept" {
				t.Errorf("opened %q, %v", got.Reveal(), err)
			}
		})
	}
}

func TestKeyOfWhatNoKeySealed(t *testing.T) {
	for _, text := range [][]byte{nil, {}, {1, 2, 3, 4}, []byte("plain text")} {
		if id := seal.KeyOf(text); id != 0 {
			t.Errorf("%q was sealed by %d", text, id)
		}
	}
}

func TestKeyFilesAreClosedToOthers(t *testing.T) {
	dir := newKeys(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 3 {
		t.Fatalf("Create left %d files, want 3 and no temporary one", len(entries))
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %04o, want 0600", entry.Name(), info.Mode().Perm())
		}
	}
	for _, private := range []string{"secrets.keys", "credentials.keys"} {
		if err := os.Chmod(filepath.Join(dir, private), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, keeperErr := seal.OpenKeeper(dir)
	_, openerErr := seal.OpenOpener(dir)
	for _, err := range []error{keeperErr, openerErr} {
		if err == nil || !strings.Contains(err.Error(), "lets others in") {
			t.Errorf("a key file that others may read: error %v, want a refusal", err)
		}
	}
}

func TestPublicFileHoldsNoPrivateKey(t *testing.T) {
	dir, front := newKeys(t), t.TempDir()
	public, err := os.ReadFile(filepath.Join(dir, "credentials.public"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(public, []byte("PRIVATE")) || !bytes.Contains(public, []byte("PUBLIC")) {
		t.Fatalf("the public file holds: %s", public)
	}
	// The front door works with that one file.
	if err := os.WriteFile(filepath.Join(front, "credentials.public"), public, 0o600); err != nil {
		t.Fatal(err)
	}
	sealer, err := seal.OpenSealer(front)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := sealer.Seal("pass", "context")
	if err != nil {
		t.Fatal(err)
	}
	opener, err := seal.OpenOpener(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := opener.Open(sealed, "context"); err != nil || got.Reveal() != "pass" {
		t.Fatalf("opened %q, %v", got.Reveal(), err)
	}
}

func TestCreateNeverOverwrites(t *testing.T) {
	dir := newKeys(t)
	sealed := mustSeal(t, boxes(t, dir)[0], "kept", "context")
	if err := seal.Create(dir); !errors.Is(err, predate.ErrExists) {
		t.Fatalf("Create on keys: %v, want ErrExists", err)
	}
	if got, err := boxes(t, dir)[0].open(sealed, "context"); err != nil || got.Reveal() != "kept" {
		t.Fatalf("opened %q, %v", got.Reveal(), err)
	}
}

func TestKeysAreMadeOnlyWhereTheyMayBe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	no := errors.New("the old ones are gone")
	if err := seal.CreateWhen(dir, func() error { return no }); !errors.Is(err, no) {
		t.Fatalf("refused with %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Fatalf("a refusal left %v, %v", left, err)
	}
	var group sync.WaitGroup
	var made atomic.Int32
	for range 8 {
		group.Go(func() {
			if err := seal.CreateWhen(dir, func() error { made.Add(1); return nil }); err != nil && !errors.Is(err, predate.ErrExists) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 {
		t.Errorf("keys were made %d times at once", made.Load())
	}
}

func TestAbsentKeys(t *testing.T) {
	dir := t.TempDir()
	_, keeperErr := seal.OpenKeeper(dir)
	_, sealerErr := seal.OpenSealer(dir)
	_, openerErr := seal.OpenOpener(dir)
	for _, err := range []error{keeperErr, sealerErr, openerErr, seal.Rotate(dir)} {
		if !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("without keys: %v, want ErrNotFound", err)
		}
	}
}

func TestDamagedKeyFilesAreErrors(t *testing.T) {
	for _, text := range []string{"", "{}", "not keys", `{"primaryKeyId":1,"key":[]}`} {
		dir := newKeys(t)
		for _, name := range []string{"secrets.keys", "credentials.keys", "credentials.public"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, keeperErr := seal.OpenKeeper(dir)
		_, sealerErr := seal.OpenSealer(dir)
		_, openerErr := seal.OpenOpener(dir)
		for _, err := range []error{keeperErr, sealerErr, openerErr} {
			if err == nil {
				t.Errorf("key file %q was taken", text)
			}
		}
	}
}

func TestAnOpenedSecretIsNeverPrinted(t *testing.T) {
	for _, b := range boxes(t, newKeys(t)) {
		got, err := b.open(mustSeal(t, b, "correct-horse", "context"), "context")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		fmt.Fprintf(&out, "%v %s %q %+v %#v %v", got, got, got, got, got, struct{ S predate.Secret }{got})
		slog.New(slog.NewJSONHandler(&out, nil)).Info("row", "password", got)
		if err := json.NewEncoder(&out).Encode(map[string]any{"password": got}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "correct-horse") {
			t.Errorf("%s: printed the secret: %s", b.name, out.String())
		}
	}
}

func mustSeal(t testing.TB, b box, plain predate.Secret, context string) []byte {
	t.Helper()
	sealed, err := b.seal(plain, context)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

// refused checks that opening failed with ErrMismatch and gave nothing.
func refused(t rapid.TB, got predate.Secret, err error) {
	t.Helper()
	if !errors.Is(err, seal.ErrMismatch) || got.Reveal() != "" {
		t.Fatalf("opened %q, error %v; want ErrMismatch", got.Reveal(), err)
	}
}

// The keys that a rotation leaves open and no longer seal; those of a folder without
// keys are not told as none.
func TestRetiredKeys(t *testing.T) {
	dir := newKeys(t)
	if old, err := seal.Retired(dir); err != nil || len(old) != 0 {
		t.Errorf("fresh keys: %+v, %v", old, err)
	}
	before := list(t, dir)
	if err := seal.Rotate(dir); err != nil {
		t.Fatal(err)
	}
	old, err := seal.Retired(dir)
	if err != nil || len(old) != len(before) {
		t.Fatalf("after a rotation: %+v, %v, want %+v", old, err, before)
	}
	for i, key := range old {
		if key.Primary || key.ID != before[i].ID || key.Set != before[i].Set {
			t.Errorf("%+v is retired, want %+v", key, before[i])
		}
	}
	if _, err := seal.Retired(t.TempDir()); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("an empty folder: %v", err)
	}
}
