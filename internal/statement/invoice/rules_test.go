package invoice_test

import (
	"encoding/xml"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"predate/internal/statement/invoice"
)

// node is an element of a document without its namespaces.
type node struct {
	XMLName    xml.Name
	Attributes []xml.Attr `xml:",any,attr"`
	Text       string     `xml:",chardata"`
	Parts      []node     `xml:",any"`
}

// all gives the elements at a path below.
func (n node) all(path string) []node {
	at := []node{n}
	for name := range strings.SplitSeq(path, "/") {
		var next []node
		for _, one := range at {
			for _, part := range one.Parts {
				if part.XMLName.Local == name {
					next = append(next, part)
				}
			}
		}
		at = next
	}
	return at
}

// says gives the text at a path, "" where there is none.
func (n node) says(path string) string {
	for _, one := range n.all(path) {
		return strings.TrimSpace(one.Text)
	}
	return ""
}

func (n node) attribute(name string) string {
	for _, one := range n.Attributes {
		if one.Name.Local == name {
			return one.Value
		}
	}
	return ""
}

func amount(s string) *big.Rat {
	if r, ok := new(big.Rat).SetString(s); ok {
		return r
	}
	return big.NewRat(-1_000_000_007, 1)
}

const (
	head        = "ExchangedDocument/"
	trade       = "SupplyChainTradeTransaction/"
	item        = trade + "IncludedSupplyChainTradeLineItem"
	agreed      = trade + "ApplicableHeaderTradeAgreement/"
	settled     = trade + "ApplicableHeaderTradeSettlement/"
	sums        = settled + "SpecifiedTradeSettlementHeaderMonetarySummation/"
	breakdown   = settled + "ApplicableTradeTax"
	itemPaid    = "SpecifiedLineTradeSettlement/"
	itemAmount  = itemPaid + "SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"
	itemTax     = itemPaid + "ApplicableTradeTax/"
	sellerParty = agreed + "SellerTradeParty/"
	buyerParty  = agreed + "BuyerTradeParty/"
)

// rule is a rule of EN 16931 that an invoice of predate can break: its number, whether a
// document keeps it, and what is replaced in a right document to break it.
type rule struct {
	number   string
	keeps    func(node) bool
	old, new string // a regular expression, and what takes its place
}

func present(path string) func(node) bool {
	return func(n node) bool { return n.says(path) != "" }
}

// each reports whether all elements at a path keep something, and that there is one.
func each(path string, keeps func(node) bool) func(node) bool {
	return func(n node) bool {
		found := n.all(path)
		return len(found) > 0 && !slices.ContainsFunc(found, func(one node) bool { return !keeps(one) })
	}
}

func total(n node) *big.Rat {
	sum := new(big.Rat)
	for _, line := range n.all(item) {
		sum.Add(sum, amount(line.says(itemAmount)))
	}
	return sum
}

func cents(r *big.Rat) string { return r.FloatString(2) }

func taxOf(n node) string {
	for _, one := range n.all(sums + "TaxTotalAmount") {
		if one.attribute("currencyID") == "EUR" {
			return strings.TrimSpace(one.Text)
		}
	}
	return ""
}

func twoDecimals(path string) func(node) bool {
	return each(path, func(n node) bool {
		return regexp.MustCompile(`^-?\d+(\.\d{1,2})?$`).MatchString(strings.TrimSpace(n.Text))
	})
}

