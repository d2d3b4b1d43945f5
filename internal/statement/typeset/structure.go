package typeset

import (
	"strings"

	"predate/internal/statement/tagged"
)

// What is set tells its place in the structure of the document: text belongs to
// an element, everything else is an artifact.

// begin opens a section of the structure, after the ones before.
func (s *sheet) begin() { s.block = s.tree.Top().Add(tagged.Sect) }

// within draws the content of an element.
func (s *sheet) within(e *tagged.Element, draw func()) {
	if s.marked {
		draw()
		return
	}
	s.mark(s.tree.Mark(e, s.page()), draw)
}

// artifact draws what is not content, unless it is part of what is drawn
// already: a line of a figure, a rule of the running head.
func (s *sheet) artifact(kind tagged.Artifact, draw func()) {
	if s.marked {
		draw()
		return
	}
	s.mark(string(kind), draw)
}

func (s *sheet) mark(operator string, draw func()) {
	if s.blind {
		draw()
		return
	}
	s.pdf.RawWriteStr(operator)
	s.marked = true
	draw()
	s.marked = false
	s.pdf.RawWriteStr(tagged.End)
}

// owner is the element of a paragraph: its lines may stand on two pages.
type owner struct {
	role    tagged.Role
	element *tagged.Element
}

// element is the one that takes a line, made when its first is drawn.
func (s *sheet) element(l line) *tagged.Element {
	if l.owner.element == nil {
		l.owner.element = s.block.Add(l.owner.role)
	}
	return l.owner.element
}

// direct lets a cell of one paragraph hold its text itself.
func direct(lines []line, cell *tagged.Element) {
	for _, l := range lines {
		if l.owner != lines[0].owner {
			return
		}
	}
	if len(lines) > 0 {
		lines[0].owner.element = cell
	}
}

// role is what a style of text is in the structure.
func (s style) role() tagged.Role {
	switch s {
	case title, titleNarrow:
		return tagged.H1
	case headingPart, headingLegal:
		return tagged.H2
	case headingSection, noticeHead:
		return tagged.H3
	}
	return tagged.P
}

// goTo is where a link leads, and what it says to who cannot see it.
type goTo struct {
	link int // of the PDF library; 0 for none
	says string
}

// link draws a text that leads somewhere.
func (s *sheet) link(within *tagged.Element, to goTo, place box, draw func()) {
	if to.link == 0 || s.marked {
		s.within(within, draw)
		return
	}
	e := within.Add(tagged.Link)
	e.Alt = to.says
	s.within(e, draw)
	if s.blind {
		return
	}
	s.pdf.Link(place.x, place.y, place.w, place.h, to.link)
	s.tree.Annotate(e, s.page())
}

// box is a place on the page, from its top left.
type box struct{ x, y, w, h float64 }

// drawText draws the text of a line whose top is at y. A space follows where
// more is to be read on: lines are apart for the eye only.
func (s *sheet) drawText(l line, x, y float64) {
	look, e := l.style.look(), s.element(l)
	text := l.text
	if l.on || l.refs != "" {
		text += " "
	}
	s.link(e, l.to, box{x, y, s.width(l.text, l.style), look.leading}, func() { s.text(x, y+look.baseline(), text, l.style) })
}

// drawRefs draws the references of a line, each a link of its own.
func (s *sheet) drawRefs(l line, x, y float64) {
	look, e := l.style.look(), s.element(l)
	space := s.width(" ", reference)
	words := strings.Split(l.refs, " ")
	for i, text := range words {
		w := s.width(text, reference)
		shown := text
		if i < len(words)-1 {
			shown += " "
		}
		s.link(e, s.cited(firstNumber(text)), box{x, y, w, look.leading}, func() { s.text(x, y+look.baseline(), shown, reference) })
		x += w + space
	}
}

// firstNumber reads the first number of a reference: 5 of "sources 5–8".
func firstNumber(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			n = n*10 + int(r-'0')
		case n > 0:
			return n
		}
	}
	return n
}
