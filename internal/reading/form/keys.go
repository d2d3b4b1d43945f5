package form

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate/internal/reading/fraction"
	"predate/internal/reading/keyname"
	"predate/internal/reading/lexicon"
)

// keyName returns the code and the words of a key: from the legend of codes, from
// the line over it that prints what is apportioned, from the cell beside its lines
// or the heading over them, from the line that sums them, or from its only line.
func (c *charges) keyName(k chargeKey) (code, label string) {
	if e, ok := c.explained(k); ok {
		return e.code, e.label
	}
	if k.apportioned != nil && k.apportioned.cell.Line < k.lines[0] {
		return c.rowKey(k.apportioned.cell.Line, k.part.cell.Box.X1) // lots under their key
	}
	words := cmp.Or(c.heldName(k), c.keyHeading(k))
	if k.headed {
		words = c.headingWords(k.head, k.part.cell.Box.X1)
	}
	if words == "" {
		words = c.withoutTotal(c.rowName(k.lines[1], k.part.cell.Box.X1))
	}
	if at := strings.LastIndex(words, " – "); at > 0 && c.Says(strings.Trim(words[at+len(" – "):], " :"), "column_share") {
		words = words[:at] // the share wraps under its label
	}
	return keyname.Split(words)
}

// keyHeading returns the words over the lines of a key, without column heads and
// without the lot; empty for a key of one line.
func (c *charges) keyHeading(k chargeKey) string {
	if k.lines[0] == k.lines[1] {
		return ""
	}
	for i := k.lines[0] - 1; i >= 0 && i > k.lines[0]-8; i-- {
		if c.hasAmounts(i) {
			return ""
		}
		words := c.headingWords(i, k.part.cell.Box.X1)
		switch {
		case c.continues(i), c.headsColumns(i, k.lines[0]):
		case len(c.LotNames(c.LineText(i))) > 0:
			if c.withoutTotal(c.rowName(k.lines[1], k.part.cell.Box.X1)) != "" {
				return "" // under the heading of a lot, sums name their keys
			}
		case words != "":
			return words
		}
	}
	return ""
}

// headingWords joins the words of a line that heads lines; empty for the heads
// of columns and for what stands on every page. Words that begin right of the
// table belong to another one.
func (r *reader) headingWords(i int, right float64) string {
	if r.Lines[i].Repeated {
		return ""
	}
	var words []string
	columns := 0
	for _, c := range r.Lines[i].Cells {
		if c.Nature != text || c.Box.X0 > right {
			continue
		}
		if r.isColumnHead(c.Text) {
			columns++
			continue
		}
		if name := r.withoutShare(c.Text); name != "" {
			words = append(words, name)
		}
	}
	if columns > 1 || columns == 1 && len(words) == 0 {
		return ""
	}
	return strings.Join(words, " ")
}

// withoutShare returns the words before the share that ends a cell: "Ascenseur A
// – tantièmes 40 / 1000"; none of a cell that is a share.
func (r *reader) withoutShare(words string) string {
	if _, _, isCount := r.countIn(words); !isCount {
		return words
	}
	cut := -1
	for _, mark := range []string{" – ", " - ", " (", " : "} {
		at := strings.LastIndex(words, mark)
		if at < 0 || mark == " : " && r.Says(words[:at], "column_base", "column_share", "unit_shares") {
			continue
		}
		if _, _, isCount := r.countIn(words[:at]); !isCount && (cut < 0 || at > cut && !r.Says(words[cut:at], "column_base", "column_share", "unit_shares")) {
			cut = at
		}
	}
	if cut >= 0 {
		return words[:cut]
	}
	fields := strings.Fields(words)
	number := slices.IndexFunc(fields, func(s string) bool { return isDigit(s[0]) })
	if number > 1 && r.Says(fields[number-1], "column_base") {
		return strings.Join(fields[:number-1], " ")
	}
	if number > 1 && codeAlone.MatchString(fields[number-1]) && !r.Says(strings.Join(fields[:number], " "), "column_base", "column_share") {
		return strings.Join(fields[:number], " ") // "Charges générales GEN 10 000 tantièmes"
	}
	return ""
}

// isColumnHead reports whether words head a column and say nothing besides.
func (r *reader) isColumnHead(words string) bool {
	return slices.ContainsFunc(r.Meanings(words), func(s lexicon.Span) bool { return s.Whole && s.Role == lexicon.Column })
}

// rowName joins the words of a line and those of the line under it where they go
// on. Words right of its part are another table's.
func (r *reader) rowName(i int, right float64) string {
	var words []string
	for _, c := range r.Lines[i].Cells {
		if c.Nature != text || c.Box.X0 >= right || fraction.IsPercent(c.Text) {
			continue
		}
		name := c.Text
		if startsLower(name) && len(words) == 0 {
			name, _ = r.wrapped(c) // a small letter goes on from the line over it
		}
		words = append(words, name)
	}
	if r.hasAmounts(i) && r.continues(i+1) {
		words = append(words, r.Lines[i+1].Cells[0].Text)
	}
	return strings.Join(words, " ")
}

// continues reports whether a line is the rest of a name that the line above it had
// no room for: words alone, in small letters, under the beginning of a cell.
func (r *reader) continues(i int) bool {
	if i < 1 || i >= len(r.Lines) || len(r.Lines[i].Cells) != 1 || r.Lines[i].Page != r.Lines[i-1].Page {
		return false
	}
	rest, over := r.Lines[i].Cells[0], r.Lines[i-1]
	if rest.Nature != text || !startsLower(rest.Text) || rest.Box.Y0-over.Box.Y1 > over.Size {
		return false
	}
	return slices.ContainsFunc(over.Cells, func(c cell) bool {
		inside := glued.MatchString(c.Text) && c.Box.X0 < rest.Box.X0 && rest.Box.X0 < c.Box.X1
		return c.Nature == text && (near(c.Box.X0, rest.Box.X0) || inside)
	})
}

func startsLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(first)
}
