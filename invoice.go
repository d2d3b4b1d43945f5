package predate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// InvoiceNumber names an invoice or a credit note of an installation: "F2026-000042".
// The numbers of a series have no gaps (CGI, annexe II, art. 242 nonies A, I, 7°).
type InvoiceNumber string

// Invoice is what an order is paid by, or with Corrects the credit note that cancels
// one. It is written once, in the transaction that makes the order done, and never
// changed.
type Invoice struct {
	Number InvoiceNumber
	// Corrects is the invoice that a credit note cancels; empty for an invoice.
	Corrects InvoiceNumber
	// CorrectsIssued is the day of that invoice.
	CorrectsIssued Date

	Account  AccountID
	Order    OrderID
	Run      RunID
	External string // the client's own identifier of the order; may be empty

	Issued   Date
	Supplied Date // the day of the statement
	Due      Date // of payment

	Seller Seller
	Buyer  Payer
	Lines  []InvoiceLine // at least one
	VAT    VAT
	Why    string // why a credit note is given; empty for an invoice
}

// InvoiceLine is one thing that was supplied. Amounts are without VAT.
type InvoiceLine struct {
	Name     string
	Detail   string // may be empty
	Quantity int64
	Price    Cents // of one
}

// Net is the amount of the line without VAT.
func (l InvoiceLine) Net() Cents { return Cents(l.Quantity) * l.Price }

// IsCredit reports whether it is a credit note.
func (i Invoice) IsCredit() bool { return i.Corrects != "" }

// Net is the amount of all lines without VAT.
func (i Invoice) Net() Cents {
	var sum Cents
	for _, line := range i.Lines {
		sum += line.Net()
	}
	return sum
}

// Tax is the VAT on the net amount, rounded once, half away from zero (EN 16931,
// BR-CO-17).
func (i Invoice) Tax() Cents {
	tax, _ := i.Net().Share(int64(i.VAT.Rate), wholeRate)
	return tax
}

// Total is what is to be paid, or given back.
func (i Invoice) Total() Cents { return i.Net() + i.Tax() }

// Credit is the credit note that cancels an invoice as a whole.
func (i Invoice) Credit(number InvoiceNumber, issued Date, why string) Invoice {
	credit := i
	credit.Number, credit.Issued, credit.Due, credit.Why = number, issued, issued, why
	credit.Corrects, credit.CorrectsIssued = i.Number, i.Issued
	credit.Lines = slices.Clone(i.Lines)
	return credit
}

// Rate is a rate of VAT in hundredths of a percent: 2000 is 20 %.
type Rate int64

// wholeRate is 100 %.
const wholeRate = 100_00

// VAT is how an installation's services are taxed.
type VAT struct {
	Rate Rate // 0 with an exemption
	// Exemption is why no VAT is due, as the law wants it printed: "TVA non applicable,
	// art. 293 B du CGI"; empty where VAT is due.
	Exemption string
	// ExemptionCode is the reason in the European list of codes (VATEX); may be empty.
	ExemptionCode string
}

// Seller is who invoices: what French law wants on an invoice of who issues it (code de
// commerce, art. L441-9 and R123-237; CGI, annexe II, art. 242 nonies A).
type Seller struct {
	Name      string // as registered
	LegalForm string // with the capital: "SAS au capital de 20 000 €"
	SIREN     string // nine digits
	Register  string // like "RCS Nantes"; may be empty
	VATNumber string // "FR" and eleven characters; may be empty with an exemption
	Address   string // number and street
	Zipcode   string
	City      string
	Email     string
	Phone     string // may be empty
	IBAN      string // where to pay; may be empty
	BIC       string // may be empty
}

// Billing is how an installation invoices its orders. The zero Billing invoices none.
type Billing struct {
	Seller Seller
	VAT    VAT
	// Series begins every number, before the year: "F".
	Series string
	// Prices are those of an order without VAT, by kind of account. A kind without a
	// price is not invoiced.
	Prices map[AccountKind]Cents
	// Refreshes are those of a statement that was refreshed. A kind without a price pays
	// nothing for it.
	Refreshes map[AccountKind]Cents
	// DueDays is how many days after the invoice it is to be paid: 60 at most (code de
	// commerce, art. L441-10).
	DueDays int
}

// maxDueDays is the longest term of payment between traders (code de commerce, art.
// L441-10, I).
const maxDueDays = 60

// IsZero reports whether nothing is invoiced.
func (b Billing) IsZero() bool { return b.Seller == Seller{} }

// Check returns an error that names the first setting that is missing or wrong, and the
// remedy. The zero Billing is right.
func (b Billing) Check() error {
	if b.IsZero() {
		return nil
	}
	if err := b.Seller.check(b.VAT); err != nil {
		return err
	}
	if err := b.VAT.check(); err != nil {
		return err
	}
	if b.Series == "" || strings.ContainsFunc(b.Series, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return fmt.Errorf("series %q: write capital letters, like F; every number begins with them", b.Series)
	}
	if b.DueDays < 0 || b.DueDays > maxDueDays {
		return fmt.Errorf("due_days %d: write 0 to %d (code de commerce, art. L441-10)", b.DueDays, maxDueDays)
	}
	return b.checkPrices()
}

