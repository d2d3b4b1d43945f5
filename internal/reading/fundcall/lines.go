package fundcall

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// callLine is a line of a call with its proof.
type callLine struct {
	predate.CallLine
	proof    []predate.Evidence
	row      int
	unheaded bool // its nature is that of the words of a line, not of a heading
}

// callSum is a printed sub-total.
type callSum struct {
	predate.CallSubtotal
	proof []predate.Evidence
}

func callLines(doc paper.Source) []predate.Figure {
	var out []predate.Figure
	for _, l := range callOf(doc).lines {
		out = append(out, predate.Figure{Value: l.CallLine, Evidence: l.proof})
	}
	return out
}

func callSubtotals(doc paper.Source) []predate.Figure {
	var out []predate.Figure
	for _, s := range callOf(doc).sums {
		out = append(out, predate.Figure{Value: s.CallSubtotal, Evidence: s.proof})
	}
	return out
}

// callHeading is what the lines under it are called for.
type callHeading struct {
	nature   predate.Nature
	title    string
	votedOn  predate.Date
	row      int
	mute     bool // it announces a group, and says nothing of its nature
	unheaded bool // the words of a line say it
	// open is what the sum beside it lacks yet: till then all lines are its own,
	// whatever the names of their keys say.
	open predate.Cents
}

// read gathers the lines and the sub-totals of the call.
func (c *fundCall) read() {
	if c.tiled() {
		return
	}
	quotes := c.quotes()
	var current callHeading
	var announced []callSum
	mixed := false // some lines under no heading say works, and others do not
	box := c.tableBox(quotes)
	for i := 0; i < len(c.Rows); i++ {
		if q, ok := quotes[i]; ok {
			line := c.lineOf(i, q)
			own, over := c.ownNature(i, q, line), current
			switch {
			case own != current.nature && (own == predate.NatureWorksFund || own == predate.NatureLoan):
				// What such a line says is of it alone: the next one goes on under the heading.
				over = callHeading{nature: own, title: current.title, votedOn: current.votedOn, row: i, unheaded: current.nature == predate.NatureUnknown}
			case current.nature == predate.NatureUnknown && !current.mute:
				current = callHeading{nature: own, title: current.title, votedOn: current.votedOn, row: i, unheaded: true}
				over = current
			case current.unheaded && own != current.nature && (own == predate.NatureBudget || own == predate.NatureWorks || current.nature == predate.NatureWorks):
				mixed = true
			}
			line.unheaded = over.unheaded
			line.Nature, line.Title, line.VotedOn = over.nature, over.title, over.votedOn
			if line.Nature == predate.NatureFees {
				line.Nature = predate.NatureUnknown // what is laid by shares is no private fee
			}
			c.lines = append(c.lines, line)
			if current.open != 0 {
				current.open -= q.Part.Cents
			}
			continue
		}
		if current.open != 0 {
			continue
		}
		if c.entitles(i, current, quotes) {
			current.title = decision.WorkTitle(c.Rows[i].Line.Text())
			continue
		}
		if len(quotes) == 0 || c.continues(i, quotes) || c.names(i, quotes) {
			continue
		}
		h, total, withTotal := c.headingWithTotal(i, quotes)
		if withTotal && h.mute && holdsHeadings(c, i, h.open, box, quotes) {
			continue
		}
		if plain, ok := c.headingAt(i, box); ok && h.open == 0 && !c.headsColumns(i, quotes) {
			if c.mayName(i, plain, current, quotes) {
				plain = callHeading{row: i, mute: true}
			}
			current = plain
			continue
		}
		if withTotal {
			current = h
			announced = append(announced, callSum{
				CallSubtotal: predate.CallSubtotal{Nature: h.nature, Title: h.title, VotedOn: h.votedOn, Amount: total.Cents}, proof: paper.ProofOfAmount(total),
			})
			continue
		}
		c.addSum(i, current, box)
	}
	for _, s := range announced {
		if s.Amount == c.group(callHeading{nature: s.Nature, title: s.Title}) {
			c.sums = append(c.sums, s)
		}
	}
	c.lotsUnderLines(c.by.Lots)
	c.keepSums()
	c.flatten()
	if mixed {
		c.doubtUnheaded()
	}
	c.settleNatures()
	c.lotsOfSections()
}

// ownNature returns what the words of a line itself say that it is for. What a meeting
// voted on a day, and no budget, is works (loi 65-557, art. 14-2).
func (c *fundCall) ownNature(i int, q quotepart.Quote, line callLine) predate.Nature {
	own := c.Doc.Nature(fold.Text(line.Label))
	if own == predate.NatureUnknown && meetingCited.MatchString(c.by.OwnWords(i, q)) {
		return predate.NatureWorks
	}
	return own
}

