package lexicon

import (
	"fmt"
	"strings"
)

// mostWays bounds the ways to read one form: more are several forms.
const mostWays = 256

// expand returns every way to read a form: "(a|b)" is a choice, "?" makes the
// letter or the group before it optional. Spaces left double by an option are
// closed.
func expand(say string) ([]string, error) {
	e := expander{text: say}
	ways, err := e.choice()
	if err != nil {
		return nil, err
	}
	if e.at < len(e.text) {
		return nil, fmt.Errorf("%q closes a group that it does not open; take the %q away", say, ")")
	}
	seen := map[string]bool{}
	var out []string
	for _, way := range ways {
		way = strings.Join(strings.Fields(way), " ")
		if way == "" {
			return nil, fmt.Errorf("%q may be nothing at all; leave one word without %q", say, "?")
		}
		if !seen[way] {
			seen[way] = true
			out = append(out, way)
		}
	}
	return out, nil
}

// expander reads one form from left to right.
type expander struct {
	text string
	at   int
}

// choice reads alternatives up to the end or to the end of the group.
func (e *expander) choice() ([]string, error) {
	var all []string
	for {
		ways, err := e.sequence()
		if err != nil {
			return nil, err
		}
		all = append(all, ways...)
		if e.at == len(e.text) || e.text[e.at] != '|' {
			return all, nil
		}
		e.at++
	}
}

// sequence reads letters and groups, one after the other.
func (e *expander) sequence() ([]string, error) {
	ways := []string{""}
	for e.at < len(e.text) && e.text[e.at] != '|' && e.text[e.at] != ')' {
		next, err := e.piece()
		if err != nil {
			return nil, err
		}
		if len(ways)*len(next) > mostWays {
			return nil, fmt.Errorf("%q can be read in more than %d ways; write several forms", e.text, mostWays)
		}
		ways = product(ways, next)
	}
	return ways, nil
}

// piece reads one letter or one group, and whether it is optional.
func (e *expander) piece() ([]string, error) {
	var ways []string
	switch c := e.text[e.at]; c {
	case '?':
		return nil, fmt.Errorf("%q: %q follows nothing that it could make optional", e.text, "?")
	case '(':
		e.at++
		var err error
		if ways, err = e.choice(); err != nil {
			return nil, err
		}
		if e.at == len(e.text) {
			return nil, fmt.Errorf("%q opens a group that it does not close; add a %q", e.text, ")")
		}
		e.at++
	default:
		size := 1
		for e.at+size < len(e.text) && e.text[e.at+size]&0xC0 == 0x80 {
			size++
		}
		ways = []string{e.text[e.at : e.at+size]}
		e.at += size
	}
	if e.at < len(e.text) && e.text[e.at] == '?' {
		e.at++
		ways = append(ways, "")
	}
	return ways, nil
}

func product(heads, tails []string) []string {
	out := make([]string, 0, len(heads)*len(tails))
	for _, head := range heads {
		for _, tail := range tails {
			out = append(out, head+tail)
		}
	}
	return out
}
