package lottable

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/cells"
	"predate/internal/reading/layout"
	"predate/internal/reading/meaning"
)

// Reader is a paper with what its words mean.
type Reader struct {
	*cells.Paper
	*meaning.Reader
}

// Table is the lots that a paper lists with their shares in one key.
type Table struct {
	Lots  []cells.Cell // their names
	Key   string       // that the head of the shares names; may be empty
	Share int64        // of all the lots
	parts []int64
}

// lotAlone is the name of a lot, alone in its cell.
var lotAlone = regexp.MustCompile(`^` + fold.Lot + `$`)

// IsLot reports whether words are the name of a lot and nothing else.
func IsLot(words string) bool { return lotAlone.MatchString(fold.Text(words)) }

// inBrackets is what a head of shares says of its key: "Tantièmes (Charges
// Générales)".
var inBrackets = regexp.MustCompile(`\(([^)]+)\)`)

// Find reads the table of lots of a paper: rows of a lot and its share, whose
// printed sum is the share of all. Without the sum, or with two tables, nothing
// says that no lot is missing.
func (r Reader) Find() (Table, bool) {
	var found []Table
	for i := range r.Lines {
		lot, share, ok := r.heads(i)
		if !ok {
			continue
		}
		if t, ok := r.rows(i, lot, share); ok {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return Table{}, false
	}
	return found[0], true
}

// charged reports whether a line prints an amount.
func (r Reader) charged(i int) bool {
	return slices.ContainsFunc(r.Lines[i].Cells, func(c cells.Cell) bool { return c.Nature == cells.Amount })
}

// heads returns the heads of lots and of shares that a line holds.
func (r Reader) heads(i int) (lot, share cells.Cell, ok bool) {
	if r.charged(i) {
		return cells.Cell{}, cells.Cell{}, false
	}
	for _, c := range r.Lines[i].Cells {
		switch {
		case c.Nature != cells.Text:
		case lot.Text == "" && r.Names("column_lot", c.Text):
			lot = c
		case lot.Text != "" && share.Text == "" && r.Says(c.Text, "column_share", "unit_shares"):
			share = c
		}
	}
	return lot, share, lot.Text != "" && share.Text != ""
}

// rows reads the rows under the heads of a table of lots, down to their sum.
func (r Reader) rows(head int, lot, share cells.Cell) (Table, bool) {
	t := Table{}
	if m := inBrackets.FindStringSubmatch(share.Text); m != nil {
		t.Key = strings.TrimSpace(m[1])
	}
	var sum int64
	for i := head + 1; i < len(r.Lines) && r.Lines[i].Page == r.Lines[head].Page; i++ {
		name, part, ok := r.row(i, lot, share)
		if ok {
			t.Lots, t.parts, sum = append(t.Lots, name), append(t.parts, part), sum+part
			continue
		}
		last := slices.IndexFunc(r.Lines[i].Cells, func(c cells.Cell) bool { return c.Nature == cells.Count && c.Counts[0] == sum })
		if len(t.Lots) == 0 || r.charged(i) || last < 1 || !r.IsShortTotal(r.Lines[i].Cells[last-1].Text) && !r.Names("shares_total", r.Lines[i].Cells[last-1].Text) {
			return Table{}, false
		}
		t.Share = sum
		return t, true
	}
	return Table{}, false
}

// row reads a row of a table of lots: the name under the head of lots and the
// number under that of shares.
func (r Reader) row(i int, lot, share cells.Cell) (name cells.Cell, part int64, ok bool) {
	if r.charged(i) {
		return cells.Cell{}, 0, false
	}
	named, counted := 0, 0
	for _, c := range r.Lines[i].Cells {
		switch under := func(head cells.Cell) bool {
			return cells.Over(head.Box, c.Box) > 0.3 || cells.Near(head.Box.X0, c.Box.X0)
		}; {
		case under(lot) && IsLot(c.Text):
			name = c
			named++
		case under(share) && c.Nature == cells.Count:
			part = c.Counts[0]
			counted++
		}
	}
	return name, part, named == 1 && counted == 1 && part > 0
}

// Figures returns the lots that a table lists. Their shares are told where they
// are those of ownership, which general charges follow (loi 65-557, art. 10).
func (r Reader) Figures(t Table) []predate.Figure {
	general := t.Key == "" || r.Says(t.Key, "key_general")
	var list predate.LotList
	var proof []predate.Evidence
	for k, c := range t.Lots {
		lot := predate.Lot{Number: strings.ToUpper(c.Text)}
		if general {
			lot.Shares = t.parts[k]
		}
		list, proof = append(list, lot), append(proof, c.Proof("form.lots"))
	}
	return []predate.Figure{{Key: predate.KeyLots, Value: list, Evidence: proof}}
}

// OwnShare returns the share that a paper without a table of lots prints for the
// owner: the only number beside words that name shares. Its base is not taken:
// nothing proves it, and programs print the same for every building.
func (r Reader) OwnShare() (share int64, ok bool) {
	for _, l := range r.Lines {
		for k, c := range l.Cells {
			label, number := c.Text, shareAlone.FindStringSubmatch(c.Text)
			if before, after, labelled := strings.Cut(c.Text, ":"); labelled && c.Nature == cells.Text {
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
