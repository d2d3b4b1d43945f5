package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// accountStatementRules read whose account an extract is; its sums are read by
// what they prove, in internal/reading/form.
func accountStatementRules() []paper.Rule {
	const kind = predate.KindAccountStatement
	return []paper.Rule{
		{Name: "account_statement.head", From: kind, Key: predate.FactAccount, Find: accountHead},
		{Name: "account_statement.purchase", From: kind, Key: predate.FactPurchase, Find: ownerSince},
		{Name: "account_statement.lots", From: kind, Key: predate.KeyLots, Find: ownerLots},
		{Name: "account_statement.owners", From: kind, Key: predate.KeyOwners, Find: ownerNames},
	}
}

// accountHead states whose account an extract is, over which months, and when it
// was made.
func accountHead(doc paper.Source) []predate.Figure {
	o := ownedOf(doc)
	number, ok := o.accountNumber()
	head := predate.AccountHead{Account: number, Period: o.accountPeriod(), Issued: o.issued(), Lots: o.lotNumbers()}
	for _, r := range o.Rows {
		if ok && strings.Contains(strings.ToUpper(r.Text()), strings.ToUpper(number)) {
			return []predate.Figure{{Value: head, Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
		}
	}
	return []predate.Figure{{Value: head}} // of what is proved
}

// accountPeriod is the months that an extract covers.
func (o owned) accountPeriod() predate.Period {
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

func ownerSince(doc paper.Source) []predate.Figure {
	if f, ok := ownedOf(doc).saidOwner(); ok {
		return []predate.Figure{f}
	}
	return nil
}

// saidOwner reads "propriétaire depuis le 12/05/2025".
func (o owned) saidOwner() (predate.Figure, bool) {
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

func ownerLots(doc paper.Source) []predate.Figure { return ownedOf(doc).lots() }

func ownerNames(doc paper.Source) []predate.Figure { return ownedOf(doc).recipients() }
