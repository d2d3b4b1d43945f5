package typeset

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"predate"
)

// The drawing says in words what it shows: each time with its sum, by days, by
// quarters, then by years as the calls grow many.
func TestCalendar(t *testing.T) {
	monthly := func(n int) predate.CallList {
		var out predate.CallList
		for i := range n {
			out = append(out, predate.Call{Date: on(2026, 7, 1).AddMonths(i), Amount: 10050})
		}
		return out
	}
	tests := map[string]struct {
		calls predate.CallList
		want  string
	}{
		"none":       {nil, ""},
		"one":        {monthly(1), ""},
		"two":        {monthly(2), "1ᵉʳ juillet 2026 : 100,50 € ; 1ᵉʳ août 2026 : 100,50 €."},
		"same day":   {append(monthly(2), monthly(2)...), "1ᵉʳ juillet 2026 : 201,00 € ; 1ᵉʳ août 2026 : 201,00 €."},
		"a year":     {monthly(12), "1ᵉʳ juillet 2026 : 100,50 € ; 1ᵉʳ août 2026"},
		"more":       {monthly(13), "T3 2026 : 301,50 € ; T4 2026 : 301,50 €"},
		"many":       {monthly(60), "2026 : 603,00 € ; 2027 : 1 206,00 €"},
		"too many":   {monthly(240), ""},
		"of nothing": {predate.CallList{{Date: on(2026, 7, 1)}, {Date: on(2026, 8, 1)}}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := newSample()
			d.computed(predate.KeyFutureBudget, tt.calls, "")
			_, root := walk(t, set(t, d.Statement, options()))
			said := ""
			root.each(func(n, _ node) {
				if alt := fmt.Sprint(n.dict["/Alt"]); n.role == "/Figure" && strings.Contains(alt, "Échéancier") {
					said = flat(alt)
				}
			})
			if tt.want == "" && said != "" || !strings.Contains(said, flat(tt.want)) {
				t.Errorf("the drawing says %q, want %q", said, tt.want)
			}
			if said != "" && !strings.Contains(said, "des sommes connues") {
				t.Errorf("%q promises what is not known", said)
			}
		})
	}
}

// A heading between rows never stands alone at the foot of a page.
func TestNoHeadingAlone(t *testing.T) {
	faces, err := loadFaces(false)
	if err != nil {
		t.Fatal(err)
	}
	s := newSheet(faces)
	for free := 10.0; free < 200; free += 3 {
		s.open()
		s.y = bodyBottom - free
		rows := []row{{cells: []cell{say("un", body), {}}}, heading("titre"), {cells: []cell{say("deux", body), {}}}, {cells: []cell{say("trois", body), {}}}}
		laid := make([]laid, len(rows))
		columns := table{columns: []column{{}, {}}}.measured()
		for i, r := range rows {
			laid[i] = s.lay(r, columns)
		}
		want := laid[1].height + laid[2].height + laid[3].height
		if got := keep(laid, 1); got < want-slack || got > want+slack {
			t.Fatalf("the heading keeps %.1f points, want %.1f", got, want)
		}
	}
}

func TestCodeOfVerification(t *testing.T) {
	s, o := richSample(), options()
	code, err := Code(s)
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.ReplaceAll(string(code), "-", hyphen)
	pages := pagesOf(t, set(t, s, o))
	for i, text := range pages {
		if !strings.Contains(text, shown) {
			t.Errorf("page %d lacks the code", i+1)
		}
	}
	if !strings.Contains(pages[0], "Code de vérification : "+shown+" — verification.predate.example/verify") {
		t.Error("the first page does not say what the code is for")
	}
	links := func(s predate.Statement, o Options) []string {
		data := set(t, s, o)
		f := inspect(t, data)
		var found []string
		for _, a := range f.list(f.dict(f.pages()[0])["/Annots"]) {
			if uri, ok := f.dict(f.dict(a)["/A"])["/URI"].(string); ok {
				found = append(found, strings.TrimPrefix(uri, "u:"))
			}
		}
		return found
	}
	if got := links(s, o); len(got) != 1 || got[0] != "https://verification.predate.example/verify/"+string(code) {
		t.Errorf("the code leads to %q", got)
	}
	o.VerifyAt = ""
	if got := links(s, o); len(got) != 0 {
		t.Errorf("without an address the code leads to %q", got)
	}
	o = options()
	s.Order.TestMode = true
	if text := strings.Join(pagesOf(t, set(t, s, o)), " "); strings.Contains(text, "Code de vérification") || len(links(s, o)) != 0 {
		t.Error("a specimen bears a code")
	}
}

// The code tells statements apart, but not the numbers that a database gave to
// the same papers.
func TestCodeIsOfTheContent(t *testing.T) {
	code := func(s predate.Statement) predate.Code {
		t.Helper()
		c, err := Code(s)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	base := code(richSample())
	numbered := richSample()
	for i := range numbered.Documents {
		numbered.Documents[i].Document = predate.DocumentID(7000 - i)
	}
	again := richSample()
	for i := range again.Documents {
		again.Documents[i].Document = predate.DocumentID(i + 1)
	}
	if code(numbered) != code(again) {
		t.Error("the numbers of documents change the code")
	}
	other := dossierSample{richSample()}
	other.read(predate.KeyArrears, predate.Money(274647))
	if code(other.Statement) == base {
		t.Error("another amount has the same code")
	}
}

// The notice is of one or two pages, the last ones, and is announced where the
// documents to hand over are listed.
func TestNotice(t *testing.T) {
	pages := pagesOf(t, set(t, richSample(), options()))
	first := 0
	for i, text := range pages {
		if strings.Contains(text, "ANNEXE Notice d’information") {
			first = i + 1
		}
	}
	if n := len(pages) - first + 1; first == 0 || n > 2 {
		t.Fatalf("the notice begins on page %d of %d", first, len(pages))
	}
	if want := regexp.MustCompile(fmt.Sprintf(`jointe en annexe, p\.\s%d`, first)); !want.MatchString(strings.Join(pages, " ")) {
		t.Errorf("the list of documents does not lead to page %d", first)
	}
	if text := flat(strings.Join(pages[first-1:], " ")); !strings.Contains(text, "n’est pas un conseil juridique") || !strings.Contains(text, "loi n° 2024-322 du 9 avril 2024") {
		t.Error("the notice does not say what it is worth, and when")
	}
}
