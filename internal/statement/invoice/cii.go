package invoice

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"predate"
)

// FileName is that under which a PDF carries the structured data (Factur-X 1.0, 6.2).
const FileName = "factur-x.xml"

// Profile is what the data follows: the whole of EN 16931 and nothing beyond.
const Profile = "urn:cen.eu:en16931:2017"

// Codes of the lists that EN 16931 names.
const (
	typeInvoice    = "380" // UNTDID 1001
	typeCredit     = "381"
	dayFormat      = "102" // UNTDID 2379: YYYYMMDD
	unitOne        = "C62" // UN/ECE recommendation 20: one
	transfer       = "58"  // UNTDID 4461: SEPA credit transfer
	toBeAgreed     = "1"   // UNTDID 4461: an instrument that is not told
	schemeSIREN    = "0002"
	schemeEmail    = "EM"
	schemeVAT      = "VA"
	schemeLocalTax = "FC"
	currency       = "EUR"
	country        = "FR"
	services       = "S1" // an invoice for services (the French list of business processes)
)

// element is a piece of XML: a name with its prefix, attributes in pairs, and either text
// or elements.
type element struct {
	name       string
	attributes []string
	text       string
	parts      []element
}

// text makes an element of a text; without one it is left out.
func text(name, says string, attributes ...string) element {
	return element{name: name, text: clean(says), attributes: attributes}
}

// group makes an element of elements; those that say nothing are left out.
func group(name string, parts ...element) element { return element{name: name, parts: parts} }

// clean takes out what XML 1.0 cannot hold, and white around.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' {
			return ' '
		}
		if r == '\uFFFE' || r == '\uFFFF' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.TrimSpace(s)
}

func (e element) empty() bool {
	for _, part := range e.parts {
		if !part.empty() {
			return false
		}
	}
	return e.text == ""
}

func (e element) write(out *bytes.Buffer, depth int) {
	if e.empty() {
		return
	}
	indent := strings.Repeat("  ", depth)
	out.WriteString(indent + "<" + e.name)
	for i := 0; i+1 < len(e.attributes); i += 2 {
		out.WriteString(" " + e.attributes[i] + `="`)
		_ = xml.EscapeText(out, []byte(e.attributes[i+1])) // writes to memory do not fail
		out.WriteString(`"`)
	}
	out.WriteString(">")
	if e.text != "" {
		_ = xml.EscapeText(out, []byte(e.text))
	} else {
		out.WriteString("\n")
		for _, part := range e.parts {
			part.write(out, depth+1)
		}
		out.WriteString(indent)
	}
	out.WriteString("</" + e.name + ">\n")
}

// XML writes an invoice or a credit note. The same invoice gives the same bytes.
func XML(i predate.Invoice) []byte {
	root := group(
		"rsm:CrossIndustryInvoice",
		group(
			"rsm:ExchangedDocumentContext",
			group("ram:BusinessProcessSpecifiedDocumentContextParameter", text("ram:ID", services)), // BT-23
			group("ram:GuidelineSpecifiedDocumentContextParameter", text("ram:ID", Profile)),        // BT-24
		),
		document(i),
		group("rsm:SupplyChainTradeTransaction", append(lines(i), agreement(i), delivery(i), settlement(i))...),
	)
	root.attributes = []string{
		"xmlns:rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
		"xmlns:ram", "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
		"xmlns:qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
		"xmlns:udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
	}
	var out bytes.Buffer
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	root.write(&out, 0)
	return out.Bytes()
}

// document is the head: number, kind, day and mentions (BT-1, BT-3, BT-2, BG-1).
func document(i predate.Invoice) element {
	kind := typeInvoice
	if i.IsCredit() {
		kind = typeCredit
	}
	parts := []element{
		text("ram:ID", string(i.Number)),
		text("ram:TypeCode", kind),
		group("ram:IssueDateTime", day("udt:DateTimeString", i.Issued)),
	}
	for _, mention := range Mentions(i) {
		parts = append(parts, group("ram:IncludedNote", text("ram:Content", mention.Says), text("ram:SubjectCode", mention.Subject)))
	}
	return group("rsm:ExchangedDocument", parts...)
}

// lines are what was supplied (BG-25).
func lines(i predate.Invoice) []element {
	var out []element
	for n, line := range i.Lines {
		out = append(out, group(
			"ram:IncludedSupplyChainTradeLineItem",
			group("ram:AssociatedDocumentLineDocument", text("ram:LineID", strconv.Itoa(n+1))),                                               // BT-126
			group("ram:SpecifiedTradeProduct", text("ram:Name", line.Name), text("ram:Description", line.Detail)),                            // BT-153, BT-154
			group("ram:SpecifiedLineTradeAgreement", group("ram:NetPriceProductTradePrice", text("ram:ChargeAmount", line.Price.Decimal()))), // BT-146
			group("ram:SpecifiedLineTradeDelivery", text("ram:BilledQuantity", strconv.FormatInt(line.Quantity, 10), "unitCode", unitOne)),   // BT-129
			group(
				"ram:SpecifiedLineTradeSettlement",
				group("ram:ApplicableTradeTax", text("ram:TypeCode", "VAT"), text("ram:CategoryCode", Category(i.VAT)), text("ram:RateApplicablePercent", percent(i.VAT.Rate))),
				group("ram:SpecifiedTradeSettlementLineMonetarySummation", text("ram:LineTotalAmount", line.Net().Decimal())), // BT-131
			),
		))
	}
	return out
}

