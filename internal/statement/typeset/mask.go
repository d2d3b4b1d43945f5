package typeset

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// What papers say of other co-owners is not the buyer's to read: in the words that are
// quoted, the names that follow a title of courtesy and the numbers of lots are masked,
// but for the sellers' own. Companies of the building's life are no persons: they stay.

// masked stands for a name or a number that is not told.
const masked = "[masqué]"

// masker masks the words of papers.
type masker struct {
	names  map[string]bool // words of the sellers' names, folded
	lots   map[string]bool // numbers of the lots that are sold
	named  *regexp.Regexp
	lot    *regexp.Regexp
	number *regexp.Regexp
}

func newMasker(s predate.Statement) masker {
	const word = `(?:(?:d[eu] |des |d[’'])?\p{Lu}[\p{L}’'.-]*)`
	const number = `(?:[A-Za-z]{1,2}-?)?\d+[A-Za-z]?`
	m := masker{
		names: map[string]bool{}, lots: map[string]bool{},
		named:  regexp.MustCompile(`(^|[^\p{L}\d])((?i:m\.|mm\.|mme|mmes|mlle|monsieur|madame|mademoiselle|messieurs|mesdames|époux|épouse|consorts|indivision|succession|hoirs)(?: (?i:et|ou|mme|madame|m\.))*)((?: ` + word + `)+)`),
		lot:    regexp.MustCompile(`(?i)\b(lots\s*(?:n[°o]s?\.?\s*)?|lot\s*(?:n[°o]\.?\s*)?)(` + number + `(?:(?:\s*,\s*|\s+(?:et|à)\s+|\s*[&–-]\s*)` + number + `)*)\b`),
		number: regexp.MustCompile(number),
	}
	owners, _ := s.Figure(predate.KeyOwners).Value.(predate.Texts)
	for _, o := range s.Order.Owners {
		owners = append(owners, o.Firstname+" "+o.Lastname)
	}
	for _, name := range owners {
		for _, word := range fold.NameWords(name) {
			m.names[word] = true
		}
	}
	lots, _ := s.Figure(predate.KeyLots).Value.(predate.LotList)
	for _, l := range lots {
		m.lots[fold.LotName(l.Number)] = true
	}
	for _, number := range m.number.FindAllString(s.Order.Lots, -1) {
		m.lots[fold.LotName(number)] = true
	}
	return m
}

// text masks others in words that are quoted.
func (m masker) text(words string) string {
	words = m.named.ReplaceAllStringFunc(words, func(found string) string {
		parts := m.named.FindStringSubmatch(found)
		if slices.ContainsFunc(fold.NameWords(parts[3]), func(w string) bool { return len(w) > 2 && m.names[w] }) {
			return found
		}
		return parts[1] + parts[2] + " " + masked
	})
	return m.lot.ReplaceAllStringFunc(words, func(found string) string {
		parts := m.lot.FindStringSubmatch(found)
		if !strings.HasPrefix(strings.ToLower(parts[1]), "lots") { // what follows one lot is no other
			first := m.number.FindString(parts[2])
			return parts[1] + m.lotNumber(first) + parts[2][len(first):]
		}
		return parts[1] + m.number.ReplaceAllStringFunc(parts[2], m.lotNumber)
	})
}

// lotNumber masks the number of a lot that is not sold.
func (m masker) lotNumber(number string) string {
	if m.lots[fold.LotName(number)] {
		return number
	}
	return masked
}

func (m masker) evidence(all []predate.Evidence) []predate.Evidence {
	out := slices.Clone(all)
	for i, e := range out {
		if e.File != "" { // what persons said is quoted to the letter
			out[i].Text = m.text(e.Text)
		}
	}
	return out
}

// published is a statement as others may read it: documents bear their places, and
// other co-owners are masked.
func published(s predate.Statement) predate.Statement {
	s = placed(s)
	m := newMasker(s)
	s.Gates = slices.Clone(s.Gates)
	for i := range s.Gates {
		s.Gates[i].Evidence = m.evidence(s.Gates[i].Evidence)
	}
	s.Figures = maps.Clone(s.Figures)
	for key, figure := range s.Figures {
		if entry, ok := predate.FigureOf(key); !ok || entry.Section == predate.SectionIdentification {
			continue // of the sellers and of their lots
		}
		figure.Evidence = m.evidence(figure.Evidence)
		if figure.Declared.IsZero() {
			figure.Value = m.value(figure.Value)
		}
		s.Figures[key] = figure
	}
	return s
}

// value masks others in the sentences of papers.
func (m masker) value(v predate.Value) predate.Value {
	switch v := v.(type) {
	case predate.Text:
		return predate.Text(m.text(string(v)))
	case predate.Texts:
		out := slices.Clone(v)
		for i := range out {
			out[i] = m.text(out[i])
		}
		return out
	}
	return v
}