// doubtUnheaded leaves open what lines under no heading are for, where some say works
// and others do not: the name of a key, "Ravalement", may be that of works, and the
// lines beside it of either. Lines that say the budget are of it.
func (c *fundCall) doubtUnheaded() {
	for k := range c.lines {
		l := &c.lines[k]
		if !l.unheaded || l.Nature != predate.NatureBudget && l.Nature != predate.NatureWorks {
			continue
		}
		old := callHeading{nature: l.Nature, title: l.Title}
		if l.Nature = c.Doc.Nature(fold.Text(l.Label)); l.Nature != predate.NatureBudget {
			l.Nature, l.Title = predate.NatureUnknown, ""
		}
		c.sums = slices.DeleteFunc(c.sums, func(s callSum) bool { return s.Nature == old.nature && s.Title == old.title })
	}
}

// settleNatures corrects the nature of lines by the sub-totals that name it:
// lines whose sum is the printed "Total fonds de travaux" are of the works fund,
// whatever heading stood above them.
func (c *fundCall) settleNatures() {
	start := 0
	for _, l := range c.Labels() {
		nature := oneNature(c.Doc.Meaning, l.Label)
		if !strings.Contains(l.Label, "total") && !c.Doc.Says(l.Label, "call_total") || c.Doc.Says(l.Label, "call_total") && nature == predate.NatureUnknown || c.Doc.Says(l.Label, "amount_to_pay") {
			continue
		}
		end := start
		for end < len(c.lines) && c.lines[end].row < l.Row {
			end++
		}
		var sum predate.Cents
		for k := end - 1; k >= start; k-- {
			sum += c.lines[k].Amount
			if sum == l.Amount.Cents && nature != predate.NatureUnknown && ofOneNature(c.lines[k:end]) {
				c.assign(c.lines[k:end], nature)
				break
			}
		}
		start = end
	}
}

// ofOneNature reports whether lines stand under headings of one nature: the sum of
// several is the total of the call, "total des provisions" though it be called.
func ofOneNature(lines []callLine) bool {
	return !slices.ContainsFunc(lines, func(l callLine) bool { return l.Nature != lines[0].Nature })
}

// assign gives lines a nature; works keep the title of their heading.
func (c *fundCall) assign(lines []callLine, nature predate.Nature) {
	for i := range lines {
		if lines[i].Nature == nature {
			continue
		}
		lines[i].Nature = nature
		if nature != predate.NatureWorks && nature != predate.NatureLoan {
			lines[i].Title, lines[i].VotedOn = "", predate.Date{}
		}
	}
}

// quotes finds the lines that prove themselves, by row: on one printed line, or
// on a sentence that wraps onto the next. What follows the total of the call is
// a coupon or a recall.
func (c *fundCall) quotes() map[int]quotepart.Quote {
	out := map[int]quotepart.Quote{}
	for i := range c.Rows {
		r := c.Rows[i]
		if q, ok := quotepart.In(r.Amounts, quotepart.Counts(r), 1); ok {
			out[i] = q
			continue
		}
		if q, ok := quotepart.OfYear(r.Amounts, quotepart.Counts(r)); ok {
			out[i] = q
			continue
		}
		if len(r.Amounts) == 0 || i+1 >= len(c.Rows) || c.Rows[i+1].Page != r.Page {
			continue
		}
		if _, alone := out[i-1]; alone && i > 0 && c.Rows[i-1].Page == r.Page && wrapped(c.Rows[i-1], r, out[i-1]) {
			continue
		}
		if q, ok := c.by.AcrossRows(i); ok && !c.announces(i, q) {
			out[i] = q
		}
	}
	return out
}

// announces reports whether the amount of row i is the sum of a group of one line,
// which stands on the next row, nearer to the terms that prove it: the terms of
// a share are those of one line.
func (c *fundCall) announces(i int, q quotepart.Quote) bool {
	if !paper.OnRow(q.Part.Box, c.Rows[i]) {
		return false
	}
	own, ok := c.by.AcrossRows(i + 1)
	return ok && own.Part.Cents == q.Part.Cents && paper.OnRow(own.Part.Box, c.Rows[i+1]) && own.Base.Box == q.Base.Box && own.Apportioned.Box == q.Apportioned.Box
}

// wrapped reports whether a quote found on the row before already took this one: its
// quote-part, or the terms under it.
func wrapped(before, r paper.Row, q quotepart.Quote) bool {
	taken := paper.OnRow(q.Part.Box, r) || paper.OnRow(q.Apportioned.Box, r) && paper.OnRow(q.Base.Box, r)
	return q.Part.Page == r.Page && before.Page == r.Page && taken
}

