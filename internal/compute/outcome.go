package compute

import (
	"slices"

	"predate"
)

// decisive lists the figures that the law asks for: none may be left unknown
// without a paper being asked for or a person looking.
func decisive() []named {
	return []named{
		{predate.KeyLots, "lots vendus"},
		{predate.KeyAllocationKeys, "clés de répartition"},
		{predate.KeyCurrentActualN1, "charges courantes réelles N-1"},
		{predate.KeyCurrentCalledN1, "provisions appelées N-1"},
		{predate.KeyOffBudgetActualN1, "charges hors budget réelles N-1"},
		{predate.KeyOffBudgetCalledN1, "appels hors budget N-1"},
		{predate.KeyPaidCurrentN1, "charges courantes payées N-1"},
		{predate.KeyPaidOffBudgetN1, "charges hors budget payées N-1"},
		{predate.KeyCurrentActualN2, "charges courantes réelles N-2"},
		{predate.KeyCurrentCalledN2, "provisions appelées N-2"},
		{predate.KeyOffBudgetActualN2, "charges hors budget réelles N-2"},
		{predate.KeyOffBudgetCalledN2, "appels hors budget N-2"},
		{predate.KeyPaidCurrentN2, "charges courantes payées N-2"},
		{predate.KeyPaidOffBudgetN2, "charges hors budget payées N-2"},
		{predate.KeyAccountBalance, "solde du compte du vendeur"},
		{predate.KeyDueBudgetProvisions, "provisions exigibles"},
		{predate.KeyCashAdvance, "avance de trésorerie"},
		{predate.KeySpecialAdvance, "provisions spéciales"},
		{predate.KeyFutureBudget, "provisions à venir"},
		{predate.KeyFutureOffBudget, "appels de travaux à venir"},
		{predate.KeyFutureWorksFund, "cotisations à venir au fonds de travaux"},
		{predate.KeyArrears, "impayés du syndicat"},
		{predate.KeySupplierDebt, "dette envers les fournisseurs"},
		{predate.KeyWorksFundExists, "existence du fonds de travaux"},
		{predate.KeyWorksFundLotShare, "part du fonds de travaux"},
		{predate.KeyWorksFundContribution, "dernière cotisation au fonds de travaux"},
		{predate.KeyVotedWorks, "travaux votés"},
	}
}

// named is a figure with its French name.
type named struct {
	key  predate.Key
	name string
}

// exempted are the figures that a small syndicat need not give (loi 65-557
// art. 14-3 al. 2; CCH L.721-2).
func exempted() []predate.Key {
	return []predate.Key{
		predate.KeyArrears, predate.KeySupplierDebt, predate.KeyFutureBudget, predate.KeyFutureOffBudget, predate.KeyFutureWorksFund, predate.KeyFutureLoan,
		predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance, predate.KeyAdvancesToReconstitute,
	}
}

// outcome says where the dossier goes: to the client when a paper lacks, to a
// person when something is in doubt, else to issue.
func (r *reckoning) outcome() predate.Outcome {
	r.exempt()
	out := predate.Outcome{Missing: append(slices.Clone(r.gaps), r.reserves...), Warnings: slices.Clone(r.warnings)}
	for _, d := range decisive() {
		f := r.figures[d.key]
		switch {
		case r.doubted[d.key]: // the red gate gives the reason
		case f.Status == predate.StatusConflicting:
			r.reviewOf(f, "Chiffre contradictoire ("+d.name+") : "+f.Derivation)
		case f.Status == predate.StatusMissing && len(r.gaps) == 0:
			r.reviewOf(f, "Chiffre non établi ("+d.name+") : "+orText(f.Derivation, "aucune pièce ne la donne."))
		}
	}
	out.Reasons = r.unanswered()
	switch {
	case len(r.gaps) > 0:
		out.State = predate.OutcomeWaiting
	case len(out.Reasons) > 0:
		out.State = predate.OutcomeReview
	default:
		out.State = predate.OutcomeDone
	}
	return out
}

// reviewOf gives a reason that names its figure, in the place of one that says
// the same without.
func (r *reckoning) reviewOf(f predate.Figure, reason string) {
	r.reasons = slices.DeleteFunc(r.reasons, func(bare string) bool { return bare == f.Derivation })
	r.review(reason)
}

// exempt replaces what is missing and not required of a small syndicat.
func (r *reckoning) exempt() {
	if _, small := r.small(); !small {
		return
	}
	for _, k := range exempted() {
		if f := r.figures[k]; f.Status == predate.StatusMissing {
			f.Status, f.Derivation = predate.StatusNotRequired, exemption
			r.figures[k] = f
		}
	}
}
