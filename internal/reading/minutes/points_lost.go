package minutes

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/paper"
)

// votesAgain is what minutes say of a point that is put to the vote twice (loi 65-557,
// art. 25-1): its verdicts are two.
var votesAgain = regexp.MustCompile(`\b25-1\b|\b(?:second|deuxieme|nouveau) (?:vote|tour|scrutin)|\bseconde (?:lecture|deliberation)`)

// noVoteFormula closes a point that is not put to the vote.
var noVoteFormula = regexp.MustCompile(`^[^a-z0-9]*ce point (?:ne donne pas lieu a (?:un )?vote|n'appelle pas de vote|ne fait pas l'objet d'un vote)`)

// cutAtVerdicts cuts the words of a point of a scan in which the headings of the next
// ones are lost: each point ends with its verdict, so that one verdict more than
// headings are missing shows them all. Nil where the verdicts are of another number.
func cutAtVerdicts(p Point, missing int) []Point {
	ends := verdictsIn(p.Body)
	if len(ends) != missing+1 {
		return nil
	}
	out := []Point{p}
	out[0].Body = p.Body[:ends[0]+1]
	number := leadingNumber(p.Number)
	for k := range missing {
		to := ends[k+1] + 1
		if k+1 == missing {
			to = len(p.Body)
		}
		next, ok := nameless(p.Body[ends[k]+1 : to])
		if !ok {
			return nil
		}
		next.Number = strconv.Itoa(number + k + 1)
		out = append(out, next)
	}
	return out
}

// verdictsIn lists the rows that say what became of a point; none where one was put to
// the vote twice.
func verdictsIn(rows []paper.Row) []int {
	var out []int
	for i, r := range rows {
		if votesAgain.MatchString(r.Folded) {
			return nil
		}
		if closes(r.Folded) {
			out = append(out, i)
		}
	}
	return out
}

// closes reports whether a row is the closing formula of a point.
func closes(text string) bool {
	return finalWord.MatchString(text) || shortVerdict.MatchString(text) || noVoteFormula.MatchString(text)
}

// nameless is a point whose heading a scan lost, or its number: it is called by what is
// left of it, else by the sentence with which it begins. False where it has none.
func nameless(rows []paper.Row) (Point, bool) {
	const sentence = 5 // words
	for i, r := range rows {
		title := fold.Text(decision.Title(r.Text()))
		if name := pointName.FindString(title); name != "" && !fewLetters(title[len(name):]) && i < 2 {
			rest := title[len(name):]
			return Point{Title: printedTitle(r, rest[len(stopMarks.FindString(rest)):]), Head: r, Body: rows[i+1:]}, true
		}
		if !fewLetters(title) && len(strings.Fields(title)) >= sentence && !notAHeading.MatchString(title) {
			return Point{Title: decision.Title(r.Text()), Head: r, Body: slices.Clone(rows[i:]), Nameless: true}, true
		}
	}
	return Point{}, false
}
