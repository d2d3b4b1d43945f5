package seal_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tink-crypto/tink-go/v2/hybrid"
	"github.com/tink-crypto/tink-go/v2/keyset"

	"predate/internal/keeping/seal"
)

// headOf is the part of a sealed value that bears its data key.
func headOf(sealed []byte) string {
	return string(sealed[:3+int(sealed[1])<<8+int(sealed[2])])
}

// Values of one minute share a data key, those of two never do, and none shows
// that two are the same.
func TestADataKeyLastsAMinute(t *testing.T) {
	dir := newKeys(t)
	synctest.Test(t, func(t *testing.T) {
		b := boxes(t, dir)[1]
		first, second := mustSeal(t, b, "a password", "context"), mustSeal(t, b, "a password", "context")
		if headOf(first) != headOf(second) {
			t.Error("two values of one moment have two data keys")
		}
		if bytes.Equal(first, second) {
			t.Error("the same value is sealed twice alike")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		later := mustSeal(t, b, "a password", "context")
		if headOf(first) == headOf(later) {
			t.Error("a data key still seals after a minute")
		}
		for _, sealed := range [][]byte{first, second, later} {
			if plain, err := b.open(sealed, "context"); err != nil || plain.Reveal() != "a password" {
				t.Errorf("opened %q: %v", plain.Reveal(), err)
			}
		}
	})
}

// A value of one data key under the head of another opens nothing.
func TestADataKeyOpensItsOwnValuesOnly(t *testing.T) {
	dir := newKeys(t)
	one, other := boxes(t, dir)[1], boxes(t, dir)[1]
	a, b := mustSeal(t, one, "a password", "context"), mustSeal(t, other, "a password", "context")
	if headOf(a) == headOf(b) {
		t.Fatal("two processes share a data key")
	}
	got, err := one.open([]byte(headOf(a)+string(b[len(headOf(b)):])), "context")
	refused(t, got, err)
}

// A data key seals a bounded number of values, however many seal at once.
func TestADataKeySealsABoundedNumber(t *testing.T) {
	b := boxes(t, newKeys(t))[1]
	const values, hands = 1<<16 + 1, 8
	var mu sync.Mutex
	heads := map[string]int{}
	var group sync.WaitGroup
	for hand := range hands {
		group.Go(func() {
			for i := hand; i < values; i += hands {
				sealed, err := b.seal("a password", "context")
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				heads[headOf(sealed)]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if len(heads) < 2 {
		t.Errorf("%d values have one data key", values)
	}
	for _, count := range heads {
		if count > 1<<16 {
			t.Errorf("a data key sealed %d values", count)
		}
	}
}

// What was sealed before there were data keys is still opened, and its key known.
func TestValuesWithoutDataKeyAreOpened(t *testing.T) {
	dir := newKeys(t)
	text, err := os.ReadFile(filepath.Join(dir, "credentials.public"))
	if err != nil {
		t.Fatal(err)
	}
	handle, err := keyset.ReadWithNoSecrets(keyset.NewJSONReader(bytes.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	public, err := hybrid.NewHybridEncrypt(handle)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		context := fmt.Sprintf("order:%d", i)
		old, err := public.Encrypt([]byte("a password"), []byte(context))
		if err != nil {
			t.Fatal(err)
		}
		b := boxes(t, dir)[1]
		if plain, err := b.open(old, context); err != nil || plain.Reveal() != "a password" {
			t.Fatalf("opened %q: %v", plain.Reveal(), err)
		}
		if fresh := mustSeal(t, b, "a password", context); seal.KeyOf(old) == 0 || seal.KeyOf(fresh) != seal.KeyOf(old) {
			t.Errorf("sealed by key %d, before by %d", seal.KeyOf(fresh), seal.KeyOf(old))
		}
		got, err := b.open(old, "order:other")
		refused(t, got, err)
	}
}

// A data key cannot be opened as if it were a value.
func TestADataKeyIsNoValue(t *testing.T) {
	b := boxes(t, newKeys(t))[1]
	sealed := mustSeal(t, b, "a password", "context")
	wrapped := headOf(sealed)[3:]
	for _, context := range []string{"context", ""} {
		got, err := b.open([]byte(wrapped), context)
		refused(t, got, err)
	}
}

func BenchmarkSealer(b *testing.B) {
	box := boxes(b, newKeys(b))[1]
	for b.Loop() {
		if _, err := box.seal("a password", "order:ABC234:syndic.password"); err != nil {
			b.Fatal(err)
		}
	}
}
