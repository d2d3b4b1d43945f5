package desk_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// coded is how a kept answer that names a seller is written in a row.
const coded = "VmFzc29yZWxsZQ=="

// private is what the orders of these tests say of persons and buildings.
func private() []string {
	return []string{"Vassorelle", "rue des Essais", "client-7", "Cabinet Essai", "essai.crypto", "étage de Zoé", coded}
}

// filled is an order with something about a person wherever it can hold something.
func (o *office) filled(files string) predate.Order {
	o.t.Helper()
	placing := o.placing()
	placing.Order.Comment = "l’étage de Zoé"
	placing.Documents = []desk.Upload{{Filename: "Vassorelle.pdf", MediaType: "application/pdf", Content: strings.NewReader(files), Origin: predate.FromClient, Comment: "étage de Zoé"}}
	order := o.place(placing)
	o.tx(func(ctx context.Context, tx store.Tx) error {
		run, err := store.RunByID(ctx, tx, order.Run)
		if err != nil {
			return err
		}
		run.FailureText, run.Gaps = "Bonjour Vassorelle", []predate.Gap{{Kind: predate.GapAction, Code: "x", Message: "étage de Zoé"}}
		return errors.Join(store.UpdateRun(ctx, tx, &run),
			store.InsertReplay(ctx, tx, predate.KeptAnswer{Account: o.account.ID, Route: "POST /order/", Key: string(order.ID), Body: []byte("Vassorelle"), Order: order.ID, Created: o.Now()}),
			store.InsertMessage(ctx, tx, predate.Message{ID: "msg_" + string(order.ID), Order: order.ID, Run: order.Run, At: o.Now(), Words: "étage de Zoé"}),
			store.InsertAudit(ctx, tx, store.AuditEntry{ID: "aud_" + string(order.ID), At: o.Now(), Who: "C. Aubrac", Act: "review.set", Order: order.ID, Detail: "vu avec Mme Vassorelle"}),
			store.InsertAudit(ctx, tx, store.AuditEntry{ID: "aud_client_" + string(order.ID), At: o.Now(), Who: "Zoé Vassorelle", Act: "client.answer", Order: order.ID}))
	})
	return order
}

// answered has the deliveries of an endpoint answered by what a receiver says.
func (o *office) answered(endpoint predate.EndpointID) {
	o.t.Helper()
	for _, one := range o.sent(endpoint) {
		attempt := predate.Attempt{Delivery: one.ID, Number: 1, At: o.Now(), Status: 200, Answer: "dossier Vassorelle pris"}
		must[predate.Health](o.t)(o.Attempted(o.ctx, attempt, desk.Verdict{Delivered: true}))
	}
}

// What is erased of an order is in no row and no file any more; that it was, and who
// erased it and why, stays.
func TestAnOrderIsErased(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		endpoint := o.callback(predate.Endpoint{})
		order := o.filled("%PDF Vassorelle")
		o.answered(endpoint)
		papers := must[desk.Opened](t)(o.Open(o.ctx, order.ID)).Documents
		before := storetest.Dump(t, o.DB)
		for _, word := range private() {
			if !strings.Contains(before, word) {
				t.Fatalf("nothing holds %q before", word)
			}
		}
		o.clock.Pass(time.Minute) // what is done at one instant has no order
		refused(t, o.By(desk.Actor{Name: "A. Dupin"}).EraseOrder(o.ctx, order.ID), predate.CodeInvalid, "un nom et un motif")
		by := o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "demande du 3 mai"})
		for range 2 { // what is sent twice is done once
			if err := by.EraseOrder(o.ctx, order.ID); err != nil {
				t.Fatal(err)
			}
		}
		after := storetest.Dump(t, o.DB)
		for _, word := range private() {
			if i := strings.Index(after, word); i >= 0 {
				t.Errorf("%q is left: %s", word, after[max(0, i-80):min(len(after), i+40)])
			}
		}
		if _, err := o.Blobs.Size(o.ctx, papers[0].Hash); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("the bytes of a paper are left: %v", err)
		}
		gone := must[desk.Opened](t)(o.Open(o.ctx, order.ID))
		if gone.Order.Erased.IsZero() || gone.Order.Cancelled.IsZero() || gone.Order.Account != o.account.ID || len(gone.Events) != 1 {
			t.Errorf("what stays of the order: %+v", gone.Order)
		}
		last := gone.Acts[len(gone.Acts)-1]
		named := slices.ContainsFunc(gone.Acts, func(a store.AuditEntry) bool { return a.Who == "C. Aubrac" })
		if len(gone.Acts) != 3 || !named || last.Act != "order.erased" || last.Operator != "opr_1" || last.Detail != "demande du 3 mai" {
			t.Errorf("acts: %+v", gone.Acts)
		}
		if latest := must[[]desk.Erased](t)(o.LatestErased(o.ctx, 10)); len(latest) != 1 || latest[0].ID != order.ID {
			t.Errorf("erased: %+v", latest)
		}
		_, err := o.AddDocuments(o.ctx, o.account.ID, order.ID, nil, nil)
		refused(t, err, predate.CodeConflict, "cancelled")
	})
}

