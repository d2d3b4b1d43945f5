package compute

import (
	"cmp"
	"slices"
	"strings"

	"predate"
)

// ownRow is the seller's line in accounts kept in the light form, with that
// line alone as its evidence: the other lines are other people's affairs, and
// the statement travels.
type ownRow struct {
	predate.OwnerRow
	proof []predate.Evidence
}

// lightRows gives the seller's line in every light account of an exercise, which
// all papers should tell alike.
func (r *sale) lightRows(y predate.Period) []ownRow {
	var out []ownRow
	for _, c := range typed[predate.OwnerRows](r.find(predate.FactOwnerRows, predate.KindLightAccounts)) {
		i := slices.IndexFunc(c.value, func(row predate.OwnerRow) bool { return r.sold.covered(lotMentions(row.Lots)) })
		if c.Year != y || i < 0 {
			continue
		}
		own := ownRow{OwnerRow: c.value[i]}
		if len(c.Evidence) == len(c.value) {
			own.proof = c.Evidence[i : i+1 : i+1]
		}
		out = append(out, own)
	}
	return out
}

// lightActual takes the quote-part of works out of the charges of a light
// account, which prints both together.
func (r *books) lightActual(y yearKeys) predate.Figure {
	works, known := r.lightWorks(y)
	if !known || !works.Known() {
		return predate.Figure{Key: y.actual, Status: cmp.Or(works.Status, predate.StatusMissing), Derivation: works.Derivation, Evidence: works.Evidence}
	}
	var readings []predate.Figure
	for _, row := range r.lightRows(y.year) {
		amount := predate.Money(row.Charges) - works.Value.(predate.Money)
		if works.Status == predate.StatusNone {
			readings = append(readings, confirmed(y.actual, amount, row.proof...))
			continue
		}
		readings = append(readings, computed(y.actual, amount, predate.Because(predate.ReasonLightCharges), append(slices.Clone(row.proof), works.Evidence...)...))
	}
	return reconcile(y.actual, readings)
}

// lightCalled takes the works' calls out of what a light account says was
// called.
func lightCalled(r *callBook, y yearKeys) predate.Figure {
	works, proof, known := r.offCalls(y.year)
	if !known {
		return missing(y.called, predate.Reason{})
	}
	var readings []predate.Figure
	for _, row := range r.lightRows(y.year) {
		if works == 0 {
			readings = append(readings, confirmed(y.called, predate.Money(row.Called), row.proof...))
			continue
		}
		readings = append(readings, computed(y.called, predate.Money(row.Called-works), predate.Because(predate.ReasonLightCalls), append(slices.Clone(row.proof), proof...)...))
	}
	return reconcile(y.called, readings)
}

// lightWorks finds, among the dated expenses of a light account, those of works
// that a meeting decided, and lays them on the lots.
func (r *books) lightWorks(y yearKeys) (predate.Figure, bool) {
	lists := keep(typed[predate.MovementList](r.find(predate.FactExpenses, predate.KindLightAccounts)), func(c valued[predate.MovementList]) bool { return c.Year == y.year })
	if len(lists) == 0 || len(r.lightRows(y.year)) == 0 {
		return predate.Figure{}, false
	}
	expenses, agreed := fullest(lists)
	if !agreed {
		f := missing(y.offActual, predate.Because(predate.ReasonLightListsDiffer))
		f.Status, f.Evidence = predate.StatusConflicting, proofs(candidatesOf(lists)...)
		return f, true
	}
	var sum, spent predate.Cents
	for _, m := range expenses.value {
		work, ok := r.decided(m.Label)
		if !ok {
			continue
		}
		key, ok := r.workKey(work)
		if !ok {
			return predate.Figure{}, false
		}
		part, ok := apportion(m.Debit, key)
		if !ok {
			return predate.Figure{}, false
		}
		sum, spent = sum+part, spent+m.Debit
	}
	if slices.ContainsFunc(sheetWorks(&r.dossier, y.year), func(total valued[predate.Money]) bool { return predate.Cents(total.value) != spent }) {
		return predate.Figure{}, false // other works than those recognised
	}
	if spent == 0 {
		called, _, known := r.offCalls(y.year)
		if !known || called != 0 {
			return predate.Figure{}, false
		}
		return none(y.offActual, predate.Money(0), predate.Because(predate.ReasonNoLightWorks)), true
	}
	return computed(y.offActual, predate.Money(sum), predate.Because(predate.ReasonLightWorks), expenses.Evidence...), true
}

// sheetWorks is what the summary sheets give as works of an exercise.
func sheetWorks(r *dossier, y predate.Period) []valued[predate.Money] {
	return keep(typed[predate.Money](r.find(predate.FactSheetWorksCharges, predate.KindSummarySheet)), func(c valued[predate.Money]) bool { return c.Year == y })
}

// decided finds the works, adopted or called, that an expense's label names.
func (r *callBook) decided(label string) (predate.Work, bool) {
	for _, w := range adoptedWorks(&r.dossier) {
		if mentions(label, w.Title) {
			return w.Work, true
		}
	}
	for _, c := range r.calls {
		for _, l := range c.of(predate.NatureWorks) {
			if mentions(label, l.value.Title) {
				return predate.Work{Title: l.value.Title, VotedOn: l.value.VotedOn, Key: orText(l.value.Code, l.value.Label)}, true
			}
		}
	}
	return predate.Work{}, false
}

// mentions says that a text holds the words of a title, in order.
func mentions(text, title string) bool {
	t := plain(title)
	return len(t) > 5 && strings.Contains(" "+plain(text)+" ", " "+t+" ")
}
