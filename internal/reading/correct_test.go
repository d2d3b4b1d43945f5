package reading

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/report"
)

func bigaradiers() predate.Order {
	return predate.Order{
		Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"}, Owners: []predate.Owner{{Lastname: "Anglarès"}},
	}
}

// titled is an annexe 1 whose sums close.
func titled() string {
	text := accountsOf("MIR58 Palais Miramont\nImmatriculation AO3-606-158\n", "1 525,33", "7 556,18", "6 030,85")
	return strings.ReplaceAll(text, " 1 000,00 ", "12 061,70 ")
}

// untitled is one that says nothing of what it is.
func untitled() string {
	return strings.Replace(titled(), "ETAT FINANCIER APRES REPARTITION AU 31/12/2025", "Exercice du 01/01/2025 au 31/12/2025", 1)
}

func ourSheet() string {
	return sheetOf("Palais Miramont", "58", "AO3-606-158", "13/04/2026", "7 556,18 €")
}

func saying(about predate.Remark, text, value string, pages ...int) predate.Correction {
	c := predate.Correction{About: about, Hash: hashOf([]byte(text)), Value: value, By: "C. Aubrac", On: predate.Date{Year: 2026, Month: 5, Day: 18}, Why: "vue"}
	if len(pages) == 2 {
		c.First, c.Last = pages[0], pages[1]
	}
	return c
}

