package auth

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"predate"
)

// The cost of a password: 19 MiB and two passes, the second of the settings
// that OWASP's password storage sheet holds equivalent. Each check takes some
// 70 ms of one core, hence the bound on how many run at once.
const (
	argonMemory  = 19456 // KiB
	argonTime    = 2
	argonThreads = 1
	saltLength   = 16
	hashLength   = 32

	hashesAtOnce  = 2
	hashesWaiting = 32

	minPassword = 12   // characters
	maxPassword = 1024 // bytes: a longer one is refused before it is hashed

	// passwordLength is the reason of such refusals.
	passwordLength = "password_length"
)

// hasher makes and checks password hashes, two at a time, with a short queue
// before it: a flood of log-ins must not starve the rest of the house.
type hasher struct {
	random io.Reader
	seats  chan struct{} // who runs or waits
	slots  chan struct{} // who runs
	derive func(predate.Secret, phc) []byte
}

func newHasher(random io.Reader) *hasher {
	return &hasher{
		random: random,
		seats:  make(chan struct{}, hashesAtOnce+hashesWaiting),
		slots:  make(chan struct{}, hashesAtOnce),
		derive: derive,
	}
}

// inSlot runs fn as one of the few that may hash at once. A full queue is
// refused with CodeTooMany; the caller's context may end the wait.
func (h *hasher) inSlot(ctx context.Context, fn func() error) error {
	select {
	case h.seats <- struct{}{}:
		defer func() { <-h.seats }()
	default:
		return &predate.Error{Code: predate.CodeTooMany, Message: "Too many authentications at once", RetryAfter: 2}
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return fmt.Errorf("wait for a password check: %w", ctx.Err())
	}
	return fn()
}

// hashNew returns the PHC string of a new password. One that is too short or too
// long is refused with CodeInvalid.
func (h *hasher) hashNew(ctx context.Context, password predate.Secret) (hash string, err error) {
	if err := checkPassword(password); err != nil {
		return "", err
	}
	err = h.inSlot(ctx, func() error {
		hash, err = h.hash(password)
		return err
	})
	return hash, err
}

// hash returns the PHC string of a password under a fresh salt.
func (h *hasher) hash(password predate.Secret) (string, error) {
	salt := make([]byte, saltLength)
	if _, err := io.ReadFull(h.random, salt); err != nil {
		return "", fmt.Errorf("draw password salt: %w", err)
	}
	return phc{argonMemory, argonTime, argonThreads, salt, h.derive(password, phc{argonMemory, argonTime, argonThreads, salt, nil})}.String(), nil
}

// phc is a parsed hash in the form of the Password Hashing Competition.
type phc struct {
	memory, time uint32
	threads      uint8
	salt, sum    []byte
}

func (p phc) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.memory, p.time, p.threads,
		base64.RawStdEncoding.EncodeToString(p.salt), base64.RawStdEncoding.EncodeToString(p.sum))
}

func parsePHC(s string) (phc, error) {
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, fmt.Errorf("password hash: not an Argon2id string of version %d", argon2.Version)
	}
	var p phc
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.time, &p.threads); err != nil {
		return phc{}, fmt.Errorf("password hash: parameters %q: %w", parts[3], err)
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return phc{}, fmt.Errorf("password hash: salt: %w", err)
	}
	if p.sum, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil {
		return phc{}, fmt.Errorf("password hash: sum: %w", err)
	}
	if p.time == 0 || p.threads == 0 || len(p.sum) == 0 {
		return phc{}, fmt.Errorf("password hash: parameters %q out of range", parts[3])
	}
	return p, nil
}

// derive hashes a password. It is first brought to Unicode's composed form: the
// same accented letter is typed in two ways by two keyboards.
func derive(password predate.Secret, p phc) []byte {
	plain := norm.NFC.Bytes([]byte(password.Reveal()))
	length := uint32(hashLength)
	if len(p.sum) > 0 {
		length = uint32(len(p.sum))
	}
	return argon2.IDKey(plain, p.salt, p.time, p.memory, p.threads, length)
}

// matches reports whether the password is the one that was hashed. The kept
// parameters are used, so that a later, dearer setting does not lock out those
// whose hash is older.
func (h *hasher) matches(kept string, password predate.Secret) (bool, error) {
	p, err := parsePHC(kept)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(h.derive(password, p), p.sum) == 1, nil
}

// tried reports whether the password is the one that was hashed. Where there is
// none, or the password is too long for any, it spends the same time on a decoy.
func (h *hasher) tried(kept, decoy string, password predate.Secret) (bool, error) {
	if kept == "" || len(password.Reveal()) > maxPassword {
		kept, password = decoy, password[:min(len(password), maxPassword)]
	}
	return h.matches(kept, password)
}

// decoy makes a hash that no password gives, to spend on an unknown e-mail the
// time that a known one takes.
func decoy(random io.Reader) (string, error) {
	noise := make([]byte, saltLength+hashLength)
	if _, err := io.ReadFull(random, noise); err != nil {
		return "", fmt.Errorf("draw decoy hash: %w", err)
	}
	return phc{argonMemory, argonTime, argonThreads, noise[:saltLength], noise[saltLength:]}.String(), nil
}

// checkPassword refuses with CodeInvalid a new password that is too short or
// too long. Length is the only rule: rules of composition make passwords worse.
func checkPassword(password predate.Secret) error {
	if utf8.RuneCountInString(password.Reveal()) < minPassword {
		return refuse(predate.CodeInvalid, passwordLength, "The password must have at least %d characters", minPassword)
	}
	if len(password.Reveal()) > maxPassword {
		return refuse(predate.CodeInvalid, passwordLength, "The password must have at most %d bytes", maxPassword)
	}
	return nil
}