func (b Billing) checkPrices() error {
	if len(b.Prices) == 0 {
		return fmt.Errorf("prices is empty: write a price without VAT for a kind of account, like premium: 39.00")
	}
	if err := checkList("prices", b.Prices); err != nil {
		return err
	}
	return checkList("refreshes", b.Refreshes)
}

// checkList returns an error that names the first wrong price of a list, by kind.
func checkList(name string, prices map[AccountKind]Cents) error {
	for _, kind := range slices.Sorted(maps.Keys(prices)) {
		if !kind.MayUseAPI() {
			return fmt.Errorf("%s: %q is no kind of account that orders: write %s or %s", name, kind, Premium, SyndicAccount)
		}
		if prices[kind] <= 0 {
			return fmt.Errorf("%s: %s: write a price above 0, or leave the kind out", name, kind)
		}
	}
	return nil
}

func (v VAT) check() error {
	switch {
	case v.Rate < 0 || v.Rate >= wholeRate:
		return fmt.Errorf("vat_rate: write a percentage from 0 to 100, like 20.00")
	case v.Rate == 0 && v.Exemption == "":
		return fmt.Errorf("vat_rate is 0 and vat_exemption is empty: write the rate, or why no VAT is due, like «TVA non applicable, art. 293 B du CGI»")
	case v.Rate > 0 && v.Exemption != "":
		return fmt.Errorf("vat_rate and vat_exemption: write one of them")
	}
	return nil
}

func (s Seller) check(v VAT) error {
	for _, needed := range []struct{ name, value string }{
		{"name", s.Name}, {"legal_form", s.LegalForm}, {"address", s.Address}, {"zipcode", s.Zipcode}, {"city", s.City}, {"email", s.Email},
	} {
		if strings.TrimSpace(needed.value) == "" {
			return fmt.Errorf("%s is empty: the law wants it on every invoice", needed.name)
		}
	}
	switch {
	case !isSIREN(s.SIREN):
		return fmt.Errorf("siren %q is no number of the register of companies: nine digits, the last of which checks the others", s.SIREN)
	case s.VATNumber == "" && v.Exemption == "":
		return fmt.Errorf("vat_number is empty: who asks for VAT names his own number, like FR12345678901")
	case s.VATNumber != "" && !isVATNumber(s.VATNumber, s.SIREN):
		return fmt.Errorf("vat_number %q: write FR, the two characters of the key and the siren", s.VATNumber)
	case s.IBAN != "" && !isIBAN(s.IBAN):
		return fmt.Errorf("iban %q is wrong: its check digits do not fit", s.IBAN)
	}
	return nil
}

// isVATNumber reports whether a text is a French VAT number of a SIREN.
func isVATNumber(text, siren string) bool {
	text, siren = strings.ReplaceAll(text, " ", ""), strings.ReplaceAll(siren, " ", "")
	return len(text) == 13 && strings.HasPrefix(text, "FR") && strings.HasSuffix(text, siren)
}

// isIBAN reports whether a text is an account number whose check digits fit (ISO 13616:
// the number that its moved letters and digits make is 1 modulo 97).
func isIBAN(text string) bool {
	text = strings.ReplaceAll(text, " ", "")
	if len(text) < 15 || len(text) > 34 {
		return false
	}
	rest := 0
	for _, r := range text[4:] + text[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// Price is what a statement costs an account without VAT; false for nothing. again says
// that the order was done before.
func (b Billing) Price(kind AccountKind, again bool) (Cents, bool) {
	prices := b.Prices
	if again {
		prices = b.Refreshes
	}
	price, ok := prices[kind]
	return price, ok
}

// SeriesOf is the series of numbers of a year.
func (b Billing) SeriesOf(day Date) string { return fmt.Sprintf("%s%d", b.Series, day.Year) }

// NumberIn is a number in a series.
func NumberIn(series string, n int64) InvoiceNumber {
	return InvoiceNumber(fmt.Sprintf("%s-%06d", series, n))
}

// Bill is the invoice of an order's run that is done on a day, without a number; false
// where the account pays nothing for it. again says that the order was done before.
func (b Billing) Bill(o Order, kind AccountKind, day Date, again bool) (Invoice, bool) {
	price, ok := b.Price(kind, again)
	if !ok || o.TestMode || o.ByTestKey {
		return Invoice{}, false
	}
	name := "Établissement d’un pré-état daté"
	if again {
		name = "Actualisation d’un pré-état daté"
	}
	detail := []string{o.Property.Line(), "commande " + string(o.ID)}
	if o.ExternalID != "" {
		detail = append(detail, "votre référence "+o.ExternalID)
	}
	return Invoice{
		Account: o.Account, Order: o.ID, Run: o.Run, External: o.ExternalID,
		Issued: day, Supplied: day, Due: day.AddDays(b.DueDays),
		Seller: b.Seller, Buyer: o.Payer, VAT: b.VAT,
		Lines: []InvoiceLine{{Name: name, Detail: strings.Join(detail, ", "), Quantity: 1, Price: price}},
	}, true
}
