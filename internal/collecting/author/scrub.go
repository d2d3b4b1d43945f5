package author

import (
	"fmt"
	"regexp"
	"strings"
)

// Scrubber makes a fixture of what a site said: what names a person or opens a
// door becomes a word that stands for it, the same each time, so that a page
// still refers to itself.
type Scrubber struct {
	names map[string]string // in lower case
	words map[string]string
	count map[string]int
}

// NewScrubber also replaces the names given: of owners, streets, towns.
func NewScrubber(names []string) *Scrubber {
	s := &Scrubber{names: map[string]string{}, words: map[string]string{}, count: map[string]int{}}
	for _, name := range names {
		if name = strings.ToLower(strings.TrimSpace(name)); len(name) > 2 {
			s.names[name] = fmt.Sprintf("nom-%d", len(s.names)+1)
		}
	}
	return s
}

// Text scrubs a text.
func (s *Scrubber) Text(text string) string {
	for _, kind := range private() {
		text = kind.like.ReplaceAllStringFunc(text, func(found string) string { return s.word(kind.word, found) })
	}
	for name, word := range s.names {
		text = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(name)).ReplaceAllString(text, word)
	}
	return text
}

func (s *Scrubber) word(kind, found string) string {
	if word, known := s.words[found]; known {
		return word
	}
	s.count[kind]++
	s.words[found] = fmt.Sprintf("%s-%d", kind, s.count[kind])
	return s.words[found]
}

type likeKind struct {
	word string
	like *regexp.Regexp
}

// private are the forms of what no fixture may hold.
func private() []likeKind {
	return []likeKind{
		{"courriel", regexp.MustCompile(`[\pL\d._%+-]+@[\pL\d-]+(?:\.[\pL\d-]+)+`)},
		{"iban", regexp.MustCompile(`\bFR\d{2}(?: ?[A-Z0-9]{4}){5} ?[A-Z0-9]{3}\b`)},
		{"telephone", regexp.MustCompile(`(?:\+33 ?|\b0)[1-9](?:[ .-]?\d{2}){4}\b`)},
		{"jeton", regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]*`)},
		{"jeton", regexp.MustCompile(`\b(?:[A-Fa-f]*\d[A-Fa-f\d]*){1,}[A-Fa-f\d]{23,}\b`)},
		{"jeton", regexp.MustCompile(`[A-Za-z0-9+_-]*\d[A-Za-z0-9+_-]{17,}={0,2}`)},
	}
}
