package typeset

import (
	"fmt"
	"strings"

	"predate/internal/statement/tagged"
)

// furnish draws what every page bears: the mark of a specimen or a draft below
// everything, the running head, the foot with the page and the reference.
func (c *composer) furnish() {
	c.sheet.artifact(tagged.Watermark, c.mark)
	c.sheet.artifact(tagged.RunningHead, func() {
		switch word := c.markWord(); {
		case c.sheet.page() > 1:
			c.runningHead()
		case word != "":
			c.sheet.textRight(rightEdge, headBase, word+" — document sans valeur", kicker)
		}
	})
	c.sheet.artifact(tagged.RunningFoot, c.foot)
}

// markWord is the word across the page; empty for a statement in force.
func (c *composer) markWord() string {
	switch {
	case c.options.Specimen:
		return "SPÉCIMEN"
	case c.options.Draft:
		return "PROJET"
	}
	return ""
}

// mark writes across the page, below the text, so that it hides nothing.
func (c *composer) mark() {
	word := c.markWord()
	if word == "" || c.sheet.blind {
		return
	}
	const size = 108.0
	pdf := c.sheet.pdf
	cut := cuts()[bold]
	pdf.SetFont(cut.family, cut.style, size)
	shade := ghost.color()
	pdf.SetTextColor(shade.r, shade.g, shade.b)
	half := pdf.GetStringWidth(word) / 2
	pdf.TransformBegin()
	pdf.TransformRotate(54, pageWidth/2, pageHeight/2)
	pdf.Text(pageWidth/2-half, pageHeight/2+size*0.36, word)
	pdf.TransformEnd()
	c.sheet.last.size = 0
}

// headBase is the baseline of the running head.
const headBase = 44.0

func (c *composer) runningHead() {
	right := c.title()
	if word := c.markWord(); word != "" {
		right += " · " + word
	}
	room := contentWidth - c.sheet.width(right, furniture) - 20
	left := c.sheet.first(room, furniture, c.propertyLine(), c.Order.Property.Line(), c.Order.Property.Zipcode+" "+c.Order.Property.City, c.reference())
	c.sheet.text(marginLeft, headBase, left, furniture)
	c.sheet.textRight(rightEdge, headBase, right, furniture)
	c.sheet.rule(marginLeft, rightEdge, headBase+7, 0.4, hairline)
}

func (c *composer) foot() {
	const base = pageHeight - 34.0
	c.sheet.rule(marginLeft, rightEdge, base-13, 0.4, hairline)
	page := fmt.Sprintf("Page %d / %d", c.sheet.page(), max(c.known.pages, c.sheet.page()))
	c.sheet.textRight(rightEdge, base, page, furniture)
	named, day, situation, code := "Référence "+c.reference(), c.options.made("établi")+" "+spoken(c.options.Issued), "situation au "+spoken(c.ReferenceDate), ""
	if c.issued() {
		code = strings.ReplaceAll(string(c.known.code), "-", hyphen)
	}
	room := contentWidth - c.sheet.width(page, furniture) - 20
	issuer := c.options.Issuer.Name
	left := c.sheet.first(
		room, furniture, joined(" · ", named, day, situation, code, issuer), joined(" · ", named, day, code, issuer),
		joined(" · ", named, day, situation, code), joined(" · ", named, code), joined(" · ", day, code),
	)
	c.sheet.text(marginLeft, base, left, furniture)
	c.brand()
}

// brand is the line below the foot.
func (c *composer) brand() {
	const base = pageHeight - 24.5
	s := c.sheet
	s.text(marginLeft, base, "predate", brandName)
	s.text(marginLeft+s.width("predate", brandName), base, " · le pré-état daté, pièce par pièce", brandLine)
}

// issued says that the statement is in force: it bears the code under which its
// issuer knows it. A specimen or a draft is never known.
func (c *composer) issued() bool { return c.markWord() == "" }

// reference is how the order is called: by us, else by the client.
func (c *composer) reference() string {
	switch {
	case c.Order.ID != "":
		return string(c.Order.ID)
	case c.Order.ExternalID != "":
		return c.Order.ExternalID
	}
	return "sans numéro"
}

func (c *composer) propertyLine() string {
	line := c.Order.Property.Line()
	if c.Order.Property.Additional != "" {
		line = c.Order.Property.Additional + ", " + line
	}
	return line
}
