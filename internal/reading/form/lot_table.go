package form

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// lotTable is the lots that a paper lists with their shares in one key.
type lotTable struct {
	lots  []cell // their names
	parts []int64
	key   string // that the head of the shares names; may be empty
	share int64  // of all the lots
	proof cell   // the share of all, as it is printed
}

// lotAlone is the name of a lot, alone in its cell.
var lotAlone = regexp.MustCompile(`^` + fold.Lot + `$`)

// inBrackets is what a head of shares says of its key: "Tantièmes (Charges
// Générales)".
var inBrackets = regexp.MustCompile(`\(([^)]+)\)`)

// lotTable reads the table of lots of a paper: rows of a lot and its share, whose
// printed sum is the share of all. Without the sum, or with two tables, nothing
// says that no lot is missing.
func (r *reader) lotTable() (lotTable, bool) {
	var found []lotTable
	for i := range r.Lines {
		lot, share, ok := r.lotHeads(i)
		if !ok {
			continue
		}
		if t, ok := r.lotRows(i, lot, share); ok {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return lotTable{}, false
	}
	return found[0], true
}

// lotHeads returns the heads of lots and of shares that a line holds.
func (r *reader) lotHeads(i int) (lot, share cell, ok bool) {
	if r.hasAmounts(i) {
		return cell{}, cell{}, false
	}
	for _, c := range r.Lines[i].Cells {
		switch {
		case c.Nature != text:
		case lot.Text == "" && r.Names("column_lot", c.Text):
			lot = c
		case lot.Text != "" && share.Text == "" && r.Says(c.Text, "column_share", "unit_shares"):
			share = c
		}
	}
	return lot, share, lot.Text != "" && share.Text != ""
}

// lotRows reads the rows under the heads of a table of lots, down to their sum.
func (r *reader) lotRows(head int, lot, share cell) (lotTable, bool) {
	t := lotTable{}
	if m := inBrackets.FindStringSubmatch(share.Text); m != nil {
		t.key = strings.TrimSpace(m[1])
	}
	var sum int64
	for i := head + 1; i < len(r.Lines) && r.Lines[i].Page == r.Lines[head].Page; i++ {
		name, part, ok := r.lotRow(i, lot, share)
		if ok {
			t.lots, t.parts, sum = append(t.lots, name), append(t.parts, part), sum+part
			continue
		}
		last := slices.IndexFunc(r.Lines[i].Cells, func(c cell) bool { return c.Nature == count && c.Counts[0] == sum })
		if len(t.lots) == 0 || r.hasAmounts(i) || last < 1 || !r.isShortTotal(r.Lines[i].Cells[last-1].Text) && !r.Names("shares_total", r.Lines[i].Cells[last-1].Text) {
			return lotTable{}, false
		}
		t.share, t.proof = sum, r.Lines[i].Cells[last]
		return t, true
	}
	return lotTable{}, false
}

// lotRow reads a row of a table of lots: the name under the head of lots and the
// number under that of shares.
func (r *reader) lotRow(i int, lot, share cell) (name cell, part int64, ok bool) {
	if r.hasAmounts(i) {
		return cell{}, 0, false
	}
	named, counted := 0, 0
	for _, c := range r.Lines[i].Cells {
		switch under := func(head cell) bool { return over(head.Box, c.Box) > 0.3 || near(head.Box.X0, c.Box.X0) }; {
		case under(lot) && lotAlone.MatchString(foldedWords(c.Text)):
			name = c
			named++
		case under(share) && c.Nature == count:
			part = c.Counts[0]
			counted++
		}
	}
	return name, part, named == 1 && counted == 1 && part > 0
}

// lotFigures returns the lots that a table lists. Their shares are told where they
// are those of ownership, which general charges follow (loi 65-557, art. 10).
func (r *reader) lotFigures(t lotTable) []predate.Figure {
	general := t.key == "" || r.Says(t.key, "key_general")
	var list predate.LotList
	var proof []predate.Evidence
	for k, c := range t.lots {
		lot := predate.Lot{Number: strings.ToUpper(c.Text)}
		if general {
			lot.Shares = t.parts[k]
		}
		list, proof = append(list, lot), append(proof, c.Proof("form.lots"))
	}
	return []predate.Figure{{Key: predate.KeyLots, Value: list, Evidence: proof}}
}

// ownShare returns the share that a paper without a table of lots prints for the
// owner: the only number beside words that name shares. Its base is not taken:
// nothing proves it, and programs print the same for every building.
func (r *reader) ownShare() (share int64, ok bool) {
	for _, l := range r.Lines {
		for k, c := range l.Cells {
			label, number := c.Text, shareAlone.FindStringSubmatch(c.Text)
			if before, after, labelled := strings.Cut(c.Text, ":"); labelled && c.Nature == text {
				label, number = before, shareAlone.FindStringSubmatch(after)
			} else if k > 0 {
				label = l.Cells[k-1].Text
			}
			if label = strings.Trim(label, " :"); number == nil || !r.Names("unit_shares", label) && !r.Names("column_share", label) {
				continue
			}
			s, _, _ := layout.Whole(strings.Join(strings.Fields(number[1]), " "))
			if s == 0 || share != 0 && s != share {
				return 0, false
			}
			share = s
		}
	}
	return share, share > 0
}

// shareAlone is a share with or without its base.
var shareAlone = regexp.MustCompile(`^\s*(\d[\d .\x{a0}\x{202f}]*?)\s*(?:/\s*\d[\d .\x{a0}\x{202f}]*)?$`)
