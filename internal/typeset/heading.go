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
	lines := s.lines(say(name, headingSection), contentWidth*0.66)
	right := s.lines(say(law, small).right(), contentWidth*0.32)
	lift := headingSection.look().baseline() - small.look().baseline()
	s.draw(right, rightEdge-contentWidth*0.32, s.y+lift, contentWidth*0.32, alignRight)
	s.draw(lines, marginLeft, s.y, contentWidth*0.66, alignLeft)
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
	numbers := c.sources.cite(evidence)
	return cell{paras: []para{{text: ranges(numbers), style: reference, link: c.sources.linkTo(numbers)}}}
}
