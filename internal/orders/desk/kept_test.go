package desk_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// with is a request for an order that brings a paper.
func (o *office) with(content string) desk.Placing {
	placing := o.placing()
	placing.Documents = []desk.Upload{{Filename: "a.pdf", MediaType: "application/pdf", Content: strings.NewReader(content), Origin: predate.FromClient}}
	return placing
}

// there reports whether bytes are kept.
func (o *office) there(hash predate.Hash) bool {
	o.t.Helper()
	_, err := o.Blobs.Size(o.ctx, hash)
	if err != nil && !errors.Is(err, predate.ErrNotFound) {
		o.t.Fatal(err)
	}
	return err == nil
}

func (o *office) sweep() {
	o.t.Helper()
	if err := o.Sweep(o.ctx); err != nil {
		o.t.Fatal(err)
	}
}

// hashOf is the hash of some bytes, which it stores.
func (o *office) hashOf(content string) predate.Hash {
	o.t.Helper()
	hash, _, err := o.Blobs.Put(o.ctx, strings.NewReader(content))
	if err != nil {
		o.t.Fatal(err)
	}
	return hash
}

// Bytes whose transaction is refused are in no row: they go by themselves, and not while
// they may still be named.
func TestBytesOfWhatIsRefusedGo(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		placed := o.with("%PDF refusé")
		placed.Order.Syndic.URL, placed.Documents[0].Submit = "", true
		_, err := o.Place(o.ctx, placed)
		refused(t, err, predate.CodeInvalid, "no extranet")
		order := o.place(o.with("%PDF pris"))
		err = o.Collected(o.ctx, predate.Run{ID: "run_none", Order: order.ID}, desk.Upload{Content: strings.NewReader("%PDF tardif"), RemoteID: "1"})
		if err == nil {
			t.Fatal("a run that is not there took a paper")
		}
		if err := o.GiveDocuments(o.ctx, order.ID, desk.Given{By: "A. Dupin", From: "le syndic", How: "courriel"},
			[]desk.Upload{{Filename: "b.pdf", Content: strings.NewReader("%PDF inconnu"), RemoteID: "99"}}); err == nil {
			t.Fatal("a paper that the extranet does not list was taken")
		}
		made := must[desk.Kept](t)(o.Keep(o.ctx, strings.NewReader("un rapport")))
		late := o.runOf(order)
		late.Version += 5
		err = o.Record(o.ctx, desk.Progress{Run: late, Kept: []desk.Kept{made}, Change: func(r *predate.Run) { r.ReportHash = made.Hash }})
		if !errors.Is(err, predate.ErrStale) {
			t.Fatalf("a stale step was recorded: %v", err)
		}
		lost := []predate.Hash{o.hashOf("%PDF refusé"), o.hashOf("%PDF tardif"), o.hashOf("%PDF inconnu"), made.Hash}
		o.sweep()
		for _, hash := range lost {
			if !o.there(hash) {
				t.Errorf("%s went while it might still be named", hash)
			}
		}
		o.clock.Pass(2 * time.Hour)
		o.sweep()
		for _, hash := range lost {
			if o.there(hash) {
				t.Errorf("%s is left", hash)
			}
		}
		if !o.there(o.hashOf("%PDF pris")) {
			t.Error("a paper of an order is gone")
		}
		o.tx(func(ctx context.Context, tx store.Tx) error {
			left, err := store.ErasedFiles(ctx, tx, o.Now().Add(100*time.Hour), 10)
			if len(left) > 0 {
				t.Errorf("notes are left: %v", left)
			}
			return err
		})
	})
}

// Bytes that somebody has stored again stay when the row goes that named them, until he
// has named them too.
func TestBytesThatAreStoredAgainStay(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.with("%PDF le même"))
		again := must[desk.Kept](t)(o.Keep(o.ctx, strings.NewReader("%PDF le même")))
		other := o.place(o.placing())
		if err := o.By(desk.Actor{Name: "A. Dupin", Why: "demande"}).EraseOrder(o.ctx, order.ID); err != nil {
			t.Fatal(err)
		}
		o.sweep()
		if !o.there(again.Hash) {
			t.Fatal("bytes went that were about to be named")
		}
		record := func() error {
			return o.Record(o.ctx, desk.Progress{Run: o.runOf(other), Kept: []desk.Kept{again}, Change: func(r *predate.Run) { r.ReportHash = again.Hash }})
		}
		if err := record(); err != nil {
			t.Fatal(err)
		}
		o.clock.Pass(2 * time.Hour)
		o.sweep()
		if !o.there(again.Hash) {
			t.Error("bytes of an order are gone")
		}
		late := must[desk.Kept](t)(o.Keep(o.ctx, strings.NewReader("trop tard")))
		o.clock.Pass(2 * time.Hour)
		o.sweep()
		again = late
		if err := record(); !errors.Is(err, predate.ErrBusy) {
			t.Errorf("bytes that are gone were named: %v", err)
		}
		if run := o.runOf(other); run.ReportHash == late.Hash {
			t.Error("a row names bytes that are gone")
		}
	})
}

// deleting is a store of files that does something before it deletes.
type deleting struct {
	blob.Store
	before func(predate.Hash) error
}

func (d deleting) Delete(ctx context.Context, hash predate.Hash) error {
	if err := d.before(hash); err != nil {
		return err
	}
	return d.Store.Delete(ctx, hash)
}

// Nobody relies on bytes while they are deleted, and one file that cannot be deleted
// keeps no other.
func TestNobodyNamesWhatIsBeingDeleted(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		first, second := o.place(o.with("%PDF un")), o.place(o.with("%PDF deux"))
		stuck, kept := o.hashOf("%PDF un"), o.Blobs
		o.Blobs = deleting{kept, func(hash predate.Hash) error {
			if hash == stuck {
				return errors.New("the disk is read-only")
			}
			if _, err := o.Place(o.ctx, o.with("%PDF deux")); !errors.Is(err, predate.ErrBusy) {
				t.Errorf("bytes were named while they were deleted: %v", err)
			}
			return nil
		}}
		by := o.By(desk.Actor{Name: "A. Dupin", Why: "demande"})
		by.Blobs = o.Blobs
		if err := by.EraseOrder(o.ctx, first.ID); err == nil || !strings.Contains(err.Error(), "read-only") {
			t.Errorf("what stays was not said: %v", err)
		}
		if err := by.EraseOrder(o.ctx, second.ID); err == nil {
			t.Error("what stays was not said")
		}
		if !o.there(stuck) {
			t.Error("the bytes are gone")
		}
		o.Blobs = kept
		o.sweep()
		if o.there(stuck) {
			t.Error("the bytes are left")
		}
		o.place(o.with("%PDF deux"))
	})
}

// Whatever comes in, is erased and is swept at once, an order that stays has its bytes.
func TestNoRowIsWithoutItsBytes(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for range 15 {
					order, err := o.Place(o.ctx, o.with("%PDF le même"))
					if errors.Is(err, predate.ErrBusy) {
						continue
					}
					if err == nil {
						if _, missing := o.Blobs.Size(o.ctx, must[desk.Opened](t)(o.Open(o.ctx, order.ID)).Documents[0].Hash); missing != nil {
							t.Errorf("an order is without its bytes: %v", missing)
						}
						err = o.By(desk.Actor{Name: "A. Dupin", Why: "demande"}).EraseOrder(o.ctx, order.ID)
					}
					if err != nil && !errors.Is(err, predate.ErrBusy) {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
	})
}
