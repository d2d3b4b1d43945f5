package classify

import (
	"slices"
	"testing"

	"predate/internal/reading/lexicon"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestMarksAreConcepts holds every mark to a concept of the lexicon that is said
// in some way that speaks for a kind, and every title to the kind that it
// announces.
func TestMarksAreConcepts(t *testing.T) {
	words := lexicontest.House(t)
	strong := func(f lexicon.Form) bool { return !f.Weak && !f.Not }
	for _, m := range slices.Concat(titles(), contents()) {
		for _, id := range m.ids {
			c, ok := words.Concept(id)
			switch {
			case !ok:
				t.Errorf("%s is no concept", id)
			case !slices.ContainsFunc(c.Forms, strong):
				t.Errorf("%s has no form that speaks for %s", id, m.kind)
			case c.Role == lexicon.Title && c.Kind != m.kind:
				t.Errorf("%s announces %s, and its mark %s", id, c.Kind, m.kind)
			}
		}
	}
	for _, c := range words.Concepts() {
		if c.Role == lexicon.Title && !slices.ContainsFunc(titles(), func(m mark) bool { return slices.Contains(m.ids, c.ID) }) {
			t.Errorf("the title %s has no weight", c.ID)
		}
	}
}
