package layout

import (
	"slices"
	"strings"

	"predate"
)

// habit is how the numbers of one document are printed, where it is sure. The
// zero habit is sure of nothing.
type habit struct {
	solid bool // thousands are never parted by a space
	comma bool // decimals come after a comma
	mono  bool // every character has the same width
}

// habitOf reads the habit off all lines of a document. In old listings the
// columns are one space apart: a count next to an amount would pass for its
// thousands, did the larger amounts not show that no thousands are parted.
func habitOf(pages []Page) habit {
	const sure = 3
	var solid, parted, commas, points, even, uneven int
	for _, p := range pages {
		for _, l := range p.Lines {
			switch {
			case len(l.Words) < 3:
			case monospaced(l.Words):
				even++
			default:
				uneven++
			}
			if !slices.ContainsFunc(l.Words, func(w predate.Word) bool { return hasDecimals(w.Text) }) {
				continue
			}
			s := newScan(l)
			for i, text := range s.plain {
				if !hasDecimals(text) || !coreGrammar.MatchString(text) {
					continue
				}
				text = strings.TrimLeft(text, "(-+€")
				digits := leadingDigits(text)
				grouped := strings.Contains(text, ",") && strings.Contains(text, ".")
				if strings.Contains(text, ",") {
					commas++
				} else {
					points++
				}
				switch {
				case digits > 3 || grouped:
					solid++
				case s.parted(i):
					parted++
				}
			}
		}
	}
	return habit{solid: solid >= sure && parted == 0, comma: commas >= sure && commas > 8*points, mono: even > 2 && even > 4*uneven}
}

// parted reports whether groups of thousands stand before word i and nothing but
// them, so that they are no other column.
func (s scan) parted(i int) bool {
	j := i
	for j > 0 && s.gap(j) <= s.join && leadingDigits(s.plain[j]) == 3 {
		group, whole := groupIn(s.plain[j-1])
		if group == "" {
			break
		}
		j--
		if !whole {
			return true
		}
	}
	return j < i && (j == 0 || s.gap(j) > s.near || strings.Trim(s.plain[j-1], "0123456789") != "")
}

func leadingDigits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}
