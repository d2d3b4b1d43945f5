package serving

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// What is done each hour is done three times in three hours and some, and never
// after its end.
func TestHourly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		times := 0
		done := hourly(ctx, func(context.Context) { times++ })
		time.Sleep(3*time.Hour + time.Minute)
		end()
		<-done
		time.Sleep(2 * time.Hour)
		if times != 3 {
			t.Errorf("done %d times, want 3", times)
		}
	})
}