func readCorrected(t *testing.T, pages Pages, cache Cache, papers map[string]string, said ...predate.Correction) predate.Statement {
	t.Helper()
	for _, c := range said {
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
	}
	reader := New(Options{Pages: pages, Engine: "engine", Rules: "build", Cache: cache, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
	d := drawn(bigaradiers(), papers)
	d.Corrections = said
	statement, err := reader.Read(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return statement
}

// partsOf tells how a file was cut: "1-2 minutes, 3-3 schedule_1".
func partsOf(s predate.Statement, file string) string {
	var out []string
	for _, d := range s.Documents {
		for _, p := range d.Parts {
			if d.File == file {
				out = append(out, fmt.Sprintf("%d-%d %s", p.First, p.Last, p.Kind))
			}
		}
	}
	return strings.Join(out, ", ")
}

// TestAPaperThatAnOperatorNamesIsReadAsSuch: the figure appears, with its place, and
// the document says whose word its kind is.
func TestAPaperThatAnOperatorNamesIsReadAsSuch(t *testing.T) {
	t.Parallel()
	papers := map[string]string{"fiche.pdf": ourSheet(), "note.pdf": untitled()}
	before := readCorrected(t, drawnPages{}, NoCache{}, papers)
	if got := partsOf(before, "note.pdf"); got != "1-1 other" || before.Figure(predate.KeyArrears).Known() {
		t.Fatalf("before: %s, arrears %v", got, before.Figure(predate.KeyArrears))
	}
	words := []predate.Correction{
		saying(predate.RemarkKind, papers["note.pdf"], string(predate.KindSchedule1), 1, 1),
	}
	after := readCorrected(t, drawnPages{}, NoCache{}, papers, words...)
	f := after.Figure(predate.KeyArrears)
	if f.Value != predate.Money(152533) || len(f.Evidence) == 0 || f.Evidence[0].File != "note.pdf" || f.Evidence[0].Page != 1 || f.Evidence[0].Text == "" {
		t.Errorf("the arrears are %v, from %+v", f.Value, f.Evidence)
	}
	i := slices.IndexFunc(after.Documents, func(d predate.ReadDocument) bool { return d.File == "note.pdf" })
	if diff := cmp.Diff(words, after.Documents[i].Corrections); diff != "" {
		t.Error(diff)
	}
}

// TestCorrectedFilesAreKeptApart reads corrected and uncorrected papers in turn from
// one cache: each gives what it gives without a cache.
func TestCorrectedFilesAreKeptApart(t *testing.T) {
	t.Parallel()
	papers := map[string]string{"fiche.pdf": ourSheet(), "note.pdf": untitled()}
	said := [][]predate.Correction{
		nil,
		{saying(predate.RemarkKind, papers["note.pdf"], string(predate.KindSchedule1), 1, 1)},
		{saying(predate.RemarkKind, papers["note.pdf"], string(predate.KindMinutes), 1, 1)},
		{saying(predate.RemarkKind, papers["note.pdf"], string(predate.KindSchedule1), 1, 1), saying(predate.RemarkExercise, papers["note.pdf"], "2023-01-01/2023-12-31", 1, 1)},
		{saying(predate.RemarkBuilding, papers["note.pdf"], predate.BuildingOther)},
	}
	encode := func(cache Cache, said []predate.Correction) string {
		encoded, err := report.Encode(readCorrected(t, drawnPages{}, cache, papers, said...))
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	cache := newMemory()
	for round := range 2 {
		for i := range said {
			if want, got := encode(NoCache{}, said[i]), encode(cache, said[i]); got != want {
				t.Errorf("round %d, corrections %d: what was kept of another reading was taken:\n%s", round, i, cmp.Diff(want, got))
			}
		}
	}
}

func TestPapersAreCutWhereAnOperatorSays(t *testing.T) {
	t.Parallel()
	two, one := ourSheet()+"\f"+titled(), ourSheet()+"\f"+untitled()
	for name, c := range map[string]struct {
		text string
		said []predate.Correction
		want string
	}{
		"as the rules cut":     {two, nil, "1-1 summary_sheet, 2-2 schedule_1"},
		"joined":               {two, []predate.Correction{saying(predate.RemarkCut, two, predate.CutMerge, 2, 2)}, "1-2 summary_sheet"},
		"not cut by the rules": {one, nil, "1-2 summary_sheet"},
		"cut":                  {one, []predate.Correction{saying(predate.RemarkCut, one, predate.CutSplit, 2, 2)}, "1-1 summary_sheet, 2-2 summary_sheet"},
		"cut and named": {
			one,
			[]predate.Correction{saying(predate.RemarkCut, one, predate.CutSplit, 2, 2), saying(predate.RemarkKind, one, "schedule_1", 2, 2)},
			"1-1 summary_sheet, 2-2 schedule_1",
		},
		"some pages named":      {one, []predate.Correction{saying(predate.RemarkKind, one, "schedule_1", 2, 2)}, "1-1 summary_sheet, 2-2 schedule_1"},
		"all pages named":       {two, []predate.Correction{saying(predate.RemarkKind, two, "minutes", 1, 2)}, "1-2 minutes"},
		"all named, then cut":   {two, []predate.Correction{saying(predate.RemarkKind, two, "minutes", 1, 2), saying(predate.RemarkCut, two, predate.CutSplit, 2, 2)}, "1-1 minutes, 2-2 minutes"},
		"named and joined":      {two, []predate.Correction{saying(predate.RemarkKind, two, "minutes", 2, 2), saying(predate.RemarkCut, two, predate.CutMerge, 2, 2)}, "1-2 summary_sheet"},
		"pages that are not":    {two, []predate.Correction{saying(predate.RemarkKind, two, "minutes", 7, 9), saying(predate.RemarkCut, two, predate.CutSplit, 9, 9)}, "1-1 summary_sheet, 2-2 schedule_1"},
		"another file is meant": {two, []predate.Correction{saying(predate.RemarkKind, "other", "minutes", 1, 2)}, "1-1 summary_sheet, 2-2 schedule_1"},
	} {
		s := readCorrected(t, drawnPages{}, NoCache{}, map[string]string{"a.pdf": c.text}, c.said...)
		if got := partsOf(s, "a.pdf"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestAnOperatorSaysWhatFilesAreToOneAnother(t *testing.T) {
	t.Parallel()
	titled := titled()
	other := strings.NewReplacer("1 525,33", "1 999,99", "12 061,70", "11 587,04").Replace(titled)
	papers := map[string]string{"a.pdf": titled, "b.pdf": other, "fiche.pdf": ourSheet()}
	hash := func(text string) string { return string(hashOf([]byte(text))) }
	read := func(said ...predate.Correction) string {
		var out []string
		s := readCorrected(t, drawnPages{}, NoCache{}, papers, said...)
		for _, d := range s.Documents {
			out = append(out, fmt.Sprintf("%s %v %q %q", d.File, d.Foreign, d.DuplicateOf, d.SupersededBy))
		}
		return strings.Join(out[:2], "; ") + fmt.Sprint("; ", s.Figure(predate.KeyArrears).Value)
	}
	for name, c := range map[string]struct {
		said []predate.Correction
		want string
	}{
		"nothing said":          {nil, `a.pdf false "" ""; b.pdf false "" ""; <nil>`},
		"of another building":   {[]predate.Correction{saying(predate.RemarkBuilding, other, predate.BuildingOther)}, `a.pdf false "" ""; b.pdf true "" ""; 152533`},
		"a double":              {[]predate.Correction{saying(predate.RemarkDuplicate, other, hash(titled))}, `a.pdf false "" ""; b.pdf false "a.pdf" ""; 152533`},
		"replaced":              {[]predate.Correction{saying(predate.RemarkReplaced, titled, hash(other))}, `a.pdf false "" "b.pdf"; b.pdf false "" ""; 199999`},
		"replaced by what left": {[]predate.Correction{saying(predate.RemarkReplaced, titled, hash("gone"))}, `a.pdf false "" ""; b.pdf false "" ""; <nil>`},
	} {
		if got := read(c.said...); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	papers["b.pdf"] = titled + "\n\n" // the same words
	if got := read(); got != `a.pdf false "" ""; b.pdf false "a.pdf" ""; 152533` {
		t.Errorf("equal words: %s", got)
	}
	if got := read(saying(predate.RemarkDuplicate, titled, hash(papers["b.pdf"]))); got != `a.pdf false "b.pdf" ""; b.pdf false "" ""; 152533` {
		t.Errorf("the other is the original: %s", got)
	}
	if got := read(saying(predate.RemarkDuplicate, papers["b.pdf"], "")); !strings.HasPrefix(got, `a.pdf false "" ""; b.pdf false "" ""`) {
		t.Errorf("no double: %s", got)
	}
}

// TestAnExerciseThatAnOperatorSaysMovesBothColumns: the latest exercise of a paper
// becomes the one that was said, the one before it the one before.
func TestAnExerciseThatAnOperatorSaysMovesBothColumns(t *testing.T) {
	year := func(n int) predate.Period {
		return predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
	}
	end := func(n int) predate.Date { return year(n).To }
	figures := []predate.Figure{{Year: year(2025)}, {Year: year(2024)}, {Year: year(2019)}, {AsOf: end(2025)}, {AsOf: end(2024)}, {}, {AsOf: predate.Date{Year: 2025, Month: 4, Day: 2}}}
	var got []string
	for _, f := range ofExercise(figures, predate.KindSchedule1, year(2023)) {
		got = append(got, fmt.Sprint(f.Year.Label(), " ", f.AsOf))
	}
	want := []string{"2023 ", "2022 ", "2019 ", " 2023-12-31", " 2022-12-31", " ", " 2025-04-02"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	silent := ofExercise([]predate.Figure{{}}, predate.KindSchedule1, year(2023))
	if silent[0].Year != year(2023) || silent[0].AsOf != end(2023) {
		t.Errorf("a paper without an exercise: %+v", silent[0])
	}
	if figures[0].Year != year(2025) {
		t.Error("the candidates were changed in place")
	}
}

// lying is a file whose page says nothing until it is turned by a quarter.
type lying struct{ asked *[]pdftext.Turns }

func (l lying) Skim(_ context.Context, data []byte, guide pdftext.Guide, _ ...predate.Page) ([]predate.Page, error) {
	*l.asked = append(*l.asked, guide.Turns())
	text := "Illisible ici"
	if guide.Turns()[1] == 90 || !strings.Contains(string(data), "ETAT") {
		text = string(data)
	}
	return layouttest.Pages(text), nil
}

func TestATurnedPageIsReadAgain(t *testing.T) {
	t.Parallel()
	titled := titled()
	papers, cache := map[string]string{"a.pdf": titled, "fiche.pdf": ourSheet()}, newMemory()
	var asked []pdftext.Turns
	turn := saying(predate.RemarkTurn, titled, "90", 1, 1)
	for round := range 2 {
		if s := readCorrected(t, lying{&asked}, cache, papers); s.Figure(predate.KeyArrears).Known() {
			t.Errorf("round %d: read as if it were turned", round)
		}
		if s := readCorrected(t, lying{&asked}, cache, papers, turn); s.Figure(predate.KeyArrears).Value != predate.Money(152533) {
			t.Errorf("round %d: the turned page gives %v", round, s.Figure(predate.KeyArrears).Value)
		}
	}
	if len(asked) != 3 {
		t.Errorf("the engine was asked %d times: %v, want each once", len(asked), asked)
	}
}
