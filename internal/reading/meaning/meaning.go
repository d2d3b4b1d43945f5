package meaning

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/lexicon"
)

// Reader says what words mean on papers of one kind. It is for one goroutine: it
// keeps what it was asked.
type Reader struct {
	// Words is the lexicon, Kind the kind of paper, whose own wordings count.
	Words *lexicon.Lexicon
	Kind  predate.Kind

	recognised bool
	kept       map[string][]lexicon.Span
	ways
}

// NewReader returns a reader of words; recognised ones come of an image, where a
// letter may be another.
func NewReader(kind predate.Kind, words *lexicon.Lexicon, recognised bool) *Reader {
	return &Reader{Words: words, Kind: kind, recognised: recognised, kept: map[string][]lexicon.Span{}, ways: lexicon.Once(words, waysOf)}
}

// ways are words as the lexicon lists them.
type ways struct {
	lot       *regexp.Regexp // a lot named in words
	kindAlone *regexp.Regexp // a lot named by its kind and number alone
	another   *regexp.Regexp // another one of a list, with its kind
	totals    []string       // that say that an amount sums others
}

func waysOf(words *lexicon.Lexicon) ways {
	kinds := words.Ways("lot_kind", "lot_kind_ancillary")
	return ways{lot: lotForm(kinds), kindAlone: kindAloneForm(kinds), another: nextLotForm(kinds), totals: words.Ways("sum_word")}
}

// IsUnit reports whether words name what a number counts.
func (r *Reader) IsUnit(words string) bool {
	t := r.Words.Text("1 " + words)
	for _, s := range r.Words.Spans(t, lexicon.Context{Roles: []lexicon.Role{lexicon.Unit}}) {
		if s.From == 1 && s.To == len(strings.Fields(words))+1 {
			return true
		}
	}
	return false
}

// Meanings returns the concepts that a text says.
func (r *Reader) Meanings(text string) []lexicon.Span {
	if found, ok := r.kept[text]; ok {
		return found
	}
	found := r.Words.All(r.Words.Text(text), lexicon.Context{Kind: r.Kind, Recognised: r.recognised})
	r.kept[text] = found
	return found
}

// Says reports whether a text says one of some concepts.
func (r *Reader) Says(text string, ids ...lexicon.ID) bool {
	for _, s := range r.Meanings(text) {
		for _, id := range ids {
			if s.Concept == id {
				return true
			}
		}
	}
	return false
}

// Names reports whether words name one concept and say nothing besides.
func (r *Reader) Names(id lexicon.ID, words string) bool {
	return slices.ContainsFunc(r.Meanings(words), func(s lexicon.Span) bool { return s.Concept == id && s.Whole })
}

// IsTotal reports whether words say that an amount sums others. The name of a key
// does not: "ensemble des lots".
func (r *Reader) IsTotal(words string) bool {
	if !r.hasSumWord(words) {
		return false
	}
	fields := strings.Fields(words)
	for _, s := range r.Words.Spans(r.Words.Text(words), lexicon.Context{Kind: r.Kind, Roles: []lexicon.Role{lexicon.Key}}) {
		clear(fields[s.From:s.To])
	}
	return r.hasSumWord(strings.Join(fields, " "))
}

// hasSumWord reports whether one of the words is one by which rows say that they
// sum others.
func (r *Reader) hasSumWord(words string) bool {
	return slices.ContainsFunc(r.Words.Text(words).Words(), func(w string) bool {
		return slices.Contains(r.totals, strings.Trim(w, "(.:)"))
	})
}

// NatureOf returns what words say that money is for.
func (r *Reader) NatureOf(words string) predate.Nature {
	return lexicon.NatureOf(func(id lexicon.ID) bool { return r.Says(words, id) })
}

// IsShortTotal reports whether words say total and little besides.
func (r *Reader) IsShortTotal(words string) bool {
	return r.IsTotal(words) && len(strings.Fields(words)) <= 3
}

// IsPost reports whether words name a row of the charges of the nomenclature
// (arrêté du 14 mars 2005, classe 6), works apart.
func (r *Reader) IsPost(words string) bool {
	for _, s := range r.Meanings(words) {
		c, ok := r.Words.Concept(s.Concept)
		if ok && s.Role == lexicon.Row && len(c.Accounts) > 0 && strings.HasPrefix(c.Accounts[0], "6") && c.Accounts[0] < "66" {
			return true
		}
	}
	return false
}

// TitleKind returns the kind of paper that words announce.
func (r *Reader) TitleKind(words string) predate.Kind {
	for _, s := range r.Meanings(words) {
		if c, ok := r.Words.Concept(s.Concept); ok && c.Kind != "" {
			return c.Kind
		}
	}
	return ""
}

// SaysKey reports whether words name a key of charges.
func (r *Reader) SaysKey(words string) bool {
	return len(r.Words.Spans(r.Words.Text(words), lexicon.Context{Kind: r.Kind, Roles: []lexicon.Role{lexicon.Key}})) > 0
}

// UnitOfShares returns a unit as it is told: tantièmes where a paper prints none, or nothing
// but the end of a fraction in words.
func (r *Reader) UnitOfShares(unit string) string {
	if unit == "" || r.Says("1 "+unit, "unit_ordinal") {
		return "tantièmes"
	}
	return unit
}
