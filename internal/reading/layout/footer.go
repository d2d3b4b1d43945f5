package layout

import (
	"slices"
	"strings"

	"predate/internal/base/fold"
)

// repeated finds the lines that stand at the same height of several pages with
// the same words, whatever their figures, and nothing else beyond them: running
// heads and feet.
func repeated(pages []Page) {
	type place struct {
		text string
		y    int
	}
	seen := map[place]int{}
	key := func(l Line, shift int) place {
		return place{strings.Map(noDigits, fold.Squeeze(l.Text())), int(l.Box.Y1)/4 + shift}
	}
	for _, p := range pages {
		for _, l := range p.Lines {
			if atEdge(p, l) {
				seen[key(l, 0)]++
			}
		}
	}
	again := func(p Page, l Line) bool {
		n := seen[key(l, -1)] + seen[key(l, 0)] + seen[key(l, 1)]
		return atEdge(p, l) && n > 1 && n*2 >= len(pages) && len(Amounts(l)) == 0
	}
	for i := range pages {
		p := &pages[i]
		head, foot := 0, len(p.Lines)
		for head < foot && again(*p, p.Lines[head]) {
			head++
		}
		for foot > head && again(*p, p.Lines[foot-1]) {
			foot--
		}
		p.Repeated = append(slices.Clone(p.Lines[:head]), p.Lines[foot:]...)
	}
}

// atEdge reports whether a line stands where running heads and feet do.
func atEdge(p Page, l Line) bool { return l.Box.Y0 > 0.85*p.Height || l.Box.Y1 < 0.15*p.Height }

func noDigits(r rune) rune {
	if r >= '0' && r <= '9' {
		return '0'
	}
	return r
}
