package lexicon_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"predate/internal/reading/lexicon"
	"predate/papers"
)

// TestTheTutorialIsTrue reads what docs/papers.md has people write: their own
// file teaches a wording, and the concept shown with all its keys is one.
func TestTheTutorialIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "       # wordings/mine.yaml\n")
	var mine []string
	for line := range strings.SplitSeq(rest, "\n") {
		if !strings.HasPrefix(line, "       ") {
			break
		}
		mine = append(mine, strings.TrimPrefix(line, "       "))
	}
	l, err := lexicon.Load(papers.Lexicon(), fstest.MapFS{"mine.yaml": {Data: []byte(strings.Join(mine, "\n"))}})
	if err != nil {
		t.Fatal(err)
	}
	if !l.Has(l.Text("Cagnotte travaux 2026"), lexicon.Context{}, "nature_works_fund") {
		t.Error("the wording that the tutorial teaches is not known")
	}
	_, rest, _ = strings.Cut(string(page), "```yaml\n")
	concept, _, _ := strings.Cut(rest, "```")
	shown, err := lexicon.Load(fstest.MapFS{
		"sources.yaml":  {Data: []byte("sources:\n- {id: trade, what: usage}\n- {id: arrete2005, what: nomenclature}\n")},
		"concepts.yaml": {Data: []byte("concepts:\n" + concept)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if in := (lexicon.Context{}); !shown.Has(shown.Text("CRÉDIT en euro"), in, "column_credit") || !shown.Has(shown.Text("12,00 CR"), in, "column_credit") ||
		shown.Has(shown.Text("avoir fiscal"), in, "column_credit") {
		t.Error("the concept that the tutorial shows does not say what the tutorial says")
	}
}
