package meaning

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
		`) (?:n°|#) ?)(` + fold.Lot + `\b(?:(?: ?[,;/+&] ?| et )` + fold.Lot + `\b)*)`)
}

// kindAloneForm is a lot called by its kind and its number, without a word for that, before
// what is said of it: "appartement 14 : 343/10.000".
func kindAloneForm(kinds []string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + strings.Join(kinds, "|") + `) (` + fold.Lot + `) ?(?:[:(]|$)`)
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

// LotNames returns the lots that words name.
func (r *Reader) LotNames(words string) []string {
	var out []string
	folded := fold.Text(words)
	for _, at := range r.lot.FindAllStringSubmatchIndex(folded, -1) {
		m := folded[at[2]:at[3]]
		if strings.HasPrefix(folded[at[0]:at[1]], "lots") && goesOn.MatchString(folded[at[3]:]) {
			continue
		}
		listed := strings.ContainsAny(strings.Replace(m, ",", "", 1), ",;/+& ")
		if r.sharesOf(folded[:at[0]]) || !listed && r.counted(folded[:at[0]], folded[at[0]:at[2]]) || lotShare.MatchString(m) || numberAfter.MatchString(folded[at[3]:]) || decimals.MatchString(m) {
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

// LotOfHead returns the only lot that the head of a column names, also by its kind and
// number alone; empty for none and for several. Elsewhere a number behind a kind may be
// another: that of a door, or how many there are.
func (r *Reader) LotOfHead(words string) string {
	names := r.LotNames(words)
	if m := r.kindAlone.FindStringSubmatch(fold.Text(words)); m != nil && len(names) == 0 {
		return strings.ToUpper(m[1])
	}
	if len(names) != 1 {
		return ""
	}
	return names[0]
}

// sharesOf reports whether words before a lot say that its shares are counted, and not the
// lot: "tantièmes généraux du | lot : 343".
func (r *Reader) sharesOf(before string) bool {
	words := strings.Fields(before)
	if len(words) < 2 || words[len(words)-1] != "du" {
		return false
	}
	return slices.ContainsFunc(words[max(0, len(words)-3):len(words)-1], r.IsUnit)
}

// counted reports whether words between two numbers are the unit of the first: "28
// lots | 1 lots", of a key that is laid by lots. The second is another column's.
func (r *Reader) counted(before, words string) bool {
	unit := strings.TrimSpace(words)
	return unitBefore.MatchString(before) && strings.HasSuffix(unit, "s") && r.IsUnit(unit)
}
