package particulars

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/blank"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
)

// filling is a form on its way to be filled in from a paper.
type filling struct {
	paper.Paper
	year predate.Period // that the paper names; zero when it does not
}

// Fill fills a form in. Of the fields of one key the first that the paper fills
// gives the figure.
func Fill(p paper.Paper, f blank.Form) []predate.Figure {
	if f.Title.Value != "" && !titled(p, f.Title.ID()) {
		return nil
	}
	in := filling{p, exercise(p, blank.IDs(f.Exercise))}
	filled := map[string]bool{}
	var out []predate.Figure
	for _, d := range f.Fields {
		if filled[d.Key.Value] {
			continue
		}
		if figure, ok := in.figure(d); ok {
			filled[d.Key.Value] = true
			rule := paper.Rule{Name: f.Kind.Value + "." + d.Name.Value, Key: predate.Key(d.Key.Value)}
			out = append(out, rule.Sign(figure))
		}
	}
	return out
}

// titled reports whether a cell of the first page begins with a title.
func titled(p paper.Paper, id lexicon.ID) bool {
	return slices.ContainsFunc(p.Rows, func(r paper.Row) bool {
		return r.Page == p.Rows[0].Page && slices.ContainsFunc(paper.Pieces(r), func(c paper.Piece) bool { return p.Doc.Named(paper.WordsIn(r.Line, c.Box), id) > 0 })
	})
}

// exercise reads the exercise that a paper names after one of the labels, or by
// its first and last days.
func exercise(p paper.Paper, labels []lexicon.ID) predate.Period {
	var days []predate.Date
	for _, id := range labels {
		if day, _, ok := p.DateField(id); ok {
			days = append(days, day)
		}
	}
	if len(days) == 2 && days[0].Before(days[1]) {
		return predate.Period{From: days[0], To: days[1]}
	}
	for _, id := range labels {
		for i := range p.Rows {
			if value, ok := p.ValueAt(i, id); ok {
				if span, ok := paper.SpanIn(fold.Text(value.Text)); ok {
					return span
				}
			}
		}
	}
	return predate.Period{}
}

// figure fills one field in. Letters that were recognised are believed only where
// the field says so, or where its type has words to compare.
func (f filling) figure(d blank.Field) (predate.Figure, bool) {
	if proof, ok := f.denied(d); ok {
		return predate.Figure{Status: predate.StatusNone, Evidence: proof}, true
	}
	if blank.Types()[d.Type.Value].Exact && !d.Scans && f.Recognised() {
		return predate.Figure{}, false
	}
	value, proof, ok := readers()[d.Type.Value](f, d)
	figure := predate.Figure{Value: value, Evidence: proof}
	switch v := value.(type) {
	case predate.Policy:
		figure.AsOf = v.Until
	case predate.Day:
		if d.OfExercise {
			ok = ok && !f.year.IsZero() // a day of an exercise that is not told says nothing
			figure.Year, figure.AsOf = f.year, predate.Date(v)
		}
	case predate.Paper:
		since, err := predate.ParseDate(d.Since.Value)
		ok = ok && (err != nil || !v.Date.Before(since))
	default:
		if d.OfExercise {
			figure.Year, figure.AsOf = f.year, f.year.To
		}
	}
	return figure, ok
}

// denied finds the words that say that there is none: in a sentence, or alone as
// the value of the label.
func (f filling) denied(d blank.Field) ([]predate.Evidence, bool) {
	if len(d.None) == 0 {
		return nil, false
	}
	for i, r := range f.Rows {
		told := f.Doc.Says(r.Folded, blank.IDs(d.None)...)
		for _, l := range d.Label {
			id := l.Concept.ID()
			value, ok := f.ValueAt(i, id)
			under := i > 0 && isHeading(f.Paper, i-1, id) && f.Doc.Is(r.Folded, "nothing")
			told = told || under || ok && f.Doc.Is(value.Text, "nothing")
		}
		if told {
			return paper.Proof(r.Page, r.Box, r.Text()), true
		}
	}
	return nil, false
}

// isHeading reports whether a line names a thing and says no more.
func isHeading(p paper.Paper, i int, id lexicon.ID) bool {
	r := p.Rows[i]
	return p.Doc.Says(r.Folded, id) && len(strings.Fields(r.Folded)) <= 5 && len(layout.DatesIn(r.Text())) == 0
}

// partRows is how far a part of a statutory paper goes at most.
const partRows = 12

// rowsOf are the rows in which a label is looked for.
func (f filling) rowsOf(l blank.Label) paper.Paper {
	p := f.Paper
	at := func(id lexicon.ID) int {
		return slices.IndexFunc(f.Rows, func(r paper.Row) bool { return f.Doc.Says(r.Folded, id) })
	}
	if l.After.Value != "" {
		start := at(l.After.ID())
		if start < 0 {
			return paper.Paper{Doc: p.Doc}
		}
		p.Rows = p.Rows[start:min(start+partRows, len(p.Rows))]
	}
	if end := at(l.Before.ID()); l.Before.Value != "" && end > 0 {
		p.Rows = p.Rows[:end]
	}
	return p
}