// The bytes that another order holds too stay, and go with it; an account goes with all
// its orders, and leaves the others’.
func TestAnAccountIsErased(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.callback(predate.Endpoint{})
		first, second := o.filled("%PDF le même"), o.filled("%PDF le même")
		hash := must[desk.Opened](t)(o.Open(o.ctx, first.ID)).Documents[0].Hash
		o.tx(func(ctx context.Context, tx store.Tx) error {
			return store.InsertAPIKey(ctx, tx, predate.APIKey{Hash: "aa", Account: o.account.ID, Prefix: "prd_live_a", Created: o.Now()})
		})
		other := o.open("autre@example.fr")
		by := o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "contrat terminé"})
		if err := by.EraseOrder(o.ctx, first.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Blobs.Size(o.ctx, hash); err != nil {
			t.Errorf("the bytes that another order holds are gone: %v", err)
		}
		for _, want := range []int{1, 0} {
			orders, done, err := by.EraseAccount(o.ctx, o.account.ID)
			if err != nil || !done || orders != want {
				t.Fatalf("%d orders, done %v: %v", orders, done, err)
			}
		}
		if _, err := o.Blobs.Size(o.ctx, hash); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("the bytes are left: %v", err)
		}
		after := storetest.Dump(t, o.DB)
		for _, word := range private() {
			if i := strings.Index(after, word); i >= 0 {
				t.Errorf("%q is left: %s", word, after[max(0, i-80):min(len(after), i+40)])
			}
		}
		o.tx(func(ctx context.Context, tx store.Tx) error {
			account, err := store.AccountByID(ctx, tx, o.account.ID)
			if err != nil || account.Erased.IsZero() || !account.Disabled || account.Email == o.account.Email {
				t.Errorf("what stays of the account: %+v, %v", account, err)
			}
			keys, err := store.APIKeysOf(ctx, tx, o.account.ID)
			if err != nil || len(keys) != 1 || keys[0].Revoked.IsZero() {
				t.Errorf("keys: %+v, %v", keys, err)
			}
			if untouched, err := store.AccountByID(ctx, tx, other.ID); err != nil || untouched.Email != other.Email {
				t.Errorf("another account is %+v: %v", untouched, err)
			}
			return nil
		})
		if opened := must[desk.Opened](t)(o.Open(o.ctx, second.ID)); opened.Order.Erased.IsZero() {
			t.Error("an order of the account is not erased")
		}
	})
}

// What a crash left of erased files, the sweeper deletes.
func TestTheSweeperEndsAnErasure(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.filled("%PDF Vassorelle")
		hash := must[desk.Opened](t)(o.Open(o.ctx, order.ID)).Documents[0].Hash
		o.tx(func(ctx context.Context, tx store.Tx) error { return store.EraseOrder(ctx, tx, order.ID, o.Now()) })
		o.Retention.Audit = time.Hour
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Blobs.Size(o.ctx, hash); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("the bytes of a paper are left: %v", err)
		}
		o.tx(func(ctx context.Context, tx store.Tx) error {
			left, err := store.ErasedFiles(ctx, tx, o.Now(), 10)
			if err != nil || len(left) != 0 {
				t.Errorf("left: %v, %v", left, err)
			}
			return nil
		})
	})
}

// The statement, its figures and its proof go with their order.
func TestTheFilesOfAStatementAreErased(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.filled("%PDF Vassorelle")
		var made []predate.Hash
		for _, text := range []string{"figures", "%PDF statement", "%PDF proof"} {
			hash, _, err := o.Blobs.Put(o.ctx, strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, hash)
		}
		run := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Run
		change := func(r *predate.Run) { r.ReportHash, r.PDFHash, r.ProofHash = made[0], made[1], made[2] }
		if err := o.Record(o.ctx, desk.Progress{Run: run, Change: change}); err != nil {
			t.Fatal(err)
		}
		if err := o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "demande"}).EraseOrder(o.ctx, order.ID); err != nil {
			t.Fatal(err)
		}
		after := storetest.Dump(t, o.DB)
		for _, hash := range made {
			if _, err := o.Blobs.Size(o.ctx, hash); !errors.Is(err, predate.ErrNotFound) {
				t.Errorf("bytes are left: %v", err)
			}
			if strings.Contains(after, string(hash)) {
				t.Errorf("the database still names %s", hash)
			}
		}
	})
}

// What a reading made goes when the next one takes its place: nobody would find it to
// erase it.
func TestAReplacedReportGoes(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.placing())
		put := func(text string) predate.Hash {
			hash, _, err := o.Blobs.Put(o.ctx, strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			return hash
		}
		proofs := map[predate.Hash]predate.Hash{}
		record := func(report, pdf predate.Hash) {
			run := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Run
			err := o.Record(o.ctx, desk.Progress{Run: run, Change: func(r *predate.Run) {
				r.Collected, r.Read, r.ReportHash, r.PDFHash, r.ProofHash = true, true, report, pdf, proofs[pdf]
			}})
			if err == nil {
				err = o.Sweep(o.ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		first, pdf, second := put("Vassorelle, 12 €"), put("%PDF Vassorelle"), put("Vassorelle, 13 €")
		proof := put("%PDF preuve Vassorelle")
		proofs[pdf] = proof
		record(first, "")
		record(first, pdf)
		record(second, "")
		record(first, "") // as before
		record(second, "")
		for _, hash := range []predate.Hash{first, pdf, proof} {
			if _, err := o.Blobs.Size(o.ctx, hash); err != nil {
				t.Errorf("what may be made again at once is gone: %v", err)
			}
		}
		o.clock.Pass(2 * time.Hour)
		record(second, "")
		for hash, stays := range map[predate.Hash]bool{first: false, pdf: false, proof: false, second: true} {
			if _, err := o.Blobs.Size(o.ctx, hash); (err == nil) != stays {
				t.Errorf("%s: %v, want it kept: %v", hash, err, stays)
			}
		}
	})
}
