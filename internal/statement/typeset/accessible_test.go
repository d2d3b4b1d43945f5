package typeset

import (
	"strings"
	"testing"

	"predate/internal/statement/tagged/taggedtest"
)

// The files claim PDF/A-3A and are built for PDF/UA-1: every rule of both that a program
// can check holds of every sample, of every golden and of their proofs.
func TestArchivalAndAccessible(t *testing.T) {
	all := append(goldens(), golden{name: "extreme", statement: extremeSample, options: options()})
	for _, g := range all {
		for file, data := range both(t, g.statement(), g.options) {
			t.Run(g.name+"/"+file, func(t *testing.T) { taggedtest.Hold(t, data) })
		}
	}
}

// Poppler, which knows nothing of how the tree was made, finds the same types in it.
func TestAnotherEngineReadsTheStructure(t *testing.T) {
	for name, sample := range samples() {
		for file, data := range both(t, sample(), options()) {
			t.Run(name+"/"+file, func(t *testing.T) {
				_, root := walk(t, data)
				counts := map[string]int{}
				root.each(func(n, _ node) { counts[n.role]++ })
				_, types := asPopplerReads(t, data, "-struct")
				for _, role := range []string{"/H1", "/H2", "/H3", "/P", "/L", "/LI", "/Lbl", "/LBody", "/Table", "/THead", "/TBody", "/TR", "/TH", "/TD", "/Figure", "/Link"} {
					if types[role] != counts[role] {
						t.Errorf("poppler finds %d of %s, the tree has %d", types[role], role, counts[role])
					}
				}
			})
		}
	}
}

// It reads the words in the order of the tree. It draws a page for each element that it
// reads: an invoice takes a moment, and a statement, which make prove reads, ten seconds.
func TestAnotherEngineReadsInOrder(t *testing.T) {
	data, err := Invoice(SampleInvoice())
	if err != nil {
		t.Fatal(err)
	}
	readsInOrder(t, data)
}

func readsInOrder(t *testing.T, data []byte) {
	t.Helper()
	_, root := walk(t, data)
	words, _ := asPopplerReads(t, data, "-struct-text")
	if got, want := squeeze(words), squeeze(root.all()); got != want || want == "" {
		t.Errorf("poppler reads\n%s\nwhere the tree has\n%s", got, want)
	}
}

// asPopplerReads gives the words of the structure, and how often each type is in it.
func asPopplerReads(t *testing.T, data []byte, how string) (words string, types map[string]int) {
	t.Helper()
	types = map[string]int{}
	for line := range strings.SplitSeq(string(run(t, "pdfinfo", how, write(t, data))), "\n") {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, `"`); ok {
			words += strings.TrimSuffix(text, `"`)
			continue
		}
		kind, _, _ := strings.Cut(line, " ")
		types["/"+strings.TrimSuffix(kind, ":")]++
	}
	return words, types
}
