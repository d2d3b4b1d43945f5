package form

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
	"predate/internal/reading/layout"
)

// keyTable is annexe 3: rows that sum the lines of a key, and a row that sums
// these in every column (décret 2005-240, annexe 3).
type keyTable struct {
	grand []*node       // the sums of the keys, by column from left to right
	keys  []int         // the lines of the keys' own sums
	first map[int]int   // of each key, where its lines begin
	names []namedColumn // of the columns
}

// namedColumn is what a column of annexe 3 is about.
type namedColumn struct {
	column predate.Column
	year   predate.Period // zero where its head prints none
}

// schedule3 reads the net charges of each key, voted and spent, from the keys
// that make the total of every column, and the foot under that total.
func schedule3(r *reader) []predate.Figure {
	years := r.years()
	if out := r.keysApart(years); out != nil {
		return out
	}
	for i := len(r.Lines) - 1; i >= 0; i-- {
		t, ok := r.keyTable(i)
		if !ok {
			t, ok = r.keyTableOver(i)
		}
		if !ok {
			continue
		}
		if len(t.keys) == 1 && len(r.tableTotals()) > 1 {
			continue // one key of several, whose total is printed twice
		}
		if t.names = r.nameColumns(t, years); t.names == nil {
			continue
		}
		if out := r.keyNets(t, years); out != nil {
			return append(out, r.footOfKeys(i, t, years)...)
		}
	}
	if r.Kind == predate.KindSchedule3 {
		return r.columnTotals(years)
	}
	return nil
}

// keyTable finds the keys that a row sums: the same rows in every column, two
// columns at least. Where a page moves the columns, the amounts of a row are
// taken in turn.
func (r *reader) keyTable(i int) (keyTable, bool) {
	t := keyTable{first: map[int]int{}}
	for _, n := range r.inTurn(i) {
		if len(n.children) == 0 {
			return t, false
		}
		t.grand = append(t.grand, n)
		var sum predate.Cents
		for _, k := range n.children {
			sum += k.term()
			if at := k.cell.Line; !slices.Contains(t.keys, at) {
				t.keys = append(t.keys, at)
			}
			if first := k.first(); t.first[k.cell.Line] == 0 || first < t.first[k.cell.Line] {
				t.first[k.cell.Line] = first
			}
		}
		if sum != n.value() {
			return t, false // rounding is no proof here
		}
	}
	slices.Sort(t.keys)
	summed := slices.ContainsFunc(t.grand, func(n *node) bool {
		return slices.ContainsFunc(n.children, func(k *node) bool { return len(k.children) > 0 })
	})
	return t, summed && len(t.grand) > 1 && r.IsTotal(r.rowName(i, t.grand[0].cell.Box.X0))
}

// inTurn returns the amounts of a row with what they sum. Where two of them sum
// the same rows, the others sum these too if their amounts, taken in turn, do.
func (r *reader) inTurn(i int) []*node {
	var rows []*node // what the first summed column sums
	summed := 0
	for _, n := range r.at[i] {
		if len(n.children) > 0 && (rows == nil || slices.EqualFunc(rows, n.children, func(a, b *node) bool { return a.cell.Line == b.cell.Line })) {
			rows, summed = n.children, summed+1
		}
	}
	if summed < 2 || summed == len(r.at[i]) {
		return r.at[i]
	}
	out := slices.Clone(r.at[i])
	for k, n := range out {
		if len(n.children) > 0 {
			continue
		}
		whole := *n
		for _, row := range rows {
			if at := r.at[row.cell.Line]; len(at) == len(out) {
				whole.children = append(whole.children, at[k])
			}
		}
		out[k] = &whole
	}
	return out
}

// keyTableOver finds the keys that a row sums where each prints its sum over its
// lines, beside its name and its total of shares: in two columns at least the
// lines under every key make it, and the keys make the row.
func (r *reader) keyTableOver(i int) (keyTable, bool) {
	t := keyTable{first: map[int]int{}}
	if len(r.at[i]) < 2 || !r.IsTotal(r.rowName(i, r.at[i][0].cell.Box.X0)) {
		return t, false
	}
	for j := range i {
		if base, _ := r.baseAt(j); base > 0 && r.hasAmounts(j) {
			t.keys, t.first[j] = append(t.keys, j), j
		}
	}
	for _, n := range r.at[i] {
		over := *n
		over.children = nil
		left := n.value()
		for k, at := range t.keys {
			end := i
			if k+1 < len(t.keys) {
				end = t.keys[k+1]
			}
			if head := r.inColumn(at, n.column); head != nil {
				over.children = append(over.children, head)
				left -= head.value()
			}
			if r.linesUnder(at, end, n.column) != 0 {
				return t, false
			}
		}
		if left != 0 || len(over.children) == 0 {
			return t, false
		}
		t.grand = append(t.grand, &over)
	}
	return t, true
}

