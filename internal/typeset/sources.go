package typeset

import (
	"fmt"
	"strconv"
	"strings"

	"predate"
)

// source is one place where something was read, under its number.
type source struct {
	number   int
	evidence predate.Evidence
	link     int // to its line in the annex
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

// cite gives the numbers of places, adding those not yet cited.
func (s *sources) cite(evidence []predate.Evidence) []int {
	var numbers []int
	for _, e := range evidence {
		at := place{e.File, e.Page, e.Text, e.Box}
		n, known := s.index[at]
		if !known {
			n = len(s.list) + 1
			s.index[at] = n
			s.list = append(s.list, source{number: n, evidence: e, link: s.link()})
		}
		numbers = append(numbers, n)
	}
	return sortedUnique(numbers)
}

// linkTo gives the link to the first of the numbers; 0 for none.
func (s *sources) linkTo(numbers []int) int {
	if len(numbers) == 0 {
		return 0
	}
	return s.list[numbers[0]-1].link
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
