package compute

import (
	"cmp"
	"slices"
	"strings"

	"predate"
)

// Consideration is one reading of a paper that could have told a figure, and
// what became of it.
type Consideration struct {
	Candidate predate.Figure // under its own key, which may be a fact's
	File      string
	Part      predate.Part
	Printed   predate.Date
	Chosen    bool           // it is among the proofs of the figure
	Why       predate.Reason // why it was chosen or set aside
}

// Explain makes the same statement as Compute, and lists for each figure every
// reading that could have told it, those that were chosen first.
func Explain(in Input) (predate.Statement, map[predate.Key][]Consideration) {
	s := Compute(in)
	considered := map[predate.Key][]Consideration{}
	for key, f := range s.Figures {
		w := newWitness(s, f)
		for _, p := range in.Papers {
			for _, c := range p.Figures {
				if c.Key == key && c.Value != nil && w.proves(c) {
					w.said = append(w.said, c.Value)
				}
			}
		}
		for _, p := range in.Papers {
			there := predate.Figure{Key: key, Value: predate.Paper{Date: p.Printed}, Evidence: []predate.Evidence{presence(p)}}
			if w.proves(there) {
				considered[key] = append(considered[key], Consideration{there, p.File, p.Part, p.Printed, true, predate.Because(predate.ReasonPaperThere)})
			}
			for _, c := range p.Figures {
				if !w.concerns(c) {
					continue
				}
				one := Consideration{Candidate: c, File: p.File, Part: p.Part, Printed: p.Printed}
				one.Chosen, one.Why = w.verdict(c, p)
				considered[key] = append(considered[key], one)
			}
		}
		considered[key] = append(considered[key], consideredLearnt(s, key)...)
		slices.SortStableFunc(considered[key], byImportance)
	}
	return s, considered
}

// byImportance puts the chosen first, then the figure's own key before facts,
// then by place.
func byImportance(a, b Consideration) int {
	rank := func(c Consideration) int {
		switch {
		case c.Chosen:
			return 0
		case !strings.HasPrefix(string(c.Candidate.Key), "fact."):
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.File, b.File), cmp.Compare(a.Part.First, b.Part.First))
}

// witness judges the readings that concern one figure.
type witness struct {
	figure predate.Figure
	year   predate.Period // the exercise that the figure is about; zero for none
	on     predate.Date   // the day for which it holds; zero for none
	proofs map[predate.Evidence]bool
	said   []predate.Value // by the proofs
	facts  []predate.Key
	aside  map[string]predate.Reason // why a file is set aside
}

func newWitness(s predate.Statement, f predate.Figure) witness {
	w := witness{figure: f, year: f.Year, on: f.AsOf, proofs: map[predate.Evidence]bool{}, facts: factsBehind()[f.Key], aside: map[string]predate.Reason{}}
	for _, e := range f.Evidence {
		w.proofs[e] = true
	}
	for suffix, key := range map[string]predate.Key{"_n1": predate.KeyFiscalYearN1, "_n2": predate.KeyFiscalYearN2} {
		if year, ok := s.Figure(key).Value.(predate.Span); ok && strings.HasSuffix(string(f.Key), suffix) && f.Key != key {
			w.year = predate.Period(year)
		}
	}
	for _, d := range s.Documents {
		switch {
		case d.SupersededBy != "":
			w.aside[d.File] = predate.Because(predate.ReasonPaperReplacedBy, predate.FileName(d.SupersededBy))
		case d.DuplicateOf != "":
			w.aside[d.File] = predate.Because(predate.ReasonPaperTwin, predate.FileName(d.DuplicateOf))
		case d.Foreign:
			w.aside[d.File] = predate.Because(predate.ReasonPaperElsewhere)
		}
	}
	return w
}

// concerns says whether a reading could have told the figure: it bears its
// key, or a fact that leads to it, or it is one of its proofs.
func (w witness) concerns(c predate.Figure) bool {
	return c.Key == w.figure.Key || slices.Contains(w.facts, c.Key) || w.proves(c)
}

func (w witness) proves(c predate.Figure) bool {
	return slices.ContainsFunc(c.Evidence, func(e predate.Evidence) bool { return w.proofs[e] })
}

// verdict tells why a reading was chosen or set aside, as far as the reading
// and the figure tell it.
func (w witness) verdict(c predate.Figure, p Paper) (chosen bool, why predate.Reason) {
	if w.proves(c) {
		return true, w.praise(c)
	}
	switch aside := w.aside[p.File]; {
	case !aside.IsZero():
		return false, aside
	case p.Superseded:
		return false, predate.Because(predate.ReasonPaperReplaced)
	case p.Part.Foreign:
		return false, predate.Because(predate.ReasonPagesElsewhere)
	case p.Part.Doubtful:
		return false, predate.Because(predate.ReasonPagesMaybeElsewhere)
	case isRuled(w.figure):
		return false, predate.Because(predate.ReasonOperatorDecided)
	case !w.on.IsZero() && !c.AsOf.IsZero() && c.AsOf != w.on:
		return false, predate.Because(predate.ReasonOtherDay, c.AsOf, w.on)
	case !w.year.IsZero() && !c.Year.IsZero() && c.Year != w.year:
		return false, predate.Because(predate.ReasonOtherYear, c.Year, w.year)
	case w.repeats(c):
		return false, predate.Because(predate.ReasonSaysTheSame)
	case len(w.figure.Evidence) == maxEvidence:
		return false, predate.Because(predate.ReasonBeyondCited, predate.Count(maxEvidence))
	case c.Key == w.figure.Key && p.Part.Draft:
		return false, predate.Because(predate.ReasonOnlyADraft)
	case c.Key == w.figure.Key:
		return false, predate.Because(predate.ReasonOtherPreferred)
	}
	return false, predate.Because(predate.ReasonNotNeeded)
}

