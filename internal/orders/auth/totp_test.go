package auth

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
)

// The vectors of RFC 6238, appendix B, for SHA-1. They have eight digits, of which
// ours are the last six.
func TestCodesOfTheRFC(t *testing.T) {
	secret := []byte("12345678901234567890")
	for seconds, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		at := time.Unix(seconds, 0)
		if have := codeAt(secret, stepAt(at)); have != want[2:] {
			t.Errorf("at %d s the code is %s, want %s", seconds, have, want[2:])
		}
		step, found, err := stepOf(predate.Secret(totpBase32.EncodeToString(secret)), want[2:5]+" "+want[5:], at)
		if err != nil || !found || step != stepAt(at) {
			t.Errorf("at %d s %s is of step %d, %v, %v", seconds, want[2:], step, found, err)
		}
	}
}

// A code is taken in its half minute and in those beside it, and at no other time.
func TestACodeHoldsNinetySeconds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		secret, err := drawTOTP(rand.Reader)
		if err != nil {
			r.Fatal(err)
		}
		raw, err := totpBase32.DecodeString(secret.Reveal())
		if err != nil {
			r.Fatal(err)
		}
		now := time.Unix(rapid.Int64Range(0, 1<<33).Draw(r, "now"), 0)
		away := rapid.Int64Range(-5, 5).Draw(r, "steps away")
		code := codeAt(raw, stepAt(now)+away)
		step, found, err := stepOf(secret, code, now)
		if err != nil {
			r.Fatal(err)
		}
		if near := -totpSkew <= away && away <= totpSkew; found != near && codeAt(raw, step) != code {
			r.Fatalf("a code %d steps away is taken: %v", away, found)
		}
	})
	for _, broken := range []string{"", "12345", "1234567", "abcdef"} {
		if _, found, err := stepOf("GEZDGNBVGY3TQOJQ", broken, time.Unix(59, 0)); found || err != nil {
			t.Errorf("%q: %v, %v", broken, found, err)
		}
	}
	if _, _, err := stepOf("not base 32!", "123456", time.Unix(59, 0)); err == nil {
		t.Error("a broken secret makes codes")
	}
}

func TestRecoveryCodesAreReadHoweverTheyAreTyped(t *testing.T) {
	codes, hashes, err := drawRecoveries(rand.Reader)
	if err != nil || len(codes) != recoveryCodes {
		t.Fatal(len(codes), err)
	}
	seen := map[predate.Hash]bool{}
	for i, code := range codes {
		text := code.Reveal()
		for _, typed := range []string{text, strings.ToUpper(text), strings.ReplaceAll(text, "-", " "), " " + strings.ReplaceAll(text, "-", "")} {
			if hashRecovery(typed) != hashes[i] || !isRecovery(typed) {
				t.Errorf("%q is not read as %q", typed, text)
			}
		}
		if len(text) != 19 || seen[hashes[i]] {
			t.Errorf("code %q", text)
		}
		seen[hashes[i]] = true
	}
	if isRecovery("123 456") {
		t.Error("a code of six digits is taken for a recovery code")
	}
}
