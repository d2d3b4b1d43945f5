package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
)

var (
	dividedLot   = regexp.MustCompile(`^(?:[-•*] ?)?lot (?:n° ?|numero )?(` + fold.Lot + `)\b`)
	generalShare = regexp.MustCompile(`(?:^|[^\d.])(` + fraction.NumberForm + `) ?/ ?(` + fraction.NumberForm + `) ?(?:emes?|iemes?|e)? (?:des parties communes(?: generales)?|de la propriete|des tantiemes generaux)(?:$|[^a-z ]| (?:du sol|de l'immeuble|et\b))`)
)

// rulesLots reads the division of the building in its rules (état descriptif de
// division): each lot with what it is and its share of the general common parts.
// A lot whose words give two shares, or that is described twice otherwise, is
// left out.
func rulesLots(doc source) []predate.Figure {
	o := ownedOf(doc)
	if o.recognised() {
		return nil
	}
	var list predate.LotList
	var evidence []predate.Evidence
	var unsure []string
	for i := range o.rows {
		lot, ok := o.divided(i)
		if !ok {
			continue
		}
		if k := indexLot(list, lot.Number); k >= 0 {
			if list[k].Shares != lot.Shares || list[k].SharesTotal != lot.SharesTotal {
				unsure = append(unsure, lot.Number)
			}
			continue
		}
		list = append(list, lot)
		evidence = append(evidence, proof(o.rows[i].Page, o.rows[i].Box, o.rows[i].Text())...)
	}
	for k := len(list) - 1; k >= 0; k-- {
		if slices.Contains(unsure, list[k].Number) {
			list, evidence = slices.Delete(list, k, k+1), slices.Delete(evidence, k, k+1)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return []predate.Figure{{Value: list, Evidence: evidence}}
}

// divided reads the lot that a row begins with: its words on the row, or on the
// rows right above and below that a label at mid-height is centred on, or, the
// row holding the label alone, on those that follow.
func (o owned) divided(i int) (predate.Lot, bool) {
	r := o.rows[i]
	m := dividedLot.FindStringSubmatch(r.text)
	if m == nil {
		return predate.Lot{}, false
	}
	text := r.text
	if !generalShare.MatchString(text) {
		above, below := o.loose(i, -1), o.loose(i, 1)
		switch {
		case generalShare.MatchString(above + " " + text + " " + below):
			text = above + " " + text + " " + below
		case o.loose(i+1, 1) != "":
			text += " " + below + " " + o.loose(i+1, 1)
		}
	}
	shares := generalShare.FindAllStringSubmatch(text, -1)
	if len(shares) != 1 {
		return predate.Lot{}, false
	}
	lot := predate.Lot{Number: strings.ToUpper(m[1])}
	lot.Shares, _ = fraction.Number(shares[0][1])
	lot.SharesTotal, _ = fraction.Number(shares[0][2])
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" (),:;·–-.", c) }) {
		if known, ancillary := o.words.kinds.Of(w); known {
			lot.Type, lot.Ancillary = strings.ToUpper(w[:1])+w[1:], ancillary
			break
		}
	}
	return lot, lot.Shares > 0 && lot.Shares <= lot.SharesTotal
}

// loose returns the words of the row next to row i if it names no lot itself and is
// close to it; otherwise "".
func (o owned) loose(i, step int) string {
	j := i + step
	if i < 0 || i >= len(o.rows) || j < 0 || j >= len(o.rows) || o.rows[j].Page != o.rows[i].Page {
		return ""
	}
	next := o.rows[j]
	if dividedLot.MatchString(next.text) || fold.Has(next.text, "lot") || distance(next.Box, o.rows[i].Box) > 1.8*next.typeSize() {
		return ""
	}
	return next.text
}
