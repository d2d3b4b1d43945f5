package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

func takenOrder(t *testing.T, db *store.DB) {
	house(t, db)
	write(t, db, func(c ctx, x tx) error {
		wantError(t, store.InsertOrder(c, x, order(orderID)), predate.ErrExists)
		return store.InsertOrder(c, x, order("GHJKMN"))
	})
	_ = read(t, db, func(c ctx, x tx) (predate.Order, error) { return store.OrderByID(c, x, "GHJKMN") })
	_, err := try(db, func(c ctx, x tx) (predate.Order, error) { return store.OrderByID(c, x, "ZZZZZZ") })
	wantError(t, err, predate.ErrNotFound)
}

func orderLists(t *testing.T, db *store.DB) {
	house(t, db)
	write(t, db, func(c ctx, x tx) error {
		for i := range 9 {
			o := order(predate.OrderID(fmt.Sprintf("ORDER%d", i)))
			o.Created = noon().Add(time.Duration(i/3+1) * time.Hour) // three of each age
			o.TestMode = i%2 == 0
			if i == 4 {
				o.ExternalID, o.State = "ext", predate.Waiting
			}
			if i == 8 {
				o.Account = otherID
			}
			if err := store.InsertOrder(c, x, o); err != nil {
				return err
			}
		}
		return nil
	})
	list := func(f predate.OrderFilter) []predate.OrderID {
		ids := []predate.OrderID{}
		for _, o := range read(t, db, func(c ctx, x tx) ([]predate.Order, error) { return store.Orders(c, x, f) }) {
			ids = append(ids, o.ID)
		}
		return ids
	}
	yes, no := true, false
	after := predate.Cursor{Created: noon().Add(2 * time.Hour), ID: "ORDER4"}
	for name, test := range map[string]struct {
		filter predate.OrderFilter
		want   []predate.OrderID
	}{
		"all":         {predate.OrderFilter{}, []predate.OrderID{"ORDER8", "ORDER7", "ORDER6", "ORDER5", "ORDER4", "ORDER3", "ORDER2", "ORDER1", "ORDER0", orderID}},
		"account":     {predate.OrderFilter{Account: otherID}, []predate.OrderID{"ORDER8"}},
		"state":       {predate.OrderFilter{State: predate.Waiting}, []predate.OrderID{"ORDER4"}},
		"external":    {predate.OrderFilter{Account: accountID, ExternalID: "ext"}, []predate.OrderID{"ORDER4"}},
		"test":        {predate.OrderFilter{Account: accountID, TestMode: &yes}, []predate.OrderID{"ORDER6", "ORDER4", "ORDER2", "ORDER0"}},
		"not test":    {predate.OrderFilter{TestMode: &no, Limit: 2}, []predate.OrderID{"ORDER7", "ORDER5"}},
		"after":       {predate.OrderFilter{After: after, Limit: 3}, []predate.OrderID{"ORDER3", "ORDER2", "ORDER1"}},
		"none":        {predate.OrderFilter{Account: "acc_none"}, []predate.OrderID{}},
		"all at once": {predate.OrderFilter{Account: accountID, State: predate.Confirmed, TestMode: &yes, After: after, Limit: 1}, []predate.OrderID{"ORDER2"}},
	} {
		if diff := cmp.Diff(test.want, list(test.filter)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// staleness: of two who read the same version, the second to write is told.
func staleness(t *testing.T, db *store.DB) {
	house(t, db)
	c := context.Background()
	getOrder := func(c ctx, x tx) (predate.Order, error) { return store.OrderByID(c, x, orderID) }
	one, two := read(t, db, getOrder), read(t, db, getOrder)
	one.Seq = 5
	write(t, db, func(c ctx, x tx) error { return store.UpdateOrder(c, x, &one) })
	if one.Version != two.Version+1 {
		t.Errorf("version %d after %d", one.Version, two.Version)
	}
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateOrder(c, x, &two) }), predate.ErrStale)
	if two.Version != 0 {
		t.Errorf("a refused update raised the version to %d", two.Version)
	}
	if diff := cmp.Diff(one, read(t, db, getOrder)); diff != "" {
		t.Error(diff)
	}
	gone := order("ZZZZZZ")
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateOrder(c, x, &gone) }), predate.ErrStale)

	getRun := func(c ctx, x tx) (predate.Run, error) { return store.RunByID(c, x, runID) }
	run, stale := read(t, db, getRun), read(t, db, getRun)
	run.Gaps = []predate.Gap{{Kind: predate.GapDocument, Message: "manque"}}
	run.Doubts = []predate.Doubt{
		{ID: "figure.lots", Code: predate.ReasonContradicted, Key: predate.KeyLots, Says: "« 7 » ou « 8 »"},
		{ID: "gate.a", Code: predate.ReasonGateNotMet, Gate: "a", File: "Annexe.pdf", Says: "1,00", Answered: predate.Declaration{
			By: predate.DeclaredByOperator, Name: "A. Martin", On: predate.Date{Year: 2026, Month: 5, Day: 18}, Why: "vu",
		}},
	}
	write(t, db, func(c ctx, x tx) error { return store.UpdateRun(c, x, &run) })
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateRun(c, x, &stale) }), predate.ErrStale)
	if diff := cmp.Diff(run, read(t, db, getRun)); diff != "" {
		t.Error(diff)
	}

	getEndpoint := func(c ctx, x tx) (predate.Endpoint, error) { return store.EndpointByID(c, x, endpointID) }
	endpoint, older := read(t, db, getEndpoint), read(t, db, getEndpoint)
	endpoint.Enabled, endpoint.DisabledReason = false, "410"
	write(t, db, func(c ctx, x tx) error { return store.UpdateEndpoint(c, x, &endpoint) })
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateEndpoint(c, x, &older) }), predate.ErrStale)
	if diff := cmp.Diff(endpoint, read(t, db, getEndpoint)); diff != "" {
		t.Error(diff)
	}
}

