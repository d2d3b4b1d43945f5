package deeds

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/lotname"
	"predate/internal/reading/paper"
)

var (
	dividedLot   = regexp.MustCompile(`^(?:[-•*] ?)?lot (?:n° ?|numero )?(` + fold.Lot + `)\b`)
	generalShare = regexp.MustCompile(`(?:^|[^\d.])(` + fraction.NumberForm + `) ?/ ?(` + fraction.NumberForm + `) ?(?:emes?|iemes?|e)? (?:des parties communes(?: generales)?|de la propriete|des tantiemes generaux)(?:$|[^a-z ]| (?:du sol|de l'immeuble|et\b))`)
)

// rulesLots reads the division of the building in its rules (état descriptif de
// division): each lot with what it is and its share of the general common parts.
// A lot whose words give two shares, or that is described twice otherwise, is
// left out.
func rulesLots(doc paper.Source) []predate.Figure {
	o := paper.Of(doc)
	if o.Recognised() {
		return nil
	}
	var list predate.LotList
	var evidence []predate.Evidence
	var unsure []string
	for i := range o.Rows {
		lot, ok := divided(o, i)
		if !ok {
			continue
		}
		if k := slices.IndexFunc(list, func(l predate.Lot) bool { return l.Number == lot.Number }); k >= 0 {
			if list[k].Shares != lot.Shares || list[k].SharesTotal != lot.SharesTotal {
				unsure = append(unsure, lot.Number)
			}
			continue
		}
		list = append(list, lot)
		evidence = append(evidence, paper.Proof(o.Rows[i].Page, o.Rows[i].Box, o.Rows[i].Text())...)
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
func divided(o paper.Paper, i int) (predate.Lot, bool) {
	r := o.Rows[i]
	m := dividedLot.FindStringSubmatch(r.Folded)
	if m == nil {
		return predate.Lot{}, false
	}
	text := r.Folded
	if !generalShare.MatchString(text) {
		above, below := loose(o, i, -1), loose(o, i, 1)
		switch {
		case generalShare.MatchString(above + " " + text + " " + below):
			text = above + " " + text + " " + below
		case loose(o, i+1, 1) != "":
			text += " " + below + " " + loose(o, i+1, 1)
		}
	}
	shares := generalShare.FindAllStringSubmatch(text, -1)
	if len(shares) != 1 {
		return predate.Lot{}, false
	}
	lot := predate.Lot{Number: strings.ToUpper(m[1])}
	lot.Shares, _ = fraction.Number(shares[0][1])
	lot.SharesTotal, _ = fraction.Number(shares[0][2])
	kinds := lexicon.Once(o.Doc.Words, lotname.KindsIn)
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" (),:;·–-.", c) }) {
		if known, ancillary := kinds.Of(w); known {
			lot.Type, lot.Ancillary = strings.ToUpper(w[:1])+w[1:], ancillary
			break
		}
	}
	return lot, lot.Shares > 0 && lot.Shares <= lot.SharesTotal
}

// loose returns the words of the row next to row i if it names no lot itself and is
// close to it; otherwise "".
func loose(o paper.Paper, i, step int) string {
	j := i + step
	if i < 0 || i >= len(o.Rows) || j < 0 || j >= len(o.Rows) || o.Rows[j].Page != o.Rows[i].Page {
		return ""
	}
	next := o.Rows[j]
	if dividedLot.MatchString(next.Folded) || fold.Has(next.Folded, "lot") || paper.Distance(next.Box, o.Rows[i].Box) > 1.8*next.TypeSize() {
		return ""
	}
	return next.Folded
}
