package look_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/look"
	"predate/papers"
)

// The words of an amount stand on its left, over it or under it; its column may be
// known by the day that the paper closes.
func TestRelations(t *testing.T) {
	closing := predate.Date{Year: 2025, Month: 12, Day: 31}
	for _, c := range []struct {
		name, paper, next string
		words             string
		want              look.Program
		reads             predate.Money
	}{
		{
			name: "on its left", words: "Ardoise", reads: 4500,
			paper: "Clos au 31/12/2025\n\nArdoise des habitants      12,00\nMenus brols      45,00",
			next:  "Clos au 31/12/2024\n\nMenus brols      12,00\nArdoise des habitants      45,00",
			want:  look.Program{Anchor: "ardoise des habitants", Relation: look.Right, Day: "clos au"},
		},
		{
			name: "in a column", words: "Ardoise", reads: 4500,
			paper: "Clos au 31/12/2025\n\n                       31/12/2025     31/12/2024\nArdoise des habitants       12,00          45,00",
			next:  "Clos au 31/12/2024\n\n                       31/12/2023     31/12/2024\nArdoise des habitants       12,00          45,00",
			want:  look.Program{Anchor: "ardoise des habitants", Relation: look.Right, Column: "<jour>", Day: "clos au"},
		},
		{
			name: "over it", words: "Ardoise", reads: 4500,
			paper: "Clos au 31/12/2025\n\nArdoise             Brols\n\n12,00               45,00",
			next:  "Clos au 31/12/2024\n\nBrols               Ardoise\n\n12,00               45,00",
			want:  look.Program{Anchor: "ardoise", Relation: look.Under, Day: "clos au"},
		},
		{
			name: "under it", words: "Ardoise", reads: 4500,
			paper: "Clos au 31/12/2025\n\n12,00               45,00\nArdoise             Brols",
			next:  "Clos au 31/12/2024\n\n12,00               45,00\nBrols               Ardoise",
			want:  look.Program{Anchor: "ardoise", Relation: look.Over, Day: "clos au"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := learn(c.paper, c.words, closing)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Key = predate.KeyArrears
			if l.Program != c.want {
				t.Errorf("program %+v, want %+v", l.Program, c.want)
			}
			f, ok := l.Read(look.PageOf(predate.KindSchedule1, layouttest.Sketch(agent+c.next)))
			if !ok || f.Value != c.reads || f.AsOf.Year != 2024 {
				t.Errorf("reads %+v", f)
			}
			text, err := l.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if back, err := look.Decode(text); err != nil || back.Program != l.Program {
				t.Errorf("decoded %+v, %v", back, err)
			}
		})
	}
}

const agent = "Cabinet Orvellac\n"

func learn(paper, words string, closing predate.Date) (look.Look, error) {
	return look.Learn(look.Lesson{
		Key: predate.KeyArrears, Value: 1200, Kind: predate.KindSchedule1, Doc: layouttest.Sketch(agent + paper),
		Page: 1, Words: words, Closing: closing, Issuer: "Cabinet Orvellac", Persons: []string{"Hélène Vassorelle"},
	})
}

// A cell that is blank leaves the amount of another column alone in its row: it is
// not the one that was taught.
func TestBlankCells(t *testing.T) {
	l, err := learn("Clos au 31/12/2025\n\n                       Chez nous     Un an avant\nArdoise des habitants      12,00\nMenus brols                 3,00            4,00", "Ardoise", predate.Date{Year: 2025, Month: 12, Day: 31})
	if err != nil {
		t.Fatal(err)
	}
	page := look.PageOf(predate.KindSchedule1, layouttest.Sketch(agent+"Clos au 31/12/2024\n\n                       Chez nous     Un an avant\nArdoise des habitants                      45,00\nMenus brols                 3,00            4,00"))
	if f, ok := l.Read(page); ok {
		t.Errorf("reads %+v by %s", f, l.Title())
	}
}

// What would not find the amount again, and only it, is refused with the reason.
func TestRefusals(t *testing.T) {
	closing := predate.Date{Year: 2025, Month: 12, Day: 31}
	for _, c := range []struct{ name, paper, words, why string }{
		{"twice", "Clos au 31/12/2025\n\nArdoise      12,00\nArdoise      45,00", "Ardoise", "en nomment aussi d’autres"},
		{"no day", "Clos au 31/12/2024\n\nArdoise      12,00", "Ardoise", "n’imprime pas"},
		{"two days", "Clos au 31/12/2025\nClos au 31/12/2024\n\nArdoise      12,00", "Ardoise", "n’imprime pas"},
		{"another value", "Clos au 31/12/2025\n\nArdoise      12,01", "Ardoise", "et non la valeur donnée"},
		{"a total", "Clos au 31/12/2025\n\nTotal des créances      12,00", "Total", "Un total ne nomme pas"},
		{"a name", "Clos au 31/12/2025\n\nVassorelle      12,00", "Vassorelle", "nom d’une personne"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if l, err := learn(c.paper, c.words, closing); err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%+v, %v", l, err)
			}
		})
	}
}

// A look that is another name for a row of the law is exported as a wording, which
// the lexicon takes and then knows.
func TestWording(t *testing.T) {
	l, err := learn("Clos au 31/12/2025\n\nArdoise d'habitants      12,00", "Ardoise", predate.Date{Year: 2025, Month: 12, Day: 31})
	if err != nil {
		t.Fatal(err)
	}
	text, ok := l.Wording()
	if !ok {
		t.Fatal("no wording")
	}
	words, err := lexicon.Load(papers.Lexicon(), fstest.MapFS{"taught.yaml": {Data: []byte(text)}})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if !words.Has(words.Text("Ardoise d'habitants"), lexicon.Context{Kind: predate.KindSchedule1}, "account_owners_debit") {
		t.Error("the lexicon does not know what was exported")
	}
	for _, key := range []predate.Key{predate.KeySupplierDebt, predate.KeyWorksFundBalance} {
		l.Program.Key = key
		text, _ := l.Wording()
		if _, err := lexicon.Load(papers.Lexicon(), fstest.MapFS{"taught.yaml": {Data: []byte(text)}}); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	l.Program.Relation = look.Under
	if text, ok := l.Wording(); ok {
		t.Errorf("a place is no wording: %s", text)
	}
}