// lineOf makes a line of a quote: its lot, its key and its amounts.
func (c *fundCall) lineOf(i int, q quotepart.Quote) callLine {
	line := callLine{row: i, proof: paper.ProofOfAmount(q.Part)}
	line.Base, line.Share = q.Base.N, q.Share.N
	line.Unit = cmp.Or(q.Base.Unit, q.Share.Unit, "tantièmes")
	line.Amount = q.Part.Cents
	line.Called = q.Apportioned.Cents
	if q.Divided > 1 {
		line.Budget = q.Apportioned.Cents
		line.Called, _ = q.Apportioned.Cents.Share(1, q.Divided)
	} else if b := q.Budget.Cents; b >= line.Called && line.Called > 0 && b <= 12*line.Called+100 || line.Called > 0 && b > line.Called {
		line.Budget = b
	}
	line.Code, line.Label = c.by.Key(i, q)
	line.Lot = c.by.Lot(i, q)
	if m := lotAtEnd.FindStringSubmatch(line.Label); m != nil {
		line.Label, line.Lot = strings.TrimSuffix(line.Label, m[0]), cmp.Or(line.Lot, m[1])
	}
	line.Metered = line.Unit == "m3" || strings.Contains(fold.Text(line.Label), "compteur")
	return line
}

// names reports whether a row is the name printed above a line's terms, on a card.
func (c *fundCall) names(i int, quotes map[int]quotepart.Quote) bool {
	for j := i + 1; j < len(c.Rows) && j <= i+2; j++ {
		if q, ok := quotes[j]; ok {
			return quotepart.IsGeneric(c.by.OwnWords(j, q)) && c.by.CardName(j) == i
		}
	}
	return false
}

// continues reports whether a row only goes on with the label of the line above.
func (c *fundCall) continues(i int, quotes map[int]quotepart.Quote) bool {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		q, ok := quotes[j]
		if !ok {
			continue
		}
		if q.Part.Page == c.Rows[i].Page && paper.OnRow(q.Part.Box, c.Rows[i]) {
			return true // the end of a sentence
		}
		_, label := c.by.Key(j, q)
		text := fold.Text(paper.Joined(inside(c.Rows[i], predate.Box{X0: c.Rows[j].Box.X0, X1: q.Part.Box.X1})))
		return text != "" && len(text) < 40 && strings.HasSuffix(fold.Text(label), text)
	}
	return false
}

// addSum reads the sub-total of the current heading.
func (c *fundCall) addSum(i int, current callHeading, box predate.Box) {
	r := c.Rows[i]
	if current.nature == predate.NatureUnknown || len(r.Amounts) == 0 || len(c.lines) == 0 {
		return
	}
	words := fold.Text(paper.Joined(inside(r, box)))
	if !strings.Contains(words, "total") && !strings.Contains(words, "soit pour") && !c.Doc.Says(fold.Text(paper.Joined(paper.WordsBetween(r, 0, r.Amounts[0].Box.X0))), "call_total") {
		return
	}
	var found []layout.Amount
	for _, a := range r.Amounts {
		if a.Box.X0 <= box.X1+30 && a.Box.X1 <= box.X1+60 {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return
	}
	amount, named := found[len(found)-1], strings.Contains(words, "sous-total") || strings.Contains(words, "soit pour")
	if own := oneNature(c.Doc.Meaning, words); own != current.nature && own != predate.NatureUnknown {
		// A heading that turns the page between lines and their sum heads nothing.
		if current = (callHeading{nature: own}); amount.Cents != c.group(current) {
			return
		}
	}
	if !named && amount.Cents != c.group(current) {
		return // the total of the call, or what it asks to pay
	}
	c.sums = append(c.sums, callSum{
		CallSubtotal: predate.CallSubtotal{Nature: current.nature, Title: current.title, VotedOn: current.votedOn, Amount: amount.Cents},
		proof:        paper.ProofOfAmount(amount),
	})
}

// group is the sum of the lines under a heading.
func (c *fundCall) group(h callHeading) predate.Cents {
	var s predate.Cents
	for _, l := range c.lines {
		if l.Nature == h.nature && l.Title == h.title {
			s += l.Amount
		}
	}
	return s
}

// keepSums drops the sub-totals printed after the last line, totals of the call and
// coupons, and those of the first lot of a group, of which another one is the sum.
func (c *fundCall) keepSums() {
	seen := map[predate.CallSubtotal]bool{}
	c.sums = slices.DeleteFunc(c.sums, func(s callSum) bool {
		again := seen[s.CallSubtotal]
		seen[s.CallSubtotal] = true
		whole := c.group(callHeading{nature: s.Nature, title: s.Title})
		return again || s.Amount != whole && slices.ContainsFunc(c.sums, func(o callSum) bool {
			return o.Nature == s.Nature && o.Title == s.Title && o.Amount == whole
		})
	})
}

// lotAtEnd is a lot with which the name of a line ends, on its row or under it.
var lotAtEnd = regexp.MustCompile(`(?i)[ ,–—·-]+lot (?:n° ?)?(` + fold.Lot + `)$`)
