package console

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/desk"
)

// What a client said of a paper that is asked for is shown as his, and the paper is
// asked for no more; what he said of another sentence holds for that one alone.
func TestWhatAClientSaysCannotBeHadIsShownAsHis(t *testing.T) {
	said := predate.Correction{
		About: predate.RemarkUnobtainable, Code: "minutes", FiscalYear: "2024", Value: "Mme Vassorelle", By: "Mme Vassorelle",
		Declarant: predate.DeclaredByClient, Asked: []string{"Le procès-verbal de 2024."},
	}
	gap := func(message string) predate.Gap {
		return predate.Gap{Kind: predate.GapDocument, Code: "minutes", FiscalYear: "2024", Message: message}
	}
	var view papersView
	view.gaps(desk.Papers{
		Corrections: []predate.Correction{said},
		Run:         predate.Run{Gaps: []predate.Gap{gap("Le procès-verbal de 2024. Le client déclare qu’il ne l’obtient pas."), gap("Le second procès-verbal de 2024.")}},
	})
	if len(view.Absent) != 1 || !strings.Contains(view.Absent[0].Words, "ne peut pas être obtenue, d’après Mme Vassorelle, selon le client") {
		t.Errorf("what he said is shown as %+v", view.Absent)
	}
	if len(view.Gaps) != 1 || view.Gaps[0].Message != "Le second procès-verbal de 2024." {
		t.Errorf("asked for still are %+v", view.Gaps)
	}
}

// TestPapersPagesEscapeWhatOthersWrite draws the pages of papers with hostile
// names, words and titles: none of them becomes markup. Who may not correct sees no form.
func TestPapersPagesEscapeWhatOthersWrite(t *testing.T) {
	c := newConsole(t)
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	said := saidView{Correction: predate.Correction{About: predate.RemarkKind, Hash: evil, Code: evil}, Words: evil, Order: "ABC234"}
	sheet := sheetView{Number: 2, Thumb: "/order/ABC234/facsimile/1/x/2/thumb", Show: "/order/ABC234/page/1/2"}
	view := papersView{
		ID: "ABC234", Property: evil, Query: evil, Found: evil, Kinds: []string{evil}, Names: []string{evil},
		Hits: []hitView{{File: evil, Around: evil, Page: 1, Show: "/order/ABC234/page/1/1?q=x"}}, Listed: []listedView{{evil, "", evil}},
		Gaps: []gapView{{evil, evil, evil, true}}, Absent: []saidView{said},
		Papers: []paperView{{
			ID: 1, File: evil, Hash: "ab", Origin: evil, Pages: 2, Fates: []state{{"none", evil}}, Said: []saidView{said}, Sheets: []sheetView{sheet},
			Parts: []partView{{First: 1, Last: 2, Kind: evil, Exercise: evil, Printed: evil, Why: evil, Sheet: sheet}},
		}},
	}
	for _, may := range []bool{true, false} {
		view.May = may
		said.May = may
		view.Absent = []saidView{said}
		draft := draftView{ID: "ABC234", Says: evil, Last: true, Lacking: []string{evil}, Changes: []changeView{{evil, evil, evil}}, Sheets: []draftSheet{{"Projet, page 1", "/order/ABC234/draft/ab/1"}}}
		leaf := leafView{ID: "ABC234", File: evil, Page: 1, Pages: 2, Width: 595, Height: 842, Says: evil, Query: evil, After: "/order/ABC234/page/1/2", Marks: [][4]float64{{1, 2, 3, 4}}}
		for name, shown := range map[string]any{"papers": view, "draft": draft, "leaf": leaf} {
			var drawn strings.Builder
			if err := c.pages.draw(&drawn, name, frame{Title: evil, View: shown}); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(drawn.String(), "<script>alert") || strings.Contains(drawn.String(), "<img src=x") {
				t.Errorf("%s: a hostile word is markup", name)
			}
			if acts := strings.Contains(drawn.String(), `name="why"`); name == "papers" && acts != may {
				t.Errorf("who may correct: %v; the page lets him: %v", may, acts)
			}
		}
	}
}