// noLostUpdate: eight writers who each try again when stale count to eighty.
func noLostUpdate(t *testing.T, db *store.DB) {
	house(t, db)
	const writers, each = 8, 10
	var wait sync.WaitGroup
	for range writers {
		wait.Go(func() {
			for done := 0; done < each; {
				err := db.InTx(context.Background(), func(c ctx, x tx) error {
					o, err := store.OrderByID(c, x, orderID)
					if err != nil {
						return err
					}
					o.Seq++
					return store.UpdateOrder(c, x, &o)
				})
				switch {
				case err == nil:
					done++
				case !errors.Is(err, predate.ErrStale):
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	o := read(t, db, func(c ctx, x tx) (predate.Order, error) { return store.OrderByID(c, x, orderID) })
	if o.Seq != writers*each || o.Version != writers*each {
		t.Errorf("seq %d, version %d, want %d", o.Seq, o.Version, writers*each)
	}
}

func runs(t *testing.T, db *store.DB) {
	house(t, db)
	second := predate.Run{ID: "run_0", Order: orderID, Number: 2}
	write(t, db, func(c ctx, x tx) error { return store.InsertRun(c, x, second) })
	second.ID = "run_3"
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertRun(c, x, second) })
	wantError(t, err, predate.ErrExists)
	var have []predate.RunID
	for _, r := range read(t, db, func(c ctx, x tx) ([]predate.Run, error) { return store.RunsOf(c, x, orderID) }) {
		have = append(have, r.ID)
	}
	if diff := cmp.Diff([]predate.RunID{runID, "run_0"}, have); diff != "" {
		t.Error(diff)
	}
	_, err = try(db, func(c ctx, x tx) (predate.Run, error) { return store.RunByID(c, x, "run_none") })
	wantError(t, err, predate.ErrNotFound)
}

func documents(t *testing.T, db *store.DB) {
	house(t, db)
	c := context.Background()
	insert := func(d predate.Document) error {
		d.Order = orderID
		return db.InTx(c, func(c ctx, x tx) error { return store.InsertDocument(c, x, d) })
	}
	for _, d := range []predate.Document{
		{ID: 3, RemoteID: "doc/1", Collected: noon()},
		{ID: 1, Collected: noon().Add(time.Second)},
		{ID: 2, Collected: noon().Add(time.Second)},
	} {
		if err := insert(d); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, insert(predate.Document{ID: 3}), predate.ErrExists)
	wantError(t, insert(predate.Document{ID: 4, RemoteID: "doc/1"}), predate.ErrExists)

	known := read(t, db, func(c ctx, x tx) (map[string]predate.DocumentID, error) { return store.RemoteIDs(c, x, orderID) })
	got := read(t, db, func(c ctx, x tx) (predate.Document, error) { return store.DocumentByID(c, x, known["doc/1"]) })
	got.Unreadable, got.Printed = "chiffré", predate.Date{Year: 2025, Month: 12, Day: 31}
	write(t, db, func(c ctx, x tx) error { return store.UpdateDocument(c, x, got) })
	again := read(t, db, func(c ctx, x tx) (predate.Document, error) { return store.DocumentByID(c, x, 3) })
	if diff := cmp.Diff(got, again); diff != "" {
		t.Error(diff)
	}
	if len(known) != 1 {
		t.Errorf("known on the extranet: %v", known)
	}
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateDocument(c, x, predate.Document{ID: 9}) }), predate.ErrNotFound)
	write(t, db, func(c ctx, x tx) error { return store.DeleteDocument(c, x, 2) })
	var have []predate.DocumentID
	for _, d := range read(t, db, func(c ctx, x tx) ([]predate.Document, error) { return store.DocumentsOf(c, x, orderID) }) {
		have = append(have, d.ID)
	}
	if diff := cmp.Diff([]predate.DocumentID{3, 1}, have); diff != "" {
		t.Error(diff)
	}
}
