package desk_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"predate"
)

// Those who ask for an endpoint at once are counted one after the other.
func TestEndpointsAreCappedUnderARace(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.MaxEndpoints = 3
		var group sync.WaitGroup
		var made, refused atomic.Int32
		for range 12 {
			group.Go(func() {
				_, _, err := o.CreateEndpoint(o.ctx, predate.Endpoint{Account: o.account.ID, URL: "https://client.example/hook"})
				var told *predate.Error
				switch {
				case err == nil:
					made.Add(1)
				case errors.As(err, &told) && told.Reason == "too_many_webhooks":
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		group.Wait()
		held, err := o.Endpoints(o.ctx, o.account.ID)
		if err != nil || len(held) != 3 || made.Load() != 3 || refused.Load() != 9 {
			t.Errorf("%d endpoints, %d made, %d refused, %v; want 3, 3 and 9", len(held), made.Load(), refused.Load(), err)
		}
	})
}
