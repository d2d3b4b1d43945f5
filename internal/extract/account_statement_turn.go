package extract

import (
	"regexp"

	"predate"
	"predate/internal/fold"
)

// A column of signed amounts does not say which sign is owed: some print what
// is called as positive, others what the owner has. What movements are tells:
// calls increase what is owed, payments reduce it.

var (
	paidWords  = regexp.MustCompile(`\breglements?\b|\bvirements?\b|\bvrt\b|\bvir\b|\bcheques?\b|\bchq\b|\bprelevements?\b|\bprlvt?\b|\bpaiements?\b|\bversements?\b|\bencaissements?\b|\bcarte bancaire\b`)
	eitherWay  = regexp.MustCompile(`\bsolde|\bregul|\brepartition|\barrete|\bapurement|\bavoir\b|\brembours|\bannul|\brejet|\bimpaye|\bretour\b|\bcontrepassation|\bextourne|\btrop[- ]?(?:percu|verse)|\bcorrection|\brectif|\boperations? diverses?\b`)
	owedIfLess = regexp.MustCompile(`\b(?:solde|montant) negatif (?:est )?(?:du|dû|a payer|a regler|debiteur|a votre charge)|\b(?:solde|montant) positif (?:est )?(?:en (?:sa|votre) faveur|crediteur)`)
)

// turned gives an account read from one column of signed amounts the side that
// its movements have: as it was read, or the other way round. Where they do not
// agree, or nothing tells, its balance is not read.
func (l *accountPaper) turn(a *oneAccount) {
	if a.lost {
		a.closing, a.denied = nil, true
	}
	if !a.unsided || a.denied {
		return
	}
	right, wrong := 0, 0
	for _, f := range a.lines {
		line := f.Value.(predate.AccountLine)
		owed, told := l.owes(line.Label)
		switch {
		case !told:
		case owed == (line.Debit != 0):
			right++
		default:
			wrong++
		}
	}
	if said := owedIfLess.MatchString(l.text()); said && right > 0 {
		wrong++ // the paper's own words against its movements
	}
	switch {
	case right > 0 && wrong == 0:
	case wrong > 0 && right == 0:
		a.reverse()
	default:
		a.closing, a.denied = nil, true
	}
}

// owes says whether a movement of that name increases what is owed; the second
// result, whether its name tells.
func (l *accountPaper) owes(label string) (owed, told bool) {
	text := fold.Text(label)
	switch {
	case eitherWay.MatchString(text):
		return false, false
	case paidWords.MatchString(text):
		return false, true
	}
	return true, l.doc.nature(text) != predate.NatureUnknown
}

// reverse puts everything of the account on its other side.
func (a *oneAccount) reverse() {
	for i := range a.lines {
		line := a.lines[i].Value.(predate.AccountLine)
		line.Debit, line.Credit, line.Balance = line.Credit, line.Debit, -line.Balance
		a.lines[i].Value = line
	}
	for i := range a.totals {
		t := a.totals[i].Value.(predate.AccountTotals)
		t.Debit, t.Credit = t.Credit, t.Debit
		a.totals[i].Value = t
	}
	for _, f := range []*predate.Figure{a.opening, a.closing} {
		if f != nil {
			b := f.Value.(predate.AccountBalance)
			b.Amount = -b.Amount
			f.Value = b
		}
	}
	for i := range a.natures {
		n := a.natures[i].Value.(predate.NatureBalance)
		n.Amount = -n.Amount
		a.natures[i].Value = n
	}
	a.sum = -a.sum
}

// sumsMovements reports whether words name the sums of both sides of an account.
func (l *accountPaper) sumsMovements(text string) bool {
	return l.forms.total.MatchString(text) || l.doc.says(text, "movements_total")
}
