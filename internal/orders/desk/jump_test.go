package desk_test

import (
	"context"
	"testing"
	"time"

	"predate/internal/keeping/store"
)

// A token that was revoked stays so, though a clock that was set forward had its
// end go by, and is then set back.
func TestARevokedTokenUnderAClockThatJumps(t *testing.T) {
	o := open(t)
	o.tx(func(ctx context.Context, tx store.Tx) error {
		return store.RevokeToken(ctx, tx, "tok_1", o.clock.Now().Add(time.Hour))
	})
	known := func() (revoked bool) {
		o.tx(func(ctx context.Context, tx store.Tx) (err error) {
			return tx.QueryRow(ctx, "SELECT COUNT(*) > 0 FROM revoked_tokens WHERE jti = 'tok_1'").Scan(&revoked)
		})
		return revoked
	}
	sweep := func(after time.Duration) {
		o.clock.Pass(after)
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
	}
	sweep(2 * time.Hour)
	o.clock.Pass(-2 * time.Hour)
	if !known() {
		t.Error("a revoked token comes to life when the clock is set back")
	}
	if sweep(26 * time.Hour); known() {
		t.Error("a revoked token is remembered for ever")
	}
}
