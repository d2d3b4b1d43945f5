package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// purges: of ten rows each, seven are old; batches of three take 3, 3, 1, 0.
func purges(t *testing.T, db *store.DB) {
	house(t, db)
	staff(t, db)
	write(t, db, func(c ctx, x tx) error {
		for i := range 10 {
			if err := oldRows(c, x, i); err != nil {
				return err
			}
		}
		return nil
	})
	line := noon().Add(7 * time.Hour)
	for _, test := range []struct {
		name  string
		purge func(context.Context, store.Tx, time.Time, int) (int, error)
	}{
		{"credentials", store.EraseExpiredCredentials},
		{"tokens", store.PurgeRevokedTokens},
		{"replays", store.PurgeReplays},
		{"audit", store.PurgeAudit},
		{"login failures", store.PurgeLoginFailures},
		{"sessions of operators", store.PurgeOperatorSessions},
		{"invitations", store.PurgeInvites},
		{"challenges", store.PurgeChallenges},
		{"deliveries", store.PurgeDeliveries},
		{"events", store.PurgeEvents},
		{"pages of recipes", store.PurgeRecipePages},
	} {
		var have []int
		for range 4 {
			write(t, db, func(c ctx, x tx) error {
				n, err := test.purge(c, x, line, 3)
				have = append(have, n)
				return err
			})
		}
		if diff := cmp.Diff([]int{3, 3, 1, 0}, have); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	left := read(t, db, func(c ctx, x tx) ([]predate.Attempt, error) { return store.AttemptsOf(c, x, "dlv_9") })
	if len(left) != 1 {
		t.Errorf("attempts of a delivery that stays: %d, want 1", len(left))
	}
	next, err := insertEvent(db, event("evt_next", 0))
	if err != nil || next.Position != 11 {
		t.Errorf("position %d, %v after the purge, want 11: none is given twice", next.Position, err)
	}
}

// oldRows adds one row of each kind that is purged, i hours after noon.
func oldRows(c context.Context, x store.Tx, i int) error {
	at := noon().Add(time.Duration(i) * time.Hour)
	id := fmt.Sprint(i)
	o := order(predate.OrderID("PURGE" + id))
	e := event("evt_"+id, 0)
	e.Created = at
	d := delivery(0)
	d.ID, d.Event, d.Ended = predate.DeliveryID("dlv_"+id), e.ID, at
	return errors.Join(
		store.InsertOrder(c, x, o),
		store.PutCredentials(c, x, o.ID, nil, at),
		store.RevokeToken(c, x, id, at),
		store.InsertReplay(c, x, predate.KeptAnswer{Account: accountID, Key: id, Created: at}),
		store.InsertAudit(c, x, store.AuditEntry{ID: id, At: at}),
		store.CountOutcome(c, x, store.RecipeOutcome{RecipeVersion: predate.RecipeVersion{ID: "xnet", Version: i}, Last: at, Page: "<html>"}),
		store.SetLoginFailures(c, x, id, 1, at),
		store.InsertOperatorSession(c, x, store.OperatorSession{ID: id, Hash: predate.Hash(id), Operator: operatorID, Seen: at}),
		store.InsertInvite(c, x, store.Invite{Hash: predate.Hash(id), Operator: operatorID, Expires: at}),
		store.TakeChallenge(c, x, predate.Hash(id), at),
		store.InsertEvent(c, x, &e),
		store.InsertDelivery(c, x, d),
		store.InsertAttempt(c, x, predate.Attempt{Delivery: d.ID, Number: 1, At: at}),
	)
}

// expired: only what is over grows old.
func expired(t *testing.T, db *store.DB) {
	house(t, db)
	over := order("DONE22")
	over.Pending = false
	write(t, db, func(c ctx, x tx) error {
		return errors.Join(
			store.InsertOrder(c, x, over),
			store.InsertDocument(c, x, predate.Document{ID: 1, Order: over.ID, Hash: "aa", Collected: noon()}),
			store.InsertDocument(c, x, predate.Document{ID: 2, Order: over.ID, Hash: "aa", Collected: noon().Add(time.Hour)}),
			store.InsertDocument(c, x, predate.Document{ID: 3, Order: orderID, Hash: "bb", Collected: noon()}),
			store.InsertRun(c, x, predate.Run{ID: "run_2", Order: over.ID, Number: 1, Ended: noon(), PDFHash: "cc"}),
			store.InsertRun(c, x, predate.Run{ID: "run_5", Order: over.ID, Number: 4, Ended: noon(), ProofHash: "ff"}),
			store.InsertRun(c, x, predate.Run{ID: "run_3", Order: over.ID, Number: 2, Ended: noon()}),
			store.InsertRun(c, x, predate.Run{ID: "run_4", Order: over.ID, Number: 3, ReportHash: "dd"}),
		)
	})
	line := noon().Add(time.Minute)
	old := read(t, db, func(c ctx, x tx) ([]predate.Document, error) { return store.ExpiredDocuments(c, x, line, 10) })
	if len(old) != 1 || old[0].ID != 1 {
		t.Errorf("expired documents %v, want number 1 alone", old)
	}
	ended := read(t, db, func(c ctx, x tx) ([]predate.Run, error) { return store.ExpiredStatements(c, x, line, 10) })
	if len(ended) != 2 || ended[0].ID != "run_2" || ended[1].ID != "run_5" {
		t.Errorf("expired statements %v, want run_2 and run_5", ended)
	}
	write(t, db, func(c ctx, x tx) error { return store.DeleteDocument(c, x, 1) })
	inUse := map[predate.Hash]bool{}
	for _, hash := range []predate.Hash{"aa", "bb", "cc", "dd", "ee", "ff", ""} {
		inUse[hash] = read(t, db, func(c ctx, x tx) (bool, error) { return store.HashInUse(c, x, hash) })
	}
	want := map[predate.Hash]bool{"aa": true, "bb": true, "cc": true, "dd": true, "ff": true, "ee": false, "": false}
	if diff := cmp.Diff(want, inUse); diff != "" {
		t.Error(diff)
	}
}
