package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// labelled is an amount with the words printed before it: on its row since the
// amount before, and above and below in the same column when they wrap.
type labelled struct {
	amount layout.Amount
	label  string // folded
	row    int    // index among the paper's rows
	box    predate.Box
}

// labels gives every amount of the paper with its words.
func (o owned) labels() []labelled {
	var out []labelled
	for i, r := range o.rows {
		left := 0.0
		if beside, ok := o.headed(i); ok {
			out = append(out, beside...)
			continue
		}
		for _, a := range r.amounts {
			words := wordsBetween(r, left, a.Box.X0)
			words = nearestRun(words)
			left = a.Box.X1
			l := labelled{amount: a, row: i}
			if len(words) == 0 || o.footsCard(i, words) || o.headsCard(i, words, a) {
				if l.label, l.box = o.cardLabel(i, a); l.label == "" {
					l.label = o.wrappedBefore(i, a.Box)
				}
				out = append(out, l)
				continue
			}
			c := cell(words, r.Page)
			l.box = c.Box
			above := o.wrap(i, c, -1)
			if sentence := o.wrappedBefore(i, c.Box); above == "" && sentence != "" {
				above = sentence
			}
			l.label = strings.TrimSpace(above + " " + fold.Text(c.Text) + " " + o.wrap(i, c, 1))
			out = append(out, l)
		}
	}
	return out
}

// footsCard reports whether words beside an amount begin right under another
// amount, where it begins: they are the foot of that amount's card.
func (o owned) footsCard(i int, words []predate.Word) bool {
	if i == 0 || o.rows[i-1].Page != o.rows[i].Page || distance(o.rows[i-1].Box, o.rows[i].Box) > 1.6*o.rows[i].typeSize() {
		return false
	}
	return slices.ContainsFunc(o.rows[i-1].amounts, func(a layout.Amount) bool {
		return sameEdge(a.Box, words[0].Box)
	})
}

// headsCard reports whether words beside an amount are the end of another card's
// label: that card's amount stands right under them, where they begin, and this
// amount begins where the words right over it do.
func (o owned) headsCard(i int, words []predate.Word, a layout.Amount) bool {
	if i == 0 || i+1 == len(o.rows) || o.rows[i+1].Page != o.rows[i].Page || distance(o.rows[i].Box, o.rows[i+1].Box) > 1.6*o.rows[i].typeSize() {
		return false
	}
	under := slices.ContainsFunc(o.rows[i+1].amounts, func(b layout.Amount) bool { return sameEdge(b.Box, words[0].Box) })
	over := slices.ContainsFunc(pieces(o.rows[i-1]), func(p piece) bool { return sameEdge(p.Box, a.Box) })
	return under && over
}

// sameEdge reports whether two boxes begin at one abscissa.
func sameEdge(a, b predate.Box) bool { return a.X0-b.X0 < 1.5 && b.X0-a.X0 < 1.5 }

// cardLabel reads the lines over or under an amount that stands alone and begins
// where they begin: the label of a card, which may wrap. Its card keeps the two
// together, so that the nearer is the label where the paper's other labels do
// not tell the side; at equal distance neither is.
func (o owned) cardLabel(i int, a layout.Amount) (string, predate.Box) {
	above, up := o.stack(i, a, -1)
	below, down := o.stack(i, a, +1)
	switch side := o.cards().side; {
	case side > 0 && above.text != "":
		return above.text, above.Box
	case side < 0 && below.text != "":
		return below.text, below.Box
	case above.text != "" && up < 0.8*down:
		return above.text, above.Box
	case below.text != "" && down < 0.8*up:
		return below.text, below.Box
	}
	return "", predate.Box{}
}

