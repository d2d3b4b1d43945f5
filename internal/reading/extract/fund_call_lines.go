package extract

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
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

func callLines(doc source) []predate.Figure {
	var out []predate.Figure
	for _, l := range callOf(doc).lines {
		out = append(out, predate.Figure{Value: l.CallLine, Evidence: l.proof})
	}
	return out
}

func callSubtotals(doc source) []predate.Figure {
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
	lots := c.lotNumbers()
	for i := 0; i < len(c.rows); i++ {
		if q, ok := quotes[i]; ok {
			line := c.lineOf(i, q, lots)
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
				current.open -= q.part.Cents
			}
			continue
		}
		if current.open != 0 {
			continue
		}
		if c.entitles(i, current, quotes) {
			current.title = decision.WorkTitle(c.rows[i].Line.Text())
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
				CallSubtotal: predate.CallSubtotal{Nature: h.nature, Title: h.title, VotedOn: h.votedOn, Amount: total.Cents}, proof: proofOfAmount(total),
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
	c.lotsUnderLines(lots)
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
func (c *fundCall) ownNature(i int, q quote, line callLine) predate.Nature {
	own := c.doc.nature(fold.Text(line.Label))
	if own == predate.NatureUnknown && c.words.meeting.MatchString(c.ownWords(i, q)) {
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
		if l.Nature = c.doc.nature(fold.Text(l.Label)); l.Nature != predate.NatureBudget {
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
	for _, l := range c.labels() {
		nature := c.doc.oneNature(l.label)
		if !strings.Contains(l.label, "total") && !c.doc.says(l.label, "call_total") || c.doc.says(l.label, "call_total") && nature == predate.NatureUnknown || c.doc.says(l.label, "amount_to_pay") {
			continue
		}
		end := start
		for end < len(c.lines) && c.lines[end].row < l.row {
			end++
		}
		var sum predate.Cents
		for k := end - 1; k >= start; k-- {
			sum += c.lines[k].Amount
			if sum == l.amount.Cents && nature != predate.NatureUnknown && ofOneNature(c.lines[k:end]) {
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
func (c *fundCall) quotes() map[int]quote {
	out := map[int]quote{}
	for i := range c.rows {
		r := c.rows[i]
		if q, ok := quoteIn(r.amounts, c.counts(r), 1); ok {
			out[i] = q
			continue
		}
		if q, ok := partOfYear(r.amounts, c.counts(r)); ok {
			out[i] = q
			continue
		}
		if len(r.amounts) == 0 || i+1 >= len(c.rows) || c.rows[i+1].Page != r.Page {
			continue
		}
		if _, alone := out[i-1]; alone && i > 0 && c.rows[i-1].Page == r.Page && wrapped(c.rows[i-1], r, out[i-1]) {
			continue
		}
		if q, ok := c.acrossRows(i); ok && !c.announces(i, q) {
			out[i] = q
		}
	}
	return out
}

// announces reports whether the amount of row i is the sum of a group of one line,
// which stands on the next row, nearer to the terms that prove it: the terms of
// a share are those of one line.
func (c *fundCall) announces(i int, q quote) bool {
	if !onRow(q.part.Box, c.rows[i]) {
		return false
	}
	own, ok := c.acrossRows(i + 1)
	return ok && own.part.Cents == q.part.Cents && onRow(own.part.Box, c.rows[i+1]) && own.base.box == q.base.box && own.apportioned.Box == q.apportioned.Box
}

// fractionForm is a share over its base, which no date is.
var fractionForm = regexp.MustCompile(`(?:^|[^\d/])\d[\d ]* ?/ ?\d[\d ]*(?:$|[^\d/])`)

// acrossRows finds a quote-part whose terms stand on two or three rows, as in a
// sentence that wraps or on a card. The share and its base must stand together,
// on the last of the rows or on the one before.
func (c *fundCall) acrossRows(i int) (quote, bool) {
	amounts, counts := slices.Clone(c.rows[i].amounts), c.counts(c.rows[i])
	fraction := fractionForm.MatchString(c.rows[i].text)
	for j := i + 1; j < len(c.rows) && j <= i+2; j++ {
		next := c.rows[j]
		if next.Page != c.rows[i].Page || distance(next.Box, c.rows[j-1].Box) > 2.2*next.typeSize() {
			return quote{}, false
		}
		if _, alone := quoteIn(next.amounts, c.counts(next), 1); alone {
			return quote{}, false
		}
		own := c.counts(next)
		fraction = fraction || fractionForm.MatchString(next.text)
		together := len(own) >= 2 && len(counts) == 0
		amounts, counts = append(amounts, next.amounts...), append(counts, own...)
		if len(amounts) > 5 || len(counts) > 5 || !together && !fraction {
			continue
		}
		q, ok := quoteIn(amounts, counts, 1)
		if ok && (q.part.Page == c.rows[i].Page && onRow(q.part.Box, c.rows[i]) || onRow(q.apportioned.Box, c.rows[i])) {
			return q, true
		}
	}
	return quote{}, false
}

// wrapped reports whether a quote found on the row before already took this one: its
// quote-part, or the terms under it.
func wrapped(before, r row, q quote) bool {
	taken := onRow(q.part.Box, r) || onRow(q.apportioned.Box, r) && onRow(q.base.box, r)
	return q.part.Page == r.Page && before.Page == r.Page && taken
}

// lineOf makes a line of a quote: its lot, its key and its amounts.
func (c *fundCall) lineOf(i int, q quote, lots []string) callLine {
	line := callLine{row: i, proof: proofOfAmount(q.part)}
	line.Base, line.Share = q.base.n, q.share.n
	line.Unit = cmp.Or(q.base.unit, q.share.unit, "tantièmes")
	line.Amount = q.part.Cents
	line.Called = q.apportioned.Cents
	if q.divided > 1 {
		line.Budget = q.apportioned.Cents
		line.Called, _ = q.apportioned.Cents.Share(1, q.divided)
	} else if b := q.budget.Cents; b >= line.Called && line.Called > 0 && b <= 12*line.Called+100 || line.Called > 0 && b > line.Called {
		line.Budget = b
	}
	line.Code, line.Label = c.keyAt(i, q)
	line.Lot = c.lotAt(i, q, lots)
	if m := lotAtEnd.FindStringSubmatch(line.Label); m != nil {
		line.Label, line.Lot = strings.TrimSuffix(line.Label, m[0]), cmp.Or(line.Lot, m[1])
	}
	line.Metered = line.Unit == "m3" || strings.Contains(fold.Text(line.Label), "compteur")
	return line
}

// names reports whether a row is the name printed above a line's terms, on a card.
func (c *fundCall) names(i int, quotes map[int]quote) bool {
	for j := i + 1; j < len(c.rows) && j <= i+2; j++ {
		if q, ok := quotes[j]; ok {
			return isGeneric(c.ownWords(j, q)) && c.cardName(j) == i
		}
	}
	return false
}

// continues reports whether a row only goes on with the label of the line above.
func (c *fundCall) continues(i int, quotes map[int]quote) bool {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		q, ok := quotes[j]
		if !ok {
			continue
		}
		if q.part.Page == c.rows[i].Page && onRow(q.part.Box, c.rows[i]) {
			return true // the end of a sentence
		}
		_, label := c.keyAt(j, q)
		text := fold.Text(joined(inside(c.rows[i], predate.Box{X0: c.rows[j].Box.X0, X1: q.part.Box.X1})))
		return text != "" && len(text) < 40 && strings.HasSuffix(fold.Text(label), text)
	}
	return false
}

// addSum reads the sub-total of the current heading.
func (c *fundCall) addSum(i int, current callHeading, box predate.Box) {
	r := c.rows[i]
	if current.nature == predate.NatureUnknown || len(r.amounts) == 0 || len(c.lines) == 0 {
		return
	}
	words := fold.Text(joined(inside(r, box)))
	if !strings.Contains(words, "total") && !strings.Contains(words, "soit pour") && !c.doc.says(fold.Text(joined(wordsBetween(r, 0, r.amounts[0].Box.X0))), "call_total") {
		return
	}
	var found []layout.Amount
	for _, a := range r.amounts {
		if a.Box.X0 <= box.X1+30 && a.Box.X1 <= box.X1+60 {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return
	}
	amount, named := found[len(found)-1], strings.Contains(words, "sous-total") || strings.Contains(words, "soit pour")
	if own := c.doc.oneNature(words); own != current.nature && own != predate.NatureUnknown {
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
		proof:        proofOfAmount(amount),
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
