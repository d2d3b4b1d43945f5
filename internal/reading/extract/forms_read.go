package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/blank"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// filling is a form on its way to be filled in from a paper.
type filling struct {
	paper
	year predate.Period // that the paper names; zero when it does not
}

// filledIn fills a form in. Of the fields of one key the first that the paper fills
// gives the figure.
func (p paper) filledIn(f blank.Form) []predate.Figure {
	if f.Title.Value != "" && !p.titled(f.Title.ID()) {
		return nil
	}
	in := filling{p, p.exercise(blank.IDs(f.Exercise))}
	filled := map[string]bool{}
	var out []predate.Figure
	for _, d := range f.Fields {
		if filled[d.Key.Value] {
			continue
		}
		if figure, ok := in.figure(d); ok {
			filled[d.Key.Value] = true
			rule := Rule{Name: f.Kind.Value + "." + d.Name.Value, Key: predate.Key(d.Key.Value)}
			out = append(out, rule.sign(figure))
		}
	}
	return out
}

// titled reports whether a cell of the first page begins with a title.
func (p paper) titled(id lexicon.ID) bool {
	return slices.ContainsFunc(p.rows, func(r row) bool {
		return r.Page == p.rows[0].Page && slices.ContainsFunc(pieces(r), func(c piece) bool { return p.doc.named(wordsIn(r.Line, c.Box), id) > 0 })
	})
}

// exercise reads the exercise that a paper names after one of the labels, or by
// its first and last days.
func (p paper) exercise(labels []lexicon.ID) predate.Period {
	var days []predate.Date
	for _, id := range labels {
		if day, _, ok := p.dateField(id); ok {
			days = append(days, day)
		}
	}
	if len(days) == 2 && days[0].Before(days[1]) {
		return predate.Period{From: days[0], To: days[1]}
	}
	for _, id := range labels {
		for i := range p.rows {
			if value, ok := p.valueAt(i, id); ok {
				if span, ok := spanIn(fold.Text(value.Text)); ok {
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
	if blank.Types()[d.Type.Value].Exact && !d.Scans && f.recognised() {
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
	for i, r := range f.rows {
		told := f.doc.says(r.text, blank.IDs(d.None)...)
		for _, l := range d.Label {
			id := l.Concept.ID()
			value, ok := f.valueAt(i, id)
			under := i > 0 && f.isHeading(i-1, id) && f.doc.is(r.text, "nothing")
			told = told || under || ok && f.doc.is(value.Text, "nothing")
		}
		if told {
			return proof(r.Page, r.Box, r.Text()), true
		}
	}
	return nil, false
}

// isHeading reports whether a line names a thing and says no more.
func (p paper) isHeading(i int, id lexicon.ID) bool {
	r := p.rows[i]
	return p.doc.says(r.text, id) && len(strings.Fields(r.text)) <= 5 && len(layout.DatesIn(r.Text())) == 0
}

// partRows is how far a part of a statutory paper goes at most.
const partRows = 12

// rowsOf are the rows in which a label is looked for.
func (f filling) rowsOf(l blank.Label) paper {
	p := f.paper
	at := func(id lexicon.ID) int {
		return slices.IndexFunc(f.rows, func(r row) bool { return f.doc.says(r.text, id) })
	}
	if l.After.Value != "" {
		start := at(l.After.ID())
		if start < 0 {
			return paper{doc: p.doc}
		}
		p.rows = p.rows[start:min(start+partRows, len(p.rows))]
	}
	if end := at(l.Before.ID()); l.Before.Value != "" && end > 0 {
		p.rows = p.rows[:end]
	}
	return p
}

// first returns the first value that a label of the field leads to. A label of rows
// must lead to one value only.
func (f filling) first(d blank.Field, take taken) (value predate.Value, at layout.Cell, ok bool) {
	for _, l := range d.Label {
		p, found := f.rowsOf(l), 0
		for i := range p.rows {
			cell, there := p.valueOf(i, d, l)
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
func (p paper) valueOf(i int, d blank.Field, l blank.Label) (layout.Cell, bool) {
	id, r := l.Concept.ID(), p.rows[i]
	switch {
	case l.At.Value == blank.AtSentence:
		return p.behind(i, d, id)
	case l.At.Value == blank.AtRow:
		if len(r.amounts) == 0 || !p.doc.says(r.text, id) {
			return layout.Cell{}, false
		}
		last := r.amounts[len(r.amounts)-1]
		return layout.Cell{Text: last.Text, Box: last.Box, Page: last.Page}, true
	case l.At.Value == blank.AtLine:
		under := i > 0 && p.isHeading(i-1, id) && p.doc.named(r.Words, "made") > 0
		return layout.Cell{Text: r.Text(), Box: r.Box, Page: r.Page}, under || p.doc.says(r.text, id)
	case d.Alone && !p.alone(i, id):
		return layout.Cell{}, false
	case d.Type.Value == "name":
		return p.nameAt(i, id)
	}
	return p.valueAt(i, id)
}

// behind returns the words of a sentence that are a value right after a concept; the
// sentence may go on on the next line.
func (p paper) behind(i int, d blank.Field, id lexicon.ID) (layout.Cell, bool) {
	r := p.rows[i]
	words := strings.Fields(r.Text())
	own := len(words)
	if i+1 < len(p.rows) {
		words = append(words, strings.Fields(p.rows[i+1].Text())...)
	}
	for _, s := range p.doc.words.All(p.doc.words.Words(words), lexicon.Context{Kind: p.doc.kind}) {
		if s.Concept != id || s.From >= own {
			continue
		}
		if text := p.head(d, words[s.To:]); text != "" {
			return layout.Cell{Text: text, Box: r.Box, Page: r.Page}, true
		}
	}
	return layout.Cell{}, false
}

var (
	// dayHead is a day right after the words that announce it.
	dayHead = regexp.MustCompile(`^[ .:…_]*(?:le |au )?(?:` + onWeekday + `)?` + dayForm)
	// numberHead is the number of a contract right after the words that announce it.
	numberHead = regexp.MustCompile(`(?i)^[ :]*([A-Z]{0,5}[- ]{0,2}[A-Z0-9]*\d[A-Z0-9/-]*(?: [A-Z0-9/-]*\d[A-Z0-9/-]*)*)`)
	// addressHead is an address up to its town: "2 rue des Lilas, 44300 Nantes".
	addressHead = regexp.MustCompile(`^(?:au\s+|à\s+)?(\d[^;:]{4,90}?\b\d{5}\s+[\pL'’-]+(?:[ -]\pL+)*?)\s*(?:,|\.|;|$)`)
	// nameHead is a name up to a comma.
	nameHead = regexp.MustCompile(`^[ ,]*([^,]+)`)
)

// head cuts a value from the words of a sentence that begin with it; it ends before
// the words that the field gives.
func (p paper) head(d blank.Field, words []string) string {
	for _, s := range p.doc.words.All(p.doc.words.Words(words), lexicon.Context{Kind: p.doc.kind}) {
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
	for i, r := range f.rows {
		cells := r.Segments(0)
		if d.Row.Value == "" || len(cells) != n+1 || len(layout.DatesIn(cells[n].Text)) != 1 || !f.doc.says(cells[0].Text, d.Row.ID()) {
			continue
		}
		for j := i - 1; j >= max(0, i-4); j-- {
			k := 0
			for _, head := range f.rows[j].Segments(0) {
				if k < n && f.doc.says(head.Text, d.Parts[k].Concepts()...) {
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
