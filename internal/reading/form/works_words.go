package form

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

var (
	// votedAt is the meeting that voted a work: "(AG du 12/03/2024)".
	votedAt = regexp.MustCompile(`(?i)\(?\s*(?:AG|AGO|AGE|A\.G\.|assembl[eé]e(?: g[eé]n[eé]rale)?)\s+(?:du|de)\s+([0-9][0-9/.\-]{5,9}|\d{1,2}(?:er)? \pL+ \d{4})\s*\)?`)
	// contract is the line of who carries a work out.
	contract = regexp.MustCompile(`(?i)(?:^|[ –-])march[eé] `)
	// keyed is a line that names the key of the works under it.
	keyed = regexp.MustCompile(`(?i)^cl[eé]s?(?: de r[eé]partition)? ?:? `)
)

// naming returns the title and the key of a work, and the day of its vote.
func (w *works) naming(x work) (title, key string, voted predate.Date) {
	if w.table == nil {
		title, key = w.cardTitle(x)
	} else {
		title, key = w.rowTitle(x)
	}
	if parts := strings.Split(strings.TrimSpace(key+" "+title), " / "); len(parts) == 3 {
		key, title = parts[0], parts[1] // "key / work / who carries it out" in one cell
	}
	if key == "" {
		key = w.keyOver(x)
	}
	if m := votedAt.FindStringSubmatchIndex(title); m != nil {
		voted, _ = layout.ParseDate(title[m[2]:m[3]])
		before, after := strings.TrimSpace(title[:m[0]]), strings.Trim(title[m[1]:], " –—-")
		if title = before; title == "" {
			title = after
		}
	}
	if voted.IsZero() {
		voted = w.voteDay(x)
	}
	return title, key, voted
}

// keyOver returns the key that a line of its own names for the works under it, up to
// the next heading or total; empty for none.
func (w *works) keyOver(x work) string {
	for i := x.lines[0] - 1; i >= 0 && w.Lines[i].Page == w.Lines[x.lines[0]].Page; i-- {
		words := w.LineText(i)
		switch {
		case w.isSection(i) || w.IsTotal(words) || w.isHeadLine(i):
			return ""
		case keyed.MatchString(words) && !w.hasAmounts(i):
			return strings.TrimSpace(keyed.ReplaceAllString(words, ""))
		}
	}
	return ""
}

// voteDay returns the day printed with the voted amount: in the column, or under
// it on a card.
func (w *works) voteDay(x work) predate.Date {
	a, printed := x.amounts['A']
	if !printed {
		return predate.Date{}
	}
	for _, i := range w.linesOf(x) {
		if w.table == nil && i != a.Line && i != a.Line+1 {
			continue
		}
		for _, c := range w.Lines[i].Cells {
			if d, ok := dayAlone(c); ok && (w.table == nil || (c.Box.X0+c.Box.X1)/2 < a.Box.X1) {
				return d
			}
		}
		if m := votedAt.FindStringSubmatch(w.LineText(i)); m != nil && w.table != nil {
			d, _ := layout.ParseDate(m[1])
			return d
		}
	}
	return predate.Date{}
}

// dayAlone returns the day that a cell is, also in brackets.
func dayAlone(c cell) (predate.Date, bool) {
	return layout.ParseDate(strings.Trim(c.Text, "()[] "))
}

// cardTitle reads the lines right over a card: the title, then who carries the
// work out and on which key, apart or parted by points.
func (w *works) cardTitle(x work) (title, key string) {
	var words []string
	under, white := w.Lines[x.lines[0]], 2.5
	for _, i := range slices.Backward(x.words) {
		l := w.Lines[i]
		if l.Page != under.Page || under.Box.Y0-l.Box.Y1 > white*l.Size || w.Says(w.LineText(i), "exercise", "draft_accounts") {
			break // over a card stands the head of the annexe
		}
		under, white = l, 1.2
		var own []string
		for _, c := range l.Cells {
			own = append(own, strings.Split(c.Text, " · ")...)
		}
		if parts := strings.Split(own[0], " - "); len(own) == 1 && len(parts) == 3 && contract.MatchString(parts[1]) {
			return parts[0], parts[2] // "Ravalement - Entreprise Vaubin – marché OP4 - Charges générales"
		}
		signed := slices.ContainsFunc(own, contract.MatchString)
		for k, part := range own {
			switch {
			case contract.MatchString(part):
			case signed || k > 0:
				key = part
			default:
				words = append([]string{part}, words...)
			}
		}
	}
	return strings.Join(words, " "), key
}

// wordColumn is words of a work that stand one under the other.
type wordColumn struct {
	x0, x1 float64
	lines  []string
	atRow  int // which of the lines is the work's own
}

