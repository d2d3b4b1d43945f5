package form_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// stamped is annexe 1 on which a stamp hides the thousands of one amount: its section
// does not make its total, which the total of both sides proves all the same.
const stamped = `ANNEXE N° 1 - ETAT FINANCIER APRES REPARTITION AU 30/09/2025
ACTIF                                                  PASSIF
N°     Intitulé          Ex. préc.    Ex. clos         N°     Intitulé            Ex. préc.    Ex. clos
50     Fonds placés      36 000,00      200,00         105    Fonds de travaux    36 005,00   30 201,00
51     Banques           24 591,05   37 913,99         1031   Avances             12 750,00   12 750,00
                                                       12     Solde en attente                14 360,00
       Total I           60 591,05   68 113,99                Total I             48 755,00   57 311,00
45     Sommes exigibles               1 525,33         40     Fournisseurs         6 128,98    7 556,18
                                                       45     Excédents versés     5 707,07    4 772,14
       Total II               0,00    1 525,33                Total II            11 836,05   12 328,32
       Total général     60 591,05   69 639,32                Total général       60 591,05   69 639,32`

// TestAStampOverOneAmount reads what a stamp leaves of annexe 1, where both sides
// balance, and nothing where they do not.
func TestAStampOverOneAmount(t *testing.T) {
	read := func(text string, ocr bool) map[predate.Key]predate.Value {
		got := map[predate.Key]predate.Value{}
		pages := layouttest.Pages(text)
		pages[0].OCR = ocr
		for _, f := range form.Figures(predate.KindSchedule1, layout.Analyse(pages), lexicontest.House(t)) {
			if f.AsOf == (predate.Date{Year: 2025, Month: 9, Day: 30}) {
				got[f.Key] = f.Value
			}
		}
		return got
	}
	got := read(stamped, true)
	for key, want := range map[predate.Key]predate.Cents{
		predate.KeyArrears: 152533, predate.KeySupplierDebt: 755618, predate.KeyWorksFundBalance: 3020100,
	} {
		if got[key] != predate.Money(want) {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if cash, read := got[predate.FactCashAtEnd]; read {
		t.Errorf("cash is %v, though its lines do not make their total", cash)
	}
	if got := read(strings.ReplaceAll(stamped, "68 113,99", "68 114,99"), true); len(got) > 0 {
		t.Errorf("a state that does not balance says %v", got)
	}
	if got := read(stamped, false); len(got) > 0 {
		t.Errorf("a printed state whose lines do not make their total says %v", got)
	}
}
