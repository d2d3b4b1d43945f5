package mask

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// masked stands for a name or a number that is not told.
const masked = "[masqué]"

const (
	titles = `m\.|mm\.|mme|mmes|mlle|monsieur|madame|mademoiselle|messieurs|mesdames|époux|épouse|consorts|indivision|succession|hoirs|sci|s\.c\.i\.`
	name   = `(?:(?:d[eu] |des |d[’'])?\p{Lu}[\p{L}’'.-]*)`
	doors  = `appartement|appt|apt|studio|cave|box|garage|parking|emplacement|local|chambre|boutique`
)

var (
	titled  = regexp.MustCompile(`(^|[^\p{L}\d])((?i:` + titles + `)(?: (?i:et|ou|mme|madame|m\.))*)((?: ` + name + `)+)`)
	lots    = regexp.MustCompile(`(?i)\b(lots\s*(?:n[°o]s?\.?\s*)?|lot\s*(?:n[°o]\.?\s*)?)(` + number + `(?:(?:\s*,\s*|\s+(?:et|à)\s+|\s*[&–-]\s*)` + number + `)*)\b`)
	door    = regexp.MustCompile(`(?i)\b((?:` + doors + `)\.?\s*n[°o]\.?\s*|(?:appt|apt)\.?\s*)(` + number + `)\b`)
	numbers = regexp.MustCompile(number)
)

// masker masks the words of papers.
type masker struct {
	names   map[string]bool // words of the names that are told, folded
	lots    map[string]bool // numbers of the lots that are sold
	persons persons
}

func newMasker(s predate.Statement) masker {
	m := masker{names: map[string]bool{}, lots: map[string]bool{}}
	owners, _ := s.Figure(predate.KeyOwners).Value.(predate.Texts)
	for _, o := range s.Order.Owners {
		owners = append(owners, o.Firstname+" "+o.Lastname)
	}
	for _, name := range owners {
		for _, word := range fold.NameWords(name) {
			m.names[word] = true
		}
	}
	sold, _ := s.Figure(predate.KeyLots).Value.(predate.LotList)
	for _, l := range sold {
		m.lots[fold.LotName(l.Number)] = true
	}
	for _, number := range numbers.FindAllString(s.Order.Lots, -1) {
		m.lots[fold.LotName(number)] = true
	}
	m.persons = newPersons()
	m.names = m.told(s)
	m.persons.known = m.names
	return m
}

// told are the words of the names that a statement tells: of the sellers, of the managing
// agent, who may be a person, of the building and of its insurer; folded.
func (m masker) told(s predate.Statement) map[string]bool {
	out := maps.Clone(m.names)
	for _, key := range []predate.Key{predate.KeyManagingAgent, predate.KeyCondominiumName, predate.KeyInsurance} {
		var name string
		switch v := s.Figure(key).Value.(type) {
		case predate.Text:
			name = string(v)
		case predate.Policy:
			name = v.Insurer
		}
		for _, word := range fold.NameWords(name + " " + s.Order.Syndic.Name) {
			if !m.persons.others[word] {
				out[word] = true
			}
		}
	}
	return out
}

// text masks others in words that are quoted.
func (m masker) text(words string) string {
	words = titled.ReplaceAllStringFunc(words, func(found string) string {
		parts := titled.FindStringSubmatch(found)
		if slices.ContainsFunc(fold.NameWords(parts[3]), func(w string) bool { return len(w) > 2 && m.names[w] }) {
			return found
		}
		return parts[1] + parts[2] + " " + masked
	})
	words = m.persons.mask(words, m.lots)
	words = door.ReplaceAllStringFunc(words, func(found string) string {
		parts := door.FindStringSubmatch(found)
		return parts[1] + m.lotNumber(parts[2])
	})
	return lots.ReplaceAllStringFunc(words, func(found string) string {
		parts := lots.FindStringSubmatch(found)
		if !strings.HasPrefix(strings.ToLower(parts[1]), "lots") { // what follows one lot is no other
			first := numbers.FindString(parts[2])
			return parts[1] + m.lotNumber(first) + parts[2][len(first):]
		}
		return parts[1] + numbers.ReplaceAllStringFunc(parts[2], m.lotNumber)
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

// Others is a statement as others may read it: other co-owners are masked in it.
func Others(s predate.Statement) predate.Statement {
	m := newMasker(s)
	s.Gates = slices.Clone(s.Gates)
	for i := range s.Gates {
		s.Gates[i].Evidence = m.evidence(s.Gates[i].Evidence)
	}
	s.Figures = maps.Clone(s.Figures)
	for key, figure := range s.Figures {
		entry, ok := predate.FigureOf(key)
		if !ok || key == predate.KeyOwners || key == predate.KeyLots {
			continue // of the sellers and of their lots
		}
		figure.Evidence = m.evidence(figure.Evidence)
		if figure.Declared.IsZero() && entry.Section != predate.SectionIdentification {
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
	case predate.WorkList:
		out := slices.Clone(v)
		for i := range out {
			out[i].Title = m.text(out[i].Title)
			out[i].Calls = m.calls(out[i].Calls)
		}
		return out
	case predate.CallList:
		return predate.CallList(m.calls(v))
	case predate.LoanList:
		out := slices.Clone(v)
		for i := range out {
			out[i].Object = m.text(out[i].Object)
		}
		return out
	}
	return v
}

func (m masker) calls(calls []predate.Call) []predate.Call {
	out := slices.Clone(calls)
	for i := range out {
		out[i].Work = m.text(out[i].Work)
	}
	return out
}
