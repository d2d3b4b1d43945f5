package compute

import (
	"slices"

	"predate"
)

// worksFund states the works fund (loi 65-557 art. 14-2-1; CCH L.721-2 II 2°
// d): that it exists, what it holds, the lots' share and the last contribution.
func (r *fundStage) worksFund() {
	exists := r.put(r.worksFundExists())
	if flag, ok := exists.Value.(predate.Flag); ok && exists.Known() && !bool(flag) {
		why := predate.Because(predate.ReasonNoFund)
		r.put(none(predate.KeyWorksFundBalance, predate.Money(0), why, exists.Evidence...))
		r.put(none(predate.KeyWorksFundLotShare, predate.Money(0), why, exists.Evidence...))
		r.put(none(predate.KeyWorksFundContribution, nil, why, exists.Evidence...))
		return
	}
	r.put(r.fundBalance())
	r.put(r.fundShare())
	r.put(r.fundContribution())
	r.checkFundShare()
	r.tellByLot(predate.KeyWorksFundLotShare, predate.KeyWorksFundContribution)
}

// tellByLot adds to figures that papers print for all the lots what belongs to each.
func (r *fundStage) tellByLot(keys ...predate.Key) {
	for _, key := range keys {
		f := r.figures[key]
		if f.Status != predate.StatusConfirmed || !f.Derivation.IsZero() {
			continue
		}
		switch v := f.Value.(type) {
		case predate.Money:
			f.Derivation = r.byLot(predate.Cents(v))
		case predate.Contribution:
			f.Derivation = r.byLot(v.Amount)
		}
		r.figures[key] = f
	}
}

// worksFundExists: a balance, a call or a vote proves the fund; only the
// minutes' own words prove that there is none.
func (r *stating) worksFundExists() predate.Figure {
	const key = predate.KeyWorksFundExists
	var yes, no []candidate
	for _, c := range typed[predate.Flag](r.find(key)) {
		if c.value {
			yes = append(yes, c.candidate)
		} else {
			no = append(no, c.candidate)
		}
	}
	for _, k := range []predate.Key{predate.KeyWorksFundBalance, predate.FactWorksFundVoted, predate.FactSheetWorksFund, predate.KeyWorksFundLotShare} {
		for _, c := range typed[predate.Money](r.find(k)) {
			if c.value > 0 {
				yes = append(yes, c.candidate)
			}
		}
	}
	for _, c := range r.calls {
		yes = append(yes, candidatesOf(c.of(predate.NatureWorksFund))...)
	}
	switch {
	case len(yes) > 0 && len(no) > 0:
		r.review(predate.Because(predate.ReasonFundDisputed))
		return predate.Figure{Key: key, Status: predate.StatusConflicting, Derivation: predate.Because(predate.ReasonPapersDiffer), Evidence: proofs(append(yes, no...)...)}
	case len(yes) > 0:
		return confirmed(key, predate.Flag(true), proofs(yes...)...)
	case len(no) > 0:
		return none(key, predate.Flag(false), predate.Because(predate.ReasonNoFund), proofs(no...)...)
	}
	return missing(key, predate.Because(predate.ReasonFundUntold))
}

// fundBalance is row 105 of annexe 1 at the end of N-1, else what the summary
// sheet of that exercise says.
func (r *fundStage) fundBalance() predate.Figure {
	const key = predate.KeyWorksFundBalance
	on := r.years.n1.To
	rows := keep(r.find(key, predate.KindSchedule1), func(c candidate) bool { return c.AsOf == on })
	if len(rows) > 0 {
		f := agree(key, rows)
		f.AsOf = on
		if f.Status == predate.StatusConflicting {
			r.review(f.Derivation)
		}
		return f
	}
	sheets := keep(r.find(predate.FactSheetWorksFund, predate.KindSummarySheet), func(c candidate) bool { return c.Year == r.years.n1 })
	if f := agree(key, sheets); f.Known() {
		f.Status, f.Derivation, f.AsOf = predate.StatusComputed, predate.Because(predate.ReasonFundOfSheet), on
		return f
	} else if len(sheets) > 0 {
		r.review(f.Derivation)
		return f
	}
	return missing(key, predate.Because(predate.ReasonNoFundBalance, r.years.n1))
}

