package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
)

// quote is a line that proves itself: what is apportioned, times the share of
// the lots, over the base of the key, makes the part (décret 67-223, art. 35-2;
// loi 65-557, art. 10).
type quote struct {
	apportioned, part *node
	share, base       int64
	unit              string
	head              int // the line of the heading that gives share and base, or what is apportioned; the line itself otherwise
	name              int // the line that names the key
	foot              int // the last line of the note that has what is apportioned; 0 for none
}

// shares is a share with its base.
type shares struct {
	share, base int64
	unit        string
	certain     bool // printed as one fraction, or with a unit
}

// quotes finds the lines that prove themselves, by line. Where several pairs of
// columns would do, the pair that most lines choose wins.
func (r *reader) quotes() map[int]quote {
	all := map[int][]quote{}
	wins := map[[2]int]int{}
	var heads []int // lines of words and numbers, the last first
	wrapped := 0    // the last line whose share is of the row over it
	headed := func(i int) []quote {
		for _, h := range heads {
			if found := r.quotesAt(i, h); len(found) > 0 {
				return found
			}
		}
		return nil
	}
	posts := func(i int) []quote {
		found := quotesOverPosts(r, i)
		if len(found) > 0 {
			wrapped = i + 1
		}
		return found
	}
	underKey := func(i int) []quote { return quotesUnderKey(r, i) }
	like := func(i int) []quote { return quotesLikeAbove(all[r.chargedAbove(i)], r.at[i], r.sharesAt(i)) }
	for i := range r.Lines {
		if !r.hasAmounts(i) {
			if len(r.sharesAt(i)) > 0 && !r.Lines[i].Repeated && i != wrapped {
				heads = append([]int{i}, heads[:min(len(heads), 5)]...)
			}
			continue
		}
		found := r.quotesAt(i, i)
		if len(found) == 0 {
			found, wrapped = r.quotesWrapped(i)
		}
		for _, way := range []func(int) []quote{r.quotesUnder, headed, r.quotesFooted, r.quotesBelow, r.quotesOfLot, underKey, like, r.quotesHeld, posts} {
			if len(found) == 0 {
				found = way(i)
			}
		}
		all[i] = found
		for _, q := range found {
			wins[[2]int{q.apportioned.column, q.part.column}]++
		}
	}
	out := map[int]quote{}
	for i, found := range all {
		best, most := -1, 0
		for k, q := range found {
			if n := wins[[2]int{q.apportioned.column, q.part.column}]; n > most {
				best, most = k, n
			}
		}
		if best >= 0 {
			out[i] = found[best]
		}
	}
	r.quoteSums(out)
	r.quoteNotes(out)
	return out
}

// quoted is the quote of a share, whose key is named where its amount stands.
func quoted(apportioned, part *node, s shares, head int) quote {
	return quote{apportioned: apportioned, part: part, share: s.share, base: s.base, unit: s.unit, head: head, name: apportioned.cell.Line}
}

// quoteSums adds the sums that print no share: those of lines of one share and
// base, in the column of what is apportioned and in that of the parts.
func (r *reader) quoteSums(quotes map[int]quote) {
	for i := range r.Lines {
		if _, known := quotes[i]; known {
			continue
		}
		for _, part := range r.at[i] {
			for _, total := range r.at[i] {
				if q, ok := sumOfQuotes(quotes, total, part); ok {
					quotes[i] = q
				}
			}
		}
	}
}

// sumOfQuotes returns what two sums of a line quote: the share and base of the
// lines that they sum, the same for all of them.
func sumOfQuotes(quotes map[int]quote, total, part *node) (quote, bool) {
	totals, parts := total.leaves(), part.leaves()
	if total == part || len(parts) < 2 || len(totals) != len(parts) {
		return quote{}, false
	}
	first := quotes[parts[0].cell.Line]
	for k := range parts {
		q, known := quotes[parts[k].cell.Line]
		if !known || q.part != parts[k] || q.apportioned != totals[k] || q.share != first.share || q.base != first.base {
			return quote{}, false
		}
	}
	sum := quoted(total, part, shares{first.share, first.base, first.unit, false}, part.cell.Line)
	return sum, explains(shares{share: sum.share, base: sum.base}, total, part)
}

