package taggedtest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"predate/internal/statement/tagged"
	"predate/internal/statement/tagged/taggedtest"
)

// good is a file with one of each thing that the checks look at.
func good(t *testing.T) []byte {
	t.Helper()
	font, err := os.ReadFile(filepath.Join("..", "..", "typeset", "fonts", "Lato-Regular.ttf"))
	if err != nil {
		t.Fatal(err)
	}
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(time.Unix(0, 0))
	pdf.SetModificationDate(time.Unix(0, 0))
	pdf.AddUTF8FontFromBytes("lato", "", font)
	pdf.AddPage()
	pdf.SetFont("lato", "", 12)
	tree := tagged.NewTree()
	y := 40.0
	put := func(e *tagged.Element, text string) {
		pdf.RawWriteStr(tree.Mark(e, 1))
		pdf.Text(50, y, text)
		pdf.RawWriteStr(tagged.End)
		y += 20
	}
	top := tree.Top().Add(tagged.Sect)
	put(top.Add(tagged.H1), "Titre")
	put(top.Add(tagged.H2), "Partie")
	put(top.Add(tagged.P), "Un alinéa, à 12 €")
	put(top.Add(tagged.P), "Un autre")
	item := top.Add(tagged.List).Add(tagged.Item)
	put(item.Add(tagged.Label), "–")
	put(item.Add(tagged.Body), "un point")
	table := top.Add(tagged.Table)
	head := table.Add(tagged.Head).Add(tagged.Row)
	body := table.Add(tagged.Rows).Add(tagged.Row)
	for _, text := range []string{"Clé", "Part"} {
		th := head.Add(tagged.Header)
		th.Scope = tagged.OverColumn
		put(th, text)
		put(body.Add(tagged.Cell), "12")
	}
	figure := top.Add(tagged.Figure)
	figure.Alt, figure.Box = "Un trait", [4]float64{10, 10, 20, 20}
	pdf.RawWriteStr(tree.Mark(figure, 1))
	pdf.Line(10, 10, 20, 20)
	pdf.RawWriteStr(tagged.End)
	link := top.Add(tagged.P).Add(tagged.Link)
	link.Alt = "Une adresse"
	put(link, "ailleurs")
	pdf.LinkString(50, 200, 40, 12, "https://example.org")
	tree.Annotate(link, 1)
	pdf.RawWriteStr(string(tagged.RunningFoot))
	pdf.Text(50, 800, "Page 1")
	pdf.RawWriteStr(tagged.End)
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		t.Fatal(err)
	}
	data, err := tagged.Finish(out.Bytes(), tagged.Document{
		Tree:     tree,
		Metadata: tagged.Metadata{Title: "Essai", Creator: "essai", Language: "fr-FR", Date: time.Date(2026, 5, 18, 0, 0, 0, 0, time.UTC), Conformance: "A", Accessible: true},
		Files:    []tagged.File{{Name: "a.json", Describe: "Les données", MediaType: "application/json", Data: []byte("{}")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A good file has nothing wrong; each check complains of the file that was broken for it.
func TestEachCheckComplains(t *testing.T) {
	whole := good(t)
	taggedtest.Hold(t, whole)
	for i, c := range taggedtest.Checks() {
		t.Run(fmt.Sprintf("%d %s", i, c.Refs[0]), func(t *testing.T) {
			if c.Break == nil && c.Corrupt == nil {
				t.Fatal("no way to break a file for it")
			}
			f := taggedtest.Open(t, whole)
			if c.Corrupt != nil {
				broken := c.Corrupt(bytes.Clone(whole))
				if bytes.Equal(broken, whole) {
					t.Fatal("the file is not broken")
				}
				f.Bytes = broken
			} else {
				c.Break(f)
				f = taggedtest.Open(t, f.Write())
			}
			if len(c.Find(f)) == 0 {
				t.Errorf("%q is not missed", c.Says)
			}
		})
	}
}

// Every condition of the Matterhorn Protocol 1.1 that a machine can check, and every rule
// of veraPDF's profile for PDF/A-3A, has a check.
func TestNothingIsLeftOut(t *testing.T) {
	var have []string
	for _, c := range taggedtest.Checks() {
		have = append(have, c.Refs...)
	}
	conditions, rules := numbered("M", matterhorn), numbered("A", veraPDF)
	if len(conditions) != 87 || len(rules) != 131 {
		t.Errorf("%d conditions, %d rules", len(conditions), len(rules))
	}
	for _, ref := range append(conditions, rules...) {
		if !slices.Contains(have, ref) {
			t.Errorf("no check for %s", ref)
		}
	}
	for _, ref := range have {
		if !slices.Contains(conditions, ref) && !slices.Contains(rules, ref) {
			t.Errorf("%s is no number of the lists", ref)
		}
	}
}

// The numbers of the two lists: a checkpoint or clause, then its conditions or rules.
const (
	matterhorn = `01 003 004 005 007; 02 001 003 004; 06 001 002 003; 07 001 002; 09 004 005 006 007 008; 10 001; 11 001 002 003 004 005 006; 13 004;
		14 002 003 006 007; 15 003; 17 002 003; 19 003 004; 20 001 002 003; 21 001; 25 001; 26 001 002;
		28 002 004 005 006 007 008 009 010 011 012 014 015 016 017 018; 30 001 002;
		31 001 002 003 004 005 006 007 008 009 011 012 013 014 015 016 017 018 019 020 021 022 023 024 025 026 027 028 029 030`
	veraPDF = `6.1.2 1 2; 6.1.3 1 2 3; 6.1.4 2; 6.1.6 1 2; 6.1.7 1 2 3 4; 6.1.8 1; 6.1.9 1; 6.1.10 1; 6.1.12 1 2; 6.1.13 1 2 3 4 5 7 8 9 10 11; 6.2.2 1 2; 6.2.3 1 2 3;
		6.2.4.2 1 2; 6.2.4.3 2 3 4; 6.2.4.4 1 2; 6.2.5 1 2 3 4 5 6; 6.2.6 1; 6.2.8 1 2 3; 6.2.8.3 1 2 3 4 5; 6.2.9 1 2 3; 6.2.10 1 2;
		6.2.11.2 1 2 3 4 5 6 7; 6.2.11.3 1 2 3 4 5; 6.2.11.4 1 2 3 4; 6.2.11.5 1; 6.2.11.6 1 2 3 4; 6.2.11.7 1 2 3; 6.2.11.8 1; 6.3.1 1; 6.3.2 1 2; 6.3.3 1 2;
		6.4.1 1 2 3; 6.4.2 1 2; 6.4.3 1 2; 6.5.1 1 2; 6.5.2 1 2; 6.6.2.1 1 2 3 4 5; 6.6.2.3 1 2 3 4 5 6 7; 6.6.4 1 2 3 4; 6.7.2 1; 6.7.3 1 2; 6.7.4 1;
		6.8 1 2 3 4; 6.9 1 2 3 4; 6.10 1 2; 6.11 1`
)

func numbered(prefix, list string) []string {
	var out []string
	for group := range strings.SplitSeq(list, ";") {
		numbers := strings.Fields(group)
		for _, n := range numbers[1:] {
			out = append(out, prefix+numbers[0]+"-"+n)
		}
	}
	return out
}
