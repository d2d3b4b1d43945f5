package lexicon

import (
	"fmt"
	"slices"
	"strings"
)

// Lint says what could be better in a lexicon that was read, in the order of
// the files: forms that add nothing, forms so short that they may mean anything,
// sources that nobody names.
func (l *Lexicon) Lint() []string {
	var remarks []string
	named := map[string]bool{}
	for _, c := range l.concepts {
		said := map[string]bool{}
		for i := range c.Forms {
			f := &c.Forms[i]
			source, _, _ := strings.Cut(f.Source, ",")
			named[source] = true
			if !slices.ContainsFunc(f.words, func(w string) bool { return !said[f.context()+w] }) {
				remarks = append(remarks, fmt.Sprintf("%s: %q adds nothing to the other forms of %s", f.place(), f.Say, c.ID))
			}
			for _, w := range f.words {
				said[f.context()+w] = true
			}
			if f.letters < 3 && !f.Alone && !f.After && !f.Before {
				remarks = append(remarks, fmt.Sprintf("%s: %q is short enough to be met by chance; say alone, after or before", f.place(), f.Say))
			}
		}
	}
	for id := range l.sources {
		if !named[id] && !slices.Contains(l.explained, id) {
			remarks = append(remarks, fmt.Sprintf("the source %s is named by no form", id))
		}
	}
	slices.Sort(remarks)
	return remarks
}

// context is what the form asks of the place that it stands in, and how much it
// says.
func (f *Form) context() string {
	return fmt.Sprint(f.Kinds, f.Alone, f.After, f.Before, f.Not, f.Weak, " ")
}

// Tally counts concepts, forms and the ways to write them.
func (l *Lexicon) Tally() (concepts, forms, ways int) {
	for _, c := range l.concepts {
		forms += len(c.Forms)
		for i := range c.Forms {
			ways += len(c.Forms[i].words)
		}
	}
	return len(l.concepts), forms, ways
}
