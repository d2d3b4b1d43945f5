package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// listings: what an extranet lists is replaced by what it lists next, keeps why
// it lacked, and is forgotten when the order holds it or is long over.
func listings(t *testing.T, db *store.DB) {
	house(t, db)
	put := func(papers ...predate.ListedPaper) {
		t.Helper()
		write(t, db, func(c ctx, x tx) error { return store.PutListed(c, x, orderID, papers) })
	}
	expect := func(want ...predate.ListedPaper) {
		t.Helper()
		have := read(t, db, func(c ctx, x tx) ([]predate.ListedPaper, error) { return store.ListedOf(c, x, orderID) })
		if diff := cmp.Diff(want, have); diff != "" {
			t.Error(diff)
		}
	}
	paper := func(id string) predate.ListedPaper {
		return predate.ListedPaper{
			Order: orderID, Run: runID, RemoteID: id, Title: "DTA " + id, Hint: predate.TypeAsbestos,
			Listed: predate.Date{Year: 2019, Month: 2, Day: 1}, Seen: noon(),
		}
	}
	one, two, three := paper("1"), paper("2"), paper("3")
	put(two, one, three)
	expect(two, one, three)
	write(t, db, func(c ctx, x tx) error { return store.MissListed(c, x, orderID, "1", "le fichier est vide") })
	write(t, db, func(c ctx, x tx) error { return store.HaveListed(c, x, orderID, "3") })
	one.Reason = "le fichier est vide"
	expect(two, one)
	put(paper("1"), paper("4"))
	expect(one, paper("4"))

	later := noon().Add(time.Hour)
	for _, step := range []struct {
		pending bool
		purged  int
	}{{true, 0}, {false, 2}} {
		var purged int
		write(t, db, func(c ctx, x tx) error {
			if _, err := x.Exec(c, "UPDATE orders SET pending = $1, updated = 0", step.pending); err != nil {
				return err
			}
			var err error
			purged, err = store.PurgeListed(c, x, later, 10)
			return err
		})
		if purged != step.purged {
			t.Errorf("order pending %v: purged %d, want %d", step.pending, purged, step.purged)
		}
	}
	expect()
}