// rowTitle reads the words left of the amounts of a row, column by column: the
// key, the work and who carries it out, by the heads over them or in that order.
func (w *works) rowTitle(x work) (title, key string) {
	right := w.table[0].x0
	for _, c := range x.amounts {
		right = min(right, c.Box.X0)
	}
	columns := w.wordColumns(x, right)
	for i, c := range columns {
		head := w.headOfWords(columns, i, right, x.lines[0])
		isKey, isWork := w.heads(head, "column_key", "column_key_number"), w.heads(head, "column_label")
		text := strings.Join(c.lines, " ")
		switch {
		case isKey && isWork && len(c.lines) > 1 && w.keyOver(x) == "": // one over the other
			n := w.endOfKey(c)
			key, title = titleOf(c.lines[:n]), titleOf(c.lines[n:])
		case votedAt.MatchString(text), isWork:
			title, key = signedTitle(c.lines, key)
		case isKey && len(columns) > 1:
			key = titleOf(c.lines)
		case w.heads(head, "column_contract", "column_supplier") && len(columns) > 1:
		case len(columns) == 1 || i == 1 && title == "":
			title = titleOf(c.lines)
		case i == 0:
			key = titleOf(c.lines)
		}
	}
	if title == "" && len(columns) > 0 && key != strings.Join(columns[len(columns)-1].lines, " ") {
		title = titleOf(columns[len(columns)-1].lines) // heads of two columns over words of one
	}
	return title, key
}

// endOfKey returns how many lines of a column name the key over a work: those over
// the work's own line, and that line where the name of the key wraps on it.
func (w *works) endOfKey(c wordColumn) int {
	n := max(1, c.atRow)
	if n+1 < len(c.lines) && !w.SaysKey(c.lines[n]) && !w.SaysKey(strings.Join(c.lines[:n], " ")) && w.SaysKey(strings.Join(c.lines[:n+1], " ")) {
		n++
	}
	return n
}

// heads reports whether a head, or one of those that share a column ("Clé /
// opération / marché"), says a concept.
func (w *works) heads(head string, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(append(strings.Split(head, "/"), head), func(part string) bool { return w.Says(strings.TrimSpace(part), ids...) })
}

// wordColumns gathers the words of the lines of a work left of its amounts.
func (w *works) wordColumns(x work, right float64) []wordColumn {
	var out []wordColumn
	for _, i := range w.linesOf(x) {
		for _, c := range w.Lines[i].Cells {
			if c.Nature == amount || c.Nature == dash || c.Box.X0 >= right {
				continue
			}
			k := slices.IndexFunc(out, func(o wordColumn) bool { return c.Box.X0 < o.x1 && o.x0 < c.Box.X1 })
			if _, alone := dayAlone(c); alone && (k < 0 || c.Nature == day) {
				continue
			}
			if k < 0 {
				out = append(out, wordColumn{x0: c.Box.X0, x1: c.Box.X1})
				k = len(out) - 1
			}
			if i == x.lines[0] {
				out[k].atRow = len(out[k].lines)
			}
			out[k].x0, out[k].x1 = min(out[k].x0, c.Box.X0), max(out[k].x1, c.Box.X1)
			out[k].lines = append(out[k].lines, c.Text)
		}
	}
	slices.SortFunc(out, func(a, b wordColumn) int { return int(a.x0 - b.x0) })
	return out
}

// headOfWords returns the words over a column of words, between its neighbours.
func (w *works) headOfWords(columns []wordColumn, k int, right float64, row int) string {
	from, to := 0.0, right
	if k > 0 {
		from = columns[k-1].x1
	}
	if k+1 < len(columns) {
		to = columns[k+1].x0
	}
	var parts []string
	for i := row - 1; i >= max(0, row-30) && w.Lines[i].Page == w.Lines[row].Page; i-- {
		if w.hasAmounts(i) || w.isSection(i) {
			continue
		}
		if len(parts) > 0 && apart(w.Lines[i].Box, w.Lines[i+1].Box) > w.Lines[i].Size {
			break
		}
		for _, c := range w.Lines[i].Cells {
			if centre := (c.Box.X0 + c.Box.X1) / 2; centre > from && centre < to && closest(columns, c.Box) == k && w.headsWords(c.Text) {
				parts = append(parts, c.Text)
			}
		}
	}
	return strings.Join(parts, " ")
}

// closest returns the column of words that a head stands over, or else nearest to: heads
// are centred in columns that are wider than their words.
func closest(columns []wordColumn, head predate.Box) int {
	white := func(c wordColumn) float64 { return max(c.x0, head.X0) - min(c.x1, head.X1) }
	best := 0
	for k, c := range columns {
		if white(c) < white(columns[best]) {
			best = k
		}
	}
	return best
}

// headsWords reports whether a text heads the words of works and says little
// besides.
func (w *works) headsWords(text string) bool {
	ids := []lexicon.ID{"column_key", "column_key_number", "column_label", "column_contract", "column_supplier"}
	return len(strings.Fields(text)) <= 6 && w.letterSaid(text) == 0 && w.heads(text, ids...)
}

