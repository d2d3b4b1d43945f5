package compute

import (
	"cmp"
	"slices"
	"strings"

	"predate"
)

// offActual is the quote-part of the operations closed in an exercise (annexe
// 4), net of works fund, subsidy and loan.
func (r *reckoning) offActual(y yearKeys, readings []chargeStatement) predate.Figure {
	var stated []predate.Figure
	for _, st := range readings {
		if f, ok := r.closedWorks(y, st); ok {
			stated = append(stated, f)
		}
	}
	if len(stated) > 0 {
		return reconcile(y.offActual, stated)
	}
	if f, ok := r.lightWorks(y); ok {
		return f
	}
	if proof, ok := noClosedWorks(&r.dossier, y.year); ok {
		return none(y.offActual, predate.Money(0), predate.Because(predate.ReasonNoWorksInAnnexes, y.year), proof...)
	}
	if f, ok := r.annexeWorks(y); ok {
		return f
	}
	return missing(y.offActual, predate.Because(predate.ReasonClosedWorksUntold, y.year))
}

// annexeWorks lays what annexe 4 says was spent on operations closed on the lots,
// where what it says was received, laid alike, is what the calls asked of them:
// then nothing but calls paid for the works.
func (r *books) annexeWorks(y yearKeys) (predate.Figure, bool) {
	lists := keep(typed[predate.ClosedWorks](r.find(predate.FactClosedWorks)), func(c valued[predate.ClosedWorks]) bool { return c.Year == y.year })
	closed, agreed := fullest(lists)
	called, proof, known := r.offCalls(y.year)
	if len(lists) == 0 || !agreed || !known || !linesMakeTotal(&r.dossier, closed) {
		return predate.Figure{}, false
	}
	var spent, received predate.Cents
	for _, w := range closed.value {
		nothing := w.Spent == 0 && w.Received == 0
		if nothing || w.Key != "" && r.foreignKey(w.Key) {
			continue
		}
		key, ok := r.workKey(predate.Work{Title: w.Title, Key: cmp.Or(w.Key, r.keyBefore(w.Title))})
		if !ok {
			return predate.Figure{}, false
		}
		out, fair := apportion(w.Spent, key)
		in, also := apportion(w.Received, key)
		if !fair || !also {
			return predate.Figure{}, false
		}
		spent, received = spent+out, received+in
	}
	if received == 0 || received != called {
		return predate.Figure{}, false
	}
	return computed(y.offActual, predate.Money(spent), predate.Because(predate.ReasonAnnexeWorks), append(slices.Clone(closed.Evidence), proof...)...), true
}

// keyBefore returns the key of the lots that a title begins with, where annexe 4
// prints it over the title: "Bâtiment B Traitement de la charpente".
func (r *books) keyBefore(title string) string {
	for _, k := range r.keys {
		if name := plain(k.Label); len(name) > 3 && strings.HasPrefix(plain(title), name+" ") {
			return k.Label
		}
	}
	return ""
}

// linesMakeTotal reports whether the lines of annexe 4 make what every paper
// prints as the total spent in their exercise.
func linesMakeTotal(r *dossier, c valued[predate.ClosedWorks]) bool {
	var spent predate.Cents
	for _, w := range c.value {
		spent += w.Spent
	}
	totals := keep(typed[predate.ClosedWorks](r.find(predate.FactClosedTotal)), func(t valued[predate.ClosedWorks]) bool { return t.Year == c.Year && len(t.value) == 1 })
	return len(totals) > 0 && !slices.ContainsFunc(totals, func(t valued[predate.ClosedWorks]) bool { return t.value[0].Spent != spent })
}

