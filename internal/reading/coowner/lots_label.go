package coowner

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

var (
	// lotsApart parts a list of lots in one cell: "17 Appt (149 t.) ; 72 Cave (3 t.)",
	// "n° 17 – Appartement n° 72 – Cave".
	lotsApart = regexp.MustCompile(` ?; ?|(?i:\s+(?:(?:et )?lots? )?(?:n° ?|lot ))`)
	// lotItem is one of them, by its number and then its kind.
	lotItem = regexp.MustCompile(`(?i)^(?:lots? )?(?:n° ?)?(` + fold.Lot + `) ?[-–—:(]? ?(\p{L}.*)$`)
)

// lotsAfterLabel reads the lots that a paper lists in one cell beside their label, over
// several lines: "Vos lots | n° 17 – Appartement, bât. A – 149 | tant. généraux | n° 72 –
// Cave". It returns no lots where one item is no lot, or the first has no kind.
func lotsAfterLabel(o Paper) (predate.LotList, []predate.Evidence) {
	for i, r := range o.Rows {
		cells := paper.Pieces(r)
		k := slices.IndexFunc(cells, func(c paper.Piece) bool { return isLotsLabel(strings.TrimSuffix(c.Folded, " :")) })
		if k < 0 || k+1 == len(cells) {
			continue
		}
		value := cellDown(o, i, cells[k+1])
		var list predate.LotList
		var proofs []predate.Evidence
		for _, printed := range lotsApart.Split(value.Text, -1) {
			lot, ok := listedLot(o, printed)
			if !ok || lot.Type == "" && len(list) == 0 || indexLot(list, lot.Number) >= 0 {
				return nil, nil
			}
			list, proofs = append(list, lot), append(proofs, paper.Proof(value.Page, value.Box, value.Text)...)
		}
		return list, proofs
	}
	return nil, nil
}

// listedLot reads a lot of a list, which names its kind, be it in short, or its shares.
func listedLot(o Paper, printed string) (predate.Lot, bool) {
	m := lotItem.FindStringSubmatch(strings.TrimSpace(printed))
	if m == nil {
		return predate.Lot{}, false
	}
	item := paper.Piece{Cell: layout.Cell{Text: m[2]}, Folded: fold.Text(m[2])}
	lot := o.describe(m[1], item.Folded, []paper.Piece{item})
	if lot.Type != "" {
		return lot, true
	}
	first := o.Doc.Words.Text(m[2]).Words()[0] // in full: "Appt" is appartement
	if known, ancillary := o.words.kinds.Of(first); known {
		lot.Type, lot.Ancillary = strings.ToUpper(first[:1])+first[1:], ancillary
	}
	return lot, lot.Type != "" || lot.Shares > 0
}

// cellDown returns a cell with the lines that go on under it: they begin where it begins,
// and no words are left of them.
func cellDown(o Paper, i int, c paper.Piece) layout.Cell {
	out := c.Cell
	for j := i + 1; j < len(o.Rows) && o.Rows[j].Page == c.Page; j++ {
		next := paper.Pieces(o.Rows[j])[0]
		if d := next.Box.X0 - c.Box.X0; d < -3 || d > 3 || next.Box.Y0-out.Box.Y1 > 1.2*c.Box.Height() {
			break
		}
		out.Text, out.Box = out.Text+" "+next.Text, out.Box.Union(next.Box)
	}
	return out
}