// rules are those that can apply to what predate writes, of EN 16931-1:2017, 6.4, and its
// binding to CII (CEN/TS 16931-3-3).
func rules() []rule {
	gone := func(tag string) string { return `(?s)<ram:` + tag + `>.*?</ram:` + tag + `>` }
	return []rule{
		{"BR-1", func(n node) bool {
			return n.says("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID") == invoice.Profile
		}, gone("GuidelineSpecifiedDocumentContextParameter"), ""},
		{"BR-2", present(head + "ID"), `<ram:ID>F2026-\d+</ram:ID>`, ""},
		{"BR-3", func(n node) bool { return len(n.says(head+"IssueDateTime/DateTimeString")) == 8 }, `(?s)<ram:IssueDateTime>.*?</ram:IssueDateTime>`, ""},
		{"BR-4", func(n node) bool { return slices.Contains([]string{"380", "381"}, n.says(head+"TypeCode")) }, `<ram:TypeCode>380</ram:TypeCode>`, ""},
		{"BR-5", func(n node) bool { return n.says(settled+"InvoiceCurrencyCode") == "EUR" }, gone("InvoiceCurrencyCode"), ""},
		{"BR-6", present(sellerParty + "Name"), `<ram:Name>Études[^<]*</ram:Name>`, ""},
		{"BR-7", present(buyerParty + "Name"), `<ram:Name>ÉTUDE[^<]*</ram:Name>`, ""},
		{"BR-9", func(n node) bool { return n.says(sellerParty+"PostalTradeAddress/CountryID") == "FR" }, `<ram:CountryID>FR</ram:CountryID>`, ""},
		{"BR-11", func(n node) bool { return n.says(buyerParty+"PostalTradeAddress/CountryID") == "FR" }, `<ram:CountryID>FR</ram:CountryID>(\s*</ram:PostalTradeAddress>\s*</ram:BuyerTradeParty>)`, "$1"},
		{"BR-12", present(sums + "LineTotalAmount"), `<ram:LineTotalAmount>[\d.]+</ram:LineTotalAmount>(\s*<ram:TaxBasis)`, "$1"},
		{"BR-13", present(sums + "TaxBasisTotalAmount"), gone("TaxBasisTotalAmount"), ""},
		{"BR-14", present(sums + "GrandTotalAmount"), gone("GrandTotalAmount"), ""},
		{"BR-15", present(sums + "DuePayableAmount"), gone("DuePayableAmount"), ""},
		{"BR-16", func(n node) bool { return len(n.all(item)) > 0 }, gone("IncludedSupplyChainTradeLineItem"), ""},
		{"BR-21", each(item, func(n node) bool { return n.says("AssociatedDocumentLineDocument/LineID") != "" }), gone("LineID"), ""},
		{"BR-22", each(item, func(n node) bool { return n.says("SpecifiedLineTradeDelivery/BilledQuantity") != "" }), gone("SpecifiedLineTradeDelivery"), ""},
		{"BR-23", each(item+"/SpecifiedLineTradeDelivery/BilledQuantity", func(n node) bool { return n.attribute("unitCode") != "" }), ` unitCode="C62"`, ""},
		{"BR-24", each(item, func(n node) bool { return n.says(itemAmount) != "" }), gone("SpecifiedTradeSettlementLineMonetarySummation"), ""},
		{"BR-25", each(item, func(n node) bool { return n.says("SpecifiedTradeProduct/Name") != "" }), gone("SpecifiedTradeProduct"), ""},
		{"BR-26", each(item, func(n node) bool {
			return n.says("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount") != ""
		}), gone("NetPriceProductTradePrice"), ""},
		{"BR-27", each(item, func(n node) bool {
			return amount(n.says("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount")).Sign() >= 0
		}), `<ram:ChargeAmount>`, "<ram:ChargeAmount>-"},
		{"BR-45", each(breakdown, func(n node) bool { return n.says("BasisAmount") != "" }), gone("BasisAmount"), ""},
		{"BR-46", each(breakdown, func(n node) bool { return n.says("CalculatedAmount") != "" }), gone("CalculatedAmount"), ""},
		{"BR-47", each(breakdown, func(n node) bool { return n.says("CategoryCode") != "" }), `<ram:CategoryCode>S</ram:CategoryCode>(\s*<ram:RateApplicablePercent>[\d.]+</ram:RateApplicablePercent>\s*</ram:ApplicableTradeTax>\s*<ram:SpecifiedTradePaymentTerms>)`, "$1"},
		{"BR-48", each(breakdown, func(n node) bool { return n.says("RateApplicablePercent") != "" }), `<ram:RateApplicablePercent>[\d.]+</ram:RateApplicablePercent>(\s*</ram:ApplicableTradeTax>\s*<ram:SpecifiedTradePaymentTerms>)`, "$1"},
		{"BR-49", each(settled+"SpecifiedTradeSettlementPaymentMeans", func(n node) bool { return n.says("TypeCode") != "" }), `<ram:TypeCode>58</ram:TypeCode>`, ""},
		{"BR-50", func(n node) bool {
			means := settled + "SpecifiedTradeSettlementPaymentMeans/"
			return n.says(means+"TypeCode") != "58" || n.says(means+"PayeePartyCreditorFinancialAccount/IBANID") != ""
		}, gone("PayeePartyCreditorFinancialAccount"), ""},
		{"BR-55", func(n node) bool {
			return n.says(head+"TypeCode") != "381" || n.says(settled+"InvoiceReferencedDocument/IssuerAssignedID") != ""
		}, `<ram:TypeCode>380</ram:TypeCode>`, "<ram:TypeCode>381</ram:TypeCode>"},
		{"BR-62", each(sellerParty+"URIUniversalCommunication/URIID", func(n node) bool { return n.attribute("schemeID") != "" }), ` schemeID="EM"`, ""},
		{"BR-CO-3", func(n node) bool { return n.says(settled+"ApplicableTradeTax/TaxPointDate/DateString") == "" }, `</ram:CalculatedAmount>`, "</ram:CalculatedAmount><ram:TaxPointDate><udt:DateString>20260309</udt:DateString></ram:TaxPointDate>"},
		{"BR-CO-4", each(item, func(n node) bool { return n.says(itemTax+"CategoryCode") != "" }), `<ram:CategoryCode>S</ram:CategoryCode>`, ""},
		{"BR-CO-9", each(sellerParty+"SpecifiedTaxRegistration/ID", func(n node) bool {
			return n.attribute("schemeID") != "VA" || regexp.MustCompile(`^[A-Z]{2}`).MatchString(strings.TrimSpace(n.Text))
		}), `>FR44732829320<`, ">44732829320<"},
		{"BR-CO-10", func(n node) bool { return cents(total(n)) == cents(amount(n.says(sums+"LineTotalAmount"))) }, `<ram:LineTotalAmount>[\d.]+</ram:LineTotalAmount>(\s*<ram:TaxBasis)`, "<ram:LineTotalAmount>38.99</ram:LineTotalAmount>$1"},
		{"BR-CO-13", func(n node) bool { return n.says(sums+"TaxBasisTotalAmount") == n.says(sums+"LineTotalAmount") }, `<ram:TaxBasisTotalAmount>39`, "<ram:TaxBasisTotalAmount>40"},
		{"BR-CO-14", func(n node) bool { return taxOf(n) != "" && taxOf(n) == n.says(breakdown+"/CalculatedAmount") }, `<ram:TaxTotalAmount currencyID="EUR">7`, `<ram:TaxTotalAmount currencyID="EUR">8`},
		{"BR-CO-15", func(n node) bool {
			return cents(new(big.Rat).Add(amount(n.says(sums+"TaxBasisTotalAmount")), amount(taxOf(n)))) == cents(amount(n.says(sums+"GrandTotalAmount")))
		}, `<ram:GrandTotalAmount>4`, `<ram:GrandTotalAmount>5`},
		{"BR-CO-16", func(n node) bool { return n.says(sums+"DuePayableAmount") == n.says(sums+"GrandTotalAmount") }, `<ram:DuePayableAmount>4`, `<ram:DuePayableAmount>5`},
		{"BR-CO-17", each(breakdown, func(n node) bool {
			tax := new(big.Rat).Mul(amount(n.says("BasisAmount")), amount(n.says("RateApplicablePercent")))
			return cents(tax.Quo(tax, big.NewRat(100, 1))) == cents(amount(n.says("CalculatedAmount")))
		}), `<ram:CalculatedAmount>7.80`, `<ram:CalculatedAmount>7.81`},
		{"BR-CO-18", func(n node) bool { return len(n.all(breakdown)) == 1 }, `(?s)<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>.*?</ram:ApplicableTradeTax>`, ""},
		{"BR-CO-25", func(n node) bool {
			return amount(n.says(sums+"DuePayableAmount")).Sign() <= 0 || n.says(settled+"SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString") != ""
		}, gone("SpecifiedTradePaymentTerms"), ""},
		{"BR-CO-26", func(n node) bool {
			return n.says(sellerParty+"SpecifiedLegalOrganization/ID") != "" || n.says(sellerParty+"SpecifiedTaxRegistration/ID") != ""
		}, `(?s)<ram:SpecifiedLegalOrganization>.*?</ram:SpecifiedLegalOrganization>|<ram:SpecifiedTaxRegistration>.*?</ram:SpecifiedTaxRegistration>`, ""},
		{"BR-DEC-09", twoDecimals(sums + "LineTotalAmount"), `<ram:LineTotalAmount>[\d.]+</ram:LineTotalAmount>(\s*<ram:TaxBasis)`, "<ram:LineTotalAmount>39.000</ram:LineTotalAmount>$1"},
		{"BR-DEC-12", twoDecimals(sums + "TaxBasisTotalAmount"), `<ram:TaxBasisTotalAmount>39.00`, "<ram:TaxBasisTotalAmount>39.000"},
		{"BR-DEC-13", twoDecimals(sums + "TaxTotalAmount"), `"EUR">7.80`, `"EUR">7.800`},
		{"BR-DEC-14", twoDecimals(sums + "GrandTotalAmount"), `<ram:GrandTotalAmount>46.80`, "<ram:GrandTotalAmount>46.800"},
		{"BR-DEC-18", twoDecimals(sums + "DuePayableAmount"), `<ram:DuePayableAmount>46.80`, "<ram:DuePayableAmount>46.800"},
		{"BR-DEC-19", twoDecimals(breakdown + "/BasisAmount"), `<ram:BasisAmount>39.00`, "<ram:BasisAmount>39.000"},
		{"BR-DEC-20", twoDecimals(breakdown + "/CalculatedAmount"), `<ram:CalculatedAmount>7.80`, "<ram:CalculatedAmount>7.800"},
		{"BR-DEC-23", twoDecimals(item + "/" + itemAmount), `<ram:LineTotalAmount>39.00`, "<ram:LineTotalAmount>39.000"},
		{"BR-S-1", func(n node) bool {
			return categories(n, "S") == 0 || n.says(breakdown+"/CategoryCode") == "S"
		}, `<ram:CategoryCode>S</ram:CategoryCode>(\s*<ram:RateApplicablePercent>[\d.]+</ram:RateApplicablePercent>\s*</ram:ApplicableTradeTax>\s*<ram:SpecifiedTradePaymentTerms>)`, "<ram:CategoryCode>Z</ram:CategoryCode>$1"},
		{"BR-S-2", func(n node) bool {
			return categories(n, "S") == 0 || n.says(sellerParty+"SpecifiedTaxRegistration/ID") != ""
		}, gone("SpecifiedTaxRegistration"), ""},
		{"BR-S-5", each(item, func(n node) bool {
			return n.says(itemTax+"CategoryCode") != "S" || amount(n.says(itemTax+"RateApplicablePercent")).Sign() > 0
		}), `<ram:RateApplicablePercent>20.00`, "<ram:RateApplicablePercent>0.00"},
		{"BR-S-8", func(n node) bool {
			return n.says(breakdown+"/CategoryCode") != "S" || cents(total(n)) == cents(amount(n.says(breakdown+"/BasisAmount")))
		}, `<ram:BasisAmount>39`, "<ram:BasisAmount>38"},
		{
			"BR-S-10", each(breakdown, func(n node) bool {
				return n.says("CategoryCode") != "S" || n.says("ExemptionReason")+n.says("ExemptionReasonCode") == ""
			}),
			`<ram:BasisAmount>`, "<ram:ExemptionReason>rien</ram:ExemptionReason><ram:BasisAmount>",
		},
	}
}