// agreement is who supplies whom (BG-4, BG-7), and the orders of both (BT-14, BT-13).
func agreement(i predate.Invoice) element {
	return group(
		"ram:ApplicableHeaderTradeAgreement",
		seller(i.Seller),
		group(
			"ram:BuyerTradeParty",
			text("ram:Name", i.Buyer.Lastname),
			address(i.Buyer.Zipcode, i.Buyer.Address, i.Buyer.City),
		),
		group("ram:SellerOrderReferencedDocument", text("ram:IssuerAssignedID", string(i.Order))),
		group("ram:BuyerOrderReferencedDocument", text("ram:IssuerAssignedID", i.External)),
	)
}

func seller(s predate.Seller) element {
	siren := strings.ReplaceAll(s.SIREN, " ", "")
	tax := text("ram:ID", strings.ReplaceAll(s.VATNumber, " ", ""), "schemeID", schemeVAT) // BT-31
	if s.VATNumber == "" {
		tax = text("ram:ID", siren, "schemeID", schemeLocalTax) // BT-32
	}
	legal := strings.TrimPrefix(strings.Join([]string{s.LegalForm, s.Register}, ", "), ", ")
	return group(
		"ram:SellerTradeParty",
		text("ram:Name", s.Name),
		text("ram:Description", strings.TrimSuffix(legal, ", ")), // BT-33
		group("ram:SpecifiedLegalOrganization", text("ram:ID", siren, "schemeID", schemeSIREN)),
		group(
			"ram:DefinedTradeContact",
			text("ram:PersonName", s.Name),
			group("ram:TelephoneUniversalCommunication", text("ram:CompleteNumber", s.Phone)),
			group("ram:EmailURIUniversalCommunication", text("ram:URIID", s.Email)),
		),
		address(s.Zipcode, s.Address, s.City),
		group("ram:URIUniversalCommunication", text("ram:URIID", s.Email, "schemeID", schemeEmail)),
		group("ram:SpecifiedTaxRegistration", tax),
	)
}

func address(zipcode, line, city string) element {
	return group(
		"ram:PostalTradeAddress",
		text("ram:PostcodeCode", zipcode), text("ram:LineOne", line), text("ram:CityName", city), text("ram:CountryID", country),
	)
}

// delivery is the day of the statement (BT-72).
func delivery(i predate.Invoice) element {
	return group("ram:ApplicableHeaderTradeDelivery", group("ram:ActualDeliverySupplyChainEvent", group("ram:OccurrenceDateTime", day("udt:DateTimeString", i.Supplied))))
}

// settlement is what is owed, how and until when (BG-16, BG-23, BT-20, BG-22, BG-3).
func settlement(i predate.Invoice) element {
	terms := group("ram:SpecifiedTradePaymentTerms", group("ram:DueDateDateTime", day("udt:DateTimeString", i.Due)))
	preceding := element{name: "ram:InvoiceReferencedDocument"}
	if i.IsCredit() {
		preceding = group(
			"ram:InvoiceReferencedDocument",
			text("ram:IssuerAssignedID", string(i.Corrects)),
			group("ram:FormattedIssueDateTime", day("qdt:DateTimeString", i.CorrectsIssued)),
		)
	}
	return group(
		"ram:ApplicableHeaderTradeSettlement",
		text("ram:PaymentReference", string(i.Number)),
		text("ram:InvoiceCurrencyCode", currency),
		payment(i.Seller),
		group(
			"ram:ApplicableTradeTax",
			text("ram:CalculatedAmount", i.Tax().Decimal()),
			text("ram:TypeCode", "VAT"),
			text("ram:ExemptionReason", i.VAT.Exemption),
			text("ram:BasisAmount", i.Net().Decimal()),
			text("ram:CategoryCode", Category(i.VAT)),
			text("ram:ExemptionReasonCode", i.VAT.ExemptionCode),
			text("ram:RateApplicablePercent", percent(i.VAT.Rate)),
		),
		terms,
		group(
			"ram:SpecifiedTradeSettlementHeaderMonetarySummation",
			text("ram:LineTotalAmount", i.Net().Decimal()),     // BT-106
			text("ram:TaxBasisTotalAmount", i.Net().Decimal()), // BT-109
			text("ram:TaxTotalAmount", i.Tax().Decimal(), "currencyID", currency),
			text("ram:GrandTotalAmount", i.Total().Decimal()), // BT-112
			text("ram:DuePayableAmount", i.Total().Decimal()), // BT-115
		),
		preceding,
	)
}

// payment is how to pay (BG-16): into an account, where one is told.
func payment(s predate.Seller) element {
	if s.IBAN == "" {
		return group("ram:SpecifiedTradeSettlementPaymentMeans", text("ram:TypeCode", toBeAgreed))
	}
	return group(
		"ram:SpecifiedTradeSettlementPaymentMeans",
		text("ram:TypeCode", transfer),
		group("ram:PayeePartyCreditorFinancialAccount", text("ram:IBANID", strings.ReplaceAll(s.IBAN, " ", ""))),
		group("ram:PayeeSpecifiedCreditorFinancialInstitution", text("ram:BICID", strings.ReplaceAll(s.BIC, " ", ""))),
	)
}

func day(name string, d predate.Date) element {
	if d.IsZero() {
		return element{name: name}
	}
	return text(name, fmt.Sprintf("%04d%02d%02d", d.Year, d.Month, d.Day), "format", dayFormat)
}