// first returns the first value that a label of the field leads to. A label of rows
// must lead to one value only.
func (f filling) first(d blank.Field, take taken) (value predate.Value, at layout.Cell, ok bool) {
	for _, l := range d.Label {
		p, found := f.rowsOf(l), 0
		for i := range p.Rows {
			cell, there := valueOf(p, i, d, l)
			if !there {
				continue
			}
			if v, good := take(f, d, cell); good {
				value, at, found = v, cell, found+1
			}
			if found > 0 && l.At.Value != blank.AtRow {
				break
			}
		}
		if found == 1 {
			return value, at, true
		}
	}
	return nil, at, false
}

// valueOf returns the words that are the value of a label at row i.
func valueOf(p paper.Paper, i int, d blank.Field, l blank.Label) (layout.Cell, bool) {
	id, r := l.Concept.ID(), p.Rows[i]
	switch {
	case l.At.Value == blank.AtSentence:
		return behind(p, i, d, id)
	case l.At.Value == blank.AtRow:
		if len(r.Amounts) == 0 || !p.Doc.Says(r.Folded, id) {
			return layout.Cell{}, false
		}
		last := r.Amounts[len(r.Amounts)-1]
		return layout.Cell{Text: last.Text, Box: last.Box, Page: last.Page}, true
	case l.At.Value == blank.AtLine:
		under := i > 0 && isHeading(p, i-1, id) && p.Doc.Named(r.Words, "made") > 0
		return layout.Cell{Text: r.Text(), Box: r.Box, Page: r.Page}, under || p.Doc.Says(r.Folded, id)
	case d.Alone && !alone(p, i, id):
		return layout.Cell{}, false
	case d.Type.Value == "name":
		return nameAt(p, i, id)
	}
	return p.ValueAt(i, id)
}

// behind returns the words of a sentence that are a value right after a concept; the
// sentence may go on on the next line.
func behind(p paper.Paper, i int, d blank.Field, id lexicon.ID) (layout.Cell, bool) {
	r := p.Rows[i]
	words := strings.Fields(r.Text())
	own := len(words)
	if i+1 < len(p.Rows) {
		words = append(words, strings.Fields(p.Rows[i+1].Text())...)
	}
	for _, s := range p.Doc.Words.All(p.Doc.Words.Words(words), lexicon.Context{Kind: p.Doc.Kind}) {
		if s.Concept != id || s.From >= own {
			continue
		}
		if text := head(p, d, words[s.To:]); text != "" {
			return layout.Cell{Text: text, Box: r.Box, Page: r.Page}, true
		}
	}
	return layout.Cell{}, false
}

var (
	// dayHead is a day right after the words that announce it.
	dayHead = regexp.MustCompile(`^[ .:…_]*(?:le |au )?(?:` + onWeekday + `)?` + layout.DayForm)
	// numberHead is the number of a contract right after the words that announce it.
	numberHead = regexp.MustCompile(`(?i)^[ :]*([A-Z]{0,5}[- ]{0,2}[A-Z0-9]*\d[A-Z0-9/-]*(?: [A-Z0-9/-]*\d[A-Z0-9/-]*)*)`)
	// addressHead is an address up to its town: "2 rue des Lilas, 44300 Nantes".
	addressHead = regexp.MustCompile(`^(?:au\s+|à\s+)?(\d[^;:]{4,90}?\b\d{5}\s+[\pL'’-]+(?:[ -]\pL+)*?)\s*(?:,|\.|;|$)`)
	// nameHead is a name up to a comma.
	nameHead = regexp.MustCompile(`^[ ,]*([^,]+)`)
)

// head cuts a value from the words of a sentence that begin with it; it ends before
// the words that the field gives.
func head(p paper.Paper, d blank.Field, words []string) string {
	for _, s := range p.Doc.Words.All(p.Doc.Words.Words(words), lexicon.Context{Kind: p.Doc.Kind}) {
		if slices.Contains(blank.IDs(d.Ends), s.Concept) && s.From < len(words) {
			words = words[:s.From]
		}
	}
	text, form := strings.Join(words, " "), dayHead
	switch d.Type.Value {
	case "name":
		form = nameHead
	case "address":
		form = addressHead
	case "number":
		text, form = strings.ReplaceAll(text, "- ", "-"), numberHead
	default:
		text = fold.Text(text)
	}
	if m := form.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// onRow returns the cells of the parts of a policy in the row of a table: the heads
// of its columns, right above, name them in this order, after the column of the
// row's own name, and the last is a day.
func (f filling) onRow(d blank.Field) []layout.Cell {
	n := len(d.Parts)
	for i, r := range f.Rows {
		cells := r.Segments(0)
		if d.Row.Value == "" || len(cells) != n+1 || len(layout.DatesIn(cells[n].Text)) != 1 || !f.Doc.Says(cells[0].Text, d.Row.ID()) {
			continue
		}
		for j := i - 1; j >= max(0, i-4); j-- {
			k := 0
			for _, head := range f.Rows[j].Segments(0) {
				if k < n && f.Doc.Says(head.Text, d.Parts[k].Concepts()...) {
					k++
				}
			}
			if k == n {
				return cells[1:]
			}
		}
	}
	return nil
}
