package predate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// InvoiceNumber identifies an invoice or a credit note of an installation: "F2026-000042".
// The numbers of a series have no gaps (CGI, annexe II, art. 242 nonies A, I, 7°).
type InvoiceNumber string

// Invoice is the invoice of an order or, if Corrects is set, the credit note that cancels
// one. It is written once, in the transaction that makes the order done, and never
// changed.
type Invoice struct {
	Number InvoiceNumber
	// Corrects is the invoice that a credit note cancels; empty for an invoice.
	Corrects InvoiceNumber
	// CorrectsIssued is the date of that invoice.
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
	Why    string // why a credit note was issued; empty for an invoice
}

// InvoiceLine is one item of an invoice. Amounts are without VAT.
type InvoiceLine struct {
	Name     string
	Detail   string // may be empty
	Quantity int64
	Price    Cents // of one
}

// Net returns the amount of the line without VAT.
func (l InvoiceLine) Net() Cents { return Cents(l.Quantity) * l.Price }

// IsCredit reports whether i is a credit note.
func (i Invoice) IsCredit() bool { return i.Corrects != "" }

// Net returns the amount of all lines without VAT.
func (i Invoice) Net() Cents {
	var sum Cents
	for _, line := range i.Lines {
		sum += line.Net()
	}
	return sum
}

// Tax returns the VAT on the net amount, rounded once, half away from zero (EN 16931,
// BR-CO-17).
func (i Invoice) Tax() Cents {
	tax, _ := i.Net().Share(int64(i.VAT.Rate), wholeRate)
	return tax
}

// Total returns the amount to be paid or, for a credit note, refunded.
func (i Invoice) Total() Cents { return i.Net() + i.Tax() }

// Credit returns the credit note that cancels the whole invoice.
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

// VAT is the tax on an installation's services.
type VAT struct {
	Rate Rate // 0 with an exemption
	// Exemption is why no VAT is due, in the wording that the law requires: "TVA non
	// applicable, art. 293 B du CGI"; empty if VAT is due.
	Exemption string
	// ExemptionCode is the reason in the European list of codes (VATEX); may be empty.
	ExemptionCode string
}

// Seller is the business that invoices: the details that French law requires on an invoice
// (code de commerce, art. L441-9 and R123-237; CGI, annexe II, art. 242 nonies A).
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

// Billing is how an installation invoices its orders. The zero Billing invoices nothing.
type Billing struct {
	Seller Seller
	VAT    VAT
	// Series begins every number, before the year: "F".
	Series string
	// Prices are the prices of an order without VAT, by kind of account. A kind without
	// a price is not invoiced.
	Prices map[AccountKind]Cents
	// Refreshes are the prices of a refreshed statement. A kind without a price pays
	// nothing for it.
	Refreshes map[AccountKind]Cents
	// DueDays is the term of payment in days after the invoice: 60 at most (code de
	// commerce, art. L441-10).
	DueDays int
}

// maxDueDays is the longest term of payment between traders (code de commerce, art.
// L441-10, I).
const maxDueDays = 60

// IsZero reports whether nothing is invoiced.
func (b Billing) IsZero() bool { return b.Seller == Seller{} }

// Check returns an error that names the first setting that is missing or wrong, and the
// remedy. The zero Billing is valid.
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

// checkList returns an error that names the first wrong price, in order of kind.
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

// isVATNumber reports whether text is a French VAT number that belongs to siren.
func isVATNumber(text, siren string) bool {
	text, siren = strings.ReplaceAll(text, " ", ""), strings.ReplaceAll(siren, " ", "")
	return len(text) == 13 && strings.HasPrefix(text, "FR") && strings.HasSuffix(text, siren)
}

// isIBAN reports whether text is an IBAN with correct check digits (ISO 13616: the number
// made of its rearranged characters is 1 modulo 97).
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

// Price returns the price of a statement without VAT. It returns false if the statement
// is free. again is true if the order was done before.
func (b Billing) Price(kind AccountKind, again bool) (Cents, bool) {
	prices := b.Prices
	if again {
		prices = b.Refreshes
	}
	price, ok := prices[kind]
	return price, ok
}

// SeriesOf returns the series of invoice numbers for the year of day.
func (b Billing) SeriesOf(day Date) string { return fmt.Sprintf("%s%d", b.Series, day.Year) }

// NumberIn returns the nth invoice number of a series.
func NumberIn(series string, n int64) InvoiceNumber {
	return InvoiceNumber(fmt.Sprintf("%s-%06d", series, n))
}

// Bill returns the invoice, without a number, of an order that is done on a day. It returns
// false if the account pays nothing for it. again is true if the order was done before.
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