// stack gathers the lines of words in a direction from an amount, and the white
// between.
func (o owned) stack(i int, a layout.Amount, step int) (piece, float64) {
	const far = 1e6
	var found piece
	edge, white := a.Box, far
	for j := i + step; j >= 0 && j < len(o.rows) && o.rows[j].Page == a.Page; j += step {
		p, ok := aligned(o.rows[j], piece{Cell: layout.Cell{Box: a.Box}})
		if !ok {
			if max(o.rows[j].Box.Y0-edge.Y1, edge.Y0-o.rows[j].Box.Y1) > 2*a.Box.Height() {
				break
			}
			continue
		}
		gap := max(p.Box.Y0-edge.Y1, edge.Y0-p.Box.Y1)
		_, isAmount := p.Amount()
		if isAmount || gap > max(a.Box.Height(), 8) || found.text != "" && gap > 2*white+1 {
			break
		}
		if edge = p.Box; found.text == "" {
			white = max(gap, 0.1)
			found = p
		} else if step < 0 {
			found = joinedPieces(p, found)
		} else {
			found = joinedPieces(found, p)
		}
	}
	if countLetters(found.text) < 4 {
		return piece{}, white
	}
	return found, white
}

// headed gives the amounts of a row that prints nothing else, each with the
// words above or below it: a small table, or cards. The row of words must have
// as many cells as there are amounts.
func (o owned) headed(i int) ([]labelled, bool) {
	r := o.rows[i]
	if len(r.amounts) < 2 || countLetters(joined(wordsBetween(r, -1, 1e9))) > 2*len(r.amounts) {
		return nil, false
	}
	for _, j := range []int{i - 1, i + 1} {
		if j < 0 || j >= len(o.rows) || o.rows[j].Page != r.Page || len(o.rows[j].amounts) > 0 || j == i+o.cards().side {
			continue
		}
		cells := pieces(o.rows[j])
		if len(cells) != len(r.amounts) || distance(o.rows[j].Box, r.Box) > 4.5*r.typeSize() {
			continue
		}
		var out []labelled
		for k, a := range r.amounts {
			label := cells[k].text
			if j > i {
				label = strings.TrimSpace(label + " " + o.wrap(j, cells[k].Cell, 1))
			} else {
				label = strings.TrimSpace(o.wrap(j, cells[k].Cell, -1) + " " + label)
			}
			out = append(out, labelled{amount: a, label: label, row: i, box: cells[k].Box})
		}
		return out, true
	}
	return nil, false
}

// repeated says that a row stands on another page too, numbers apart: the
// letterhead or the foot of every page.
func (o owned) repeated(r row) bool {
	mine := numberless(r.text)
	for _, other := range o.rows {
		if other.Page != r.Page && other.Box.Y0-r.Box.Y0 < 3 && r.Box.Y0-other.Box.Y0 < 3 && numberless(other.text) == mine {
			return true
		}
	}
	return false
}

func numberless(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return -1
		}
		return c
	}, s)
}

// wordsBetween gives the words of a row between two abscissas that belong to no
// amount.
func wordsBetween(r row, left, right float64) []predate.Word {
	var out []predate.Word
	for _, w := range r.Words {
		if w.Box.X0 >= left-0.5 && w.Box.X1 <= right+0.5 && !inAmounts(w, r.amounts) {
			out = append(out, w)
		}
	}
	return out
}

// nearestRun keeps the last run of words without a very wide gap inside, so that a
// note beside a table is not labelled by the table.
func nearestRun(words []predate.Word) []predate.Word {
	for i := len(words) - 1; i > 0; i-- {
		gap := words[i].Box.X0 - words[i-1].Box.X1
		if gap > 6*max(words[i].Box.Height(), 6) && countLetters(joined(words[i:])) > 2 {
			return words[i:]
		}
	}
	return words
}

