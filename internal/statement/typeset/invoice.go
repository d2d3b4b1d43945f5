package typeset

import (
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/reading/wording"
	"predate/internal/statement/invoice"
	"predate/internal/statement/tagged"
)

// bill sets one invoice or credit note.
type bill struct {
	predate.Invoice
	sheet *sheet
	pages int // that the pass before found
}

// Invoice sets an invoice or a credit note on A4 pages, with its structured data attached:
// the file is a Factur-X of the profile EN 16931. The same invoice gives the same bytes.
func Invoice(i predate.Invoice) ([]byte, error) {
	pages := 0
	for {
		blank := makeSheet(false)
		if blank.err != nil {
			return nil, fmt.Errorf("typeset: %w", blank.err)
		}
		b := bill{Invoice: i, sheet: blank.sheet, pages: pages}
		blank.sheet.blind = pages == 0
		b.compose()
		if pages > 0 {
			data, err := blank.sheet.bytes(b.document())
			if err != nil {
				return nil, fmt.Errorf("typeset invoice %s: %w", i.Number, err)
			}
			return data, nil
		}
		pages = blank.sheet.page()
	}
}

func (b bill) compose() {
	b.sheet.furnish = b.furnish
	b.sheet.open()
	b.sheet.begin()
	b.sheet.y = 58
	b.masthead()
	b.parties()
	b.lines()
	b.totals()
	b.payment()
	b.mentions()
}

// kind is what the document is called.
func (b bill) kind() string {
	if b.IsCredit() {
		return "Avoir"
	}
	return "Facture"
}

func (b bill) masthead() {
	const w, gap = 150.0, 4.0
	s := b.sheet
	top := s.y
	s.fill(marginLeft, top-18, 26, 2, accent)
	s.draw(s.lines(say("PRESTATION DE SERVICES", kicker), 320), marginLeft, top-8, 320, alignLeft)
	s.y = top + 4
	s.place(say(b.kind(), title), marginLeft-1.5, 330)
	side := cell{paras: []para{
		{text: "Numéro", style: small},
		{text: string(b.Number), style: bodyBold},
		{text: "Date", style: small, above: gap},
		{text: wording.DayInWords(b.Issued), style: body},
		{text: "Prestation du", style: small, above: gap},
		{text: wording.DayInWords(b.Supplied), style: body},
	}}
	if b.IsCredit() {
		side.paras = append(
			side.paras,
			para{text: "Annule la facture", style: small, above: gap},
			para{text: string(b.Corrects) + " du " + wording.DayInWords(b.CorrectsIssued), style: body},
		)
	}
	lines := s.lines(side, w)
	s.draw(lines, rightEdge-w, top-8, w, alignLeft)
	s.stroke(0.4, hairline, "round", [2]float64{rightEdge - w - 14, top - 6}, [2]float64{rightEdge - w - 14, top - 8 + height(lines)})
	s.y = max(s.y, top-8+height(lines)) + 26
}

// parties are who invoices and who is invoiced, side by side.
func (b bill) parties() {
	from := b.Seller
	tax := ""
	if from.VATNumber != "" {
		tax = "TVA" + nbsp + strings.ReplaceAll(from.VATNumber, " ", "")
	}
	seller := say("Émetteur", small).with(from.Name, bodyBold).with(from.LegalForm, body).with(from.Address, body).
		with(from.Zipcode+" "+from.City, body).with(joined(" · ", "SIREN"+nbsp+grouped(from.SIREN), from.Register), body).with(tax, body).
		with(joined(" · ", from.Phone, from.Email), body)
	buyer := say("Facturé à", small).with(b.Buyer.Lastname, bodyBold).with(b.Buyer.Address, body).with(strings.TrimSpace(b.Buyer.Zipcode+" "+b.Buyer.City), body)
	half := (contentWidth - 24) / 2
	left, right := b.sheet.lines(typographicCell(seller), half), b.sheet.lines(typographicCell(buyer), half)
	b.sheet.draw(left, marginLeft, b.sheet.y, half, alignLeft)
	b.sheet.draw(right, rightEdge-half, b.sheet.y, half, alignLeft)
	b.sheet.y += max(height(left), height(right)) + 26
}

// typographicCell gives the paragraphs of a cell the spaces of French.
func typographicCell(c cell) cell {
	for i := range c.paras {
		c.paras[i].text = typographic(c.paras[i].text)
	}
	return c
}

func euros(c predate.Cents) cell { return say(wording.Euros(c), amount).right() }

func (b bill) lines() {
	t := table{columns: []column{
		{title: "Désignation"},
		{title: "Quantité", width: 52, align: alignRight},
		{title: "Prix unitaire HT", width: 84, align: alignRight},
		{title: "TVA", width: 44, align: alignRight},
		{title: "Montant HT", width: 78, align: alignRight},
	}}
	for _, line := range b.Lines {
		t.rows = append(t.rows, row{cells: []cell{
			typographicCell(say(line.Name, bodyBold).with(line.Detail, small)), say(wording.Number(line.Quantity), amount).right(),
			euros(line.Price), say(b.rate(), amount).right(), euros(line.Net()),
		}})
	}
	b.sheet.table(t)
}

