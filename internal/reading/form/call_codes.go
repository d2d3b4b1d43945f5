package form

import (
	"slices"
	"strings"

	"predate"
)

// codedSections cuts a call at the codes of natures that its lines begin with, where
// a summary names them: "BUD … 560,60" under the lines "BUD GEN …". The lines of a
// code make the amount that the summary prints for it, and every line that proves
// itself has one.
func codedSections(r *reader) []callSection {
	quotes := r.quotes()
	var out []callSection
	for i := range r.Lines {
		if _, line := quotes[i]; line || len(r.at[i]) != 1 {
			continue
		}
		code, words := leadingCode(r, i)
		nature := r.NatureOf(words)
		if code == "" || nature == predate.NatureUnknown {
			continue
		}
		s := callSection{code: code, heading: i, words: words, nature: nature, end: i + 1, total: r.at[i][0].cell}
		if slices.ContainsFunc(out, func(o callSection) bool { return o.code == code }) {
			return nil
		}
		out = append(out, s)
	}
	if !shareOutCodes(r, quotes, out) {
		return nil
	}
	return out
}

// shareOutCodes gives each section the lines of its code, and reports whether each has
// what its summary prints and no line is left.
func shareOutCodes(r *reader, quotes map[int]quote, sections []callSection) bool {
	for i := range r.Lines {
		q, ok := quotes[i]
		if !ok || len(q.part.children) > 0 {
			continue
		}
		code, _ := leadingCode(r, i)
		k := slices.IndexFunc(sections, func(s callSection) bool { return s.code == code })
		if k < 0 {
			return false
		}
		sections[k].lines = append(sections[k].lines, callLine{q, i})
		sections[k].sum += q.part.value()
	}
	return len(sections) > 0 && !slices.ContainsFunc(sections, func(s callSection) bool {
		return len(s.lines) == 0 || s.sum != s.total.Amount.Cents
	})
}

// leadingCode returns the code with which a line begins and the words after it, up to
// its first number.
func leadingCode(r *reader, i int) (code, words string) {
	var rest []string
	for _, c := range r.Lines[i].Cells {
		if c.Nature != text {
			break
		}
		rest = append(rest, c.Text)
	}
	code, words, _ = strings.Cut(strings.Join(rest, " "), " ")
	if !codeAlone.MatchString(code) || len(words) > len(code) && strings.ToUpper(words) == words {
		return "", "" // all of the line is in capitals
	}
	return code, words
}

// codedTotal finds the printed total that coded sections make.
func codedTotal(r *reader, sections []callSection) (cell, bool) {
	var sum predate.Cents
	for _, s := range sections {
		sum += s.sum
	}
	for _, c := range r.amounts() {
		if sum > 0 && c.Amount.Cents == sum && r.isCalled(c, "call_total", "call_provisions_total", "amount_to_pay") {
			return c, true
		}
	}
	return cell{}, false
}

// lotHeading returns the only lot that the nearest line over another names, which has
// no amounts.
func lotHeading(r *reader, i int) string {
	for i--; i >= 0; i-- {
		if names := r.LotNames(r.LineText(i)); len(names) == 1 && !r.hasAmounts(i) {
			return names[0]
		}
	}
	return ""
}
