package coowner

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// Labelled is an amount with the words printed before it: on its row since the
// amount before, and above and below in the same column when they wrap.
type Labelled struct {
	Amount layout.Amount
	Label  string      // folded
	Row    int         // index among the paper's rows
	Box    predate.Box // of the label's own words, those beside the amount
}

// Labels returns every amount of the paper with its words.
func (o Paper) Labels() []Labelled {
	var out []Labelled
	for i, r := range o.Rows {
		left := 0.0
		if beside, ok := o.headed(i); ok {
			out = append(out, beside...)
			continue
		}
		for _, a := range r.Amounts {
			words := paper.WordsBetween(r, left, a.Box.X0)
			words = nearestRun(afterSign(words))
			left = a.Box.X1
			l := Labelled{Amount: a, Row: i}
			if len(words) == 0 || o.footsCard(i, words) || o.headsCard(i, words, a) {
				if l.Label, l.Box = o.cardLabel(i, a); l.Label == "" {
					l.Label = o.wrappedBefore(i, a.Box)
				}
				out = append(out, l)
				continue
			}
			c := paper.Cell(words, r.Page)
			l.Box = c.Box
			above := o.wrap(i, c, -1)
			if sentence := o.wrappedBefore(i, c.Box); above == "" && sentence != "" {
				above = sentence
			}
			l.Label = strings.TrimSpace(above + " " + fold.Text(c.Text) + " " + o.wrap(i, c, 1))
			out = append(out, l)
		}
	}
	return out
}

// afterSign drops the words of the card before an amount, and the sign between the two
// cards of a sum, "459,50 + 125,59 = 585,09": only the words of its own card name an amount.
func afterSign(words []predate.Word) []predate.Word {
	n := len(words)
	if n == 0 || words[n-1].Text != "=" && words[n-1].Text != "+" {
		return words
	}
	if n == 1 || words[n-1].Box.X0-words[n-2].Box.X1 > farApart*words[n-1].Box.Height() {
		return nil
	}
	return words
}

// farApart is how many heights of a sign part it from the card before it at least.
const farApart = 2

// footsCard reports whether words beside an amount begin right under another
// amount, where it begins: they are the foot of that amount's card.
func (o Paper) footsCard(i int, words []predate.Word) bool {
	if i == 0 || o.Rows[i-1].Page != o.Rows[i].Page || paper.Distance(o.Rows[i-1].Box, o.Rows[i].Box) > 1.6*o.Rows[i].TypeSize() {
		return false
	}
	return slices.ContainsFunc(o.Rows[i-1].Amounts, func(a layout.Amount) bool {
		return paper.SameEdge(a.Box, words[0].Box)
	})
}

// headsCard reports whether words beside an amount are the end of another card's
// label: that card's amount stands right under them, where they begin, and this
// amount begins where the words right over it do.
func (o Paper) headsCard(i int, words []predate.Word, a layout.Amount) bool {
	if i == 0 || i+1 == len(o.Rows) || o.Rows[i+1].Page != o.Rows[i].Page || paper.Distance(o.Rows[i].Box, o.Rows[i+1].Box) > 1.6*o.Rows[i].TypeSize() {
		return false
	}
	under := slices.ContainsFunc(o.Rows[i+1].Amounts, func(b layout.Amount) bool { return paper.SameEdge(b.Box, words[0].Box) })
	over := slices.ContainsFunc(paper.Pieces(o.Rows[i-1]), func(p paper.Piece) bool { return paper.SameEdge(p.Box, a.Box) })
	return under && over
}

// cardLabel reads the lines over or under an amount that stands alone and begins
// where they begin: the label of a card, which may wrap. Its card keeps the two
// together, so that the nearer is the label where the paper's other labels do
// not tell the side; at equal distance neither is.
func (o Paper) cardLabel(i int, a layout.Amount) (string, predate.Box) {
	above, up := o.stack(i, a, -1)
	below, down := o.stack(i, a, +1)
	side := o.CardSide()
	if side == 0 && above.Folded != "" && below.Folded != "" {
		side = stackedSide(o, i, a, above.Folded, below.Folded)
	}
	switch {
	case side > 0 && above.Folded != "":
		return above.Folded, above.Box
	case side < 0 && below.Folded != "":
		return below.Folded, below.Box
	case above.Folded != "" && up < 0.8*down:
		return above.Folded, above.Box
	case below.Folded != "" && down < 0.8*up:
		return below.Folded, below.Box
	}
	return "", predate.Box{}
}

