package form

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
)

// summedBefore reports whether more lines follow a sum of lines of a section: then
// a heading between them was not understood. It does not count the sum of one key,
// where a total of the whole section follows.
func (r *reader) summedBefore(s callSection) bool {
	first, last := s.lines[0], s.lines[len(s.lines)-1]
	for i := first.line + 1; i < last.line; i++ {
		for _, n := range r.at[i] {
			if n.column != last.part.column || len(n.children) == 0 || n.first() < first.line {
				continue
			}
			if sum, ofKey := r.keySum(i, s.lines); !ofKey || sum != n || !r.totalOf(s) {
				return true
			}
		}
	}
	return false
}

// keySum returns the sum that a line prints of the lines of one key, under words
// that name this key again: "Sous-total Charges bâtiment A", under the lots of
// the key "BATA Charges bâtiment A". What such words say is a key's name and no
// nature.
func (r *reader) keySum(i int, lines []callLine) (*node, bool) {
	for _, n := range r.at[i] {
		if len(n.children) == 0 {
			continue
		}
		key, ok := keyOfAll(n.leaves(), lines)
		if !ok {
			continue
		}
		code, label := r.rowKey(key.name, lines[0].part.cell.Box.X1)
		words := foldedWords(r.LineText(i))
		for _, name := range []string{label, code} {
			if name = foldedWords(name); name != "" && strings.Contains(" "+words+" ", " "+name+" ") {
				return n, true
			}
		}
	}
	return nil, false
}

// keyOfAll returns the first line of some parts, where all of them are lines of a
// section and of one key.
func keyOfAll(parts []*node, lines []callLine) (callLine, bool) {
	var first callLine
	for _, part := range parts {
		k := slices.IndexFunc(lines, func(l callLine) bool { return l.part == part })
		if k < 0 || first.part != nil && lines[k].apportioned != first.apportioned {
			return callLine{}, false
		}
		if first.part == nil {
			first = lines[k]
		}
	}
	return first, first.part != nil
}

// totalOf reports whether a sum of all lines of a section follows them under the
// words of its heading, or under others for the same nature: no other heading is
// among its lines. What the call asks for in all may hold those of one.
func (r *reader) totalOf(s callSection) bool {
	first, last := s.lines[0].part, s.lines[len(s.lines)-1].part
	for i := last.cell.Line + 1; i < s.end; i++ {
		for _, n := range r.at[i] {
			if n.column != last.column || len(n.children) == 0 || n.value() != s.sum || n.first() != first.cell.Line {
				continue
			}
			if r.namesHeading(i, s) || r.NatureOf(r.LineText(i)) == s.nature && !r.isCalled(n.cell, "call_total", "call_provisions_total", "amount_to_pay") {
				return true
			}
		}
	}
	return false
}

// namesHeading reports whether a line says what a cell of the heading of a section
// says: "Total Budget courant 2026" under "Charges courantes | Budget courant 2026".
func (r *reader) namesHeading(i int, s callSection) bool {
	words := foldedWords(r.LineText(i))
	return slices.ContainsFunc(r.Lines[s.heading].Cells, func(c cell) bool {
		return c.Nature == text && r.NatureOf(c.Text) == s.nature && strings.Contains(words, foldedWords(c.Text))
	})
}

// codeAlone is a cell that holds the code of a key and nothing else.
var codeAlone = regexp.MustCompile(`^[A-Z][A-Z0-9]{1,5}$`)

// codeAfterLot is the code of a key in the cell of its lot: "lot 8 · GEN".
var codeAfterLot = regexp.MustCompile(`\d\s*[·|/–-]\s*([A-Z][A-Z0-9]{1,5})$`)

// codeBesideLot returns the code of a key that a line prints in the cell of its lot.
func (r *reader) codeBesideLot(i int) string {
	for _, c := range r.Lines[i].Cells {
		if m := codeAfterLot.FindStringSubmatch(c.Text); c.Nature == text && m != nil && len(r.LotNames(c.Text)) == 1 {
			return m[1]
		}
	}
	return ""
}

// rowKey returns the key that the words of a line name, without its lot, its unit
// and the kind of call. Words right of its part are another table's.
func (r *reader) rowKey(i int, right float64) (code, label string) {
	if name, ok := keyname.InSentence(r.Lines[i].Cells[0].Text); ok {
		return keyname.Split(name)
	}
	var words []string
	for _, c := range r.Lines[i].Cells {
		_, fraction := ratioIn(c.Text, r.IsUnit)
		switch {
		case c.Nature != text || c.Box.X0 > right || len(r.LotNames(c.Text)) > 0 || r.isLotCell(c) || r.IsUnit(c.Text) || fraction:
		case codeAlone.MatchString(c.Text) && code == "":
			code = c.Text
		case len(words) > 0 && r.underHead(c, "column_call_type"):
		default:
			words = append(words, c.Text)
		}
	}
	for k := i + 1; len(words) > 0 && r.continues(k) && !r.IsUnit(r.Lines[k].Cells[0].Text); k++ {
		words[len(words)-1] += " " + r.Lines[k].Cells[0].Text
	}
	inner, label := keyname.Split(strings.Join(words, " "))
	return cmp.Or(code, inner, r.codeBesideLot(i)), label
}

// keyOverRow returns the key that heads the rows of a call which say what each is for:
// "GEN Charges générales" over "Provisions du budget" and "Fonds de travaux". Empty where
// the row says no nature, or what stands over it has no code and is no name of a key that
// the row lacks: the title of works may speak of one.
func keyOverRow(r *reader, rows []callRow, row callRow) (code, label string) {
	if !row.shared || r.NatureOf(strings.Join(row.words, " ")) == predate.NatureUnknown {
		return "", ""
	}
	held := map[int]bool{}
	for _, other := range rows {
		held[other.part.cell.Line] = true
	}
	for i := row.part.cell.Line - 1; i >= 0 && r.Lines[i].Page == row.part.cell.Page; i-- {
		words := r.headingWords(i, row.part.cell.Box.X0)
		if held[i] || words == "" || r.isHeadLine(i) || r.headsColumns(i, row.part.cell.Line) {
			continue
		}
		code, label = keyname.Split(words)
		named := code != "" || r.SaysKey(words) && (row.nature == predate.NatureWorks || !r.SaysKey(strings.Join(row.words, " ")))
		if r.hasAmounts(i) || !named || strings.ToUpper(words) == words {
			return "", ""
		}
		return code, label
	}
	return "", ""
}
