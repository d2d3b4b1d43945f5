package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// legendEntry says what the code of a key in a column means: "GEN = Charges
// communes générales, base 10 000 tantièmes".
type legendEntry struct {
	code, label string
	base        int64  // 0 where the legend has none
	unit        string // as printed; empty where the legend has none
}

// keyLegend reads the codes of keys that words under a table explain: one to a
// line, or several beside one another, each with its base.
func (r *reader) keyLegend() []legendEntry {
	var out []legendEntry
	open := false
	for i := range r.Lines {
		words := r.LineText(i)
		switch {
		case r.Says(words, "bs_legend"):
			open = true
		case r.Lines[i].Repeated || len(r.Lines[i].Cells) == 0:
		case hasSum(r.Lines[i]):
			open = false
		case open:
			found := r.legendAt(r.Lines[i].Cells)
			if e, ok := legendRow(r, r.Lines[i].Cells); ok {
				found = []legendEntry{e}
			}
			open = len(found) > 0 || r.isHeadLine(i) && r.Names("column_key", r.Lines[i].Cells[0].Text)
			out = append(out, found...)
		}
	}
	return out
}

// NameKeys names the keys of charges and calls whose code a paper prints. It takes the
// names from the legend of codes, where a name belongs to a code and its
// base.
func NameKeys(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon, figures []predate.Figure) []predate.Figure {
	if kind != predate.KindChargeStatement && kind != predate.KindFundCall {
		return figures
	}
	r := newReader(kind, doc, words)
	for _, e := range r.keyLegend() {
		metered := r.Says(e.unit, "unit_meter", "unit_cubic_metres")
		for k := range figures {
			switch v := figures[k].Value.(type) {
			case predate.ChargeKey:
				if e.isOf(v.Base, v.Code, v.Label) {
					v.Code, v.Label, v.Unit, v.Metered = e.code, e.label, cmp.Or(e.unit, v.Unit), v.Metered || metered
					figures[k].Value = v
				}
			case predate.CallLine:
				if e.isOf(v.Base, v.Code, v.Label) {
					v.Code, v.Label, v.Unit, v.Metered = e.code, e.label, cmp.Or(e.unit, v.Unit), v.Metered || metered
					figures[k].Value = v
				}
			}
		}
	}
	return figures
}

// legendRow reads a row of a legend that is a table: a code, its name, the unit of its
// shares.
func legendRow(r *reader, cells []cell) (legendEntry, bool) {
	if len(cells) != 3 || !codeAlone.MatchString(cells[0].Text) || cells[1].Nature != text || !r.IsUnit(cells[2].Text) {
		return legendEntry{}, false
	}
	return legendEntry{code: cells[0].Text, label: cells[1].Text, unit: cells[2].Text}, true
}

// isOf reports whether an entry explains a key.
func (e legendEntry) isOf(base int64, code, label string) bool {
	return (e.base == 0 || e.base == base) && e.names(code, label)
}

// names reports whether a key is that of the entry: by its code, or by the last
// word of a label where none was read.
func (e legendEntry) names(code, label string) bool {
	return code == e.code || code == "" && (label == e.code || strings.HasSuffix(label, " "+e.code))
}

// legendAt reads a line of a legend: an entry begins with a code and ends with a
// base.
func (r *reader) legendAt(cells []cell) []legendEntry {
	var out []legendEntry
	var words []string
	for _, c := range cells {
		words = append(words, strings.Fields(c.Text)...)
		if e, ok := r.entryOf(words); ok {
			out, words = append(out, e), nil
		}
	}
	return out
}

// entryOf reads the words of an entry; false where they have no code, no label or
// no base.
func (r *reader) entryOf(words []string) (legendEntry, bool) {
	rest := words[min(1, len(words)):]
	for k := len(rest) - 1; k > 0; k-- {
		if !isDigit(strings.TrimLeft(rest[k], "(/")[:1][0]) {
			continue
		}
		for k > 1 && isDigit(rest[k-1][0]) && len(rest[k]) == 3 && len(rest[k-1]) <= 3 {
			k-- // thousands
		}
		n, tail, ok := layout.Whole(strings.TrimLeft(strings.Join(rest[k:], " "), "(/ "))
		if u := layout.UnitOf(tail); !ok || n < 2 || u != "" && !r.IsUnit(u) {
			return legendEntry{}, false
		}
		e := legendEntry{code: strings.Trim(words[0], "=:-–.()"), base: n}
		label := slices.Clone(rest[:k])
		for len(label) > 0 && r.Names("column_base", strings.Trim(label[len(label)-1], "(,:")) {
			label = label[:len(label)-1]
		}
		e.label = strings.Trim(strings.Join(label, " "), " =:-–.,(/")
		return e, e.code != "" && e.label != "" && len(e.code) <= 8
	}
	return legendEntry{}, false
}

// explained returns the entry of the legend whose code is printed on the lines of
// a key and whose base is its own; false where none is, or two are.
func (c *charges) explained(k chargeKey) (legendEntry, bool) {
	var fits []legendEntry
	for _, e := range c.legends {
		if e.base == k.base && c.printsCode(k, e.code) {
			fits = append(fits, e)
		}
	}
	if len(fits) != 1 {
		return legendEntry{}, false
	}
	return fits[0], true
}

// printsCode reports whether a key prints a code: as the last word of the line
// that sums it, or in the column of codes of each of its lines.
func (c *charges) printsCode(k chargeKey, code string) bool {
	if words := strings.Fields(c.rowName(k.lines[1], k.part.cell.Box.X1)); k.lines[0] < k.lines[1] && len(words) > 0 && words[len(words)-1] == code {
		return true
	}
	for i := k.lines[0]; i <= k.lines[1]; i++ {
		if c.hasAmounts(i) && !c.codesAt(i)[code] {
			return false
		}
	}
	return true
}

// codesAt lists the words of a line that may be in the column of codes: those of
// the cell under its head, or of the cells that reach over it.
func (r *reader) codesAt(i int) map[string]bool {
	out := map[string]bool{}
	for _, x := range r.Lines[i].Cells {
		if x.Nature != amount && r.underAnyHead(x, "column_key_number", "column_key") {
			for _, w := range strings.Fields(x.Text) {
				out[w] = true
			}
		}
	}
	return out
}

// underAnyHead reports whether a cell stands under the head of one of some columns.
func (r *reader) underAnyHead(c cell, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(ids, func(id lexicon.ID) bool { return r.underHead(c, id) })
}
