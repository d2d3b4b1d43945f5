package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// suppliers reads what is owed to suppliers in annexe 1, by day.
func suppliers(t *testing.T, pages []predate.Page) map[predate.Date]predate.Value {
	got := map[predate.Date]predate.Value{}
	for _, f := range form.Figures(predate.KindSchedule1, layout.Analyse(pages), lexicontest.House(t)) {
		if f.Key == predate.KeySupplierDebt {
			got[f.AsOf] = f.Value
		}
	}
	return got
}

// TestHeadsAroundALabel reads headings of two lines between which, at mid-height
// of both, stands the heading of the labels: it is over no column.
func TestHeadsAroundALabel(t *testing.T) {
	pages := layouttest.Pages(`ANNEXE 1 - ETAT FINANCIER APRES REPARTITION AU 30/09/2025
                              EXERCICE PRECEDENT     EXERCICE
COMPTE   TRESORERIE ET DETTES
                                        APPROUVE         CLOS
51   BANQUE                             3 569,60     6 122,56
     TOTAL I                            3 569,60     6 122,56
45   COPROPRIETAIRES - EXCEDENTS VERSES   562,39     1 592,23
40   FOURNISSEURS                       3 007,21     4 530,33
     TOTAL II                           3 569,60     6 122,56`)
	const first, pitch, tight = 20.0, 12.0, 5.0
	for i := range pages[0].Words {
		w := &pages[0].Words[i]
		if row := (w.Box.Y0 - first) / pitch; row >= 2 {
			shift := (pitch - tight) * min(row-1, 2) // the three lines of the heading overlap
			w.Box.Y0, w.Box.Y1 = w.Box.Y0-shift, w.Box.Y1-shift
		}
	}
	got := suppliers(t, pages)
	day := func(y int) predate.Date { return predate.Date{Year: y, Month: 9, Day: 30} }
	if len(got) != 2 || got[day(2025)] != predate.Money(453033) || got[day(2024)] != predate.Money(300721) {
		t.Errorf("supplier debts %v", got)
	}
}

// TestASentenceHeadsNoColumn reads columns under a sentence that names both
// exercises, however its words fall over them: a scan loses the bar that parts them.
func TestASentenceHeadsNoColumn(t *testing.T) {
	got := suppliers(t, layouttest.Pages(`ANNEXE 1 - ETAT FINANCIER APRES REPARTITION AU 31/12/2024
EXERCICE 2024 : DU 1ER JANVIER 2024 AU 31 DECEMBRE 2024   EXERCICE PRECEDENT 2023
                                      EXERCICE      EXERCICE
COMPTE   TRESORERIE ET DETTES        PRECEDENT          CLOS
51   BANQUE                          10 848,97  1 011 293,43
     TOTAL I                         10 848,97  1 011 293,43
45   EXCEDENTS VERSES                   459,28      1 069,60
40   FOURNISSEURS                    10 389,69  1 010 223,83
     TOTAL II                        10 848,97  1 011 293,43`))
	day := func(y int) predate.Date { return predate.Date{Year: y, Month: 12, Day: 31} }
	if len(got) != 2 || got[day(2024)] != predate.Money(101022383) || got[day(2023)] != predate.Money(1038969) {
		t.Errorf("supplier debts %v", got)
	}
}

// TestHeadsLeftOfSmallAmounts reads columns whose heads, centred over columns of large
// amounts, begin left of the small ones that a small building has.
func TestHeadsLeftOfSmallAmounts(t *testing.T) {
	got := suppliers(t, layouttest.Pages(`ANNEXE N° 1 - ETAT FINANCIER APRES REPARTITION AU 31/12/2025
Exercice 2025 (du 01/01/2025 au 31/12/2025) - rappel 2024 (du 01/01/2024 au 31/12/2024)
N°   Intitulé            Ex. préc.         Ex. clos
                         approuvé
51   Banques                     910,35            848,30
     Total I                     910,35            848,30
45   Excédents versés            105,13            288,11
40   Fournisseurs                805,22            560,19
     Total II                    910,35            848,30`))
	day := func(y int) predate.Date { return predate.Date{Year: y, Month: 12, Day: 31} }
	if len(got) != 2 || got[day(2025)] != predate.Money(56019) || got[day(2024)] != predate.Money(80522) {
		t.Errorf("supplier debts %v", got)
	}
}