// wrap gives the lines above or below that continue a label: same left edge, no
// amount of their own in that column, close.
func (o owned) wrap(i int, c layout.Cell, step int) string {
	var out string
	edge, previous := c.Box.X0, c.Box
	for j := i + step; j >= 0 && j < len(o.rows) && o.rows[j].Page == c.Page; j += step {
		r := o.rows[j]
		if distance(r.Box, previous) > 3*previous.Height() {
			break
		}
		found := false
		for _, p := range pieces(r) {
			if d := p.Box.X0 - edge; d > -3 && d < 3 && !hasAmountRight(r, p.Box) && distance(p.Box, previous) < 1.42*o.rows[i].typeSize() {
				if step < 0 {
					out = p.text + " " + out
				} else {
					out += " " + p.text
				}
				previous, found = p.Box, true
			}
		}
		if !found {
			if overlapsColumn(r, c.Box) {
				break
			}
			continue
		}
	}
	return strings.TrimSpace(out)
}

// typeSize is the size of a row's type in points.
func (r row) typeSize() float64 { return max(r.Size(), 5) }

// overlapsColumn says that a row prints something in a label's column.
func overlapsColumn(r row, box predate.Box) bool {
	for _, w := range r.Words {
		if w.Box.X0 < box.X1 && w.Box.X1 > box.X0 {
			return true
		}
	}
	return false
}

// hasAmountRight says that a row prints an amount to the right of a box, not
// far.
func hasAmountRight(r row, box predate.Box) bool {
	for _, a := range r.amounts {
		if a.Box.X0 >= box.X0 {
			return true
		}
	}
	return false
}

// wrappedBefore is the end of a sentence that goes on from the row before.
func (o owned) wrappedBefore(i int, start predate.Box) string {
	if i == 0 || o.rows[i-1].Page != o.rows[i].Page || start.X0 > o.rows[i].Box.X0+3 {
		return ""
	}
	before := o.rows[i-1]
	if distance(before.Box, o.rows[i].Box) > 1.6*before.typeSize() || len(pieces(before)) > 1 || before.Box.X0 > start.X1 {
		return "" // what begins right of an amount is the label of another one
	}
	text := before.text
	if n := len(before.amounts); n > 0 {
		text = fold.Text(joined(wordsBetween(before, before.amounts[n-1].Box.X1, 1e9)))
	}
	return text
}

// recalledDay is the day on which what is attached to the lots is recalled.
var recalledDay = regexp.MustCompile(`\bau ` + dayForm)

// accountNamed is an account of advances or of the works fund, by its number.
var accountNamed = regexp.MustCompile(`\b(103[123])\b|^(105) `)

// recalls reads the advances and the share of the works fund that a paper
// recalls as attached to the lots, outside the lines that it asks to pay.
func recalls(doc source) []predate.Figure {
	o := ownedOf(doc)
	return o.recalledIn(o.recallLabels(true))
}

// chargeRecalls is recalls for a charge statement. It asks for nothing, so that
// a row that only names an advance recalls it, even without a heading.
func chargeRecalls(doc source) []predate.Figure {
	o := ownedOf(doc)
	if found := o.recalledIn(o.recallLabels(false)); len(found) > 0 {
		return found
	}
	var alone []labelled
	for _, l := range o.labels() {
		if len(o.rows[l.row].amounts) == 1 && len(o.counts(o.rows[l.row])) < 3 {
			alone = append(alone, l)
		}
	}
	if found := o.recalledIn(alone); len(found) > 0 {
		return found
	}
	return recalls(doc)
}

// fundMentioned says that a paper speaks of the share of the works fund that is
// attached to the lots.
func fundMentioned(doc source) []predate.Figure {
	o := ownedOf(doc)
	for i, r := range o.rows {
		for _, c := range pieces(r) {
			if key, _ := doc.recalled(c.text + " " + o.wrap(i, c.Cell, 1)); key == predate.KeyWorksFundLotShare {
				return []predate.Figure{{Value: predate.Flag(true), Evidence: proofOf(c.Cell)}}
			}
		}
	}
	return nil
}