// stackedSide tells where amounts stand that are stacked with their labels: +1 under them
// where a label is the first of the column and an amount the last, -1 the other way round;
// of one amount between two texts, on the side of the one that names an amount.
func stackedSide(o Paper, i int, a layout.Amount, above, below string) int {
	switch first, last := endsInLabel(o, i, a, -1), endsInLabel(o, i, a, +1); {
	case first && !last:
		return +1
	case last && !first:
		return -1
	}
	switch over, under := namesAmount(o, above), namesAmount(o, below); {
	case over && !under:
		return +1
	case under && !over:
		return -1
	}
	return 0
}

// namesAmount reports whether words name what a paper asks, recalls, or was owed before.
func namesAmount(o Paper, words string) bool {
	_, recalled := Recalled(o.Doc.Meaning, words)
	return recalled || o.Doc.Says(words, "opening_balance", "brought_forward", "call_total", "amount_to_pay")
}

// endsInLabel reports whether a column of labels and amounts, one close to the other, ends
// in a label in a direction.
func endsInLabel(o Paper, i int, a layout.Amount, step int) bool {
	for {
		label, _ := o.stack(i, a, step)
		if label.Folded == "" {
			return false
		}
		next, b := nextStacked(o, i, label, step)
		if next < 0 {
			return true
		}
		i, a = next, b
	}
}

// nextStacked returns the amount close behind a label in a direction, which begins where the
// label begins, and its row; -1 for none.
func nextStacked(o Paper, i int, label paper.Piece, step int) (int, layout.Amount) {
	for j := i + step; j >= 0 && j < len(o.Rows) && o.Rows[j].Page == label.Page; j += step {
		for _, b := range o.Rows[j].Amounts {
			white := b.Box.Y0 - label.Box.Y1
			if step < 0 {
				white = label.Box.Y0 - b.Box.Y1
			}
			if white > -1 && white <= max(b.Box.Height(), 8) && paper.SameEdge(b.Box, label.Box) {
				return j, b
			}
		}
	}
	return -1, layout.Amount{}
}

// stack gathers the lines of words in a direction from an amount, and the white
// between.
func (o Paper) stack(i int, a layout.Amount, step int) (paper.Piece, float64) {
	const far = 1e6
	var found paper.Piece
	edge, white := a.Box, far
	for j := i + step; j >= 0 && j < len(o.Rows) && o.Rows[j].Page == a.Page; j += step {
		p, ok := paper.Aligned(o.Rows[j], paper.Piece{Cell: layout.Cell{Box: a.Box}})
		if !ok {
			p, ok = centred(o.Rows[j], a.Box)
		}
		if !ok {
			if max(o.Rows[j].Box.Y0-edge.Y1, edge.Y0-o.Rows[j].Box.Y1) > 2*a.Box.Height() {
				break
			}
			continue
		}
		gap := max(p.Box.Y0-edge.Y1, edge.Y0-p.Box.Y1)
		_, isAmount := p.Amount()
		if isAmount || gap > max(a.Box.Height(), 8) || found.Folded != "" && gap > 2*white+1 {
			break
		}
		if edge = p.Box; found.Folded == "" {
			white = max(gap, 0.1)
			found = p
		} else if step < 0 {
			found = joinedPieces(p, found)
		} else {
			found = joinedPieces(found, p)
		}
	}
	if paper.CountLetters(found.Folded) < 4 {
		return paper.Piece{}, white
	}
	return found, white
}

// centred returns the piece of a row whose middle is over or under the middle of a box, as
// the lines of a card may be set.
func centred(r paper.Row, box predate.Box) (paper.Piece, bool) {
	for _, c := range paper.Pieces(r) {
		if d := (c.Box.X0 + c.Box.X1 - box.X0 - box.X1) / 2; d > -1.5 && d < 1.5 {
			return c, true
		}
	}
	return paper.Piece{}, false
}