// fundShare is the share attached to the lots sold: as the charge statement of
// N-1 prints it, else as the last call recalls it. Where these print it of more lots
// than are sold, it is apportioned; what no paper prints is not, since contributions
// were rounded call by call and lot by lot.
func (r *fundStage) fundShare() predate.Figure {
	const key = predate.KeyWorksFundLotShare
	if said, ok := r.recalledByCharges(key); ok {
		if len(said.odds) > 0 {
			return r.atOdds(key, said)
		}
		f := recall(key, said, said.from)
		f.Status = predate.StatusConfirmed
		if !said.from[0].AsOf.IsZero() {
			f.AsOf = said.from[0].AsOf
		}
		return r.unlessWhole(f)
	}
	if said, ok := r.recalledByCalls(key); ok && r.byLastCall(said) {
		if len(said.odds) > 0 {
			return r.atOdds(key, said)
		}
		f := recall(key, said, said.from)
		f.Status = predate.StatusConfirmed
		f.AsOf = said.from[0].AsOf
		return r.unlessWhole(f)
	}
	if why := fundMentioned(&r.dated); !why.IsZero() {
		return missing(key, why)
	}
	balance := r.figures[predate.KeyWorksFundBalance]
	amount, ok := balance.Value.(predate.Money)
	recalled := slices.ContainsFunc(r.papers, func(p *paper) bool { return len(p.find(key)) > 0 })
	if k, single := r.fundKey(); ok && single && recalled && balance.Known() && r.keysDoubt().IsZero() {
		if part, fair := apportion(predate.Cents(amount), k); fair {
			how := predate.Because(predate.ReasonFundShared, predate.Cents(amount), predate.Count(k.LotShare), predate.Count(k.Total))
			f := computed(key, predate.Money(part), how, balance.Evidence...)
			f.AsOf = balance.AsOf
			return f
		}
	}
	return missing(key, predate.Because(predate.ReasonNoFundShare))
}

// unlessWhole takes what papers print of the fund for the lots' share, unless it is all
// that the fund holds.
func (r *fundStage) unlessWhole(share predate.Figure) predate.Figure {
	balance := r.figures[predate.KeyWorksFundBalance]
	if amount, ok := balance.Value.(predate.Money); ok && amount != 0 && share.Value == balance.Value {
		return missing(share.Key, predate.Because(predate.ReasonFundShareIsWhole, predate.Cents(amount)), append(share.Evidence, balance.Evidence...)...)
	}
	return share
}

// byLastCall says that a recall stands on the last call: the fund grows with
// each call, and an older recall is no longer true.
func (r *callBook) byLastCall(said recalled) bool {
	return !slices.ContainsFunc(r.calls, func(c call) bool { return !c.Issued.After(r.at) && c.Due.After(said.on) })
}

// fundMentioned tells which paper of the owner speaks of the share without its
// amount being read. The print prevails over any computation, which rounds
// otherwise.
func fundMentioned(r *dated) predate.Reason {
	for _, c := range r.find(predate.FactFundMentioned, predate.KindFundCall, predate.KindChargeStatement) {
		if c.paper.Part.Kind == predate.KindFundCall || c.Year.IsZero() || c.Year == r.years.n1 {
			return predate.Because(predate.ReasonFundShareUnread, predate.FileName(c.paper.File))
		}
	}
	return predate.Reason{}
}

