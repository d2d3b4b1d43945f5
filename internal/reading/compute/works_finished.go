package compute

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// finished says that accounts show the works closed: annexe 4, the charge
// statement, or the expenses of light accounts.
func finished(r *dossier, d decision) bool {
	for _, c := range typed[predate.ClosedWorks](r.find(predate.FactClosedWorks)) {
		before := !c.Year.IsZero() && c.Year.To.Before(d.VotedOn) // an older operation of the same name
		if !before && slices.ContainsFunc(c.value, func(w predate.ClosedWork) bool { return d.is(w.Title, w.VotedOn) && w.Spent != 0 }) {
			return true
		}
	}
	for _, c := range typed[predate.ChargeWork](r.find(predate.FactChargeWork)) {
		if d.is(c.value.Title, predate.Date{}) && !c.Year.To.Before(d.VotedOn) {
			return true
		}
	}
	return paidOff(r, d)
}

var (
	// partPaid are the words of an expense that pays for a part of works.
	partPaid = regexp.MustCompile(`\bacomptes?\b|\barrhes\b|\bavances?\b|\ba valoir\b|\bsituations?\b|\b\d{1,2} ?%|\b(?:1er|\d e|\d+eme|premier|premiere|deuxieme|second|seconde) (?:paiement|reglement|versement|facture|tranche)\b`)
	// paidToTheEnd are the words of the expense that ends them.
	paidToTheEnd = regexp.MustCompile(`\bsoldes?\b|\bfacture (?:finale|definitive|de solde)\b|\bdecompte (?:general|definitif|final)\b|\bdgd\b|\breception\b`)
)

// paidOff says that the expenses of light accounts show works paid to the end: one of
// them says that it settles them; or none says that it is a part, and together they
// are near what was voted, where that is known.
func paidOff(r *dossier, d decision) bool {
	var spent predate.Cents
	part := false
	for _, y := range lightYears(r) {
		lists := keep(typed[predate.MovementList](r.find(predate.FactExpenses, predate.KindLightAccounts)), func(c valued[predate.MovementList]) bool { return c.Year == y })
		expenses, _ := fullest(lists)
		for _, m := range expenses.value {
			if !mentions(m.Label, d.Title) || m.Date.Before(d.VotedOn) {
				continue
			}
			label := strings.Replace(fold.Text(m.Label), fold.Text(d.Title), " ", 1)
			if paidToTheEnd.MatchString(label) {
				return true
			}
			part = part || partPaid.MatchString(label)
			spent += m.Debit
		}
	}
	return spent > 0 && !part && spent*4 >= d.Amount*3
}

// lightYears lists the exercises of which light accounts list expenses, oldest first.
func lightYears(r *dossier) []predate.Period {
	var years []predate.Period
	for _, c := range r.find(predate.FactExpenses, predate.KindLightAccounts) {
		years = append(years, c.Year)
	}
	slices.SortFunc(years, func(a, b predate.Period) int { return a.From.Compare(b.From) })
	return slices.Compact(years)
}
