package compute

import (
	"slices"

	"predate"
)

// smallLimit and smallBudget bound the syndicats of loi 65-557 art. 14-3 al. 2:
// fewer than ten lots of dwelling, office or shop, and an average budget under
// 15 000 € over three consecutive exercises.
const (
	smallLimit  = 10
	smallBudget = predate.Cents(15_000_00)
)

// syndicat states the global arrears and the debt to suppliers, as they stand
// in annexe 1 at the end of the last approved exercise. A small syndicat need not
// have one; what it printed all the same is stated.
func (r *reckoning) syndicat() {
	on := r.years.n1.To
	arrears, debt := r.fromSchedule(on)
	if proof, small := r.small(); small && arrears.Status == predate.StatusMissing && debt.Status == predate.StatusMissing {
		for _, k := range []predate.Key{predate.KeyArrears, predate.KeySupplierDebt, predate.KeyAccountsDate} {
			r.put(predate.Figure{Key: k, Status: predate.StatusNotRequired, Derivation: predate.Because(predate.ReasonExempted), Evidence: proof})
		}
		return
	}
	if !arrears.Known() && arrears.Status == predate.StatusMissing {
		arrears.Derivation = onlyIndicative(&r.dated, predate.FactSheetArrears)
	}
	if !debt.Known() && debt.Status == predate.StatusMissing {
		debt.Derivation = onlyIndicative(&r.dated, predate.FactSheetDebts)
	}
	arrears = r.put(arrears)
	r.put(debt)
	if !arrears.Known() {
		why := predate.Because(predate.ReasonNoAnnexe1)
		if arrears.Status == predate.StatusConflicting {
			why = predate.Because(predate.ReasonAnnexes1Differ)
		}
		r.put(missing(predate.KeyAccountsDate, why))
		return
	}
	date := confirmed(predate.KeyAccountsDate, predate.Day(on), arrears.Evidence...)
	date.AsOf = on
	r.put(date)
}

// fromSchedule reads rows 45 (claims) + 459 and 40 of annexe 1 at a day.
func (r *reckoning) fromSchedule(on predate.Date) (arrears, debt predate.Figure) {
	at := func(k predate.Key) []candidate {
		return keep(r.find(k, predate.KindSchedule1), func(c candidate) bool { return !on.IsZero() && c.AsOf == on })
	}
	arrears = arrearsAt(on, at)
	debt = agree(predate.KeySupplierDebt, at(predate.KeySupplierDebt))
	debt.AsOf = on
	for _, f := range []predate.Figure{arrears, debt} {
		if f.Status == predate.StatusConflicting {
			r.review(f.Derivation)
		}
	}
	return arrears, debt
}

// arrearsAt adds the doubtful claims, which stand on a row of their own.
func arrearsAt(on predate.Date, at func(predate.Key) []candidate) predate.Figure {
	key := predate.KeyArrears
	rows := agree(key, at(predate.FactOwnersDebit))
	doubtful := agree(predate.FactOwnersDoubtful, at(predate.FactOwnersDoubtful))
	if rows.Status == predate.StatusMissing {
		rows = agree(key, at(predate.KeyArrears))
		doubtful = predate.Figure{Status: predate.StatusMissing}
	}
	amount, ok := rows.Value.(predate.Money)
	more, also := doubtful.Value.(predate.Money)
	switch {
	case doubtful.Status == predate.StatusConflicting:
		doubtful.Key = key
		return doubtful
	case ok && also && more != 0:
		f := confirmed(key, amount+more, append(slices.Clone(rows.Evidence), doubtful.Evidence...)...)
		f.AsOf = on
		f.Derivation = predate.Because(predate.ReasonOwnersInDebt, predate.Cents(amount), predate.Cents(more))
		return f
	}
	rows.AsOf = on
	return rows
}

// onlyIndicative explains a missing figure of annexe 1, and what the summary
// sheet of the exercise says, whose definition is wider.
func onlyIndicative(r *dated, k predate.Key) predate.Reason {
	why := predate.Because(predate.ReasonNoAnnexe1Of, r.years.n1)
	for _, p := range r.ofKind(predate.KindSchedule1) {
		if slices.Contains(closings(p), r.years.n1.To) {
			why = predate.Because(predate.ReasonAnnexe1Unread, predate.FileName(p.File))
		}
	}
	for _, c := range typed[predate.Money](r.find(k, predate.KindSummarySheet)) {
		if c.Year != r.years.n1 {
			continue
		}
		return predate.Because(predate.ReasonSheetSays, why, predate.Cents(c.value))
	}
	return why
}

// small says whether the syndicat is exempted: light accounts and fewer than
// ten main lots, with budgets under the limit where they are known.
func (r *dossier) small() ([]predate.Evidence, bool) {
	var proof []predate.Evidence
	light := false
	for _, c := range typed[predate.Flag](r.find(predate.FactLightBookkeeping)) {
		if c.value {
			light = true
			proof = append(proof, c.Evidence...)
		}
	}
	for _, c := range typed[predate.Count](r.find(predate.FactMainLotCount)) {
		if c.value >= smallLimit {
			return nil, false
		}
		light = light || r.lowBudgets()
		proof = append(proof, c.Evidence...)
	}
	for _, c := range typed[predate.Money](r.find(predate.FactBudgetVoted)) {
		if predate.Cents(c.value) >= smallBudget {
			return nil, false
		}
	}
	return proof, light && len(proof) > 0
}

// lowBudgets says that the budgets voted for three exercises are known and low on
// average.
func (r *dossier) lowBudgets() bool {
	seen := map[predate.Period]predate.Cents{}
	for _, c := range typed[predate.Money](r.find(predate.FactBudgetVoted)) {
		if !c.Year.IsZero() {
			seen[c.Year] = max(seen[c.Year], predate.Cents(c.value))
		}
	}
	var sum predate.Cents
	for _, amount := range seen {
		sum += amount
	}
	return len(seen) >= 3 && sum/predate.Cents(len(seen)) < smallBudget
}
