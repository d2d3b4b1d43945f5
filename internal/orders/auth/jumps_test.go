package auth_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/orders/auth"
)

// Whatever the clock is set to, by up to two hours forward and back: who logs in
// is let in by every process, a revoked token never again, and none beyond its
// time.
func TestTokensUnderClocksThatJump(t *testing.T) {
	h := newHouse(t)
	const email = "etude@notaires.example"
	_, keys := h.open(t, email, predate.Premium)
	const life, skew = time.Hour, 5 * time.Second
	type held struct {
		token   predate.Secret
		ends    time.Time
		revoked bool
	}
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		if runs++; runs > 20 {
			return // a login takes its time
		}
		processes := []*auth.Authority{h.another(t), h.another(t)}
		var tokens []*held
		one := func(rt *rapid.T) *auth.Authority { return processes[rapid.IntRange(0, 1).Draw(rt, "process")] }
		check := func(process *auth.Authority, token predate.Secret) error {
			_, err := process.Check(rt.Context(), keys.Live.Reveal(), "Bearer "+token.Reveal())
			return err
		}
		some := func(rt *rapid.T) *held {
			if len(tokens) == 0 {
				rt.Skip("nobody has logged in yet")
			}
			return rapid.SampledFrom(tokens).Draw(rt, "token")
		}
		rt.Repeat(map[string]func(*rapid.T){
			"login": func(rt *rapid.T) {
				process := one(rt)
				caller, err := process.Key(rt.Context(), keys.Live.Reveal())
				if err != nil {
					rt.Fatal(err)
				}
				given := h.clock.Now()
				token, err := process.Login(rt.Context(), caller, email, goodPassword)
				if err != nil {
					rt.Fatal(err)
				}
				// A process reads the signing keys again once a second at most.
				h.clock.Pass(2 * time.Second)
				for n, other := range processes {
					if err := check(other, token); err != nil {
						rt.Fatalf("process %d does not take a token that was just given: %v", n, err)
					}
				}
				tokens = append(tokens, &held{token: token, ends: given.Add(life)})
			},
			"check": func(rt *rapid.T) {
				token := some(rt)
				err := check(one(rt), token.token)
				if err == nil && (token.revoked || !h.clock.Now().Before(token.ends.Add(skew))) {
					rt.Fatalf("revoked: %v, ended %s, and taken at %s", token.revoked, token.ends, h.clock.Now())
				}
				if err != nil && !errors.Is(err, auth.ErrToken) {
					rt.Fatal(err)
				}
			},
			"revoke": func(rt *rapid.T) {
				token := some(rt)
				if err := one(rt).Revoke(rt.Context(), token.token); err == nil {
					token.revoked = true
				}
			},
			"rotate": func(rt *rapid.T) {
				if rapid.IntRange(0, 3).Draw(rt, "really") > 0 {
					return
				}
				if err := one(rt).RotateSigningKey(rt.Context()); err != nil {
					rt.Fatal(err)
				}
			},
			"jump": func(rt *rapid.T) {
				h.clock.Pass(time.Duration(rapid.IntRange(-120, 120).Draw(rt, "minutes")) * time.Minute)
			},
			"time": func(rt *rapid.T) {
				h.clock.Pass(time.Duration(rapid.IntRange(1, 300).Draw(rt, "seconds")) * time.Second)
			},
		})
	})
}
