package look

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// Page is a part of a known kind, ready to be read by looks.
type Page struct {
	kind  predate.Kind
	text  string // folded
	spots []spot
	days  []dated
}

// PageOf takes a part apart.
func PageOf(kind predate.Kind, doc layout.Doc) Page {
	p := Page{kind: kind, spots: spotsOf(doc), days: daysOf(doc)}
	for _, page := range doc.Pages {
		p.text += " " + fold.Text(page.Text())
	}
	return p
}

// Read reads the one amount that a look names in a part; false when the part is
// not of the look, or when the words of its program name no amount or several.
func (l Look) Read(p Page) (predate.Figure, bool) {
	closing, ok := l.closing(p)
	if !ok || !l.has(p, closing) {
		return predate.Figure{}, false
	}
	found := l.find(p, closing)
	if len(found) != 1 {
		return predate.Figure{}, false
	}
	a := found[0].Amount
	return predate.Figure{
		Key: l.Program.Key, Value: predate.Money(a.Cents), Status: predate.StatusLearnt, AsOf: closing,
		Evidence: []predate.Evidence{{Page: a.Page, Box: a.Box, Text: strings.TrimRight(a.Text, " ,;:"), Rule: "look." + l.ID}},
	}, true
}

// has reports whether a part is of the look.
func (l Look) has(p Page, closing predate.Date) bool {
	if p.kind != l.Kind || l.Issuer != "" && !fold.Has(p.text, l.Issuer) {
		return false
	}
	heads := headsOf(p.spots, closing)
	return !slices.ContainsFunc(l.Heads, func(head string) bool { return !slices.Contains(heads, head) })
}

// closing returns the day that a part closes, if the program asks for it: the
// only one after its words.
func (l Look) closing(p Page) (predate.Date, bool) {
	if l.Program.Day == "" {
		return predate.Date{}, true
	}
	return onlyDay(p.days, l.Program.Day)
}

func onlyDay(days []dated, before string) (predate.Date, bool) {
	var only predate.Date
	for _, d := range days {
		if d.before != before {
			continue
		}
		if !only.IsZero() && only != d.day {
			return predate.Date{}, false
		}
		only = d.day
	}
	return only, !only.IsZero()
}

// find lists the amounts that the program names: none where its words stand in
// several rows, be it that one of them has no amount in the column.
func (l Look) find(p Page, closing predate.Date) []spot {
	var out, row []spot
	for _, s := range p.spots {
		if l.Program.names(s, closing) {
			out = append(out, s)
		}
		if l.Program.Relation == Right && normal(s.label, closing) == l.Program.Anchor {
			row = append(row, s)
		}
	}
	if slices.ContainsFunc(row, func(s spot) bool { return s.Page != row[0].Page || s.line != row[0].line }) {
		return nil
	}
	return out
}

// names reports whether the words of a program name an amount.
func (g Program) names(s spot, closing predate.Date) bool {
	if g.Column != "" && normal(s.head, closing) != g.Column {
		return false
	}
	switch g.Relation {
	case Right:
		return normal(s.label, closing) == g.Anchor && (g.Column != "" || s.alone)
	case Under:
		return s.label == "" && normal(s.head, closing) == g.Anchor
	case Over:
		return s.label == "" && normal(s.caption, closing) == g.Anchor
	}
	return false
}
