package typeset

import (
	"predate"
	"predate/internal/reading/wording"
)

// partKeep is the height of the head of a part with that of its first section
// and a few rows: no head of a part stands alone at the foot of a page.
const partKeep = 188.0

// part opens one of the great parts of the document.
func (c *composer) part(over, name string) {
	s := c.sheet
	s.skip(22)
	s.need(partKeep)
	s.begin()
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
	c.headed(heads{name: name, law: law, as: headingSection, above: 14, below: 5, keep: keep})
}

// heads is the head of a section: how it is set, the white around it, and what must
// follow on the same page.
type heads struct {
	name, law          string
	as                 style
	above, below, keep float64
}

func (c *composer) headed(h heads) {
	s := c.sheet
	s.skip(h.above)
	s.need(34 + h.keep)
	c.reach(h.name, 1)
	wide := min(s.width(h.law, small), contentWidth*0.5)
	lines := s.lines(say(h.name, h.as), contentWidth-wide-columnGap)
	right := s.lines(say(h.law, small), wide+slack)
	lift := h.as.look().baseline() - small.look().baseline()
	s.draw(lines, marginLeft, s.y, contentWidth-wide-columnGap, alignLeft)
	s.draw(right, rightEdge-wide, s.y+lift, wide, alignRight)
	s.y += max(height(lines), lift+height(right)) + h.below
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
func (c *composer) refs(f predate.Figure) cell {
	return cell{paras: []para{c.cited(para{style: reference}, supported(f), f.Evidence, mostCited(f))}}
}

// supported is what a source of a figure is listed for: the figure's name, what the
// statement says of it, and who said it where a person did.
func supported(f predate.Figure) string {
	said := sayFigure(f).value
	switch {
	case f.Known() && f.Status != predate.StatusNone && words(f.Value) == "":
		said = "voir le pré-état daté" // a list
	case f.Key == predate.KeyManagingAgentType:
		said = agentKind(f)
	}
	if by := declaredBy(f.Declared); by != "" {
		said += " (" + by + ")"
	}
	return Label(f.Key) + nbsp + ": " + said
}

// cited is a text followed by the numbered references of what it says; those past the
// most that are printed are counted.
func (c *composer) cited(p para, what string, evidence []predate.Evidence, most int) para {
	numbers := c.sources.cite(what, evidence[:min(most, len(evidence))])
	p.refs = ranges(numbers)
	if more := len(evidence) - most; more > 0 {
		p.refs += nbsp + "+" + wording.Number(int64(more))
	}
	return p
}

// namedSources is cited with the word "sources" before the numbers, for where
// no column is named so.
func (c *composer) namedSources(text string, st style, f predate.Figure) para {
	p := c.cited(para{text: text, style: st}, supported(f), f.Evidence, mostCited(f))
	if p.refs != "" {
		p.refs = plural(min(mostCited(f), len(f.Evidence)), "source", "sources") + nbsp + p.refs
	}
	return p
}

// mostCited is how many places are printed for a figure: a few that agree are
// enough for one value, a list or a sum may need one for each of its parts. The
// report has them all.
func mostCited(f predate.Figure) int {
	switch f.Value.(type) {
	case predate.LotList, predate.KeyList, predate.WorkList, predate.LoanList, predate.CallList:
		return 12
	}
	if f.Status == predate.StatusConfirmed {
		return 3
	}
	return 8
}
