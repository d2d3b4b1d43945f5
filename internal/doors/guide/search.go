package guide

import (
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate/internal/base/fold"
)

// section is what a search finds: a part of a page, under one heading.
type section struct {
	Address string `json:"a"` // beside the other pages of the language
	Page    string `json:"p"` // the title
	Title   string `json:"t"`
	Text    string `json:"x"` // folded: its title and its words
	Opening string `json:"o"` // the first words, as they are written
}

const openingLetters = 160

func sectionsOf(pages []page) []section {
	var all []section
	for _, p := range pages {
		if p.Name == "" {
			continue
		}
		all = append(all, section{Address: p.Name, Page: p.Title, Title: p.Title, Text: folded(p.Title + " " + p.Summary), Opening: p.Summary})
		for _, h := range p.Headings {
			all = append(all, section{
				Address: p.Name + "#" + h.ID, Page: p.Title, Title: h.Title, Text: folded(p.Title + " " + h.underneath + " " + h.Title + " " + h.plain),
				Opening: opening(h.plain),
			})
		}
	}
	return all
}

// folded is a text as searches compare it, here and in the script: letters and digits
// alone, so that codes are found with their underscores or without.
func folded(words string) string {
	return strings.Join(strings.FieldsFunc(fold.Letters(words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// opening cuts a text at the end of a word.
func opening(words string) string {
	if utf8.RuneCountInString(words) <= openingLetters {
		return words
	}
	cut := string([]rune(words)[:openingLetters])
	return cut[:max(strings.LastIndexByte(cut, ' '), 0)] + " …"
}

const (
	mostFound   = 30
	mostLetters = 200
)

// find returns the sections that have every word of a query: those with all in their title
// first.
func (b book) find(query string) []section {
	words := strings.Fields(folded(query))
	if len(words) == 0 || len(query) > mostLetters {
		return nil
	}
	has := func(text string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	}
	var titled, others []section
	for _, s := range b.found {
		switch {
		case has(folded(s.Title)):
			titled = append(titled, s)
		case has(s.Text):
			others = append(others, s)
		}
	}
	all := append(titled, others...)
	return all[:min(len(all), mostFound)]
}

// index is what the script of the pages searches in.
func (b book) index() ([]byte, error) { return json.Marshal(b.found) }

// search answers the form without a script, as a page.
func (g *Guide) search(w http.ResponseWriter, r *http.Request) {
	lang := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/docs/"), searchPath)
	b, ok := g.books[lang]
	if !ok {
		g.direct(w, r)
		return
	}
	frame := b.frame()
	frame.Query = r.URL.Query().Get("q")
	frame.Found = b.find(frame.Query)
	frame.Title = b.words["search"]
	frame.Here = "search?q=" + template.URLQueryEscaper(frame.Query)
	body, err := g.forms.draw("found", frame)
	if err != nil {
		http.Error(w, "Internal error", http.StatusInternalServerError)
		return
	}
	answer{kind: pageKind, body: body, status: http.StatusOK}.write(w, r)
}
