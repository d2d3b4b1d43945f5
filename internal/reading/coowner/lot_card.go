package coowner

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

var (
	// oneLot is a piece that names one lot after its label or at its end: "N° A07",
	// "Lot 4 (154‰)", "Résidence des Filaos - Lot A07".
	oneLot = regexp.MustCompile(`(?:^|[-–—:·] )(?:lot ?:? ?)?(?:n° ?:? ?)?(` + fold.Lot + `)(?: ?\([^()]*\))?$`)
	// perMille is a share of a thousand.
	perMille = regexp.MustCompile(`(?:^|[ (])(\d{1,3}) ?‰`)
)

// lotsOnCards reads the lots of a paper that describes none: a lot named under or
// beside its label, with the share printed in the same cell, on the same row or
// under it on the card. A paper that lists other lots gives none.
func (o Paper) lotsOnCards() lotFigures {
	var list predate.LotList
	var evidence []predate.Evidence
	for i := range o.Rows {
		number, at, ok := o.namedOnCard(i)
		if !ok {
			continue
		}
		lot := predate.Lot{Number: strings.ToUpper(number)}
		if lot.Shares, lot.SharesTotal = o.shareOnCard(at); lot.Shares == 0 {
			continue
		}
		r := o.Rows[at.row]
		if k := indexLot(list, lot.Number); k < 0 {
			list, evidence = append(list, lot), append(evidence, paper.Proof(r.Page, r.Box, r.Line.Text())...)
		} else if list[k].Shares != lot.Shares {
			return nil
		}
	}
	for i := range o.Rows {
		for _, n := range o.listedLots(i) {
			if indexLot(list, n) < 0 {
				return nil
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return []predate.Figure{{Key: predate.KeyLots, Value: list, Evidence: evidence}}
}

// placed is a piece of a row, with the number of the row.
type placed struct {
	row   int
	piece paper.Piece
}

// namedOnCard returns the lot that a row names: after the label in its cell, in the
// next one, or under it.
func (o Paper) namedOnCard(i int) (number string, at placed, ok bool) {
	cells := paper.Pieces(o.Rows[i])
	if len(layout.Amounts(o.Rows[i].Line)) > 0 {
		return "", at, false
	}
	for k, c := range cells {
		at = placed{i, c}
		if fold.Has(c.Folded, "lot") && !isLotsLabel(strings.TrimRight(c.Folded, " :")) {
			if m := oneLot.FindStringSubmatch(c.Folded); m != nil && strings.Contains(m[0], "lot") {
				return m[1], at, true
			}
			continue
		}
		if !isLotsLabel(strings.TrimRight(c.Folded, " :")) {
			continue
		}
		if k+1 < len(cells) {
			at.piece = cells[k+1]
		} else if i+1 < len(o.Rows) && o.Rows[i+1].Page == o.Rows[i].Page {
			below, found := paper.Aligned(o.Rows[i+1], c)
			if !found {
				continue
			}
			at = placed{i + 1, below}
		}
		if m := oneLot.FindStringSubmatch(at.piece.Folded); m != nil {
			return m[1], at, true
		}
	}
	return "", at, false
}

// shareOnCard returns the share that is printed with the name of a lot: in its cell,
// else on its row, else under it on the card; nothing where two differ.
func (o Paper) shareOnCard(at placed) (share, total int64) {
	const under = 5
	if s, t := o.shareIn(at.piece.Folded); s > 0 {
		return s, t
	}
	for _, c := range paper.Pieces(o.Rows[at.row]) {
		if s, t := o.shareIn(c.Folded); s > 0 && share == 0 {
			share, total = s, t
		} else if s > 0 {
			return 0, 0
		}
	}
	for j := at.row + 1; share == 0 && j < len(o.Rows) && j <= at.row+under && o.Rows[j].Page == o.Rows[at.row].Page; j++ {
		if len(layout.Amounts(o.Rows[j].Line)) > 0 {
			break
		}
		if below, ok := paper.Aligned(o.Rows[j], at.piece); ok {
			share, total = o.shareIn(below.Folded)
		}
	}
	return share, total
}

// sharesUnder returns the general share of a lot that a row describes, printed on
// a row of its own under it and before the next lot: "Tantièmes généraux | 234".
func (o Paper) sharesUnder(i int) int64 {
	const under = 4
	for j := i + 1; j < len(o.Rows) && j <= i+under && o.Rows[j].Page == o.Rows[i].Page; j++ {
		r := o.Rows[j]
		if o.namesLot(r.Folded) || len(layout.Amounts(r.Line)) > 0 {
			return 0
		}
		if m := o.words.sharesAfter.FindStringSubmatch(r.Folded); m != nil && strings.HasPrefix(r.Folded, m[0]) {
			share, _ := fraction.Number(m[1])
			return share
		}
	}
	return 0
}

// shareIn reads the general share of a lot in words that say that they are one.
func (o Paper) shareIn(text string) (share, total int64) {
	if m := perMille.FindStringSubmatch(text); m != nil {
		share, _ = fraction.Number(m[1])
		return share, 1000
	}
	if !o.words.unit.MatchString(text) {
		return 0, 0
	}
	return o.fractionIn(text)
}

// namesLot reports whether words name a lot and its kind, in either order: "lot 4
// (cave)", "Cave – lot 4".
func (o Paper) namesLot(text string) bool {
	return o.words.lot.MatchString(text) || o.words.kindFirst.MatchString(text)
}

// wrapsList reports whether a sentence that lists lots by number goes on in the
// middle of one: it has no end, and the line under it begins with a small letter.
func (o Paper) wrapsList(r paper.Row, c paper.Piece) bool {
	i := o.indexOf(r)
	if i < 0 || !fold.Has(c.Folded, "lots") || !strings.Contains(c.Folded, "n°") || strings.HasSuffix(c.Folded, ".") || strings.HasSuffix(c.Folded, ")") {
		return false
	}
	for j := i + 1; j < len(o.Rows) && o.Rows[j].Page == r.Page; j++ {
		if o.Rows[j].Box.Y0 > c.Box.Y1-1 {
			first, _ := utf8.DecodeRuneInString(o.Rows[j].Line.Text())
			return unicode.IsLower(first)
		}
	}
	return false
}

// underKind joins to a cell that names and describes a lot its kind, which stands alone
// right over it: "Appartement" over "lot n° 14 · bât. A · 343 tantièmes".
func (o Paper) underKind(i int, c paper.Piece) paper.Piece {
	over, ok := paper.Aligned(o.Rows[i-1], c)
	if !ok || o.Rows[i-1].Page != c.Page || paper.Distance(over.Box, c.Box) > 2.6*o.Rows[i].TypeSize() || o.words.typed.FindString(over.Folded) != over.Folded {
		return c
	}
	return joinedPieces(over, c)
}

// LoneLot returns the only lot that a folded piece names, after its label or at its end; "" for
// none.
func LoneLot(piece string) string {
	if m := oneLot.FindStringSubmatch(piece); m != nil {
		return strings.ToUpper(m[1])
	}
	return ""
}