// sharesAt lists the pairs of whole numbers of a line that may be a share and
// its base.
func (r *reader) sharesAt(i int) []shares {
	var out []shares
	var counts []int64
	unit := ""
	for k, c := range r.Lines[i].Cells {
		switch {
		case c.Nature == ratio && fraction.AreYears(c.Counts[0], c.Counts[1]):
		case c.Nature == ratio:
			out = append(out, shares{c.Counts[0], c.Counts[1], c.Unit, c.Unit != "" || c.Counts[1] >= 100 || r.amongShares(c)})
		case c.Nature == count && k > 0:
			counts = append(counts, c.Counts[0])
			unit = cmp.Or(unit, c.Unit)
		case c.Nature == amount && r.isShare(c):
			counts = append(counts, int64(c.Amount.Cents)/100)
		case c.Nature == text:
			if s, ok := ratioIn(c.Text, r.IsUnit); ok {
				out = append(out, s)
				continue
			}
			if s, ok := r.percentAt(i, k); ok {
				out = append(out, s)
				continue
			}
			if n, u, ok := r.countIn(c.Text); ok && !r.hasAmounts(i) {
				counts = append(counts, n)
				unit = cmp.Or(unit, u)
			}
		}
	}
	for _, a := range counts {
		for _, b := range counts {
			if a > 0 && b > 1 && a < b && !fraction.AreYears(a, b) {
				out = append(out, shares{a, b, unit, unit != ""})
			}
		}
	}
	return out
}

// amongShares reports whether a fraction stands in a column with one of a base
// that no date has.
func (r *reader) amongShares(c cell) bool {
	for i := max(0, c.Line-20); i < min(len(r.Lines), c.Line+20); i++ {
		if slices.ContainsFunc(r.Lines[i].Cells, func(o cell) bool {
			return o.Nature == ratio && o.Counts[1] >= 100 && !fraction.AreYears(o.Counts[0], o.Counts[1]) && over(o.Box, c.Box) > 0.5
		}) {
			return true
		}
	}
	return false
}

// percentAt reads a share and the percent that it is of its base, printed one after
// the other: "40.00 | 4.0 %".
func (r *reader) percentAt(i, k int) (shares, bool) {
	if k == 0 {
		return shares{}, false
	}
	share := int64(0)
	switch c := r.Lines[i].Cells[k-1]; {
	case c.Nature == count:
		share = c.Counts[0]
	case c.Nature == amount && r.isShare(c):
		share = int64(c.Amount.Cents) / 100
	}
	base, ok := fraction.BaseOfPercent(share, r.Lines[i].Cells[k].Text)
	return shares{share, base, "", true}, ok
}

// ratioIn finds a share and base among words: "Ascenseur A (ASCA) – 40/1000 tantièmes".
func ratioIn(words string, isUnit func(string) bool) (shares, bool) {
	f, ok := fraction.InWords(words, isUnit)
	return shares{f.Share, f.Base, f.Unit, ok}, ok
}

// isShare reports whether a number with zero decimals is a share or a base, as
// programs print that count in fractions: it has no sign of money where the
// other amounts of its line have one, or its column is headed so.
func (r *reader) isShare(c cell) bool {
	if c.Amount.Cents <= 0 || c.Amount.Cents%100 != 0 || isEuro(c.Text) {
		return false
	}
	for _, other := range r.Lines[c.Line].Cells {
		if other.Nature == amount && isEuro(other.Text) {
			return true
		}
	}
	return r.underHead(c, "column_share") || r.underHead(c, "column_base")
}

// isEuro reports whether a printed amount has the sign of money.
func isEuro(words string) bool {
	return strings.Contains(words, "€") || strings.Contains(strings.ToLower(words), "eur")
}