// closedWorks reads the operations closed in one reading of the charge
// statement.
func (r *reckoning) closedWorks(y yearKeys, st chargeStatement) (predate.Figure, bool) {
	mine := keep(st.works, func(w valued[predate.ChargeWork]) bool {
		return r.sold.has(w.value.Lot) || w.value.Lot == "" && r.whole(st)
	})
	if len(mine) == 0 {
		return r.noWorksStated(y, st)
	}
	proof := proofs(candidatesOf(mine)...)
	var sum predate.Cents
	for _, w := range mine {
		sum += w.value.Amount
	}
	for _, p := range st.papers {
		if printed, lines, ok := st.worksTotal(p); ok && printed != lines {
			f := missing(y.offActual, predate.Because(predate.ReasonWorksNotTheirLines, printed, lines))
			f.Status, f.Evidence = predate.StatusConflicting, proof
			return f, true
		}
	}
	if file := st.silentOnWorks(); file != "" {
		return missing(y.offActual, predate.Because(predate.ReasonChargesSilentOnWorks, predate.FileName(file), y.year)), true
	}
	f := confirmed(y.offActual, predate.Money(sum), proof...)
	if len(mine) > 1 {
		f.Derivation = predate.Because(predate.ReasonWorksSummed)
	}
	return f, true
}

// worksTotal is the total that a paper prints of the operations closed, whatever their
// lots, and what its lines make.
func (st chargeStatement) worksTotal(p *paper) (printed, lines predate.Cents, ok bool) {
	for _, w := range st.works {
		if w.paper == p {
			lines, ok = lines+w.value.Amount, true
		}
	}
	sums := keep(st.sums, func(s valued[predate.ChargeTotals]) bool { return s.paper == p && s.value.HasActual })
	if len(sums) != 1 {
		return 0, lines, false
	}
	return sums[0].value.Actual, lines, ok
}

// listsAllWorks reports whether operations closed are listed and no paper prints another
// total of them than its lines make: else some lot's line was missed.
func (st chargeStatement) listsAllWorks() bool {
	for _, w := range st.works {
		if printed, lines, ok := st.worksTotal(w.paper); ok && printed != lines {
			return false
		}
	}
	return len(st.works) > 0
}

// silentOnWorks finds, where a paper lists operations closed, another one of the
// same exercise that neither lists any nor says that there are none.
func (st chargeStatement) silentOnWorks() string {
	for _, p := range st.papers {
		lists := slices.ContainsFunc(st.works, func(w valued[predate.ChargeWork]) bool { return w.paper == p })
		denies := slices.ContainsFunc(st.none, func(n valued[predate.Flag]) bool { return n.paper == p })
		if !lists && !denies {
			return p.File
		}
	}
	return ""
}

// noWorksStated reads a charge statement without any closed operation for the
// lots: the absence is proven when it says so, when other lots have all that it totals,
// or by annexe 4. Where annexe 4 shows an operation of which it does not speak, it may
// print those alone that leave something to pay.
func (r *reckoning) noWorksStated(y yearKeys, st chargeStatement) (predate.Figure, bool) {
	if f := r.figures[predate.KeyLots]; len(st.works) > 0 && f.Status == predate.StatusConflicting {
		return missing(y.offActual, f.Derivation), true // whose works they are is not known
	}
	if slices.ContainsFunc(st.works, func(w valued[predate.ChargeWork]) bool { return w.value.Lot == "" }) {
		return missing(y.offActual, predate.Because(predate.ReasonWorksOfNoLot, y.year)), true
	}
	proof := proofs(candidatesOf(st.none)...)
	proven := len(st.none) > 0 || st.listsAllWorks()
	if title, from, ok := r.closedBesides(y.year, st); ok && proven {
		return missing(y.offActual, predate.Because(predate.ReasonWorksOfAnnexeOnly, predate.Text(title), y.year), append(proof, from...)...), true
	}
	if !proven {
		if annexe, ok := noClosedWorks(&r.dossier, y.year); ok {
			proof, proven = annexe, true
		}
	}
	if !proven {
		return predate.Figure{}, false
	}
	return none(y.offActual, predate.Money(0), predate.Because(predate.ReasonNoWorksOfLots, y.year), proof...), true
}

