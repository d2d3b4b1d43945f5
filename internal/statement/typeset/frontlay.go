package typeset

import "predate/internal/statement/tagged"

// The first page has one job: its four items are on it whatever they say. Each
// is laid out first; what is left of the page is then shared between the rows,
// and where nothing is left a note gives way to the page that has it in full.

const (
	legalLeft    = 30.0  // from the margin to the name of an item
	legalFigures = 186.0 // from the margin to the first figure
	legalGap     = 16.0  // between two figures
	legalPad     = 9.0   // above and below a row of figures, at least
	legalPadMost = 16.0
)

// laidItem is an item broken into lines.
type laidItem struct {
	letter string
	name   []line
	pairs  [][][]line
}

func (c *composer) layItem(item legalItem, noteLines int) laidItem {
	const nameWidth = legalFigures - legalLeft - 20
	out := laidItem{letter: item.letter}
	name := say(item.name, headingLegal).with(item.note, small)
	if item.total != nil {
		said := item.total.said
		as := legalTotal
		if !said.known {
			as = bodyItalic
		}
		name.paras = append(name.paras, para{text: item.total.caption, style: small, above: 7}, para{text: said.value, style: as})
		name = name.with(said.mention, small)
	}
	out.name = c.sheet.lines(name, nameWidth)
	for _, pair := range item.metrics {
		lines := make([][]line, len(pair))
		for i, m := range pair {
			lines[i] = c.sheet.lines(c.metricCell(m, noteLines), figureWidth())
		}
		out.pairs = append(out.pairs, lines)
	}
	return out
}

func figureWidth() float64 { return (contentWidth - legalFigures - legalGap) / 2 }

func pairHeight(pair [][]line) float64 {
	h := 0.0
	for _, lines := range pair {
		h = max(h, height(lines))
	}
	return h
}

// height is that of the item when each of its rows has pad above and below.
func (l laidItem) height(pad float64) float64 {
	h := 0.0
	for _, pair := range l.pairs {
		h += pairHeight(pair) + 2*pad
	}
	return max(h, height(l.name)+2*pad)
}

// layItems breaks the items so that they fit in room, with so much white around
// each row at least where that can be, and says how much there is. A note is
// there in full or not at all.
func (c *composer) layItems(items []legalItem, room, least float64) (laid []laidItem, pad float64) {
	for _, noteLines := range []int{5, 2, 1, 0} {
		laid = nil
		used, rows := 0.0, 0
		for _, item := range items {
			l := c.layItem(item, noteLines)
			laid = append(laid, l)
			used += l.height(0)
			rows += len(l.pairs)
		}
		pad = min((room-used)/float64(2*rows), legalPadMost)
		if pad >= least {
			break
		}
	}
	return laid, max(pad, 2)
}

// drawItem sets an item: its letter and name at the left, its figures at the
// right, two to a row.
func (c *composer) drawItem(l laidItem, pad float64) {
	s := c.sheet
	top := s.y + pad
	name := s.block.Add(tagged.H2)
	if l.letter != "" {
		s.within(name, func() { s.text(marginLeft, top+20, l.letter+" ", letter) })
	}
	l.name[0].owner.element = name
	s.draw(l.name, marginLeft+legalLeft, top, contentWidth, alignLeft)
	y := s.y
	for i, pair := range l.pairs {
		if i > 0 {
			s.rule(marginLeft+legalFigures, rightEdge, y, 0.4, hairline)
		}
		y += pad
		for j, lines := range pair {
			s.draw(lines, marginLeft+legalFigures+float64(j)*(figureWidth()+legalGap), y, figureWidth(), alignLeft)
		}
		y += pairHeight(pair) + pad
	}
	s.y += l.height(pad)
}

// metricCell is a large figure: caption, value, mention and sources, and the
// reason when there is no figure, in so many lines at most.
func (c *composer) metricCell(m metric, noteLines int) cell {
	said := sayFigure(m.figure)
	if m.said != nil {
		said = *m.said
	}
	out := cell{paras: []para{{text: m.caption, style: small}, {text: said.value, style: c.bigStyle(said)}}}
	last := said.mention
	stated := said.known && !said.none || !m.figure.Declared.IsZero() || m.figure.Key == "" // a total
	switch {
	case stated && last == "":
		last = m.detail
	case stated:
		out = out.with(m.detail, small)
	case said.note != "":
		out = out.with(said.mention, small)
		last = c.noteIn(said.note, noteLines)
	}
	out.paras = append(out.paras, c.namedSources(last, small, m.figure))
	return out
}

// noteIn is a note that fits in so many lines, or else where it is in full.
func (c *composer) noteIn(note string, most int) string {
	if len(c.sheet.wrap(note, small, figureWidth())) <= most {
		return note
	}
	return "motif" + c.onPageOf("Partie financière")
}

// bigStyle is the largest style in which the value stands on one line.
func (c *composer) bigStyle(said saying) style {
	switch {
	case said.verify:
		return bigVerify
	case !said.known, said.none:
		return bigWords
	}
	for _, st := range []style{bigAmount, midAmount} {
		if c.sheet.width(said.value, st) <= figureWidth() {
			return st
		}
	}
	return smallAmount
}