// recalledIn reads the advances and the fund's share among labelled amounts.
func (o owned) recalledIn(labels []labelled) []predate.Figure {
	var out []predate.Figure
	for _, l := range labels {
		key, ok := o.doc.recalled(l.label)
		if !ok || o.recognisedPage(l.amount.Page) {
			continue // nothing on the paper proves a recognised amount
		}
		f := predate.Figure{Key: key, Value: predate.Money(l.amount.Cents), Evidence: proofOfAmount(l.amount)}
		if days := recalledDay.FindAllStringSubmatch(l.label, -1); len(days) > 0 {
			if d, ok := layout.ParseDate(days[len(days)-1][1]); ok {
				f.AsOf = d
			}
		}
		out = append(out, f)
	}
	return once(out)
}

// recognisedPage says that a page was read by character recognition.
func (p paper) recognisedPage(number int) bool {
	for _, page := range p.doc.Pages {
		if page.Number == number {
			return page.OCR
		}
	}
	return false
}

// wholeSyndicats are the words of what the syndicat holds for all its owners, and
// lotsOwn those of a part of it.
var (
	wholeSyndicats = regexp.MustCompile(`\b(?:du syndicat|de la copropriete|de l'immeuble|de la residence|de l'ensemble)\b`)
	lotsOwn        = regexp.MustCompile(`\b(?:vos|votre|lots?|quote-? ?part|part)\b`)
)

// recalled tells what a label recalls; one that names two things, nothing, nor one that
// names what the syndicat holds.
func (w wording) recalled(label string) (predate.Key, bool) {
	if wholeSyndicats.MatchString(label) && !lotsOwn.MatchString(label) {
		return "", false
	}
	account := ""
	if m := accountNamed.FindStringSubmatch(label); m != nil {
		account = m[1] + m[2]
	}
	cash := account == "1031" || w.says(label, "cash_advance")
	special := account == "1032" || account == "1033" || w.says(label, "works_advance", "other_advance")
	switch {
	case account == "105" || w.says(label, "works_fund_share"):
		return predate.KeyWorksFundLotShare, !cash && !special
	case w.says(label, "loan_advance"):
		return predate.KeyLoanAdvance, true
	case special:
		return predate.KeySpecialAdvance, !cash
	case cash:
		return predate.KeyCashAdvance, true
	}
	return "", false
}

// recallLabels keeps the amounts of the part of a paper that recalls: the rows
// after a heading that says so, or a sentence of the same sense; where asked, also
// those whose own label says so.
func (o owned) recallLabels(worded bool) []labelled {
	// What was paid already, or is the owner's part of a fund on a day, is not asked.
	own := regexp.MustCompile(`\bavances? .*\bversees?$|\b(?:votre|ma) part du fonds (?:de )?travaux au ` + dayForm)
	var out []labelled
	for _, l := range o.labels() {
		if worded && own.MatchString(l.label) || o.underRecall(l) {
			out = append(out, l)
		}
	}
	return out
}

// underRecall says that words by which a paper recalls stand beside an amount, or
// above it in its column or on its row, closer than any line to pay.
func (o owned) underRecall(l labelled) bool {
	if o.doc.says(l.label, "for_information") {
		return true
	}
	for j := l.row; j >= 0 && l.row-j < 14 && o.rows[j].Page == o.rows[l.row].Page; j-- {
		for _, p := range pieces(o.rows[j]) {
			if !o.doc.says(p.text, "for_information") {
				continue
			}
			reach := predate.Box{X0: min(p.Box.X0, l.box.X0), X1: max(p.Box.X1, l.box.X1)}
			if reach.X1-reach.X0 < 1.5*(p.Box.Width()+l.box.Width())+220 || p.Box.X0 < l.amount.Box.X1 && p.Box.X1 > l.box.X0 {
				return true
			}
		}
	}
	return false
}

// once drops the recalls that a paper prints twice alike; a key recalled with
// two different amounts keeps both, for computation to see the conflict.
func once(list []predate.Figure) []predate.Figure {
	var out []predate.Figure
	for _, f := range list {
		again := false
		for _, o := range out {
			again = again || o.Key == f.Key && o.Value == f.Value && o.AsOf == f.AsOf
		}
		if !again {
			out = append(out, f)
		}
	}
	return out
}
