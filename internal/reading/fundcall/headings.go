package fundcall

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// headingAt reads a heading: words without amounts in the table's width, that
// name a nature.
func (c *fundCall) headingAt(i int, box predate.Box) (callHeading, bool) {
	r := c.Rows[i]
	words := inside(r, box)
	if len(words) == 0 || slices.ContainsFunc(words, func(w predate.Word) bool { return paper.InAmounts(w, r.Amounts) }) {
		return callHeading{}, false
	}
	text := paper.Joined(words)
	folded := fold.Text(text)
	if strings.Contains(folded, "total") || c.Doc.IsColumnHead(r) || wrapsIntoHeads(c, i) || wrapsIntoRow(c, i) {
		return callHeading{}, false
	}
	nature := oneNature(c.Doc.Meaning, folded)
	if nature == predate.NatureUnknown {
		return callHeading{}, false
	}
	h := callHeading{nature: nature, row: i}
	if nature == predate.NatureWorks || nature == predate.NatureLoan {
		h.title, h.votedOn = c.titleOf(text)
	}
	return h, true
}

// wrapsIntoHeads reports whether a row has the first words of heads of columns, most of
// which go on in the row under it: "Budget ou | Montant à" over "montant voté | répartir".
func wrapsIntoHeads(c *fundCall, i int) bool {
	if i+1 >= len(c.Rows) || c.Rows[i+1].Page != c.Rows[i].Page {
		return false
	}
	own, heads := paper.Pieces(c.Rows[i]), 0
	for _, p := range own {
		for _, under := range paper.Pieces(c.Rows[i+1]) {
			if paper.Overlapped(p.Box, under.Box) && c.Doc.HeadsColumn(strings.ReplaceAll(p.Folded+" "+under.Folded, "- ", "-")) {
				heads++
			}
		}
	}
	return heads > 1 && 2*heads >= len(own)
}

// wrapsIntoRow reports whether a row holds the first words of a name that continues in the
// row under it, in the same column and in a small letter. A paper prints such words again
// over the next row, and a heading once.
func wrapsIntoRow(c *fundCall, i int) bool {
	again := func(k int) bool { return k >= 0 && k < len(c.Rows) && c.Rows[k].Folded == c.Rows[i].Folded }
	return (again(i-2) || again(i+2)) && i+1 < len(c.Rows) && slices.ContainsFunc(paper.Pieces(c.Rows[i+1])[1:], func(p paper.Piece) bool {
		first, _ := utf8.DecodeRuneInString(p.Text)
		return unicode.IsLower(first) && paper.SameEdge(p.Box, paper.Pieces(c.Rows[i])[0].Box)
	})
}

// mayName reports whether words of the budget under a heading of something else
// may be the name of a key that wraps, since keys speak of charges: they begin
// inside the columns of the next line. Of what the lines under them are, nothing
// is known then.
func (c *fundCall) mayName(i int, h, current callHeading, quotes map[int]quotepart.Quote) bool {
	const indent = 10 // points
	_, next := quotes[i+1]
	other := current.mute || current.nature != predate.NatureUnknown && current.nature != predate.NatureBudget
	return next && other && h.nature == predate.NatureBudget && c.Rows[i].Box.X0 > c.Rows[i+1].Box.X0+indent
}

// entitles reports whether a row under the heading of works, with no name in it, is
// their name: words alone, above the first line.
func (c *fundCall) entitles(i int, current callHeading, quotes map[int]quotepart.Quote) bool {
	_, next := quotes[i+1]
	return next && current.nature == predate.NatureWorks && current.title == "" && current.row == i-1 && len(c.Rows[i].Amounts) == 0
}

