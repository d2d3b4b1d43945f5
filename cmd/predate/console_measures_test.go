package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// TestConsoleMeasures settles doubts in a browser, which says what they took, and
// looks at the page that a lead sees of it, empty and with an invented month.
func TestConsoleMeasures(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	lead := b.signedIn("A. Durand", predate.RoleLead)
	page := b.console.String() + "/measures"
	lead.Go(page)
	if text := lead.Text(".empty"); !strings.Contains(text, "cette page dira") {
		t.Errorf("an empty month says %q", text)
	}
	keep(lead, "measures-empty")

	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	id := b.review(tab, "d05")
	doubts := browsertest.Eval[int](tab, `document.querySelectorAll('.doubt[data-state="open"]').length`)
	for range doubts {
		tab.Press("a")
	}
	b.await(id, "settled", func(o desk.Opened) bool {
		i, err := b.Desk.Inquiry(b.ctx, id)
		return err == nil && len(predate.OpenDoubts(i.Doubts)) == 0
	})
	today := predate.DateOf(noonOfYesterday(t)).AddDays(1)
	m, err := b.Desk.Measures(t.Context(), today.AddDays(-1), today.AddDays(1))
	if err != nil {
		t.Fatal(err)
	}
	if m.Doubts.Count != doubts || m.Doubts.MedianStrokes != 1 || m.Doubts.MostVisible <= 0 || m.Doubts.MostVisible > time.Minute {
		t.Errorf("%d doubts by a key each took %+v", doubts, m.Doubts)
	}

	b.inventMonth()
	lead.Go(page + "?from=" + today.AddDays(-29).String() + "&to=" + today.String())
	advice := lead.Text(".advice")
	for _, want := range []string{"commandes attendent depuis plus longtemps que promis", "« Dette envers les fournisseurs » des papiers de Cabinet Orvellac", "apprenez cette présentation"} {
		if !strings.Contains(strings.ReplaceAll(advice, "\u00a0", " "), want) {
			t.Errorf("what to do next does not say %q:\n%s", want, advice)
		}
	}
	if n := browsertest.Eval[int](lead, `document.querySelectorAll(".advice li").length`); n > 5 {
		t.Errorf("%d sentences", n)
	}
	// The picture is of any hour: a wait of «22 j 9 h» is shorter than one of «22 j 14 h», and would move what is under it.
	browsertest.Eval[int](lead, `(() => { const n = document.querySelector(".advice li").firstChild;
		n.textContent = n.textContent.replace(/depuis\s+\d+\s+j(\s+\d+\s+h)?/, "depuis 22\u00a0j\u00a014\u00a0h"); return 0 })()`)
	lead.Size(1400, 2300)
	lead.CheckAxe("measures") // light and dark
	for _, dark := range []bool{false, true} {
		lead.Dark(dark)
		lead.Size(1400, 2300)
		keep(lead, "measures"+map[bool]string{true: "-dark"}[dark])
		lead.Size(390, 900)
		if wide := browsertest.Eval[int](lead, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("the page is %d wide on a telephone", wide)
		}
		keep(lead, "measures-narrow"+map[bool]string{true: "-dark"}[dark])
	}
	tab.Go(page)
	if text := tab.Text("main"); !strings.Contains(text, "Votre rôle ne permet pas cela") {
		t.Errorf("an operator sees %q", text)
	}
}

// inventMonth writes forty orders of two syndics as a month of work leaves them.
func (b *bureau) inventMonth() {
	b.t.Helper()
	last := noonOfYesterday(b.t) // so that the same orders fall on the same days, whatever the hour of the test
	for _, write := range []func(context.Context, store.Tx, int, time.Time) error{b.inventOrder, b.inventWork} {
		err := b.DB.InTx(b.ctx, func(ctx context.Context, tx store.Tx) error {
			for i := range 40 {
				if err := write(ctx, tx, i, last.Add(-time.Duration(i)*17*time.Hour)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// noonOfYesterday is the middle of the last whole day, where the console's days are.
func noonOfYesterday(t testing.TB) time.Time {
	t.Helper()
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	year, month, day := time.Now().In(paris).Date()
	return time.Date(year, month, day-1, 12, 0, 0, 0, paris)
}

func invented(i int) (predate.OrderID, predate.RunID) {
	return predate.OrderID(fmt.Sprintf("ZZ%04d", i)), predate.RunID(fmt.Sprintf("run_invented_%d", i))
}

// inventOrder writes one order: one in ten still waits.
func (b *bureau) inventOrder(ctx context.Context, tx store.Tx, i int, at time.Time) error {
	id, run := invented(i)
	syndic := []string{"Cabinet Orvellac", "Régie des Brotteaux"}[i%2]
	order := predate.Order{ID: id, Account: b.account.ID, Run: run, State: predate.Done, Created: at, Updated: at, Syndic: predate.Syndic{Name: syndic}, Method: predate.MethodUpload}
	done := predate.Run{ID: run, Order: id, Number: 1, Created: at, Collected: true, Read: true, Issued: at, Ended: at}
	if i%10 == 1 {
		order.State, done.Issued, done.Ended, done.Outcome, done.Read = predate.Received, time.Time{}, time.Time{}, predate.OutcomeReview, true
	}
	return errors.Join(store.InsertOrder(ctx, tx, order), store.InsertRun(ctx, tx, done))
}

// inventWork writes what persons did for an order: one in three needs nobody.
func (b *bureau) inventWork(ctx context.Context, tx store.Tx, i int, at time.Time) error {
	if i%3 == 0 {
		return nil
	}
	id, run := invented(i)
	review := store.Review{ID: fmt.Sprint("rev_", i), Order: id, Run: run, Since: at.Add(-time.Duration(i%7) * time.Hour), Closed: at, ClosedBy: "C. Aubrac"}
	if i%10 == 1 {
		review.Closed, review.ClosedBy = time.Time{}, ""
	}
	if err := store.InsertReview(ctx, tx, review); err != nil {
		return err
	}
	store.Changed(tx, id, predate.ChangedReview)
	for n, about := range []struct {
		figure predate.Key
		cause  predate.ReasonCode
	}{{predate.KeySupplierDebt, predate.ReasonContradicted}, {predate.KeyArrears, predate.ReasonNotEstablished}, {"", predate.ReasonGateNotMet}} {
		d := store.Decided{
			Act: fmt.Sprint("act_", i), Item: fmt.Sprint(about.figure, n), What: store.StepRuling, Order: id, Run: run, Figure: about.figure, Cause: about.cause,
			Said: fmt.Sprint(i), By: []string{"A. Durand", "C. Aubrac"}[i/2%2], Operator: "opr", At: at, Strokes: 1 + (i+n)%5,
			Visible: time.Duration(4+i%9+max(0, 40-20*n)*(1-i%2)) * time.Second,
		}
		if about.figure == "" {
			d.What, d.Item = store.StepAcknowledgement, "gate.schedule_1.list"
		}
		if err := store.InsertDecided(ctx, tx, d); err != nil {
			return err
		}
		if later := d; i%8 == 2 && n == 1 { // somebody else says otherwise
			later.Act, later.By, later.Said, later.At = d.Act+"b", "B. Lemoine", "autre", at.Add(time.Hour)
			if err := store.InsertDecided(ctx, tx, later); err != nil {
				return err
			}
		}
	}
	return nil
}
