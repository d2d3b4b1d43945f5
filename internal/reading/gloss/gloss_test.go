package gloss_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/reading/gloss"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon/lexicontest"
)

// mostMute is the share of amounts, in thousandths, that stand beside, over and
// under nothing that the lexicon knows. It may only go down.
const mostMute = 3

// TestWordsBesideAmountsAreKnown looks at every amount of the goldens of papers
// with accounts.
func TestWordsBesideAmountsAreKnown(t *testing.T) {
	goldens, err := filepath.Glob("../extract/testdata/*/*.txtar")
	if err != nil || len(goldens) < 50 {
		t.Fatalf("%d goldens: %v", len(goldens), err)
	}
	words := lexicontest.House(t)
	amounts, mute := 0, 0
	for _, golden := range goldens {
		archive, err := txtar.ParseFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		found := gloss.Look(words, kindOf(golden), layout.Analyse(pages(archive)))
		amounts, mute = amounts+found.Amounts, mute+found.Mute
		for _, u := range found.Unknown {
			t.Logf("%s: %s %q", filepath.Base(golden), u.Place, u.Words)
		}
	}
	if 1000*mute > mostMute*amounts {
		t.Errorf("%d of %d amounts have no known word beside, over or under them: more than %d in a thousand", mute, amounts, mostMute)
	}
	if 1000*mute < (mostMute-3)*amounts {
		t.Errorf("only %d of %d amounts have no known word: lower mostMute", mute, amounts)
	}
}

func TestUnknownWordsAreToldWithTheirPlace(t *testing.T) {
	found := gloss.Look(lexicontest.House(t), predate.KindFundCall, layout.Analyse([]predate.Page{sketch(1,
		"Appel de fonds\n\nZorglub perpétuel 2025          12,00 €\n\nNet à payer         34,00 €\n\n\n\n\n\nGribouillis\n56,00 €")}))
	var said []string
	for _, u := range found.Unknown {
		said = append(said, string(u.Place)+" "+u.Words)
	}
	if got := strings.Join(said, "; "); got != "beside zorglub perpetuel" || found.Amounts != 3 {
		t.Errorf("%d amounts, %s", found.Amounts, got)
	}
}

func kindOf(golden string) predate.Kind {
	name := filepath.Base(golden)
	if at := strings.IndexByte(name, '-'); at > 0 {
		return predate.Kind(name[:at])
	}
	for _, k := range []predate.Kind{predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement} {
		if strings.HasPrefix(name, string(k)) {
			return k
		}
	}
	return ""
}

func pages(archive *txtar.Archive) []predate.Page {
	var out []predate.Page
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "page") {
			out = append(out, sketch(len(out)+1, string(f.Data)))
		}
	}
	return out
}

// sketch makes a page of monospaced text: five points a character, twelve
// points a line.
func sketch(number int, text string) predate.Page {
	page := predate.Page{Number: number, Width: 842, Height: 2000}
	for row, line := range strings.Split(text, "\n") {
		column := 0
		for _, word := range strings.SplitAfter(line, " ") {
			if bare := strings.TrimRight(word, " "); bare != "" {
				x, y, n := 20+5*float64(column), 20+12*float64(row), float64(len([]rune(bare)))
				page.Words = append(page.Words, predate.Word{Text: bare, Size: 8, Box: predate.Box{X0: x, Y0: y, X1: x + 5*n - 0.5, Y1: y + 8}})
			}
			column += len([]rune(word))
		}
	}
	return page
}
