package coowner

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/paper"
)

// underLotHead returns the number that a row of a table of lots prints under the head
// that names their numbers: the number before its kind may be its floor or its stairs.
// Without such a head it is the number before its kind.
func (o Paper) underLotHead(r paper.Row, number string) string {
	i := o.indexOf(r)
	for j := i - 1; j >= 0 && i-j < 40 && o.Rows[j].Page == r.Page; j-- {
		heads := paper.Pieces(o.Rows[j])
		for k, head := range heads {
			if len(heads) < 3 || !o.Doc.Is(head.Folded, "column_lot") {
				continue
			}
			for _, c := range paper.Pieces(r) {
				under := c.Box.X0 < head.Box.X1 && c.Box.X1 > head.Box.X0 && (k+1 == len(heads) || c.Box.X1 < heads[k+1].Box.X0+2)
				if under && onlyLot.MatchString(c.Folded) {
					return c.Folded
				}
			}
			return number
		}
	}
	return number
}

// rowOfLots matches a row of a table of lots whose number is under its head, and whose
// kind is in another cell than the next one.
func (o Paper) rowOfLots(r paper.Row, cells []paper.Piece) []string {
	number := o.underLotHead(r, "")
	if number == "" || !slices.ContainsFunc(cells, func(c paper.Piece) bool { return o.words.typed.MatchString(c.Folded) }) {
		return nil
	}
	return []string{"", number}
}

var (
	onlyLot = regexp.MustCompile(`^` + fold.Lot + `$`)
	// sharedLot is a lot and its shares, with nothing else: "5 (64 t.)", "27 · 312 tantièmes".
	sharedLot = regexp.MustCompile(`(` + fold.Lot + `) ?[(·,:–—-] ?(\d{1,6}) ?(?:tantiemes?|milliemes?|tant\.|mill\.|t\.)\)?`)
	// sharedLots is a line of them.
	sharedLots = regexp.MustCompile(`^(?:vos |mes )?lots?(?: n°s?)? ?:? ?(?:` + sharedLot.String() + `(?: ?[,;·&] ?| et |$))+$`)
)

// lotsWithShares reads lots that a paper names by their number and their shares alone,
// in its head, before its first amount.
func (o Paper) lotsWithShares() (predate.LotList, []predate.Evidence) {
	for _, r := range o.Rows {
		if len(r.Amounts) > 0 {
			break
		}
		for _, c := range paper.Pieces(r) {
			if !sharedLots.MatchString(c.Folded) {
				continue
			}
			var list predate.LotList
			for _, m := range sharedLot.FindAllStringSubmatch(c.Folded, -1) {
				shares, ok := fraction.Number(m[2])
				if !ok || indexLot(list, strings.ToUpper(m[1])) >= 0 {
					return nil, nil
				}
				list = append(list, predate.Lot{Number: strings.ToUpper(m[1]), Shares: shares})
			}
			proofs := make([]predate.Evidence, len(list))
			for k := range proofs {
				proofs[k] = paper.Proof(r.Page, r.Box, r.Line.Text())[0]
			}
			return list, proofs
		}
	}
	return nil, nil
}

// isLotsLabel reports whether words announce the numbers of lots and nothing else.
func isLotsLabel(text string) bool {
	return isOneOf(strings.ReplaceAll(text, "(s)", ""), "lot|mes lot|vos lot|lots concerne|lots vendu|n° de lot|numero de lot")
}

// afterLotsLabel returns the words behind the label of a list of lots: "lot(s) : n° 17
// appartement" is "n° 17 appartement", and so is ": n° 17 appartement" where the label
// stands apart. Other words stay as they are.
func afterLotsLabel(text string) string {
	label, lots, ok := strings.Cut(text, ":")
	if label = strings.TrimSpace(label); ok && (label == "" || isLotsLabel(label)) {
		return strings.TrimSpace(lots)
	}
	return text
}

// isOneOf reports whether a word is one of the alternatives, in singular or plural.
func isOneOf(word, alternatives string) bool {
	for _, a := range strings.Split(strings.ReplaceAll(alternatives, "s?", ""), "|") {
		if word == a || word == a+"s" || word == a+"x" {
			return true
		}
	}
	return false
}

// endsLot reports whether words name a lot and end in a dash, after which another may be
// named.
func (o Paper) endsLot(words []string) bool {
	n := len(words)
	return n > 0 && strings.Trim(words[n-1], "-–—;,/") == "" && o.words.lot.MatchString(foldWords(words))
}

func indexLot(list predate.LotList, number string) int {
	for i, l := range list {
		if l.Number == number {
			return i
		}
	}
	return -1
}

// LotNumbers returns the numbers of the lots described, else those of a list like
// "Lots : 14, 38".
func (o Paper) LotNumbers() []string {
	if listed := lotsByKind(o); listed != nil {
		return listed
	}
	var head []string
	for _, r := range o.Rows[:max(0, slices.IndexFunc(o.Rows, func(r paper.Row) bool { return len(r.Amounts) > 0 }))] {
		head = append(head, r.Line.Text())
	}
	words := fold.Text(strings.Join(head, " "))
	if listed := listedIn(o, words); listed != nil {
		return listed
	}
	var out []string
	for _, f := range o.lots() {
		for _, l := range f.Value.(predate.LotList) {
			out = append(out, l.Number)
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range o.Rows {
		if listed := o.listedLots(i); len(listed) > 0 {
			return listed
		}
	}
	for _, m := range o.words.described.FindAllStringSubmatch(words, -1) {
		out = append(out, strings.ToUpper(m[1])) // "lot n° 38 : un appartement, …; lot n° 78 : une cave" over several lines
	}
	return out
}

// listedIn returns the numbers that words list behind the label of lots, wherever it stands:
// "sauf erreur. Lots : 17 : Appartement, 2e étage ; 72 : Cave".
func listedIn(o Paper, words string) []string {
	for at, mark := range words {
		before := strings.Fields(words[:at])
		if mark != ':' || len(before) == 0 || !isLotsLabel(before[len(before)-1]) {
			continue
		}
		if listed := o.words.lists.Numbers(strings.TrimSpace(words[at+1:])); listed != nil {
			return listed
		}
	}
	return nil
}

// lotsByKind returns the numbers that words after the label of lots list, each with its
// kind: "Lots : 4 Appartement / 11 Cave". It looks on the first page, beside amounts nowhere.
func lotsByKind(o Paper) []string {
	for _, r := range o.Rows {
		if len(r.Amounts) > 0 || r.Page != o.Rows[0].Page {
			continue
		}
		for _, c := range paper.Pieces(r) {
			if rest := afterLotsLabel(c.Folded); rest != c.Folded || strings.HasPrefix(c.Folded, ":") {
				if listed := o.words.lists.Numbers(rest); listed != nil {
					return listed
				}
			}
		}
	}
	return nil
}
