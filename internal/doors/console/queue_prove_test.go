//go:build prove

package console

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// firstPage is how soon the first page of a queue of 10,000 orders comes, as the
// median says.
const firstPage = 150 * time.Millisecond

// TestProveQueueOfTenThousand takes the time of whole pages of a queue of 10,000
// orders, 20 of which others work on, on both engines.
func TestProveQueueOfTenThousand(t *testing.T) {
	for engine, database := range map[string]string{"SQLite": desktest.SQLite(t), "PostgreSQL": cluster.Database(t)} {
		n := newNode(t, database)
		pattern := n.ToDecide(nil)
		n.TenThousand(pattern.ID)
		for i := range 20 {
			if _, err := n.ClaimOrder(t.Context(), predate.OrderID(fmt.Sprint("X", i+1)), desk.Decision{By: fmt.Sprint("operator ", i)}); err != nil {
				t.Fatal(err)
			}
		}
		for _, address := range []string{"/", "/?claim=free&section=decide", "/?older=1h", "/?q=X777", "/?q=vassorelle", "/?q=vassorelle+nobody", "/queue/rows", "/next"} {
			var took []time.Duration
			for range 31 {
				began := time.Now()
				if w := n.get(address); w.Code != http.StatusOK && w.Code != http.StatusSeeOther {
					t.Fatalf("%s: %s answers %d", engine, address, w.Code)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			median := took[len(took)/2]
			t.Logf("%-10s %-28s median %6.1f ms, slowest %6.1f ms", engine, address, ms(median), ms(took[len(took)-1]))
			if median > firstPage {
				t.Errorf("%s: %s takes %v, want %v at most", engine, address, median, firstPage)
			}
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
