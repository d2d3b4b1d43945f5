package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

var (
	// lotsApart parts a list of lots in one cell: "17 Appt (149 t.) ; 72 Cave (3 t.)",
	// "n° 17 – Appartement n° 72 – Cave".
	lotsApart = regexp.MustCompile(` ?; ?|(?i:\s+(?:(?:et )?lots? )?(?:n° ?|lot ))`)
	// lotItem is one of them, by its number and then its kind.
	lotItem = regexp.MustCompile(`^(?:lots? )?(?:n° ?)?(` + fold.Lot + `) ?[-–—:(]? ?(\p{L}.*)$`)
)

// lotsAfterLabel reads the lots that a paper lists in one cell beside their label, over
// several lines: "Vos lots | n° 17 – Appartement, bât. A – 149 | tant. généraux | n° 72 –
// Cave". Each names its kind or its shares, the first its kind; else the list is none.
func lotsAfterLabel(o owned) (predate.LotList, []predate.Evidence) {
	for i, r := range o.rows {
		cells := pieces(r)
		k := slices.IndexFunc(cells, func(c piece) bool { return isLotsLabel(strings.TrimSuffix(c.text, " :")) })
		if k < 0 || k+1 == len(cells) {
			continue
		}
		value := cellDown(o, i, cells[k+1])
		var list predate.LotList
		var proofs []predate.Evidence
		for _, printed := range lotsApart.Split(strings.TrimPrefix(value.Text, "n° "), -1) {
			m := lotItem.FindStringSubmatch(fold.Text(printed))
			if m == nil || indexLot(list, strings.ToUpper(m[1])) >= 0 {
				return nil, nil
			}
			_, words, _ := strings.Cut(strings.TrimSpace(printed), " ")
			item := piece{Cell: layout.Cell{Text: words, Box: value.Box, Page: value.Page}, text: fold.Text(words)}
			lot := o.describe(m[1], item.text, []piece{item})
			if full := o.doc.words.Text(m[2]).Words(); lot.Type == "" && len(full) > 0 {
				if known, ancillary := o.words.kinds.of(full[0]); known { // "Appt" is Appartement
					lot.Type, lot.Ancillary = strings.ToUpper(full[0][:1])+full[0][1:], ancillary
				}
			}
			if lot.Type == "" && (lot.Shares == 0 || len(list) == 0) {
				return nil, nil
			}
			list = append(list, lot)
			proofs = append(proofs, proof(value.Page, value.Box, value.Text)...)
		}
		return list, proofs
	}
	return nil, nil
}

// cellDown returns a cell with the lines that go on under it: they begin where it begins,
// and nothing stands left of them.
func cellDown(o owned, i int, c piece) layout.Cell {
	out := c.Cell
	for j := i + 1; j < len(o.rows) && o.rows[j].Page == c.Page; j++ {
		next := pieces(o.rows[j])[0]
		if d := next.Box.X0 - c.Box.X0; d < -3 || d > 3 || next.Box.Y0-out.Box.Y1 > 1.2*c.Box.Height() {
			break
		}
		out.Text, out.Box = out.Text+" "+next.Text, out.Box.Union(next.Box)
	}
	return out
}