// fundKey is the one key on which the fund is called from the lots.
func (r *books) fundKey() (predate.AllocationKey, bool) {
	var found []predate.AllocationKey
	for _, c := range r.calls {
		for _, l := range c.of(predate.NatureWorksFund) {
			k, ok := r.key(l.value.Code, l.value.Label)
			if !ok {
				return predate.AllocationKey{}, false
			}
			if !slices.ContainsFunc(found, func(o predate.AllocationKey) bool { return sameKey(o.Code, o.Label, k.Code, k.Label) }) {
				found = append(found, k)
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return predate.AllocationKey{}, false
}

// fundContribution is the last contribution called and paid.
func (r *fundStage) fundContribution() predate.Figure {
	const key = predate.KeyWorksFundContribution
	list := r.fundDue()
	if why := r.unreadCalls(); !why.IsZero() && !(r.held() && r.ledger.applies) {
		return missing(key, why)
	}
	if len(list) == 0 {
		return missing(key, predate.Because(predate.ReasonNoContributionDue))
	}
	if next := list[len(list)-1].next(); !next.IsZero() && !next.After(r.at) {
		return missing(key, predate.Because(predate.ReasonContributionCallLacks, next))
	}
	for _, i := range slices.Backward(list) {
		if !i.sure {
			return missing(key, predate.Because(predate.ReasonCallLinesUnsure))
		}
		paid, known := r.fundPaid(i)
		if !known {
			return missing(key, predate.Because(predate.ReasonLastContributionUntold))
		}
		if paid {
			proof := i.proof
			if balance := r.figures[predate.KeyAccountBalance]; sellersWord(balance) {
				proof = append(slices.Clone(proof), balance.Evidence...)
			}
			return confirmed(key, predate.Contribution{Amount: i.amount, Date: i.due}, proof...)
		}
	}
	return missing(key, predate.Because(predate.ReasonNoContributionPaid))
}

// fundDue gives the contributions due at the reference date, oldest first: from
// calls, else from the debits of the accounts, those of one day together.
func (r *fundStage) fundDue() []instalment {
	var out []instalment
	for _, y := range []predate.Period{r.years.n2, r.years.n1, r.years.unapproved, r.years.n} {
		if y.IsZero() {
			continue
		}
		out = append(out, keep(r.askedFor(y, predate.NatureWorksFund), func(i instalment) bool { return !i.due.After(r.at) })...)
	}
	called := len(out)
	for _, d := range r.ledger.debts {
		if !r.held() || d.nature != predate.NatureWorksFund || d.date.After(r.at) {
			continue
		}
		switch at := slices.IndexFunc(out, func(i instalment) bool { return i.due == d.date }); {
		case at < 0:
			out = append(out, instalment{due: d.date, amount: d.amount, proof: d.proof, sure: true})
		case at >= called:
			out[at].amount += d.amount
			out[at].proof = append(slices.Clone(out[at].proof), d.proof...)
		}
	}
	slices.SortStableFunc(out, func(a, b instalment) int { return a.due.Compare(b.due) })
	return out
}

// next is the day on which the instalment after this one falls due; zero when
// its rhythm is not known, or once a year.
func (i instalment) next() predate.Date {
	if i.months == 0 || i.times == 1 {
		return predate.Date{}
	}
	months := i.months
	if i.times > 0 {
		months = max(months, 12/i.times)
	}
	return i.due.AddMonths(months)
}

// fundPaid says whether a contribution is paid at the closing day of the
// account; the second result, whether that can be known.
func (r *fundStage) fundPaid(i instalment) (paid, known bool) {
	balance := r.figures[predate.KeyAccountBalance]
	amount, ok := balance.Value.(predate.Money)
	switch {
	case !ok || !balance.Known():
		return false, false
	case sellersWord(balance):
		return true, true
	}
	day, _ := r.figures[predate.KeyAccountBalanceDate].Value.(predate.Day)
	if i.due.After(predate.Date(day)) {
		return r.order.AllDuePaid && amount <= 0, true
	}
	if amount <= 0 {
		return true, true
	}
	if !r.figures[predate.KeyDueWorksFund].Known() {
		return false, false
	}
	left, _ := r.ledger.unpaid(func(d debt) bool { return d.nature == predate.NatureWorksFund && d.date == i.due })
	return left == 0, true
}

// checkFundShare compares a printed share with fund × tantièmes, when the fund
// has one key and both are of the same day.
func (r *fundStage) checkFundShare() {
	share, balance := r.figures[predate.KeyWorksFundLotShare], r.figures[predate.KeyWorksFundBalance]
	printedShare, ok := share.Value.(predate.Money)
	total, also := balance.Value.(predate.Money)
	k, single := r.fundKey()
	if !ok || !also || !single || share.AsOf != balance.AsOf || share.Status != predate.StatusConfirmed {
		return
	}
	again, fair := apportion(predate.Cents(total), k)
	if !fair {
		return
	}
	gap := (again - predate.Cents(printedShare)).Abs()
	detail := predate.Because(predate.ReasonFundCompared, share.AsOf, predate.Cents(printedShare), again)
	if gap*100 <= max(predate.Cents(printedShare), 1000) {
		r.check(gateAt{id: "works_fund.share"}, true, detail, share.Evidence)
		return
	}
	r.warn(detail)
}
