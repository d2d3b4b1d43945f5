package resolutions

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/paper"
)

// isStatement reports whether words are a whole statement: they begin as a
// sentence does, do not stop where another word must follow, and count no votes.
func isStatement(text string) bool {
	first := []rune(strings.TrimSpace(text))
	return paper.CountLetters(text) >= 8 && !votesWithin.MatchString(text) && !paper.IsCut(strings.TrimRight(text, ".")) && !endsOnPreposition.MatchString(fold.Text(text)) &&
		strings.ToUpper(string(first[0])) == string(first[0])
}

// votesWithin are counts of votes within words: columns were read as one.
var votesWithin = regexp.MustCompile(`\d voix\b.*\d voix\b`)

var endsOnPreposition = regexp.MustCompile(`\b(?:par|pour|avec|dans|contre|devant|que|qui|dont|ou|ni|son|sa|ses|un|une)$`)

func areProceedings(_ paper.Paper, v predate.Value) bool {
	texts, ok := v.(predate.Texts)
	if !ok {
		return true
	}
	for _, text := range texts {
		if !isStatement(text) || deniesProceedings(fold.Text(text)) {
			return false
		}
	}
	return true
}

// Checks returns what the statements of a meeting must be.
func Checks() map[predate.Key]paper.Check {
	return map[predate.Key]paper.Check{
		predate.KeyDifficulty:  {Reason: "a difficulty is told in a whole statement", Holds: paper.TextThat(func(_ paper.Paper, text string) bool { return isStatement(text) })},
		predate.KeyProceedings: {Reason: "a proceeding is told in a whole statement, and a sentence of absence is an absence", Holds: areProceedings},
	}
}