// countIn finds a whole number at the end of words that name a share or a base:
// "Base 10000 tantièmes", "Vos parts : 256".
func (r *reader) countIn(words string) (int64, string, bool) {
	if !r.Says(words, "column_base", "column_share", "unit_shares", "unit_lots", "unit_parts") {
		return 0, "", false
	}
	fields := strings.Fields(words)
	for k := len(fields) - 1; k >= 0; k-- {
		if fields[k] == "" || !isDigit(fields[k][0]) {
			continue
		}
		for k > 0 && isDigit(fields[k-1][0]) && len(fields[k-1]) <= 3 {
			k--
		}
		n, rest, ok := layout.Whole(strings.Join(fields[k:], " "))
		u := layout.UnitOf(rest)
		return n, u, ok && (u == "" || r.IsUnit(u))
	}
	return 0, "", false
}

// quotesAt lists the pairs of amounts of a line that a share and base, printed
// on the line or in a heading, explain. Numbers of a heading that are not
// certain need a sum whose every line they explain.
func (r *reader) quotesAt(i, from int) []quote {
	var out []quote
	nodes := r.at[i]
	for _, s := range r.sharesAt(from) {
		for _, total := range nodes {
			for _, part := range nodes {
				if total == part || total.value() == 0 || part.value() == 0 || s.share >= s.base && s.unit == "" {
					continue
				}
				if explains(s, total, part) && (from == i || s.certain) {
					out = append(out, quoted(total, part, s, from))
				} else if whole, ok := widened(total); ok && from == i && explains(s, whole, part) {
					out = append(out, quoted(whole, part, s, from))
				}
			}
		}
	}
	return out
}

// quotesBelow lists the pairs of an amount over a line and the only one of the
// line that its share explains: a key with what is apportioned, and under it the
// lots with their shares. The key has no share and no amount in the parts' column.
func (r *reader) quotesBelow(i int) []quote {
	if len(r.at[i]) != 1 {
		return nil
	}
	part := r.at[i][0]
	var out []quote
	for h := i - 1; h >= max(0, i-12) && len(out) == 0; h-- {
		if !r.hasAmounts(h) || len(r.sharesAt(h)) > 0 {
			continue
		}
		if r.inColumn(h, part.column) != nil {
			return nil
		}
		for _, s := range r.sharesAt(i) {
			for _, total := range r.at[h] {
				if s.certain && s.share < s.base && total.value() != 0 && part.value() != 0 && explains(s, total, part) {
					out = append(out, quoted(total, part, s, h))
				}
			}
		}
		break
	}
	return out
}

// widened returns an amount with the thousands that stand on the line over it.
func widened(n *node) (*node, bool) {
	whole := *n
	whole.cell.Amount.Cents = n.cell.Wider
	return &whole, n.cell.Wider > 0
}

// quotesUnder lists the pairs of amounts of a card, a line of amounts alone whose
// words stand under them, that a fraction under them explains.
func (r *reader) quotesUnder(i int) []quote {
	const small = 100 // below, many fractions would do
	if slices.ContainsFunc(r.Lines[i].Cells, func(c cell) bool { return c.Nature == text }) {
		return nil
	}
	for j := i + 1; j < min(len(r.Lines), i+4) && r.Lines[j].Page == r.Lines[i].Page; j++ {
		if !slices.ContainsFunc(r.Lines[j].Cells, func(c cell) bool { return c.Nature == ratio }) {
			continue
		}
		found := r.quotesAt(i, j)
		return slices.DeleteFunc(found, func(q quote) bool { return q.part.value() < small })
	}
	return nil
}

// explains reports whether a share of an amount is a part, to the cent that
// rounding each line of a sum may lose.
func explains(s shares, total, part *node) bool {
	return explainsOf(s, total, part, len(part.leaves()))
}

// smallTotal is the amount, in cents, under which a part is exact.
const smallTotal = 100_00

// explainsOf is explains for a part of so many lines.
func explainsOf(s shares, total, part *node, lines int) bool {
	slack := predate.Cents(lines/2 + 1) // one cent for a line alone
	if size(total.value()) < smallTotal {
		slack-- // a cent is much of so little
	}
	want, ok := total.value().Share(s.share, s.base)
	return ok && want-part.value() <= slack && part.value()-want <= slack
}
