package form

import "strings"

// workBlock is an operation closed that stands as a block of rows: the lot and the
// operation over its cost, what other money paid of it, what is apportioned, what was
// called and the difference. It is proved by both differences.
type workBlock struct {
	head   int    // its line
	title  string // with its key, as printed
	called *node
}

// found reports whether there is a block.
func (b workBlock) found() bool { return b.called != nil }

// blockRows is how many rows a block has at most over what is apportioned, and under it.
const blockRows = 6

// blockOf returns the block in which a key is apportioned; none where its rows prove
// nothing.
func blockOf(c *charges, q quote) workBlock {
	line := q.part.cell.Line
	called := calledUnder(c, q.part)
	if called == nil || q.apportioned == nil {
		return workBlock{}
	}
	var over []*node // the rows over it, the last first
	for i := line - 1; i >= max(0, line-blockRows) && c.Lines[i].Page == c.Lines[line].Page; i-- {
		if names := c.LotNames(c.LineText(i)); len(names) == 1 && !c.hasAmounts(i) {
			if title := titleBeside(c, i); title != "" && leavesToShare(over, q.apportioned) {
				return workBlock{head: i, title: title, called: called}
			}
			return workBlock{}
		}
		if len(c.at[i]) == 1 {
			over = append(over, c.at[i][0])
		}
	}
	return workBlock{}
}

// leavesToShare reports whether a cost less what other money paid of it is what is apportioned.
func leavesToShare(rows []*node, apportioned *node) bool {
	if len(rows) == 0 {
		return false
	}
	left := rows[len(rows)-1].value()
	for _, paid := range rows[:len(rows)-1] {
		left -= paid.value()
	}
	return left == apportioned.value()
}

// titleBeside returns the words beside the lot that a heading names.
func titleBeside(c *charges, i int) string {
	var words []string
	for _, x := range c.Lines[i].Cells {
		if x.Nature == text && len(c.LotNames(x.Text)) == 0 {
			words = append(words, x.Text)
		}
	}
	return strings.Join(words, " ")
}

// calledUnder returns what was called for a part, in its column under it, where the amount
// under that is the difference; nil for none.
func calledUnder(c *charges, part *node) *node {
	var called *node
	line := part.cell.Line
	for i := line + 1; i < min(len(c.Lines), line+blockRows) && c.Lines[i].Page == c.Lines[line].Page; i++ {
		n := c.inColumn(i, part.column)
		switch {
		case n == nil:
		case called == nil:
			called = n
		case n.value() == part.value()-called.value() || -n.value() == part.value()-called.value():
			return called
		default:
			return nil
		}
	}
	return nil
}