// headed returns the amounts of a row that prints nothing else, each with the
// words above or below it: a small table, or cards. The row of words must have
// as many cells as there are amounts.
func (o Paper) headed(i int) ([]Labelled, bool) {
	r := o.Rows[i]
	if len(r.Amounts) < 2 || paper.CountLetters(paper.Joined(paper.WordsBetween(r, -1, 1e9))) > 2*len(r.Amounts) {
		return nil, false
	}
	for _, j := range []int{i - 1, i + 1} {
		if j < 0 || j >= len(o.Rows) || o.Rows[j].Page != r.Page || len(o.Rows[j].Amounts) > 0 || j == i+o.CardSide() {
			continue
		}
		cells := paper.Pieces(o.Rows[j])
		if paper.Distance(o.Rows[j].Box, r.Box) > 4.5*r.TypeSize() {
			continue
		}
		if len(cells) != len(r.Amounts) {
			if cells = perCard(cells, r.Amounts); cells == nil {
				continue
			}
		}
		var out []Labelled
		for k, a := range r.Amounts {
			label := cells[k].Folded
			if j > i {
				label = strings.TrimSpace(label + " " + o.wrap(j, cells[k].Cell, 1))
			} else {
				label = strings.TrimSpace(cmp.Or(o.wrap(j, cells[k].Cell, -1), headOver(o, j, k)) + " " + label)
			}
			out = append(out, Labelled{Amount: a, Label: label, Row: i, Box: cells[k].Box})
		}
		return out, true
	}
	return nil, false
}

// headOver returns what the row over a row of heads says in the column of one of them:
// labels of cards that all take two lines, however wide the lines are set apart.
func headOver(o Paper, j, k int) string {
	if j == 0 || o.Rows[j-1].Page != o.Rows[j].Page || len(o.Rows[j-1].Amounts) > 0 || paper.Distance(o.Rows[j-1].Box, o.Rows[j].Box) > 1.7*o.Rows[j].TypeSize() {
		return ""
	}
	over, heads := paper.Pieces(o.Rows[j-1]), paper.Pieces(o.Rows[j])
	if len(over) != len(heads) || k >= len(over) {
		return ""
	}
	for i := range over {
		if !paper.SameEdge(over[i].Box, heads[i].Box) {
			return ""
		}
	}
	return over[k].Folded
}

// nearestRun keeps the last run of words without a very wide gap inside, so that a
// note beside a table is not labelled by the table.
func nearestRun(words []predate.Word) []predate.Word {
	for i := len(words) - 1; i > 0; i-- {
		gap := words[i].Box.X0 - words[i-1].Box.X1
		if gap > 6*max(words[i].Box.Height(), 6) && paper.CountLetters(paper.Joined(words[i:])) > 2 {
			return words[i:]
		}
	}
	return words
}

// wrap returns the lines above or below that continue a label: same left edge, no
// amount of their own in that column, close.
func (o Paper) wrap(i int, c layout.Cell, step int) string {
	var out string
	edge, previous := c.Box.X0, c.Box
	for j := i + step; j >= 0 && j < len(o.Rows) && o.Rows[j].Page == c.Page; j += step {
		r := o.Rows[j]
		if paper.Distance(r.Box, previous) > 3*previous.Height() {
			break
		}
		found := false
		for _, p := range paper.Pieces(r) {
			if d := p.Box.X0 - edge; d > -3 && d < 3 && !paper.HasAmountRight(r, p.Box) && paper.Distance(p.Box, previous) < 1.42*o.Rows[i].TypeSize() {
				if step < 0 {
					out = p.Folded + " " + out
				} else {
					out += " " + p.Folded
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

// overlapsColumn reports whether a row prints something in a label's column.
func overlapsColumn(r paper.Row, box predate.Box) bool {
	for _, w := range r.Words {
		if w.Box.X0 < box.X1 && w.Box.X1 > box.X0 {
			return true
		}
	}
	return false
}

// wrappedBefore is the end of a sentence that goes on from the row before.
func (o Paper) wrappedBefore(i int, start predate.Box) string {
	if i == 0 || o.Rows[i-1].Page != o.Rows[i].Page || start.X0 > o.Rows[i].Box.X0+3 {
		return ""
	}
	before := o.Rows[i-1]
	apart := before.Box.X0 > start.X1 || before.Box.X1 < start.X0
	if paper.Distance(before.Box, o.Rows[i].Box) > 1.6*before.TypeSize() || len(paper.Pieces(before)) > 1 || apart {
		return "" // what stands right of an amount or left of its words is the label of another one
	}
	text := before.Folded
	if n := len(before.Amounts); n > 0 {
		text = fold.Text(paper.Joined(paper.WordsBetween(before, before.Amounts[n-1].Box.X1, 1e9)))
	}
	return text
}
