package auth

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
)

func TestDrawnKeysAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for i := range 200 {
		key, err := drawKey(i%2 == 0, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		text := key.Reveal()
		prefix := livePrefix
		if i%2 == 0 {
			prefix = testPrefix
		}
		if !strings.HasPrefix(text, prefix) || len(text) != 45 || !wellFormed(text) || seen[text] {
			t.Errorf("key %q", text)
		}
		seen[text] = true
	}
	if _, err := drawKey(true, bytes.NewReader(nil)); err == nil {
		t.Error("a key was drawn from nothing")
	}
}

func TestOneWrongCharacterIsNoticed(t *testing.T) {
	key, err := drawKey(false, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		at := rapid.IntRange(0, keyLength-1).Draw(r, "at")
		altered := []byte(key.Reveal())
		altered[at] = rapid.Byte().Filter(func(b byte) bool { return b != altered[at] }).Draw(r, "byte")
		if wellFormed(string(altered)) {
			r.Fatalf("%q passes for a key", altered)
		}
	})
}

func TestDelayDoublesAndIsBounded(t *testing.T) {
	for failures, want := range map[int]time.Duration{
		0: 0, 4: 0, 5: time.Second, 6: 2 * time.Second, 10: 32 * time.Second, 14: 512 * time.Second, 15: 15 * time.Minute, 1_000_000: 15 * time.Minute,
	} {
		if got := delayAfter(failures); got != want {
			t.Errorf("after %d failures: %v, want %v", failures, got, want)
		}
	}
}

func TestPasswordHash(t *testing.T) {
	h := newHasher(rand.Reader)
	kept, err := h.hash("été à la mer")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kept, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %q", kept)
	}
	for password, want := range map[predate.Secret]bool{
		"été à la mer":                   true,
		"e\u0301te\u0301 a\u0300 la mer": true, // the same letters, typed on another keyboard
		"été à la mer ":                  false,
		"":                               false,
	} {
		if got, err := h.matches(kept, password); err != nil || got != want {
			t.Errorf("password %q: %v, %v, want %v", password.Reveal(), got, err, want)
		}
	}
	// A hash of other parameters still holds.
	cheap := phc{memory: 64, time: 1, threads: 1, salt: []byte("saltsaltsalt")}
	cheap.sum = derive("une phrase", cheap)
	if got, err := h.matches(cheap.String(), "une phrase"); err != nil || !got {
		t.Errorf("older parameters: %v, %v", got, err)
	}
}

func TestBrokenHashIsAnError(t *testing.T) {
	for _, kept := range []string{
		"", "$2b$12$abc", "$argon2i$v=19$m=64,t=1,p=1$c2FsdA$c3Vt", "$argon2id$v=18$m=64,t=1,p=1$c2FsdA$c3Vt",
		"$argon2id$v=19$m=64$c2FsdA$c3Vt", "$argon2id$v=19$m=64,t=0,p=1$c2FsdA$c3Vt", "$argon2id$v=19$m=64,t=1,p=0$c2FsdA$c3Vt",
		"$argon2id$v=19$m=64,t=1,p=1$c2FsdA$", "$argon2id$v=19$m=64,t=1,p=1$?$c3Vt", "$argon2id$v=19$m=64,t=1,p=1$c2FsdA$?",
	} {
		if _, err := newHasher(rand.Reader).matches(kept, "une phrase"); err == nil {
			t.Errorf("hash %q was taken", kept)
		}
	}
}

func TestCacheForgetsTheOldest(t *testing.T) {
	c := newTokenCache(100)
	for i := range 1000 {
		c.put(fmt.Sprint(i), claims{ID: fmt.Sprint(i)})
		c.get("0") // in use: stays
	}
	if c.len() > 100 {
		t.Errorf("%d tokens are remembered, want at most 100", c.len())
	}
	for token, want := range map[string]bool{"0": true, "999": true, "1": false} {
		if found, ok := c.get(token); ok != want || (ok && found.ID != token) {
			t.Errorf("token %s: %v, %v, want %v", token, found, ok, want)
		}
	}
}
