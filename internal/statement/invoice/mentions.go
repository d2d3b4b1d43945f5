package invoice

import (
	"fmt"
	"strings"

	"predate"
)

// Mention is a sentence that the law wants on an invoice, with the code of its subject in
// the structured data (UNTDID 4451).
type Mention struct{ Subject, Says string }

// Mentions are the sentences of an invoice, in the order in which they are printed: terms
// of payment (code de commerce, art. L441-9, L441-10 and D441-5), and how VAT is owed
// (CGI, annexe II, art. 242 nonies A). A credit note has none on payment.
func Mentions(i predate.Invoice) []Mention {
	var all []Mention
	if i.IsCredit() {
		all = append(all, Mention{"AAI", "Avoir sur la facture " + string(i.Corrects) + " : " + strings.TrimRight(i.Why, ".") + "."})
	} else {
		all = append(
			all,
			Mention{"PMD", "En cas de retard de paiement, des pénalités sont dues au taux d’intérêt appliqué par la Banque centrale européenne à son opération de refinancement la plus récente, majoré de dix points."},
			Mention{"PMT", "Tout professionnel en retard de paiement doit en outre une indemnité forfaitaire de 40 € pour frais de recouvrement."},
			Mention{"AAB", "Pas d’escompte pour paiement anticipé."},
		)
	}
	if i.VAT.Exemption != "" {
		all = append(all, Mention{"AAI", i.VAT.Exemption + "."})
	}
	return all
}

// Category is the letter of the category of VAT (UNCL 5305): S where it is due, E where
// an exemption holds.
func Category(v predate.VAT) string {
	if v.Exemption != "" {
		return "E"
	}
	return "S"
}

// percent writes a rate with two decimals: "20.00".
func percent(r predate.Rate) string { return fmt.Sprintf("%d.%02d", r/100, r%100) }
