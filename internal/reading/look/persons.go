package look

import (
	"strings"
	"unicode"

	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// persons are the words of names, folded.
type persons map[string]bool

// personsOf takes names apart. Letters alone name nobody.
func personsOf(names []string) persons {
	out := persons{}
	for _, name := range names {
		for _, w := range strings.FieldsFunc(fold.Text(name), notLetter) {
			if len(w) > 1 && !isTitle(w) {
				out[w] = true
			}
		}
	}
	return out
}

// printedIn adds the names that a part prints after a title: "Mme LEROY Anne".
func (p persons) printedIn(doc layout.Doc) persons {
	const most = 4 // words of a name
	for _, page := range doc.Pages {
		for _, line := range page.Lines {
			left := 0
			for _, w := range line.Words {
				folded := strings.TrimFunc(fold.Text(w.Text), notLetter)
				switch {
				case isTitle(folded):
					left = most
				case left > 0 && startsUpper(w.Text) && len(folded) > 1:
					p[folded], left = true, left-1
				default:
					left = 0
				}
			}
		}
	}
	return p
}

func startsUpper(word string) bool {
	for _, r := range word {
		return unicode.IsUpper(r)
	}
	return false
}

// in reports whether a text has a word of a name, or a title that announces one.
func (p persons) in(text string) bool {
	for _, w := range strings.FieldsFunc(fold.Text(text), notLetter) {
		if p[w] || isTitle(w) {
			return true
		}
	}
	return false
}

// isTitle reports whether a word announces the name of a person.
func isTitle(word string) bool {
	switch word {
	case "m", "mr", "mm", "mme", "mmes", "mlle", "monsieur", "messieurs", "madame", "mesdames", "mademoiselle", "maitre", "docteur", "consorts", "veuve", "epoux", "epouse", "indivision", "succession":
		return true
	}
	return false
}

func notLetter(r rune) bool { return r < 'a' || r > 'z' }