// exempt are the rules of an invoice without VAT.
func exempt() []rule {
	return []rule{
		{"BR-E-1", func(n node) bool { return categories(n, "E") == 0 || n.says(breakdown+"/CategoryCode") == "E" }, `<ram:CategoryCode>E</ram:CategoryCode>(\s*<ram:ExemptionReasonCode>)`, "<ram:CategoryCode>Z</ram:CategoryCode>$1"},
		{"BR-E-2", present(sellerParty + "SpecifiedTaxRegistration/ID"), `(?s)<ram:SpecifiedTaxRegistration>.*?</ram:SpecifiedTaxRegistration>`, ""},
		{"BR-E-5", each(item, func(n node) bool { return amount(n.says(itemTax+"RateApplicablePercent")).Sign() == 0 }), `<ram:RateApplicablePercent>0.00`, "<ram:RateApplicablePercent>20.00"},
		{"BR-E-8", func(n node) bool { return cents(total(n)) == cents(amount(n.says(breakdown+"/BasisAmount"))) }, `<ram:BasisAmount>39`, "<ram:BasisAmount>38"},
		{"BR-E-9", func(n node) bool { return amount(n.says(breakdown+"/CalculatedAmount")).Sign() == 0 }, `<ram:CalculatedAmount>0.00`, "<ram:CalculatedAmount>7.80"},
		{"BR-E-10", func(n node) bool {
			return n.says(breakdown+"/ExemptionReason")+n.says(breakdown+"/ExemptionReasonCode") != ""
		}, `<ram:ExemptionReason>[^<]*</ram:ExemptionReason>|<ram:ExemptionReasonCode>[^<]*</ram:ExemptionReasonCode>`, ""},
	}
}