// closedBesides finds an operation on which annexe 4 shows spending in an exercise, of
// which a charge statement does not speak, and whose key the lots may have a part in.
func (r *books) closedBesides(y predate.Period, st chargeStatement) (string, []predate.Evidence, bool) {
	for _, c := range typed[predate.ClosedWorks](r.find(predate.FactClosedWorks, predate.KindSchedule4)) {
		for _, w := range c.value {
			told := slices.ContainsFunc(st.works, func(o valued[predate.ChargeWork]) bool { return sameWork(o.value.Title, w.Title) })
			if c.Year == y && w.Spent != 0 && !told && (w.Key == "" || !r.foreignKey(w.Key)) {
				return w.Title, c.Evidence, true
			}
		}
	}
	return "", nil, false
}

// noClosedWorks looks in annexe 4 for the absence of any spending: its totals
// say so, else its lines, and no other paper says otherwise.
func noClosedWorks(r *dossier, y predate.Period) ([]predate.Evidence, bool) {
	for _, key := range []predate.Key{predate.FactClosedTotal, predate.FactClosedWorks} {
		said := keep(typed[predate.ClosedWorks](r.find(key)), func(c valued[predate.ClosedWorks]) bool {
			return c.Year == y && (len(c.value) > 0 || key == predate.FactClosedWorks)
		})
		if len(said) > 0 {
			return proofs(candidatesOf(said)...), !slices.ContainsFunc(said, func(c valued[predate.ClosedWorks]) bool { return !allZero(c.value) })
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
		return missing(y.offCalled, predate.Because(predate.ReasonOffCalledBeforeSale, y.year))
	}
	byCalls, callProof, hasCalls := r.offCalls(y.year)
	byAccount, accountProof, hasAccount := r.offDebits(y.year)
	switch {
	case hasCalls && hasAccount && byCalls != byAccount:
		f := missing(y.offCalled, predate.Because(predate.ReasonCallsNotAccount, byCalls, byAccount))
		f.Status, f.Evidence = predate.StatusConflicting, append(callProof, accountProof...)
		return f
	case !hasCalls && !hasAccount:
		if f, disputed := r.inDispute(y.offCalled, y.year, predate.NatureWorks, predate.NatureLoan); disputed {
			return f
		}
		return missing(y.offCalled, predate.Because(predate.ReasonNoAccountNorCalls, y.year))
	}
	amount, proof := byCalls, append(slices.Clone(callProof), accountProof...)
	if hasAccount {
		amount = byAccount
	}
	if amount == 0 && !hasAccount && !showsEveryCall(&r.callBook, y.year) {
		return missing(y.offCalled, predate.Because(predate.ReasonCallsMayLack, y.year))
	}
	if amount == 0 {
		if f, decided := r.calledAfterAll(y); decided {
			f.Evidence = append(f.Evidence, proof...)
			return f
		}
		return none(y.offCalled, predate.Money(0), predate.Because(predate.ReasonNoOffCall, y.year), proof...)
	}
	f := confirmed(y.offCalled, predate.Money(amount), proof...)
	f.Derivation = predate.Because(predate.ReasonOffCalls)
	return f
}

func (r *callBook) offCalls(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	works, a, ok := r.sumCalls(y, predate.NatureWorks)
	loans, b, also := r.sumCalls(y, predate.NatureLoan)
	if len(a)+len(b) == 0 && ok && also {
		for _, c := range r.callsIn(y) {
			a = append(a, c.head.Evidence...)
		}
	}
	return works + loans, append(a, b...), ok && also
}

// showsEveryCall reports whether another paper than the calls at hand proves that
// there was no other call for works in an exercise: light accounts that give
// their very sum as called, annexes 4 and 5 without any work, charge statements
// that close, as called, no more than the calls asked, or meetings that decided
// none.
func showsEveryCall(r *callBook, y predate.Period) bool {
	budget, _, ok := r.sumCalls(y, predate.NatureBudget)
	fund, _, also := r.sumCalls(y, predate.NatureWorksFund)
	if rows := r.lightRows(y); ok && also && len(rows) > 0 {
		return !slices.ContainsFunc(rows, func(row ownRow) bool { return row.Called != budget && row.Called != budget+fund })
	}
	if _, none := noClosedWorks(&r.dossier, y); none && noOpenWorks(&r.dossier, y) {
		return true
	}
	return closedAsCalled(r, y) || r.silence().IsZero()
}

// closedAsCalled reports whether all works called from an exercise on until the
// end of N-1 are known: none is left open by annexe 5, and what the charge
// statements of these exercises say was called for the operations that they
// close is what the calls at hand asked.
func closedAsCalled(r *callBook, y predate.Period) bool {
	var closed, asked predate.Cents
	for _, one := range r.twoYears() {
		if one.year.From.Before(y.From) {
			continue
		}
		st, found := r.chargeStatement(one.year)
		amount, _, ok := r.sumCalls(one.year, predate.NatureWorks)
		if !found || !ok || !r.whole(st) || len(st.works)+len(st.none) == 0 {
			return false
		}
		called, told := st.worksCalled()
		if !told {
			return false
		}
		asked, closed = asked+amount, closed+called
	}
	return closed == asked && noOpenWorks(&r.dossier, r.years.n1)
}

// worksCalled is what a charge statement says was called for the operations that
// it closes: its totals do, else every line.
func (st chargeStatement) worksCalled() (predate.Cents, bool) {
	var total, lines predate.Cents
	for _, s := range st.sums {
		total += s.value.Called
	}
	if len(st.sums) == len(st.papers) && !slices.ContainsFunc(st.sums, func(s valued[predate.ChargeTotals]) bool { return !s.value.HasCalled }) {
		return total, true
	}
	for _, w := range st.works {
		lines += w.value.Called
	}
	return lines, !slices.ContainsFunc(st.works, func(w valued[predate.ChargeWork]) bool { return !w.value.HasCalled })
}

// noOpenWorks looks in annexe 5 for the absence of any work.
func noOpenWorks(r *dossier, y predate.Period) bool {
	lists := keep(typed[predate.OpenWorks](r.find(predate.FactOpenWorks, predate.KindSchedule5)), func(c valued[predate.OpenWorks]) bool { return c.Year == y })
	return len(lists) > 0 && !slices.ContainsFunc(lists, func(c valued[predate.OpenWorks]) bool { return len(c.value) > 0 })
}

// calledAfterAll finds a paper by which works were called from the lots in an
// exercise for which no call was read: the calendar of a meeting, or a charge
// statement that closes, as called, works decided in the exercise.
func (r *books) calledAfterAll(y yearKeys) (predate.Figure, bool) {
	for _, w := range adoptedWorks(&r.dossier) {
		if _, ours := r.keyNamed(w.Key); !ours || givenUp(&r.dossier, w) {
			continue
		}
		for _, c := range w.Calls {
			if c.Amount > 0 && y.year.Contains(c.Date) {
				return notRead(y, predate.Because(predate.ReasonCallDecided, w.VotedOn, c.Date, predate.Text(w.Title)), w.from), true
			}
		}
		for _, st := range r.chargeStatements(y.year) {
			for _, closed := range st.works {
				if closed.value.Called > 0 && r.sold.has(closed.value.Lot) && w.is(closed.value.Title, predate.Date{}) && y.year.Contains(w.VotedOn) {
					return notRead(y, predate.Because(predate.ReasonCalledByCharges, closed.value.Called, predate.Text(w.Title), w.VotedOn), closed.candidate, w.from), true
				}
			}
		}
	}
	return predate.Figure{}, false
}

// notRead states that no call off the budget was read although papers show one.
func notRead(y yearKeys, why predate.Reason, from ...candidate) predate.Figure {
	return predate.Figure{
		Key: y.offCalled, Status: predate.StatusConflicting, Evidence: proofs(from...),
		Derivation: predate.Because(predate.ReasonOffCallNotRead, y.year, why),
	}
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
			if y.Contains(m.Date) && takesBack(m) {
				return 0, nil, false // which call, and how much of it, the words do not say
			}
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
