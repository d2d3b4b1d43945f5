package look

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// The words that stand in a normal text for what each paper of a look has
// otherwise.
const (
	theDay   = "<jour>" // the day that the paper closes
	theYear  = "<an>"   // its year
	lastYear = "<an-1>" // the year before
	someDay  = "<date>" // any other day
)

// normal folds a text and takes out what differs from one paper of a look to the
// next: numbers are dropped, the closing day and its year named.
func normal(text string, closing predate.Date) string {
	var out []string
	for _, w := range strings.Fields(text) {
		out = append(out, standIn(w, closing)...)
	}
	return strings.Join(out, " ")
}

// standIn returns the normal form of one printed word.
func standIn(printed string, closing predate.Date) []string {
	if d, ok := layout.ParseDate(strings.Trim(printed, ".,;:()")); ok {
		if d == closing {
			return []string{theDay}
		}
		return []string{someDay}
	}
	word := strings.Trim(fold.Text(printed), ".,;:()[]*€%-–—/ ")
	switch {
	case word == "":
		return nil
	case !closing.IsZero() && word == year(closing.Year):
		return []string{theYear}
	case !closing.IsZero() && word == year(closing.Year-1):
		return []string{lastYear}
	case strings.ContainsAny(word, "0123456789"):
		return nil
	}
	return strings.Fields(word)
}

func year(y int) string {
	var digits [4]byte
	for i := 3; i >= 0; i-- {
		digits[i] = byte('0' + y%10)
		y /= 10
	}
	return string(digits[:])
}

// spot is an amount of a part with the words that may name it.
type spot struct {
	layout.Amount
	line    int    // on its page
	label   string // printed, on its left
	head    string // printed, over its column
	caption string // printed, right under it
	alone   bool   // the only amount of its label
}

// spotsOf lists the amounts of a part.
func spotsOf(doc layout.Doc) []spot {
	var out []spot
	for _, page := range doc.Pages {
		for i, line := range page.Lines {
			amounts := layout.Amounts(line)
			first := len(out)
			for k, a := range amounts {
				label := labelOf(line, amounts, k)
				if k > 0 && label == "" {
					label = out[len(out)-1].label
				}
				s := spot{Amount: a, line: i, label: label}
				s.head, s.caption = namesOf(page, i, a.Box, label != "")
				out = append(out, s)
			}
			for k := first; k < len(out); k++ {
				same := slices.DeleteFunc(slices.Clone(out[first:]), func(s spot) bool { return s.label != out[k].label })
				out[k].alone = len(same) == 1
			}
		}
	}
	return out
}

// labelOf returns the words right before an amount that no other amount parts
// from it: the nearest segment with a word in it.
func labelOf(line layout.Line, amounts []layout.Amount, k int) string {
	from := line.Box.X0 - 1
	if k > 0 {
		from = amounts[k-1].Box.X1 - 0.5
	}
	label := ""
	for _, cell := range line.Segments(0) {
		if words := wordsBetween(line, max(from, cell.Box.X0-0.5), min(amounts[k].Box.X0+0.5, cell.Box.X1+0.5)); letters(words) >= 3 {
			label = words
		}
	}
	return label
}

func wordsBetween(line layout.Line, from, to float64) string {
	var out []string
	for _, w := range line.Words {
		if w.Box.X0 >= from && w.Box.X1 <= to {
			out = append(out, w.Text)
		}
	}
	return strings.Join(out, " ")
}

// namesOf returns the words over the column of a box, or those right under it
// where no label is beside it and they are nearer: one of the two names it.
func namesOf(page layout.Page, i int, box predate.Box, labelled bool) (head, caption string) {
	head, over := headOf(page, i, box)
	caption, under := captionOf(page, i, box)
	if caption != "" && !labelled && (head == "" || under < over) {
		return "", caption
	}
	return head, ""
}

// headOf returns the nearest words over a box on a line without amounts, and how
// far over it they stand.
func headOf(page layout.Page, i int, box predate.Box) (string, float64) {
	for j := i - 1; j >= 0; j-- {
		if len(layout.Amounts(page.Lines[j])) > 0 {
			continue
		}
		if words := wordsAcross(page.Lines[j], box); words != "" {
			return words, box.Y0 - page.Lines[j].Box.Y1
		}
	}
	return "", 0
}

// captionOf returns the words right under a box, and how far under it they stand.
func captionOf(page layout.Page, i int, box predate.Box) (string, float64) {
	const reach = 2.5 // heights of the box
	for j := i + 1; j < len(page.Lines) && page.Lines[j].Box.Y0-box.Y1 <= reach*box.Height(); j++ {
		if len(layout.Amounts(page.Lines[j])) > 0 {
			return "", 0
		}
		if words := wordsAcross(page.Lines[j], box); words != "" {
			return words, page.Lines[j].Box.Y0 - box.Y1
		}
	}
	return "", 0
}

// wordsAcross returns the segment of a line that shares width with a box.
func wordsAcross(line layout.Line, box predate.Box) string {
	for _, cell := range line.Segments(0) {
		if cell.Box.X0 < box.X1 && box.X0 < cell.Box.X1 && (letters(cell.Text) >= 3 || len(layout.DatesIn(cell.Text)) > 0 || isYear(cell.Text)) {
			return cell.Text
		}
	}
	return ""
}

func isYear(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) == 4 && (strings.HasPrefix(text, "20") || strings.HasPrefix(text, "19")) && strings.Trim(text, "0123456789") == ""
}

func letters(text string) int {
	n := 0
	for _, r := range fold.Text(text) {
		if r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}

// headsOf lists the heads that stand over two amounts and more, normal, each
// once.
func headsOf(spots []spot, closing predate.Date) []string {
	count := map[string]int{}
	for _, s := range spots {
		if head := normal(s.head, closing); head != "" {
			count[head]++
		}
	}
	var out []string
	for head, n := range count {
		if n > 1 {
			out = append(out, head)
		}
	}
	slices.Sort(out)
	return out
}

// dated is a day of a part with the words before it on its line, normal.
type dated struct {
	before string
	day    predate.Date
}

// daysOf lists the days that a part prints.
func daysOf(doc layout.Doc) []dated {
	const most = 5 // words
	var out []dated
	for _, page := range doc.Pages {
		for _, line := range page.Lines {
			days := layout.Dates(line)
			for k, d := range days {
				var before []string
				for _, w := range line.Words {
					if w.Box.X1 > d.Box.X0+0.5 {
						break
					}
					if m := slices.IndexFunc(days[:k], func(o layout.DatedText) bool { return w.Box.X0 < o.Box.X1 && o.Box.X0 < w.Box.X1 }); m >= 0 {
						if len(before) == 0 || before[len(before)-1] != someDay {
							before = append(before, someDay)
						}
						continue
					}
					before = append(before, standIn(w.Text, predate.Date{})...)
				}
				if len(before) > most {
					before = before[len(before)-most:]
				}
				out = append(out, dated{strings.Join(before, " "), d.Date})
			}
		}
	}
	return out
}
