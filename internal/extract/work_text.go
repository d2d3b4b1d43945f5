package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// workText is what annexe 4 or 5 says of a work in words.
type workText struct {
	key, title string
	votedOn    predate.Date
}

var (
	votedAt  = regexp.MustCompile(`(?i)\(?\s*(?:AG|AGO|AGE|A\.G\.|assembl[eé]e(?: g[eé]n[eé]rale)?)\s+(?:du|de)\s+([0-9][0-9/.\-]{5,9}|\d{1,2}(?:er)? \pL+ \d{4})\s*\)?`)
	contract = regexp.MustCompile(`(?:^|[ –-])march[eé] `)
)

// textOf reads the words of a work: those left of the first amounts, on the
// lines that are nearer to its amounts than to any others. The first day, left
// of the voted amount or above it, is that of the vote.
func (b band) textOf(i workItem, voted column) workText {
	right := b.sides[0].columns[0].x0
	for _, a := range i.amounts {
		right = min(right, a.Box.X0)
	}
	var cells []layout.Cell
	var days []predate.Date
	for _, r := range b.linesOf(i.rows[0], i.rows[len(i.rows)-1]) {
		for _, d := range layout.Dates(r.Line) {
			if (d.Box.X0+d.Box.X1)/2 < voted.x1 {
				days = append(days, d.Date)
			}
		}
		for _, segment := range r.Segments(0) {
			if _, day := layout.ParseDate(strings.Trim(segment.Text, "()[] ")); !day && segment.Box.X0 < right {
				cells = append(cells, segment)
			}
		}
	}
	out := roles(columnsOfText(cells), b.textHeads(right))
	if out.votedOn.IsZero() && len(days) > 0 {
		out.votedOn = days[0]
	}
	return out
}

// linesOf gives the lines that belong to a work: those of its amounts, and the
// lines without amounts next to them that no total, heading or other work is
// nearer to.
func (b band) linesOf(first, last row) []row {
	from, at := b.index(first), b.index(last)
	to := at + 1
	for top := from; from > 0 && b.joins(b.rows[from-1], b.rows[from]) && !b.nearerAbove(from-1, top); {
		from--
	}
	for to < len(b.rows) && b.joins(b.rows[to], b.rows[to-1]) && !b.nearerBelow(to, at) {
		to++
	}
	return b.rows[from:to]
}

func (b band) index(r row) int {
	return slices.IndexFunc(b.rows, func(o row) bool { return o.Page == r.Page && o.Box == r.Box })
}

// joins says whether a line without amounts continues its neighbour.
func (b band) joins(r, neighbour row) bool {
	if hasAmounts(r) || r.Page != neighbour.Page || isWorksHead(r) || strings.Contains(r.text, "article 14-2") || strings.Contains(r.text, "exceptionnelles") || strings.HasPrefix(r.text, "total") {
		return false
	}
	above, below := r, neighbour
	if above.Box.Y0 > below.Box.Y0 {
		above, below = below, above
	}
	return gap(above, below) < 0.8
}

// nearerAbove gives a line at the same distance of two works to the upper one,
// whose first line its amounts usually stand on.
func (b band) nearerAbove(i, at int) bool {
	for j := i - 1; j >= 0; j-- {
		if hasAmounts(b.rows[j]) {
			return distance(b.rows[i].Box, b.rows[j].Box) <= distance(b.rows[i].Box, b.rows[at].Box)
		}
	}
	return b.sides[0].covered(b.rows[i]) > 1 // the heading of the columns
}

func (b band) nearerBelow(i, at int) bool {
	for j := i + 1; j < len(b.rows); j++ {
		if hasAmounts(b.rows[j]) {
			return distance(b.rows[i].Box, b.rows[j].Box) < distance(b.rows[i].Box, b.rows[at].Box)
		}
	}
	return false
}

// textColumn is a column of words.
type textColumn struct {
	x0, x1 float64
	texts  []string
}

// columnsOfText gathers cells that stand one under the other.
func columnsOfText(cells []layout.Cell) []textColumn {
	var out []textColumn
	for _, c := range cells {
		i := slices.IndexFunc(out, func(t textColumn) bool { return c.Box.X0 < t.x1 && t.x0 < c.Box.X1 })
		if i < 0 {
			out = append(out, textColumn{c.Box.X0, c.Box.X1, []string{c.Text}})
			continue
		}
		out[i].x0, out[i].x1 = min(out[i].x0, c.Box.X0), max(out[i].x1, c.Box.X1)
		out[i].texts = append(out[i].texts, c.Text)
	}
	slices.SortFunc(out, func(a, b textColumn) int { return int(a.x0 - b.x0) })
	return out
}

// textHeads gives the headings printed left of the amounts.
func (b band) textHeads(right float64) []layout.Cell {
	var out []layout.Cell
	for _, r := range b.rows {
		if hasAmounts(r) {
			break
		}
		for _, segment := range r.Segments(0) {
			text := fold.Text(segment.Text)
			if strings.Contains(text, "14-2") || strings.Contains(text, "exceptionnelles") || hasAny(text, []string{"votes", "payes", "realises"}) {
				continue
			}
			if segment.Box.X0 < right && len(strings.Fields(text)) <= 5 && hasAny(text, []string{"cle", "operation", "operations", "travaux", "marche", "entreprise"}) {
				out = append(out, segment)
			}
		}
	}
	return out
}

// roles tells key, title and contract apart by the headings over the columns,
// or by their order: key, operation, contract.
func roles(columns []textColumn, heads []layout.Cell) workText {
	var out workText
	for i, c := range columns {
		words := headOver(c, columns, i, heads)
		text := strings.Join(c.texts, " ")
		switch {
		case votedAt.MatchString(text):
			out.title = titleOf(c.texts)
		case hasAny(words, []string{"cle", "cles"}):
			out.key = text
		case hasAny(words, []string{"operation", "operations", "travaux"}):
			out.title = titleOf(c.texts)
		case hasAny(words, []string{"marche", "entreprise"}):
		case len(columns) == 1 || i == 1:
			out.title = titleOf(c.texts)
		case i == 0:
			out.key = text
		}
		if m := votedAt.FindStringSubmatch(text); m != nil {
			out.votedOn, _ = layout.ParseDate(m[1])
		}
	}
	if out.title == "" && out.key != "" && len(columns) == 1 {
		out.title, out.key = out.key, ""
	}
	return out
}

// headOver gives the folded heading that is centred over a column of words.
func headOver(c textColumn, columns []textColumn, i int, heads []layout.Cell) string {
	left, right := 0.0, c.x1+1e9
	if i > 0 {
		left = columns[i-1].x1
	}
	if i+1 < len(columns) {
		right = columns[i+1].x0
	}
	var words []string
	for _, h := range heads {
		if centre := (h.Box.X0 + h.Box.X1) / 2; centre > left && centre < right {
			words = append(words, fold.Text(h.Text))
		}
	}
	return strings.Join(words, " ")
}

// titleOf joins the lines of a title without the meeting that voted it nor the
// contract that carries it out.
func titleOf(lines []string) string {
	kept := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return contract.MatchString(strings.ToLower(l)) })
	if len(kept) == 0 {
		kept = lines
	}
	text := strings.Join(kept, " ")
	at := votedAt.FindStringIndex(text)
	switch {
	case at == nil:
		return strings.TrimSpace(text)
	case at[0] > 0:
		return strings.TrimSpace(text[:at[0]]) // who carries it out follows
	}
	return strings.Trim(text[at[1]:], " –—-")
}