// headingWithTotal reads a heading that prints its total, above its first line.
// Where the words before the total do not tell the nature, those after it may;
// a total that is the sum of the lines under it announces them all the same.
func (c *fundCall) headingWithTotal(i int, quotes map[int]quotepart.Quote) (callHeading, layout.Amount, bool) {
	r := c.Rows[i]
	if len(r.Amounts) != 1 {
		return callHeading{}, layout.Amount{}, false
	}
	sumsUp := c.sumsUp(i, quotes)
	if _, next := quotes[i+1]; !next && !sumsUp {
		return callHeading{}, layout.Amount{}, false
	}
	text := paper.Joined(paper.WordsBetween(r, 0, r.Amounts[0].Box.X0))
	folded := fold.Text(text)
	nature := c.Doc.Nature(folded)
	sums := nature == predate.NatureUnknown && sumsUp
	if sums {
		nature = c.Doc.Nature(r.Folded)
	}
	if sums && nature == predate.NatureUnknown {
		if term, ok := c.termUnder(i); ok {
			text, folded, nature = term, fold.Text(term), c.Doc.Nature(fold.Text(term))
		}
	}
	if named := func(s string) bool { return strings.Contains(fold.Text(s), "total") }; named(text) {
		last := strings.LastIndex(text, " ")
		if last < 0 || named(text[:last]) || !sumsUp || nature == predate.NatureUnknown || c.sumsAbove(i, quotes) {
			return callHeading{}, layout.Amount{}, false
		}
		text = strings.TrimSpace(text[:last]) // its last word announces the sum
	}
	if nature == predate.NatureUnknown && !sums || c.Doc.Says(folded, "opening_balance", "brought_forward") {
		return callHeading{}, layout.Amount{}, false
	}
	h := callHeading{nature: nature, row: i, mute: nature == predate.NatureUnknown}
	if sumsUp {
		h.open = r.Amounts[0].Cents
	}
	if nature == predate.NatureWorks || nature == predate.NatureLoan {
		h.title, h.votedOn = c.titleOf(text)
	}
	return h, r.Amounts[0], true
}

// holdsHeadings reports whether headings of several natures stand between a total and
// the last of the lines under it that make it: it is the total of the call, printed over
// the table, and says nothing of what the lines are for.
func holdsHeadings(c *fundCall, i int, open predate.Cents, box predate.Box, quotes map[int]quotepart.Quote) bool {
	natures := map[predate.Nature]bool{}
	for j := i + 1; j < len(c.Rows) && open != 0; j++ {
		if q, ok := quotes[j]; ok {
			open -= q.Part.Cents
		} else if h, ok := c.headingAt(j, box); ok && !c.headsColumns(j, quotes) {
			natures[h.nature] = true
		}
	}
	return len(natures) > 1
}

// sumsAbove reports whether the amount of a row is the sum of the last lines over it:
// a sub-total may be theirs then.
func (c *fundCall) sumsAbove(i int, quotes map[int]quotepart.Quote) bool {
	var sum predate.Cents
	for j := i - 1; j >= 0; j-- {
		if q, ok := quotes[j]; ok {
			if sum += q.Part.Cents; sum == c.Rows[i].Amounts[0].Cents {
				return true
			}
		}
	}
	return false
}

// sumsUp reports whether the amount of a row is the sum of the lines right under it,
// some of which wrap, or go on over the page.
func (c *fundCall) sumsUp(i int, quotes map[int]quotepart.Quote) bool {
	const most = 5 // rows of words between two lines: a foot, a head, a name that wraps
	var sum predate.Cents
	for j, words := i+1, 0; j < len(c.Rows) && words < most; j++ {
		q, ok := quotes[j]
		switch {
		case !ok && len(c.Rows[j].Amounts) > 0:
			words += most / 2
			continue
		case !ok:
			words++
			continue
		}
		words = 0
		if sum += q.Part.Cents; sum == c.Rows[i].Amounts[0].Cents {
			return true
		}
	}
	return false
}

var (
	// meetingCited is a meeting with its day: "AG du 12/05/2025".
	meetingCited = regexp.MustCompile(`\b(?:ag|age|ago|agm|assemblee(?: generale)?|a\.g\.)[a-z ]*(?: du)? ` + layout.DayForm)
	// votedOn says when works were voted.
	votedOn = regexp.MustCompile(`(?i)\s*(?:travaux )?vot[eé]e?s? le (\d{1,2}(?:[/.-]\d{1,2}[/.-]\d{2,4}|(?: ?er)? \pL+ \d{4}))`)
)

// titleOf reads the name of works in a heading and the meeting that voted them.
func (c *fundCall) titleOf(text string) (string, predate.Date) {
	var on predate.Date
	if m := meetingCited.FindStringSubmatch(fold.Text(text)); m != nil {
		on, _ = layout.ParseDate(m[1])
	}
	if m := votedOn.FindStringSubmatch(text); m != nil {
		on, _ = layout.ParseDate(fold.Text(m[1]))
		text = strings.Replace(text, m[0], "", 1)
	}
	return decision.WorkTitle(text), on
}
