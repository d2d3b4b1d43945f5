package form

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// noted is an amount and a base that stand among the lines of a row.
type noted struct {
	total *node
	base  int64
	foot  int // the last of their lines
}

// noteLines is how far from a row its note begins or ends at most: a note of three
// lines under the name of a key, or the lots of a key stacked over it.
const noteLines = 5

// quoteNotes adds the rows that print their share and their part, and of which a
// note among their lines has what is apportioned and the base: "appelé 20 960,00 €,
// sur 100 000 tantièmes". The lots of one key share its note. What two notes
// explain is left alone.
func (r *reader) quoteNotes(quotes map[int]quote) {
	for i := range r.Lines {
		if _, known := quotes[i]; known || !r.hasAmounts(i) {
			continue
		}
		if q, ok := r.quoteNoted(i); ok {
			quotes[i] = q
		}
	}
	for i := range r.Lines {
		q, ok := quotes[i]
		if !ok || q.foot == 0 {
			continue
		}
		for j := i + 1; j <= i+noteLines; j++ {
			if other, ok := quotes[j]; ok && other.apportioned == q.apportioned {
				other.name = q.name
				quotes[j] = other
			}
		}
	}
}

// quoteNoted returns what the note of a row explains of it.
func (r *reader) quoteNoted(i int) (quote, bool) {
	var found []quote
	for _, s := range r.loneShares(i) {
		for _, n := range r.notes(i, s.unit) {
			s.base = n.base
			for _, part := range r.at[i] {
				if part == n.total || part.column == n.total.column || part.value() == 0 || len(part.children) > 0 || s.share >= s.base || !explains(s, n.total, part) {
					continue
				}
				if part.cell.Line == n.total.cell.Line && part.cell.Box.X0 < n.total.cell.Box.X0 {
					continue
				}
				q := quote{apportioned: n.total, part: part, share: s.share, base: s.base, unit: s.unit, head: n.foot, name: i, foot: n.foot}
				same := func(o quote) bool {
					return o.part == q.part && o.share == q.share && o.base == q.base && o.apportioned.value() == q.apportioned.value()
				}
				if k := slices.IndexFunc(found, same); k < 0 {
					found = append(found, q)
				} else if gap(i, n.total.cell.Line) < gap(i, found[k].apportioned.cell.Line) {
					found[k] = q
				}
			}
		}
	}
	if len(found) != 1 {
		return quote{}, false
	}
	return found[0], true
}

// quotesFooted lists the pairs of the only amount of a row and one of the line right
// under it that the share and base of the row explain: a small line under each row says
// what is apportioned. It has no share and no amount in the column of parts.
func (r *reader) quotesFooted(i int) []quote {
	foot := i + 1
	if len(r.at[i]) != 1 || foot >= len(r.Lines) || r.Lines[foot].Page != r.Lines[i].Page || len(r.sharesAt(foot)) > 0 {
		return nil
	}
	part := r.at[i][0]
	if r.inColumn(foot, part.column) != nil || r.Lines[foot].Box.Y0-r.Lines[i].Box.Y1 > r.Lines[i].Size {
		return nil
	}
	var out []quote
	for _, s := range r.sharesAt(i) {
		for _, total := range r.at[foot] {
			if s.certain && s.share < s.base && total.value() != 0 && part.value() != 0 && explains(s, total, part) {
				out = append(out, quote{apportioned: total, part: part, share: s.share, base: s.base, unit: s.unit, head: i, name: i, foot: foot})
			}
		}
	}
	return out
}

// noteName returns the words that name what a note is of: those of the first cell
// of its row that has words, and under them what goes on in brackets or in small letters, down to
// the amounts of the note.
func (r *reader) noteName(q quote) string {
	row := r.Lines[q.name].Cells
	for len(row) > 1 && row[0].Nature == amount {
		row = row[1:]
	}
	name := row[0].Text
	for i := q.name + 1; i <= q.foot && len(row) > 1; i++ {
		cells := r.Lines[i].Cells
		if len(cells) == 0 || cells[0].Nature != text || !near(cells[0].Box.X0, row[0].Box.X0) || len(cells) > 1 && cells[1].Nature == amount && cells[1].Box.X1 < row[1].Box.X0 {
			break
		}
		rest := cells[0].Text
		opened := strings.Count(name, "(") > strings.Count(name, ")")
		if !opened && (strings.HasSuffix(name, ")") || !startsLower(rest) || r.NatureOf(rest) != predate.NatureUnknown) {
			break
		}
		name += " " + rest
	}
	return name
}

// gap is how many lines stand between two.
func gap(i, j int) int { return max(i-j, j-i) }

// loneShares lists the shares that a line prints without their base: with a unit,
// or under the head of shares.
func (r *reader) loneShares(i int) []shares {
	var out []shares
	for _, c := range r.Lines[i].Cells {
		if c.Nature == count && c.Counts[0] > 0 && (c.Unit != "" || r.underHead(c, "column_share") || r.Says(r.HeadsOver(c, c.Box), "column_share")) {
			out = append(out, shares{share: c.Counts[0], unit: c.Unit})
		}
	}
	return out
}

// notes lists the amounts of the lines around one with the bases that stand with
// them, on their line or the next one. A base has the unit of the share, if both
// print one.
func (r *reader) notes(i int, unit string) []noted {
	var out []noted
	for j := max(0, i-noteLines); j < min(len(r.Lines), i+noteLines); j++ {
		if r.Lines[j].Page != r.Lines[i].Page {
			continue
		}
		for _, total := range r.at[j] {
			if total.value() == 0 {
				continue
			}
			for k := j; k <= min(j+1, len(r.Lines)-1) && r.Lines[k].Page == r.Lines[j].Page; k++ {
				for _, c := range r.Lines[k].Cells {
					if k == j && c.Box.X0 < total.cell.Box.X0 || c.Box.X0 > total.cell.Box.X1+60 && k > j {
						continue
					}
					for _, base := range r.basesIn(c, unit) {
						out = append(out, noted{total, base, k})
					}
				}
			}
		}
	}
	return out
}

// baseForm is a number with the word or the bar before it and the word after it.
var baseForm = regexp.MustCompile(`(?:(\pL+)|(/))?[\s:]*(\d[\d \x{a0}\x{202f}]*)\s*(\pL+\.?|m3|m³)?`)

// basesIn lists the numbers of a cell that may be the base of a key: those that an
// amount is divided by, or that have a unit.
func (r *reader) basesIn(c cell, unit string) []int64 {
	switch c.Nature {
	case count:
		if c.Unit == "" || unit != "" && foldedWords(c.Unit) != foldedWords(unit) {
			return nil
		}
		return c.Counts[:1]
	case text:
	default:
		return nil
	}
	var out []int64
	for _, m := range baseForm.FindAllStringSubmatch(c.Text, -1) {
		n, rest, ok := layout.Whole(strings.TrimSpace(strings.ReplaceAll(m[3], "\u00a0", " ")))
		own := strings.Trim(m[4], ".")
		named := own != "" && r.IsUnit(own)
		divides := m[2] != "" || foldedWords(m[1]) == "sur" || r.Says(m[1], "column_base")
		if !ok || rest != "" || n < 2 || !divides && !named || named && unit != "" && foldedWords(own) != foldedWords(unit) {
			continue
		}
		out = append(out, n)
	}
	return out
}
