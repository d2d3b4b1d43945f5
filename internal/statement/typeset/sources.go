package typeset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"predate"
)

// source is one place where something was read, under its number.
type source struct {
	number   int
	evidence predate.Evidence
	link     int // to its line in the list
	cited    int // a link to where it is first cited; 0 until it is
	// supports names what rests on it, each once, in the order of printing.
	supports []string
}

// place tells sources apart: the same words read by two rules are one source.
type place struct {
	file string
	page int
	text string
	box  predate.Box
}

// sources numbers the places that figures cite, in the order of printing.
type sources struct {
	list  []source
	index map[place]int
	link  func() int
}

func newSources(link func() int) *sources {
	return &sources{index: map[place]int{}, link: link}
}

// take begins with what another file cites, under the same numbers.
func (s *sources) take(list []source) {
	for _, src := range list {
		src.link, src.cited = s.link(), 0
		src.supports = slices.Clone(src.supports)
		s.index[placeOf(src.evidence)] = src.number
		s.list = append(s.list, src)
	}
}

func placeOf(e predate.Evidence) place { return place{e.File, e.Page, e.Text, e.Box} }

// cite gives the numbers of places on which something rests, adding those not yet
// cited.
func (s *sources) cite(what string, evidence []predate.Evidence) []int {
	var numbers []int
	for _, e := range evidence {
		at := placeOf(e)
		n, known := s.index[at]
		if !known {
			n = len(s.list) + 1
			s.index[at] = n
			s.list = append(s.list, source{number: n, evidence: e, link: s.link()})
		}
		if src := &s.list[n-1]; what != "" && !slices.Contains(src.supports, what) {
			src.supports = append(src.supports, what)
		}
		numbers = append(numbers, n)
	}
	return sortedUnique(numbers)
}

// goTo leads to the line of a number in the list of sources.
func (s *sources) goTo(number int) goTo {
	if number < 1 || number > len(s.list) {
		return goTo{}
	}
	src := s.list[number-1]
	e := src.evidence
	where := speaker(e)
	if e.File != "" {
		where = printable(e.File) + ", " + onPage(e.Page)
	}
	return goTo{link: src.link, says: fmt.Sprintf("Source %d%s: %s", number, nbsp, where)}
}

// back leads from the list of sources to where the source is first cited.
func (src source) back() goTo {
	if src.cited == 0 {
		return goTo{}
	}
	return goTo{link: src.cited, says: "Retour à la première mention de la source " + strconv.Itoa(src.number)}
}

// cites notes where a source is first cited, and leads to its line.
func (c *composer) cites(number int) goTo {
	to := c.sources.goTo(number)
	if to.link != 0 && c.sources.list[number-1].cited == 0 {
		link := c.sheet.newLink()
		c.sheet.lead(link, max(c.sheet.y-20, 0))
		c.sources.list[number-1].cited = link
	}
	return to
}

// ranges writes numbers as "3, 5–8".
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch {
		case j == i:
			parts = append(parts, strconv.Itoa(numbers[i]))
		case j == i+1:
			parts = append(parts, strconv.Itoa(numbers[i]), strconv.Itoa(numbers[j]))
		default:
			parts = append(parts, fmt.Sprintf("%d–%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