// linesOf lists the lines of a work: those of its amounts, and those without
// amounts that follow or precede one another closely and are nearer to it than to
// another row.
func (w *works) linesOf(x work) []int {
	from, to := x.lines[0], x.lines[1]
	for from > 0 && w.belongs(from-1, from) && !w.nearer(from-1, -1, x.lines[0]) {
		from--
	}
	for to+1 < len(w.Lines) && w.belongs(to+1, to) && !w.nearer(to+1, 1, x.lines[1]) {
		to++
	}
	var out []int
	for i := from; i <= to; i++ {
		out = append(out, i)
	}
	return out
}

// belongs reports whether a line without amounts goes on with its neighbour.
func (w *works) belongs(i, neighbour int) bool {
	words := w.LineText(i)
	a, b := w.Lines[i].Box, w.Lines[neighbour].Box
	white := max(a.Y0, b.Y0) - min(a.Y1, b.Y1)
	return !w.hasAmounts(i) && w.Lines[i].Page == w.Lines[neighbour].Page && !w.isSection(i) && white < 0.9*w.Lines[i].Size &&
		!w.IsTotal(words) && !w.Names("none", words) && !keyed.MatchString(words) && w.letterSaid(words) == 0 && !w.isHeadLine(i) && !w.overColumns(i)
}

// overColumns reports whether a line has words where columns of amounts are: it
// heads them.
func (w *works) overColumns(i int) bool {
	return len(w.table) > 0 && slices.ContainsFunc(w.Lines[i].Cells, func(c cell) bool {
		_, day := dayAlone(c)
		return c.Nature == text && !day && (c.Box.X0+c.Box.X1)/2 > w.table[0].x0
	})
}

// nearer reports whether a line is of the next row in a direction and not of its own:
// beyond the only wide white between them, else if it is nearer to it. At the same
// distance it is the upper one's, on whose first line the amounts of a work usually are.
func (w *works) nearer(i, step, own int) bool {
	for j := i + step; j >= 0 && j < len(w.Lines) && w.Lines[j].Page == w.Lines[i].Page; j += step {
		if !w.hasAmounts(j) {
			continue
		}
		if cut, wide := widestWhite(w.Lines, own, j, step); wide {
			return (i-cut)*step > 0
		}
		there, here := apart(w.Lines[i].Box, w.Lines[j].Box), apart(w.Lines[i].Box, w.Lines[own].Box)
		return there < here || there == here && step < 0
	}
	return false
}

// widestWhite returns the line before the widest white between two rows, and whether it is
// wider by half than every other.
func widestWhite(lines []line, from, to, step int) (cut int, wide bool) {
	widest, second := 0.0, 0.0
	for k := from; k != to; k += step {
		switch white := apart(lines[k].Box, lines[k+step].Box); {
		case white > widest:
			cut, widest, second = k, white, widest
		case white > second:
			second = white
		}
	}
	return cut, widest > 1.5*second && second > 0
}

// apart returns the white between two lines.
func apart(a, b predate.Box) float64 { return max(a.Y0, b.Y0) - min(a.Y1, b.Y1) }

// signedTitle parts the title of a work from the key that a line under who carries it out
// names, unless the key is known.
func signedTitle(lines []string, known string) (title, key string) {
	n := slices.IndexFunc(lines, contract.MatchString)
	if n > 0 && n+2 == len(lines) && known == "" && !votedAt.MatchString(lines[n+1]) {
		return titleOf(lines[:n]), lines[n+1]
	}
	return titleOf(lines), known
}

// titleOf joins the lines of a title without the contract that carries it out.
func titleOf(lines []string) string {
	kept := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return contract.MatchString(l) })
	if len(kept) == 0 {
		kept = lines
	}
	return strings.TrimSpace(strings.Join(kept, " "))
}

// namedYear is an exercise that accounts name by one calendar year.
var namedYear = regexp.MustCompile(`\bex(?:ercice|\.)? (20\d\d)(?:$|[^/\d-])`)

// worksYear returns the exercise of annexe 4 or 5: the one that it prints, else
// the twelve months (décret 2005-240, art. 5) up to the day of its title.
func (w *works) worksYear() predate.Period {
	y := w.years().closed
	for i := range w.Lines {
		if !y.From.IsZero() || w.hasAmounts(i) {
			break
		}
		words := w.LineText(i)
		if j := i + 1; j < len(w.Lines) && len(layout.DatesIn(words)) == 0 && apart(w.Lines[i].Box, w.Lines[j].Box) < 0.9*w.Lines[i].Size {
			words += " " + w.LineText(j)
		}
		if days := layout.DatesIn(words); w.TitleKind(words) == w.Kind && len(days) == 1 && !w.Says(words, "issue_date") {
			y = predate.Period{From: days[0].AddDays(1).AddMonths(-12), To: days[0]}
		} else if m := namedYear.FindStringSubmatch(foldedWords(words)); m != nil && len(days) == 0 {
			n, _ := strconv.Atoi(m[1])
			y = predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
		}
	}
	return y
}
