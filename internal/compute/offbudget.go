package compute

import (
	"fmt"
	"slices"
	"strings"

	"predate"
)

// offActual is the quote-part of the operations closed in an exercise (annexe
// 4), net of works fund, subsidy and loan.
func (r *reckoning) offActual(y yearKeys, st chargeStatement, found bool) predate.Figure {
	if found {
		if f, ok := r.closedWorks(y, st); ok {
			return f
		}
	}
	if f, ok := r.lightWorks(y); ok {
		return f
	}
	if proof, ok := r.noClosedWorks(y.year); ok {
		return none(y.offActual, predate.Money(0), "Aucune opération close dans l’exercice "+y.year.Label()+" d’après les annexes comptables.", proof...)
	}
	return missing(y.offActual, "Aucune pièce ne dit quelles opérations ont été closes dans l’exercice "+y.year.Label()+".")
}

// closedWorks reads the operations closed in the charge statement.
func (r *reckoning) closedWorks(y yearKeys, st chargeStatement) (predate.Figure, bool) {
	mine := keep(st.works, func(w valued[predate.ChargeWork]) bool {
		return r.sold.has(w.value.Lot) || w.value.Lot == "" && r.whole(st)
	})
	if len(mine) == 0 {
		return r.noWorksStated(y, st)
	}
	var sum predate.Cents
	for _, w := range mine {
		sum += w.value.Amount
		if again, ok := w.value.Net.Share(w.value.Share, w.value.Base); ok && w.value.Net != 0 && abs(again-w.value.Amount) > 1 {
			r.check("charges.works_"+idOf(y.name), false, fmt.Sprintf("« %s » : %s × %d ÷ %d = %s, et non %s.", w.value.Title, euros(w.value.Net), w.value.Share, w.value.Base, euros(again), euros(w.value.Amount)), w.Evidence)
		}
	}
	proof := proofs(candidatesOf(mine)...)
	if r.whole(st) && len(st.works) == len(mine) {
		for _, s := range st.sums {
			if len(st.papers) == 1 && s.value.HasActual && s.value.Actual != sum {
				f := missing(y.offActual, fmt.Sprintf("Le décompte totalise %s de travaux clos alors que ses lignes font %s.", euros(s.value.Actual), euros(sum)))
				f.Status, f.Evidence = predate.StatusConflicting, proof
				return f, true
			}
		}
	}
	f := confirmed(y.offActual, predate.Money(sum), proof...)
	if len(mine) > 1 {
		f.Derivation = "Somme des quotes-parts des lots dans les opérations closes."
	}
	return f, true
}

// noWorksStated reads a charge statement without any closed operation for the
// lots: the absence is proven when it says so, when other lots have some, or by
// annexe 4.
func (r *reckoning) noWorksStated(y yearKeys, st chargeStatement) (predate.Figure, bool) {
	if f := r.figures[predate.KeyLots]; len(st.works) > 0 && f.Status == predate.StatusConflicting {
		return missing(y.offActual, f.Derivation), true // whose works they are is not known
	}
	proof := proofs(candidatesOf(st.none)...)
	proven := len(st.none) > 0 || len(st.works) > 0
	if !proven {
		if annexe, ok := r.noClosedWorks(y.year); ok {
			proof, proven = annexe, true
		}
	}
	if !proven {
		return predate.Figure{}, false
	}
	return none(y.offActual, predate.Money(0), "Aucune opération close dans l’exercice "+y.year.Label()+" pour les lots vendus.", proof...), true
}

// noClosedWorks looks in annexe 4 for the absence of any spending.
func (r *reckoning) noClosedWorks(y predate.Period) ([]predate.Evidence, bool) {
	for _, c := range typed[predate.ClosedWorks](r.find(predate.FactClosedTotal)) {
		if c.Year == y && len(c.value) > 0 {
			return c.Evidence, allZero(c.value)
		}
	}
	for _, c := range typed[predate.ClosedWorks](r.find(predate.FactClosedWorks)) {
		if c.Year == y {
			return c.Evidence, allZero(c.value)
		}
	}
	return nil, false
}

func allZero(works predate.ClosedWorks) bool {
	return !slices.ContainsFunc(works, func(w predate.ClosedWork) bool { return w.Spent != 0 })
}

// offCalled is what works and loan calls of an exercise asked of the lots;
// works fund and advances are not charges.
func (r *reckoning) offCalled(y yearKeys) predate.Figure {
	if y.purchasedDuring || y.purchasedAfter {
		return missing(y.offCalled, "Les appels de l’exercice "+y.year.Label()+" ont été faits, au moins en partie, au propriétaire précédent.")
	}
	byCalls, callProof, hasCalls := r.offCalls(y.year)
	byAccount, accountProof, hasAccount := r.offDebits(y.year)
	switch {
	case hasCalls && hasAccount && byCalls != byAccount:
		f := missing(y.offCalled, fmt.Sprintf("Appels de fonds : %s ; relevé de compte : %s.", euros(byCalls), euros(byAccount)))
		f.Status, f.Evidence = predate.StatusConflicting, append(callProof, accountProof...)
		return f
	case !hasCalls && !hasAccount:
		return missing(y.offCalled, "Ni relevé de compte ni suite complète d’appels de fonds pour l’exercice "+y.year.Label()+".")
	}
	amount, proof := byCalls, append(slices.Clone(callProof), accountProof...)
	if hasAccount {
		amount = byAccount
	}
	if amount == 0 {
		return none(y.offCalled, predate.Money(0), "Aucun appel hors budget dans l’exercice "+y.year.Label()+".", proof...)
	}
	f := confirmed(y.offCalled, predate.Money(amount), proof...)
	f.Derivation = "Appels de travaux et d’emprunt échus dans l’exercice."
	return f
}

