package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// accountStatementRules read whose account an extract is; its sums are read by
// what they prove, in internal/reading/form.
func accountStatementRules() []Rule {
	const kind = predate.KindAccountStatement
	return []Rule{
		{"account_statement.head", kind, predate.FactAccount, accountHead},
		{"account_statement.purchase", kind, predate.FactPurchase, ownerSince},
		{"account_statement.lots", kind, predate.KeyLots, ownerLots},
		{"account_statement.owners", kind, predate.KeyOwners, ownerNames},
	}
}

// accountHead states whose account an extract is, over which months, and when it
// was made.
func accountHead(doc source) []predate.Figure {
	o := ownedOf(doc)
	number, ok := o.accountNumber()
	head := predate.AccountHead{Account: number, Period: o.accountPeriod(), Issued: o.issued(), Lots: o.lotNumbers()}
	for _, r := range o.rows {
		if ok && strings.Contains(strings.ToUpper(r.Text()), strings.ToUpper(number)) {
			return []predate.Figure{{Value: head, Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return []predate.Figure{{Value: head}} // of what is proved
}

// accountPeriod is the months that an extract covers.
func (o owned) accountPeriod() predate.Period {
	span := regexp.MustCompile(`\b(?:periode|mouvements?|ecritures?|operations|extrait|situation|historique|compte)?\b[a-z :]*` + spanForm)
	for _, r := range o.rows {
		if m := span.FindStringSubmatch(r.text); m != nil {
			if p, ok := spanOf(m[1], m[2]); ok {
				return p
			}
		}
	}
	return predate.Period{}
}

func ownerSince(doc source) []predate.Figure {
	if f, ok := ownedOf(doc).saidOwner(); ok {
		return []predate.Figure{f}
	}
	return nil
}

// saidOwner reads "propriétaire depuis le 12/05/2025".
func (o owned) saidOwner() (predate.Figure, bool) {
	form := regexp.MustCompile(`\b(?:proprietaire depuis le|lots? acquis le|bien acquis le|date d'(?:acquisition|entree en jouissance)|acquisition (?:du|le|en date du)|mutation (?:du|le)|entree en jouissance (?:le|du)|achat du) ?:? ?` + dayForm)
	for _, r := range o.rows {
		if strings.Contains(r.text, "vente") && strings.Contains(r.text, "projet") {
			continue
		}
		if m := form.FindStringSubmatch(r.text); m != nil {
			if d, ok := layout.ParseDate(m[1]); ok {
				return predate.Figure{Key: predate.FactPurchase, Value: predate.Day(d), Evidence: proof(r.Page, r.Box, r.Text())}, true
			}
		}
	}
	return predate.Figure{}, false
}
