package predate

// Box is a rectangle on a page in PDF points (1/72 inch), origin at the top
// left of the page as a person sees it, after rotation.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Union gives the smallest box around both.
func (b Box) Union(c Box) Box {
	if b == (Box{}) {
		return c
	}
	return Box{min(b.X0, c.X0), min(b.Y0, c.Y0), max(b.X1, c.X1), max(b.Y1, c.Y1)}
}

// Width is in points.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height is in points.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// Word is a run of glyphs without a visible gap.
type Word struct {
	Text string
	Box  Box
	Size float64 // font size in points; 0 when unknown
	Bold bool
	// Doubt is what the readings of a scan have in the place of this word, where
	// they differ in their digits; empty when they agree. The text of such a word
	// has a question mark in the place of each digit: it is no amount for anybody.
	Doubt string
}

// Rule is a drawn horizontal or vertical line of a page, as a thin box.
type Rule struct{ Box Box }

// Page is what can be seen of one page of a document.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Words         []Word // in reading order
	Rules         []Rule
	// OCR says that the words were recognised in an image, so that an amount
	// needs a balance to be believed.
	OCR bool
	// Turn is by how many degrees, clockwise, a scan was turned before it was
	// read: boxes are those of the turned page. 0 for a page that lay straight.
	Turn float64
	// Unreadable says why there are no words, in French; empty when there are.
	Unreadable string
	// Left says that the page was left unread on purpose: it is running text of a
	// scanned deed, on which no figure hangs. Nothing follows from its silence.
	Left bool
}