func (r *reckoning) offCalls(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	works, a, ok := r.sumCalls(y, predate.NatureWorks)
	loans, b, also := r.sumCalls(y, predate.NatureLoan)
	if len(a)+len(b) == 0 && ok && also {
		for _, c := range r.callsIn(y) {
			a = append(a, c.head.Evidence...)
		}
	}
	return works + loans, append(a, b...), ok && also
}

// offDebits adds the works and loan calls that the accounts show in an
// exercise. It needs accounts about the lots sold alone, read whole, with the
// nature of every debit.
func (r *reckoning) offDebits(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	if !r.held() {
		return 0, nil, false
	}
	var sum predate.Cents
	var proof []predate.Evidence
	for _, a := range r.accounts {
		if !a.covers(y) || !a.sound() {
			return 0, nil, false
		}
		for _, l := range a.lines {
			m := l.value.Movement
			kind := r.classify(m)
			if m.Debit == 0 || kind != entryCall || !y.Contains(m.Date) {
				continue
			}
			for _, d := range r.debtsOf(m, kind, l.Evidence) {
				switch d.nature {
				case predate.NatureUnknown:
					return 0, nil, false
				case predate.NatureWorks, predate.NatureLoan:
					sum += d.amount
					proof = append(proof, l.Evidence...)
				}
			}
		}
		if len(proof) == 0 && len(a.closing) > 0 {
			proof = append(proof, a.closing[0].Evidence...)
		}
	}
	return sum, proof, true
}

// lightRow is the seller's line in accounts kept in the light form, with that
// line alone as its evidence: the other lines are other people's affairs, and
// the statement travels.
func (r *reckoning) lightRow(y predate.Period) (predate.OwnerRow, candidate, bool) {
	for _, c := range typed[predate.OwnerRows](r.find(predate.FactOwnerRows, predate.KindLightAccounts)) {
		if c.Year != y {
			continue
		}
		for i, row := range c.value {
			if !r.sold.covered(lotMentions(row.Lots)) {
				continue
			}
			own := c.candidate
			own.Evidence = nil
			if len(c.Evidence) == len(c.value) {
				own.Evidence = c.Evidence[i : i+1 : i+1]
			}
			return row, own, true
		}
	}
	return predate.OwnerRow{}, candidate{}, false
}

// lightActual takes the quote-part of works out of the charges of a light
// account, which prints both together.
func (r *reckoning) lightActual(y yearKeys) predate.Figure {
	row, from, ok := r.lightRow(y.year)
	works, known := r.lightWorks(y)
	if !ok || !known {
		return missing(y.actual, "")
	}
	amount := row.Charges - predate.Cents(works.Value.(predate.Money))
	if works.Status == predate.StatusNone {
		return confirmed(y.actual, predate.Money(amount), from.Evidence...)
	}
	return computed(y.actual, predate.Money(amount), "Charges de l’année moins la quote-part des travaux.", append(slices.Clone(from.Evidence), works.Evidence...)...)
}

// lightCalled takes the works' calls out of what a light account says was
// called.
func (r *reckoning) lightCalled(y yearKeys) predate.Figure {
	row, from, ok := r.lightRow(y.year)
	works, proof, known := r.offCalls(y.year)
	if !ok || !known {
		return missing(y.called, "")
	}
	if works == 0 {
		return confirmed(y.called, predate.Money(row.Called), from.Evidence...)
	}
	return computed(y.called, predate.Money(row.Called-works), "Sommes appelées dans l’année moins les appels de travaux.", append(slices.Clone(from.Evidence), proof...)...)
}

// lightWorks finds, among the dated expenses of a light account, those of works
// that a meeting decided, and lays them on the lots.
func (r *reckoning) lightWorks(y yearKeys) (predate.Figure, bool) {
	if _, _, ok := r.lightRow(y.year); !ok {
		return predate.Figure{}, false
	}
	var sum, spent predate.Cents
	var proof []predate.Evidence
	read := false
	for _, c := range typed[predate.MovementList](r.find(predate.FactExpenses, predate.KindLightAccounts)) {
		if c.Year != y.year {
			continue
		}
		read = true
		for _, m := range c.value {
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
			proof = append(proof, c.Evidence...)
		}
	}
	if !read {
		return predate.Figure{}, false
	}
	if spent == 0 {
		called, _, known := r.offCalls(y.year)
		total, printed := r.sheetWorks(y.year)
		if !known || called != 0 || printed && total != 0 {
			return predate.Figure{}, false
		}
		return none(y.offActual, predate.Money(0), "Aucune dépense de travaux votés dans les comptes de l’année."), true
	}
	if total, known := r.sheetWorks(y.year); known && total != spent {
		return predate.Figure{}, false // other works than those recognised
	}
	return computed(y.offActual, predate.Money(sum), "Dépense des travaux × tantièmes des lots ÷ total de la clé.", proof...), true
}

// sheetWorks is what the summary sheet gives as works of an exercise.
func (r *reckoning) sheetWorks(y predate.Period) (predate.Cents, bool) {
	for _, c := range typed[predate.Money](r.find(predate.FactSheetWorksCharges, predate.KindSummarySheet)) {
		if c.Year == y {
			return predate.Cents(c.value), true
		}
	}
	return 0, false
}

// decided finds the works, adopted or called, that an expense's label names.
func (r *reckoning) decided(label string) (predate.Work, bool) {
	for _, w := range r.adoptedWorks() {
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
