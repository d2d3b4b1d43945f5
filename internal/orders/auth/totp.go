package auth

import (
	"crypto/hmac"
	"crypto/sha1" // what RFC 6238 and the apps of telephones use
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"predate"
)

// Codes of six digits that change every half minute (RFC 6238). One of the step
// before or after is taken as well: telephones' clocks differ from ours.
const (
	totpStep   = 30 * time.Second
	totpDigits = 6
	totpSkew   = 1
	totpSecret = 20 // bytes, as long as the sum of SHA-1
)

// totpBase32 is how secrets are written for the apps.
var totpBase32 = base32.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").WithPadding(base32.NoPadding)

// drawTOTP draws the secret of an operator's codes.
func drawTOTP(random io.Reader) (predate.Secret, error) {
	raw := make([]byte, totpSecret)
	if _, err := io.ReadFull(random, raw); err != nil {
		return "", fmt.Errorf("draw the secret of codes: %w", err)
	}
	return predate.Secret(totpBase32.EncodeToString(raw)), nil
}

// totpAddress is what a picture says to an app.
func totpAddress(secret predate.Secret, email string) predate.Secret {
	return predate.Secret("otpauth://totp/predate:" + url.PathEscape(email) + "?issuer=predate&secret=" + secret.Reveal())
}

// stepAt is the number of the half minute that an instant lies in.
func stepAt(t time.Time) int64 { return t.Unix() / int64(totpStep/time.Second) }

// codeAt is the code of a step.
func codeAt(secret []byte, step int64) string {
	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], uint64(step))
	mac := hmac.New(sha1.New, secret)
	mac.Write(counter[:])
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[at:at+4]) & 0x7fffffff
	return fmt.Sprintf("%0*d", totpDigits, number%1_000_000)
}

// stepOf finds the step whose code was typed, around an instant.
func stepOf(secret predate.Secret, typed string, now time.Time) (step int64, found bool, err error) {
	raw, err := totpBase32.DecodeString(secret.Reveal())
	if err != nil {
		return 0, false, fmt.Errorf("read the secret of codes: %w", err)
	}
	typed = strings.Join(strings.Fields(typed), "")
	for skew := int64(-totpSkew); skew <= totpSkew; skew++ {
		if candidate := stepAt(now) + skew; subtle.ConstantTimeCompare([]byte(codeAt(raw, candidate)), []byte(typed)) == 1 {
			step, found = candidate, true
		}
	}
	return step, found, nil
}

// Recovery codes take the place of a code when the telephone is lost, once each.
const (
	recoveryCodes = 10
	recoveryBytes = 10 // 80 bits: nobody tries them all
	recoveryGroup = 4
)

// drawRecoveries draws recovery codes, for a person to write down, and what is
// kept of them.
func drawRecoveries(random io.Reader) (codes []predate.Secret, hashes []predate.Hash, err error) {
	for range recoveryCodes {
		raw := make([]byte, recoveryBytes)
		if _, err := io.ReadFull(random, raw); err != nil {
			return nil, nil, fmt.Errorf("draw recovery codes: %w", err)
		}
		text := strings.ToLower(totpBase32.EncodeToString(raw))
		var groups []string
		for ; text != ""; text = text[recoveryGroup:] {
			groups = append(groups, text[:recoveryGroup])
		}
		code := strings.Join(groups, "-")
		codes, hashes = append(codes, predate.Secret(code)), append(hashes, hashRecovery(code))
	}
	return codes, hashes, nil
}

// hashRecovery is what is kept of a recovery code, however it is typed.
func hashRecovery(typed string) predate.Hash {
	return hashKey(strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(typed)))
}

// isRecovery reports whether what was typed is as long as a recovery code, and so
// no code of six digits.
func isRecovery(typed string) bool { return len(strings.TrimSpace(typed)) > 2*totpDigits }
