package form

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
)

// lotForm finds the lots that a line names, alone or in a list: "lot 14",
// "lots n° 14, 53 et 93", or one by its kind: "cave n° 53".
func lotForm(kinds []string) *regexp.Regexp {
	return regexp.MustCompile(`\b(?:lots? ?(?:n° ?|no ?|nos ?|numeros? |principal |: ?)?|(?:` + strings.Join(kinds, "|") +
		`) n° ?)(` + fold.Lot + `\b(?:(?: ?[,;/+&] ?| et )` + fold.Lot + `\b)*)`)
}

// nextLotForm finds the lots that a list goes on with after the first, each with its
// kind: "lots : 4 appartement 2e étage - 9 cave".
func nextLotForm(kinds []string) *regexp.Regexp {
	return regexp.MustCompile(`[-–—,;/] ?(?:n° ?)?(` + fold.Lot + `) (?:` + strings.Join(kinds, "|") + `)\b`)
}

// lotNumber finds one lot in a list of them.
var lotNumber = regexp.MustCompile(fold.Lot)

// lotShare is a share of lots over a base: "lots 1 / 28".
var lotShare = regexp.MustCompile(`^\d+ ?/ ?\d+$`)

// After "tous les lots" or "ce lot :" an amount or a percent may stand, "900,00 €",
// "2 617,56 €", "4.0 %", and after lots their number: "1 sur 28".
var (
	decimals    = regexp.MustCompile(`\d,0\d\b`)
	numberAfter = regexp.MustCompile(`^(?:(?: \d{3})*[.,]\d| ?%| ?€| sur \d)`)
)

// goesOn is what follows a number of several lots where a dash or words go on to
// another one, "9 - 22": a list or a range, which the print does not say.
var goesOn = regexp.MustCompile(`^ ?(?:-|–|—|a|au) ?\d{1,5}\b`)

// unitBefore is the number of which the words after it are the unit.
var unitBefore = regexp.MustCompile(`\d $`)

// glued is a lot and the code of a key in one cell, as narrow columns run
// together: "19 BATB 602".
var glued = regexp.MustCompile(`^(\d{1,5}) [A-Z0-9]`)

// lotNames returns the lots that words name.
func (r *reader) lotNames(words string) []string {
	var out []string
	folded := foldedWords(words)
	for _, at := range r.lot.FindAllStringSubmatchIndex(folded, -1) {
		m := folded[at[2]:at[3]]
		if strings.HasPrefix(folded[at[0]:at[1]], "lots") && goesOn.MatchString(folded[at[3]:]) {
			continue
		}
		listed := strings.ContainsAny(strings.Replace(m, ",", "", 1), ",;/+& ")
		if !listed && r.counted(folded[:at[0]], folded[at[0]:at[2]]) || lotShare.MatchString(m) || numberAfter.MatchString(folded[at[3]:]) || decimals.MatchString(m) {
			continue
		}
		for _, n := range lotNumber.FindAllString(m, -1) {
			if lot := strings.ToUpper(n); !slices.Contains(out, lot) {
				out = append(out, lot)
			}
		}
		if !strings.HasPrefix(folded[at[0]:at[1]], "lots") {
			continue
		}
		for _, n := range r.another.FindAllStringSubmatch(folded[at[3]:], -1) {
			if lot := strings.ToUpper(n[1]); !slices.Contains(out, lot) {
				out = append(out, lot)
			}
		}
	}
	return out
}

// counted reports whether words between two numbers are the unit of the first: "28
// lots | 1 lots", of a key that is laid by lots. The second is another column's.
func (r *reader) counted(before, words string) bool {
	unit := strings.TrimSpace(words)
	return unitBefore.MatchString(before) && strings.HasSuffix(unit, "s") && r.isUnit(unit)
}

// listsLots reports whether the paper names its lots in one list and heads nothing
// by them.
func (r *reader) listsLots() bool {
	var lines []fold.LotLine
	for i := range r.lines {
		l := fold.LotLine{Charged: r.hasAmounts(i)}
		names := r.lotNames(r.lineText(i))
		if len(names) == 1 && !l.Charged {
			l.Heads = names[0]
		}
		l.Names = len(names) > 0 && l.Heads == ""
		lines = append(lines, l)
	}
	return fold.ListsLots(lines)
}

// lotsNamed lists the lots that the paper names.
func (r *reader) lotsNamed() []string {
	var out []string
	for i := range r.lines {
		for _, n := range r.lotNames(r.lineText(i)) {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// lotInRow returns the lot that a line with amounts prints in a column of lots,
// or in its words.
func (r *reader) lotInRow(i int) string {
	for k, x := range r.lines[i].cells {
		if x.nature == count && x.unit == "" && r.underHead(x, "column_lot") {
			return strings.ToUpper(x.text)
		}
		if r.isLotCell(x) {
			return strings.ToUpper(x.text)
		}
		if m := glued.FindStringSubmatch(x.text); k == 0 && x.nature == text && m != nil && r.underHead(x, "column_lot") {
			return m[1]
		}
		if names := r.lotNames(x.text); x.nature == text && len(names) == 1 {
			return names[0]
		}
	}
	return ""
}

// isLotCell reports whether a cell is a lot called by a letter and a number, in a
// column of lots: the code of a key looks the same.
func (r *reader) isLotCell(c cell) bool {
	return c.nature == text && lotAlone.MatchString(foldedWords(c.text)) && r.underHead(c, "column_lot")
}