// inColumn returns the amount of a line in a column; nil where there is none.
func (r *reader) inColumn(i, column int) *node { return columnOf(r.at[i], column) }

// linesUnder returns what is left of the amount of a line in a column without
// the lines under it.
func (r *reader) linesUnder(at, end, column int) predate.Cents {
	var left predate.Cents
	if head := r.inColumn(at, column); head != nil {
		left = head.value()
	}
	for j := at + 1; j < end; j++ {
		if n := r.inColumn(j, column); n != nil {
			left -= n.term()
		}
	}
	return left
}

// keyNets returns the keys with what each cost in every column.
func (r *reader) keyNets(t keyTable, years exercises) []predate.Figure {
	var nets predate.KeyNets
	for _, at := range t.keys {
		k := r.keyOfNet(at, t)
		for i, g := range t.grand {
			if t.names[i].column == indicative {
				continue
			}
			a := predate.ColumnAmount{Column: t.names[i].column, Year: t.names[i].year}
			for _, c := range g.children {
				if c.cell.Line == at {
					a.Amount = c.value()
				}
			}
			k.Amounts = append(k.Amounts, a)
		}
		if k.Code+k.Label == "" || r.Kind != predate.KindSchedule3 && k.Total == 0 {
			return nil // a part of annexe 2 has sums of sums too
		}
		nets = append(nets, k)
	}
	f := predate.Figure{Key: predate.FactKeyNets, Value: nets, Year: years.closed, AsOf: years.closed.To}
	for i, c := range t.names {
		f.Evidence = append(f.Evidence, t.grand[i].cell.Proof("form.schedule_3.key_nets"))
		if c.column == predate.ColumnClosed && !c.year.IsZero() {
			f.Year, f.AsOf = c.year, c.year.To
		}
	}
	if f.Year.IsZero() {
		return nil
	}
	return []predate.Figure{f}
}

// keyOfNet names a key: by the heading over its lines that prints its total of
// shares, else by the words of its sum.
func (r *reader) keyOfNet(at int, t keyTable) predate.KeyNet {
	right := t.grand[0].cell.Box.X0
	for i := t.first[at]; i >= max(0, t.first[at]-24) && (i == t.first[at] || !r.hasAmounts(i)); i-- {
		if base, unit := r.baseAt(i); base > 0 {
			code, label := keyname.Split(r.wordsOfBase(i, right))
			if code+label != "" {
				return predate.KeyNet{Code: code, Label: label, Total: base, Unit: unit}
			}
		}
	}
	code, label := keyname.Split(r.withoutTotal(r.rowName(at, right)))
	return predate.KeyNet{Code: code, Label: label}
}

// wordsOfBase returns the words that name a key beside its total of shares: those
// over it where it is alone among the heads of columns.
func (r *reader) wordsOfBase(i int, right float64) string {
	first := r.Lines[i].Cells[0]
	base, _ := r.baseIn(first.Text)
	if base > 0 && i > 0 && len(r.Lines[i].Cells) > 2 && r.withoutShare(first.Text) == "" && !r.hasAmounts(i-1) {
		if above := r.Lines[i-1].Cells[0]; above.Nature == text && above.Page == first.Page && over(first.Box, above.Box) > 0.5 {
			return above.Text
		}
	}
	return r.headingWords(i, right)
}

// numberUnit is a whole number with the word after it.
var numberUnit = regexp.MustCompile(`(\d[\d .\x{a0}\x{202f}]*?)\s*(m³|m3|\pL+)`)

// baseAt returns the whole number with a unit of shares that a line prints.
func (r *reader) baseAt(i int) (int64, string) {
	for _, c := range r.Lines[i].Cells {
		if n, unit := r.baseIn(c.Text); n > 0 {
			return n, unit
		}
	}
	return 0, ""
}

// baseIn returns the whole number with a unit of shares that words hold.
func (r *reader) baseIn(words string) (int64, string) {
	for _, m := range numberUnit.FindAllStringSubmatch(words, -1) {
		if n, _, ok := layout.Whole(strings.Join(strings.Fields(m[1]), " ")); ok && n > 0 && r.IsUnit(m[2]) {
			return n, m[2]
		}
	}
	return 0, ""
}

// withoutTotal drops the words that say that a row is a total: the first ones, or
// those after a code.
func (r *reader) withoutTotal(words string) string {
	fields, at := strings.Fields(words), 0
	if len(fields) > 1 && codeAlone.MatchString(fields[0]) && r.IsTotal(fields[1]) {
		at = 1
	}
	for len(fields) > at && (r.IsTotal(fields[at]) || strings.EqualFold(fields[at], "net")) {
		fields = slices.Delete(fields, at, at+1)
	}
	return strings.Join(fields, " ")
}
