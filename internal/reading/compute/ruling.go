package compute

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// rule puts what an operator decided in the place of a figure. It holds for
// the exercise and the day of the figure it replaces, whose doubts it answers.
func (r *sheet) rule(f predate.Figure) predate.Figure {
	ruled, ok := r.rulings[f.Key]
	if !ok {
		return f
	}
	if !f.Derivation.IsZero() {
		r.answer(f.Derivation)
	}
	r.overruled[f.Key] = f
	ruled.Year, ruled.AsOf = f.Year, f.AsOf
	return ruled
}

// lacks reports whether a figure is missing, and no operator decided that it is.
func (r *sheet) lacks(key predate.Key) bool {
	f := r.figures[key]
	return f.Status == predate.StatusMissing && !isRuled(f)
}

// declared states what the client says of a figure for the seller, where no
// paper says it. The order gives no day of its own: what it says holds for the
// day of the statement.
func (r *dossier) declared(key predate.Key, value predate.Value, word predate.Reason) predate.Figure {
	by := predate.Declaration{By: predate.DeclaredByClient, Name: strings.Join(r.orderedOwners(), ", "), On: r.at}
	return predate.Figure{
		Key: key, Value: value, Status: predate.StatusDeclared, Derivation: word, Declared: by,
		Evidence: []predate.Evidence{{Text: wording.Of(predate.Because(predate.ReasonOrderSays, r.at, word)), Rule: predate.ClientRule}},
	}
}

// sellersWord reports whether a figure is what the client says for the seller.
func sellersWord(f predate.Figure) bool { return f.Declared.By == predate.DeclaredByClient }

// ruled gives an operator's value for a figure.
func ruled[T predate.Value](r *sheet, key predate.Key) (T, bool) {
	v, ok := r.rulings[key].Value.(T)
	return v, ok
}

// ruleExercises makes the reckoning follow the exercises that an operator
// decided.
func (r *reckoning) ruleExercises() {
	for key, year := range map[predate.Key]*predate.Period{
		predate.KeyFiscalYearN: &r.years.n, predate.KeyFiscalYearN1: &r.years.n1,
		predate.KeyFiscalYearN2: &r.years.n2, predate.KeyUnapprovedClosedYear: &r.years.unapproved,
	} {
		if span, ok := ruled[predate.Span](r.sheet, key); ok {
			*year = predate.Period(span)
		}
	}
	if on, ok := ruled[predate.Day](r.sheet, predate.KeyAccountsApprovalDate); ok {
		r.years.approvedOn = predate.Date(on)
	}
}

// ruleLots makes the reckoning follow the lots that an operator decided.
func (r *reckoning) ruleLots() {
	list, ok := ruled[predate.LotList](r.sheet, predate.KeyLots)
	if !ok {
		return
	}
	r.sold = lots{detail: list}
	for _, l := range list {
		r.sold.numbers = append(r.sold.numbers, l.Number)
	}
}

// ruleKeys makes the reckoning follow the allocation keys that an operator
// decided.
func (r *reckoning) ruleKeys() {
	if list, ok := ruled[predate.KeyList](r.sheet, predate.KeyAllocationKeys); ok {
		r.keys = list
	}
}

// dueByRuling lays the balance that an operator decided on the natures, as far
// as the account tells them.
func (r *reckoning) dueByRuling(balance predate.Cents) {
	f := missing(predate.KeyAccountBalance, predate.Reason{})
	date := missing(predate.KeyAccountBalanceDate, predate.Because(predate.ReasonRuledWithoutDay))
	if len(r.accounts) > 0 {
		f.AsOf = slices.MinFunc(r.accounts, func(a, b account) int { return a.closedOn().Compare(b.closedOn()) }).closedOn()
		date = confirmed(date.Key, predate.Day(f.AsOf), candidateProofs(r.accounts)...)
	}
	proof := r.put(f).Evidence
	r.put(date)
	if balance <= 0 {
		r.notInDebit(balance, proof)
		return
	}
	r.put(none(predate.KeyCreditBalancePrior, predate.Money(0), predate.Because(predate.ReasonInDebit), proof...))
	r.splitDebit(balance, proof)
}

func candidateProofs(accounts []account) []predate.Evidence {
	var out []predate.Evidence
	for _, a := range accounts {
		out = append(out, a.closing[len(a.closing)-1].Evidence...)
	}
	return out
}

// unanswered are the reasons for which a person must still look: a doubt is
// answered once every figure that bears it was ruled on.
func (r *reckoning) unanswered() []predate.Reason {
	var open []predate.Reason
	for _, f := range r.figures {
		if !f.Known() {
			open = append(open, f.Derivation)
		}
	}
	return keep(r.reasons, func(reason predate.Reason) bool {
		return !slices.ContainsFunc(r.answered, reason.Equal) || slices.ContainsFunc(open, reason.Equal)
	})
}

// answer notes that a ruling answers a doubt.
func (r *sheet) answer(doubt predate.Reason) { r.answered = addOnce(r.answered, doubt) }

// stateRulings states what was ruled on figures that no rule states.
func (r *sheet) stateRulings() {
	for key, f := range r.rulings {
		if _, stated := r.figures[key]; !stated {
			r.put(f)
		}
	}
}