func categories(n node, letter string) int {
	count := 0
	for _, line := range n.all(item) {
		if line.says(itemTax+"CategoryCode") == letter {
			count++
		}
	}
	return count
}

func parse(t *testing.T, data []byte) node {
	t.Helper()
	var n node
	if err := xml.Unmarshal(data, &n); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return n
}

// Every rule is kept by what predate writes, and is broken by a document that was broken
// on purpose: a rule that nothing can break would prove nothing.
func TestRules(t *testing.T) {
	for name, sample := range samples() {
		n := parse(t, invoice.XML(sample))
		all := rules()
		if sample.VAT.Exemption != "" {
			all = append(all, exempt()...)
		}
		for _, r := range all {
			if !r.keeps(n) {
				t.Errorf("%s: %s is broken:\n%s", name, r.number, invoice.XML(sample))
			}
		}
	}
	for name, all := range map[string][]rule{"plain": rules(), "franchise": exempt()} {
		right := invoice.XML(samples()[name])
		for _, r := range all {
			broken := regexp.MustCompile(r.old).ReplaceAll(right, []byte(r.new))
			switch {
			case string(broken) == string(right):
				t.Errorf("%s: nothing was broken by %q", r.number, r.old)
			case r.keeps(parse(t, broken)):
				t.Errorf("%s is kept by a document that breaks it:\n%s", r.number, broken)
			}
		}
	}
}

// The sums are of cents: no float rounds them.
func TestSums(t *testing.T) {
	for name, want := range map[string]string{
		"plain": "39.00 7.80 46.80", "franchise": "39.00 0.00 39.00", "several lines": "69.04 13.81 82.85", "cents that round": "19.10 1.05 20.15",
	} {
		i := samples()[name]
		if have := fmt.Sprintf("%s %s %s", i.Net().Decimal(), i.Tax().Decimal(), i.Total().Decimal()); have != want {
			t.Errorf("%s: %s, want %s", name, have, want)
		}
	}
}
