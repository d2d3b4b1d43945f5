package coowner

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// Rules returns the rules for whose account an extract is; its sums are read by
// what they prove, in internal/reading/form.
func Rules() []paper.Rule {
	const kind = predate.KindAccountStatement
	return []paper.Rule{
		{Name: "account_statement.head", From: kind, Key: predate.FactAccount, Find: accountHead},
		{Name: "account_statement.purchase", From: kind, Key: predate.FactPurchase, Find: Since},
		{Name: "account_statement.lots", From: kind, Key: predate.KeyLots, Find: Lots},
		{Name: "account_statement.owners", From: kind, Key: predate.KeyOwners, Find: Names},
	}
}

// accountHead states whose account an extract is, over which months, and when it
// was made.
func accountHead(doc paper.Source) []predate.Figure {
	o := Of(doc)
	number, ok := o.AccountNumber()
	head := predate.AccountHead{Account: number, Period: o.accountPeriod(), Issued: o.Issued(), Lots: o.LotNumbers()}
	for _, r := range o.Rows {
		if ok && strings.Contains(strings.ToUpper(r.Text()), strings.ToUpper(number)) {
			return []predate.Figure{{Value: head, Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
		}
	}
	return []predate.Figure{{Value: head}} // of what is proved
}

// accountPeriod is the months that an extract covers.
func (o Paper) accountPeriod() predate.Period {
	span := regexp.MustCompile(`\b(?:periode|mouvements?|ecritures?|operations|extrait|situation|historique|compte)?\b[a-z :]*` + paper.SpanForm)
	for _, r := range o.Rows {
		if m := span.FindStringSubmatch(r.Folded); m != nil {
			if p, ok := paper.SpanOf(m[1], m[2]); ok {
				return p
			}
		}
	}
	return predate.Period{}
}

// Since reads the day since which the owner has his lots.
func Since(doc paper.Source) []predate.Figure {
	if f, ok := Of(doc).saidOwner(); ok {
		return []predate.Figure{f}
	}
	return nil
}

// saidOwner reads "propriétaire depuis le 12/05/2025".
func (o Paper) saidOwner() (predate.Figure, bool) {
	form := regexp.MustCompile(`\b(?:proprietaire depuis le|lots? acquis le|bien acquis le|date d'(?:acquisition|entree en jouissance)|acquisition (?:du|le|en date du)|mutation (?:du|le)|entree en jouissance (?:le|du)|achat du) ?:? ?` + layout.DayForm)
	for _, r := range o.Rows {
		if strings.Contains(r.Folded, "vente") && strings.Contains(r.Folded, "projet") {
			continue
		}
		if m := form.FindStringSubmatch(r.Folded); m != nil {
			if d, ok := layout.ParseDate(m[1]); ok {
				return predate.Figure{Key: predate.FactPurchase, Value: predate.Day(d), Evidence: paper.Proof(r.Page, r.Box, r.Text())}, true
			}
		}
	}
	return predate.Figure{}, false
}

// Lots returns the lots that a paper says are the owner's.
func Lots(doc paper.Source) []predate.Figure { return Of(doc).lots() }

// Names returns the owners to whom a paper is addressed.
func Names(doc paper.Source) []predate.Figure { return Of(doc).recipients() }
