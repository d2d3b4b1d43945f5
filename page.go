package predate

// Box is a rectangle on a page in PDF points (1/72 inch), origin at the top
// left of the page as a person sees it, after rotation.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Union returns the smallest box that contains both.
func (b Box) Union(c Box) Box {
	if b == (Box{}) {
		return c
	}
	return Box{min(b.X0, c.X0), min(b.Y0, c.Y0), max(b.X1, c.X1), max(b.Y1, c.Y1)}
}

// Width returns the width in points.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height returns the height in points.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// Word is a run of glyphs without a visible gap.
type Word struct {
	Text string
	Box  Box
	Size float64 // font size in points; 0 when unknown
	Bold bool
	// Doubt is the readings of a scanned word whose digits differ from one reading to
	// another; empty if they agree. The Text of such a word has a question mark in
	// place of each digit, so that nothing takes it for an amount.
	Doubt string
}

// Rule is a horizontal or vertical line drawn on a page, as a thin box.
type Rule struct{ Box Box }

// Page is what can be seen of one page of a document.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Words         []Word // in reading order
	Rules         []Rule
	// OCR is true if the words were recognised in an image. An amount on such a page
	// is accepted only if a sum that balances confirms it.
	OCR bool
	// Turn is the clockwise rotation in degrees of a scan before it was read. Boxes
	// are those of the rotated page. 0 for an upright page.
	Turn float64
	// Unreadable is a French sentence about why there are no words; empty if there are.
	Unreadable string
	// Left is true if the page was not read on purpose: it is running text of a
	// scanned deed, from which no figure is taken. Its lack of words proves nothing.
	Left bool
}