// repeats says that a reading says the figure, or what one of its proofs says.
func (w witness) repeats(c predate.Figure) bool {
	return c.Value != nil && slices.ContainsFunc(append(w.said, w.figure.Value), func(said predate.Value) bool {
		return said != nil && sameValue(c.Value, said)
	})
}

func (w witness) praise(c predate.Figure) predate.Reason {
	switch {
	case w.figure.Status == predate.StatusConflicting:
		return predate.Because(predate.ReasonContradictsAnother)
	case w.figure.Status == predate.StatusMissing:
		return predate.Because(predate.ReasonNotEnough)
	case w.figure.Status == predate.StatusNone || w.figure.Status == predate.StatusNotRequired:
		return predate.Because(predate.ReasonProvesIt)
	case c.Value != nil && w.figure.Value != nil && sameValue(c.Value, w.figure.Value):
		return predate.Because(predate.ReasonChosen)
	}
	return predate.Because(predate.ReasonEntersTheFigure)
}

// isRuled says that a figure is an operator's.
func isRuled(f predate.Figure) bool { return f.Declared.By == predate.DeclaredByOperator }

// factsBehind names the facts that may lead to a figure without bearing its
// key. What proves a figure is found without it; it tells what else was there.
func factsBehind() map[predate.Key][]predate.Key {
	exercises := []predate.Key{predate.FactApproval, predate.FactMeeting}
	actual := []predate.Key{predate.FactChargeTotals, predate.FactChargeLot, predate.FactKeyNets, predate.FactKeyTotals, predate.FactSheetNetCharges, predate.FactOwnerRows, predate.FactNetCharges, predate.FactExpenses}
	called := []predate.Key{predate.FactChargeTotals, predate.FactChargeLot, predate.FactCallSubtotal, predate.FactOwnerRows, predate.FactProvisionsCurrent}
	works := []predate.Key{predate.FactChargeWorkSum, predate.FactChargeWork, predate.FactChargeNoWorks, predate.FactClosedTotal, predate.FactClosedWorks}
	balance := []predate.Key{predate.FactAccountClosing, predate.FactPreviousBalance}
	due := []predate.Key{predate.FactAccountClosing, predate.FactAccountNature, predate.FactPreviousBalance}
	advances := []predate.Key{predate.FactCashAdvance, predate.FactWorksAdvance, predate.FactOtherAdvance}
	calendar := []predate.Key{predate.FactCall, predate.FactCallSubtotal, predate.FactBudgetVoted, predate.FactCallsPerYear}
	loans := []predate.Key{predate.FactLoansOutstanding, predate.FactLoanMentioned}
	return map[predate.Key][]predate.Key{
		predate.KeyFiscalYearN: exercises, predate.KeyFiscalYearN1: exercises, predate.KeyFiscalYearN2: exercises,
		predate.KeyAccountsApprovalDate: exercises, predate.KeyUnapprovedClosedYear: exercises,
		predate.KeyAllocationKeys:  {predate.FactChargeKey, predate.FactCallLine},
		predate.KeyCurrentActualN1: actual, predate.KeyCurrentActualN2: actual,
		predate.KeyCurrentCalledN1: called, predate.KeyCurrentCalledN2: called,
		predate.KeyOffBudgetActualN1: works, predate.KeyOffBudgetActualN2: works,
		predate.KeyOffBudgetCalledN1: works, predate.KeyOffBudgetCalledN2: works,
		predate.KeyAccountBalance:     append(slices.Clone(balance), predate.FactAccountOpening, predate.FactAccountTotals, predate.FactAccountLine),
		predate.KeyAccountBalanceDate: balance, predate.KeyCreditBalancePrior: balance,
		predate.KeyDueBudgetProvisions: due, predate.KeyDueOffBudgetProvisions: due, predate.KeyDueAdvances: due,
		predate.KeyDueWorksFund: due, predate.KeyDuePrivateFees: due, predate.KeyDuePriorYears: due,
		predate.KeyDueTriggeredBySale: loans, predate.KeyLoanShareDue: loans, predate.KeyGuarantee: loans, predate.KeyLoans: loans,
		predate.KeyCashAdvance: advances, predate.KeySpecialAdvance: advances, predate.KeyAdvancesToReconstitute: advances,
		predate.KeyFutureBudget: calendar, predate.KeyFutureWorksFund: append(slices.Clone(calendar), predate.FactWorksFundVoted),
		predate.KeyFutureOffBudget:       {predate.FactCall, predate.FactCallSubtotal, predate.FactOpenWorks},
		predate.KeyNextYearBudgetShare:   {predate.FactBudgetVoted, predate.FactBudget, predate.FactKeyNets},
		predate.KeyArrears:               {predate.FactOwnersDebit, predate.FactOwnersDoubtful, predate.FactSheetArrears},
		predate.KeySupplierDebt:          {predate.FactSheetDebts},
		predate.KeyWorksFundExists:       {predate.FactWorksFundVoted, predate.FactSheetWorksFund, predate.KeyWorksFundBalance},
		predate.KeyWorksFundBalance:      {predate.FactSheetWorksFund, predate.FactCashAtEnd}, // the money that holds it (loi 65-557, art. 18 II)
		predate.KeyWorksFundContribution: {predate.FactCallSubtotal},
		predate.KeyVotedWorks:            {predate.FactOpenWorks, predate.FactCancelledWorks, predate.FactResolutions},
		predate.KeyMandateEnd:            {predate.FactAgentMandate},
	}
}
