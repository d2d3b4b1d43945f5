package form

import "slices"

// quotesOfLot lists the pairs of an amount of a key's line and the only one of a
// line under it that a share explains, where the key prints its base once and
// each lot under it its own share: "GEN | 33 007,50 | 100000 tantièmes", then
// "Lot 63 | 391 | 129,06".
func (r *reader) quotesOfLot(i int) []quote {
	part, share, ok := r.shareAlone(i)
	if !ok {
		return nil
	}
	key, base, ok := r.baseOver(i, part)
	if !ok || share >= base.Counts[0] {
		return nil
	}
	var out []quote
	for _, total := range r.at[key] {
		s := shares{share, base.Counts[0], base.Unit, true}
		if total.value() != 0 && explains(s, total, part) {
			out = append(out, quoted(total, part, s, key))
		}
	}
	return out
}

// quotesUnderKey lists the pairs of amounts of a row that its own whole number explains, as
// the share of a key that a heading over the row names with its base: "Clé GEN - Charges
// générales - base 10000 tantièmes", then "Provision | 17 407,50 | 197 | 342,93".
func quotesUnderKey(r *reader, i int) []quote {
	const most = 10 // lines from the heading to the last of its rows
	base, unit, head := int64(0), "", i-1
	for ; head >= max(0, i-most) && r.Lines[head].Page == r.Lines[i].Page; head-- {
		if words := r.LineText(head); !r.hasAmounts(head) && r.Says(words, "column_base") && len(r.sharesAt(head)) == 0 {
			base, unit, _ = r.countIn(words)
			break
		}
	}
	var out []quote
	for _, c := range r.Lines[i].Cells {
		if c.Nature != count || c.Counts[0] <= 0 || c.Counts[0] >= base {
			continue
		}
		s := shares{c.Counts[0], base, unit, true}
		for _, total := range r.at[i] {
			for _, part := range r.at[i] {
				if total != part && total.value() != 0 && part.value() != 0 && explains(s, total, part) {
					out = append(out, quoted(total, part, s, head))
				}
			}
		}
	}
	return out
}

// quotesLikeAbove lists the pairs of what the line above quotes and the only amount of
// a line that its own share explains: what is apportioned is printed for the first lot
// of a key alone, and blank for the lots under it.
func quotesLikeAbove(above []quote, here []*node, own []shares) []quote {
	if len(here) != 1 || here[0].value() == 0 {
		return nil
	}
	var out []quote
	for _, q := range above {
		for _, s := range own {
			if s.certain && s.base == q.base && q.part.column == here[0].column && explains(s, q.apportioned, here[0]) {
				like := quoted(q.apportioned, here[0], s, q.head)
				like.name = q.name
				out = append(out, like)
			}
		}
	}
	return out
}

// chargedAbove returns the nearest line over a line that has amounts; the words of a
// row may wrap between the two. -1 for none.
func (r *reader) chargedAbove(i int) int {
	for h := i - 1; h >= max(0, i-3) && r.Lines[h].Page == r.Lines[i].Page; h-- {
		if r.hasAmounts(h) {
			return h
		}
	}
	return -1
}

// shareAlone returns the only amount of a line that names something and prints
// one whole number, with that number.
func (r *reader) shareAlone(i int) (*node, int64, bool) {
	var counts []int64
	for k, c := range r.Lines[i].Cells {
		if c.Nature == count && k > 0 {
			counts = append(counts, c.Counts[0])
		}
	}
	if len(r.at[i]) != 1 || len(counts) != 1 || counts[0] <= 0 || r.at[i][0].value() == 0 {
		return nil, 0, false
	}
	return r.at[i][0], counts[0], true
}

// baseOver finds the line of the key over a line of a lot: the nearest one that
// prints a base and amounts, and no amount in the column of the parts. Any line with
// amounts between the two must be that of another lot.
func (r *reader) baseOver(i int, part *node) (line int, base cell, ok bool) {
	const mostLots, mostLines = 12, 40 // the turn of a page prints a foot and heads between
	for h, lots := i-1, 0; h >= max(0, i-mostLines) && lots < mostLots; h-- {
		if !r.hasAmounts(h) {
			continue
		}
		lots++
		if !slices.ContainsFunc(r.at[h], part.sameColumn) {
			base, ok = r.onlyBase(h)
			return h, base, ok
		}
		if _, _, isLot := r.shareAlone(h); !isLot {
			return 0, cell{}, false
		}
	}
	return 0, cell{}, false
}

// sameColumn reports whether two amounts stand in one column, which the turn of a page
// parts into two that end alike.
func (n *node) sameColumn(o *node) bool {
	return n.column == o.column || n.cell.Page != o.cell.Page && near(n.cell.Box.X1, o.cell.Box.X1)
}

// onlyBase returns the only whole number of a line behind its words, if it has a
// unit of shares or stands under the head of bases.
func (r *reader) onlyBase(i int) (cell, bool) {
	var found []cell
	for k, c := range r.Lines[i].Cells {
		if c.Nature == count && k > 0 {
			found = append(found, c)
		}
	}
	if len(found) != 1 || found[0].Unit == "" && !r.underHead(found[0], "column_base") {
		return cell{}, false
	}
	return found[0], found[0].Counts[0] > 1
}
