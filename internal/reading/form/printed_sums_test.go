package form

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// A total that closes names its parts; one that fails says by how much.
func TestPrintedSums(t *testing.T) {
	for _, c := range []struct {
		name, total string
		want        []string
	}{
		{"closes", "1 000,00", []string{"Total 3 parts, 0 off, closed: true"}},
		{"fails", "1 010,00", []string{"Total 3 parts, -1000 off, closed: false"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := layouttest.Sketch(`
				RELEVE DE DEPENSES
				Ménage                  500,00
				Eau froide              300,00
				Espaces verts           200,00
				Total                 ` + c.total)
			var got []string
			for _, s := range PrintedSums(predate.KindExpenseStatement, doc, lexicontest.House(t)) {
				got = append(got, fmt.Sprintf("%s %d parts, %d off, closed: %v", s.Words, len(s.Parts), s.Off, s.Closed))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
