package typeset

import "predate"

// part opens one of the great parts of the document.
func (c *composer) part(over, name string) {
	s := c.sheet
	s.skip(30)
	s.need(170)
	c.reach(name, 0)
	s.fill(marginLeft, s.y, 26, 2, accent)
	s.y += 10
	if over != "" {
		s.place(say(over, kicker), marginLeft, contentWidth)
	}
	s.place(say(name, headingPart), marginLeft, contentWidth)
	s.y += 4
}

// section opens a section inside a part; law names the article it answers to.
// keep is the height that must follow on the same page.
func (c *composer) section(name, law string, keep float64) {
	s := c.sheet
	s.skip(20)
	s.need(34 + keep)
	c.reach(name, 1)
	wide := min(s.width(law, small), contentWidth*0.5)
	lines := s.lines(say(name, headingSection), contentWidth-wide-columnGap)
	right := s.lines(say(law, small), wide+slack)
	lift := headingSection.look().baseline() - small.look().baseline()
	s.draw(right, rightEdge-wide, s.y+lift, wide, alignRight)
	s.draw(lines, marginLeft, s.y, contentWidth-wide-columnGap, alignLeft)
	s.y += max(height(lines), lift+height(right)) + 5
}

// paragraph sets running text.
func (c *composer) paragraph(text string, st style) {
	if text == "" {
		return
	}
	c.sheet.place(say(typographic(text), st), marginLeft, contentWidth)
	c.sheet.y += 3
}

// refs is the cell of the numbered references of a figure.
func (c *composer) refs(evidence []predate.Evidence) cell {
	return cell{paras: []para{c.cited("", reference, evidence)}}
}

// cited is a text followed by its numbered references.
func (c *composer) cited(text string, st style, evidence []predate.Evidence) para {
	numbers := c.sources.cite(evidence)
	return para{text: text, style: st, refs: ranges(numbers), link: c.sources.linkTo(numbers)}
}

// namedSources is cited with the word "sources" before the numbers, for where
// no column is named so.
func (c *composer) namedSources(text string, st style, evidence []predate.Evidence) para {
	p := c.cited(text, st, evidence)
	if p.refs != "" {
		p.refs = plural(len(c.sources.cite(evidence)), "source", "sources") + nbsp + p.refs
	}
	return p
}