// rate writes the rate of VAT: "20 %", "5,5 %"; a dash where none is due.
func (b bill) rate() string {
	if b.VAT.Exemption != "" {
		return "–"
	}
	text := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d,%02d", b.VAT.Rate/100, b.VAT.Rate%100), "0"), ",")
	return text + nbsp + "%"
}

func (b bill) totals() {
	paid := "Total à payer"
	if b.IsCredit() {
		paid = "Total de l’avoir"
	}
	tax := "TVA " + b.rate()
	if b.VAT.Exemption != "" {
		tax = "TVA"
	}
	total := func(label string, c predate.Cents) row {
		return row{cells: []cell{{}, say(label, body), euros(c)}}
	}
	last := row{strong: true, cells: []cell{{}, say(paid, bodyBold), say(wording.Euros(b.Total()), amountBold).right()}}
	b.sheet.table(table{
		columns: []column{{}, {width: 150}, {width: 90, align: alignRight}},
		rows:    []row{total("Total HT", b.Net()), total(tax, b.Tax()), last},
	})
}

// payment is until when and how to pay.
func (b bill) payment() {
	if b.IsCredit() {
		return
	}
	fact := func(label, value string) row {
		return row{cells: []cell{say(label, bodyGrey), say(typographic(value), body)}}
	}
	rows := []row{fact("À payer au plus tard le", wording.DayInWords(b.Due)), fact("Référence à rappeler", string(b.Number))}
	if b.Seller.IBAN != "" {
		rows = append(rows, fact("Virement", joined(" · ", "IBAN"+nbsp+byFours(b.Seller.IBAN), bic(b.Seller.BIC))))
	}
	b.sheet.skip(22)
	b.sheet.table(table{columns: []column{{width: 158}, {}}, rows: rows})
}

func bic(code string) string {
	if code == "" {
		return ""
	}
	return "BIC" + nbsp + code
}

// byFours writes an account number in groups of four.
func byFours(iban string) string {
	digits := strings.ReplaceAll(iban, " ", "")
	var groups []string
	for len(digits) > 4 {
		groups, digits = append(groups, digits[:4]), digits[4:]
	}
	return strings.Join(append(groups, digits), nbsp)
}

func (b bill) mentions() {
	b.sheet.skip(18)
	for _, mention := range invoice.Mentions(b.Invoice) {
		b.sheet.place(say(typographic(mention.Says), small), marginLeft, contentWidth)
		b.sheet.y += 3
	}
}

func (b bill) furnish() {
	s := b.sheet
	s.artifact(tagged.RunningFoot, func() {
		const base = pageHeight - 34.0
		s.rule(marginLeft, rightEdge, base-13, 0.4, hairline)
		s.textRight(rightEdge, base, fmt.Sprintf("Page %d / %d", s.page(), max(b.pages, s.page())), furniture)
		named, siren := b.kind()+" "+string(b.Number), "SIREN"+nbsp+grouped(b.Seller.SIREN)
		left := s.first(
			contentWidth-80, furniture, joined(" · ", named, b.Seller.Name, b.Seller.LegalForm, siren), joined(" · ", named, b.Seller.Name, siren), joined(" · ", named, siren),
		)
		s.text(marginLeft, base, left, furniture)
	})
}

// document is what the file says beside its pages (Factur-X 1.0, 6.2 and 6.3).
func (b bill) document() tagged.Document {
	return tagged.Document{
		Metadata: tagged.Metadata{
			Title: b.kind() + " " + string(b.Number), Subject: b.kind() + " d’un pré-état daté", Author: printable(b.Seller.Name),
			Creator: "predate", Language: "fr-FR", Conformance: "A", Accessible: true,
			Date: time.Date(b.Issued.Year, b.Issued.Month, b.Issued.Day, 0, 0, 0, 0, time.UTC),
			Schema: &tagged.Schema{
				Name: "Factur-X PDFA Extension Schema", Space: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#", Prefix: "fx",
				Properties: []tagged.Property{
					{Name: "DocumentType", Value: "INVOICE", Describe: "The type of the hybrid document: INVOICE or ORDER"},
					{Name: "DocumentFileName", Value: invoice.FileName, Describe: "The name of the embedded XML document"},
					{Name: "Version", Value: "1.0", Describe: "The version of the standard that applies to the embedded XML document"},
					{Name: "ConformanceLevel", Value: "EN 16931", Describe: "The profile that the embedded XML document follows"},
				},
			},
		},
		Files: []tagged.File{{
			Name: invoice.FileName, Describe: "Les mêmes données, lisibles par une machine (EN 16931)", MediaType: "text/xml",
			Data: invoice.XML(b.Invoice), Same: true,
		}},
	}
}
