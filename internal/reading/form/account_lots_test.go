package form_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// twoLots is a portal's page: a table for each lot, under its name and its sums.
const twoLots = `
	Mon compte
	Résidence des Filaos - Lot A07                                       845/10000 tantiemes
	  Appele                    Verse                     Solde
	1 960,76 €                1 307,86 €                 652,90 €
	Date          Libelle                                 Debit        Credit         Solde
	15/01/2025    Appel de fonds T1 - lot A07          637,98 €                    637,98 €
	15/01/2025    Fonds travaux ALUR T1 - lot A07       15,95 €                    653,93 €
	20/01/2025    Virement recu                                      653,93 €        0,00 €
	14/04/2025    Virement recu                                      653,93 €     -653,93 €
	15/04/2025    Appel de fonds T2 - lot A07          637,98 €                    -15,95 €
	15/04/2025    Fonds travaux ALUR T2 - lot A07       15,95 €                      0,00 €
	15/07/2025    Appel de fonds T3 - lot A07          652,90 €                    652,90 €

	Résidence des Filaos - Lot P12                                        65/10000 tantiemes
	  Appele                    Verse                     Solde
	 100,54 €                   50,27 €                   50,27 €
	Date          Libelle                                 Debit        Credit         Solde
	15/01/2025    Appel de fonds T1 - lot P12           49,05 €                     49,05 €
	15/01/2025    Fonds travaux ALUR T1 - lot P12        1,22 €                     50,27 €
	20/01/2025    Virement recu                                       50,27 €        0,00 €
	15/04/2025    Appel de fonds T2 - lot P12           49,05 €                     49,05 €
	15/04/2025    Fonds travaux ALUR T2 - lot P12        1,22 €                     50,27 €`

// TestAnAccountForEachLot reads a paper that keeps one account for each lot; a
// balance that does not follow leaves both unread.
func TestAnAccountForEachLot(t *testing.T) {
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(twoLots), lexicontest.House(t)))
	want := []predate.AccountBalance{
		{Account: "Lot A07", Date: predate.Date{Year: 2025, Month: 7, Day: 15}, Amount: 65290},
		{Account: "Lot P12", Date: predate.Date{Year: 2025, Month: 4, Day: 15}, Amount: 5027},
	}
	if diff := cmp.Diff(want, said.closing); diff != "" {
		t.Errorf("closing (-want +got):\n%s", diff)
	}
	totals := []predate.AccountTotals{{Account: "Lot A07", Debit: 196076, Credit: 130786}, {Account: "Lot P12", Debit: 10054, Credit: 5027}}
	if diff := cmp.Diff(totals, said.totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if len(said.lines) != 12 {
		t.Errorf("%d movements, want 12", len(said.lines))
	}
	for _, wrong := range []string{
		strings.Replace(twoLots, "50,27 €        0,00 €", "50,27 €        9,00 €", 1),
		strings.Replace(twoLots, " - Lot P12        ", " - autre bien    ", 1),
	} {
		if said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(wrong), lexicontest.House(t))); len(said.closing) > 0 {
			t.Errorf("read %+v of\n%s", said.closing, wrong)
		}
	}
}

// TestPartsOfAMovementCountOnce reads an account whose calls are parted over columns
// with their total beside them, under any word that is no balance.
func TestPartsOfAMovementCountOnce(t *testing.T) {
	page := `
		Relevé de compte du copropriétaire
		Date          Libellé                      Charges     Fonds travaux       Total
		31/01/2025    Appel de fonds T1           378,84 €           18,94 €    397,78 €
		15/04/2025    Appel de fonds T2           378,84 €           18,94 €    397,78 €
		15/07/2025    Appel de fonds T3           378,84 €           18,94 €    397,78 €
		15/09/2025    Travaux porche              492,80 €            0,00 €    492,80 €
		              Total appelé              1 629,32 €           56,82 €  1 686,14 €

		Date          Libellé                                      Montant
		26/01/2025    Virement T1                                 397,78 €
		10/04/2025    Virement T2                                 397,78 €
		10/07/2025    Virement T3                                 397,78 €
		              Total payé                                1 193,34 €

		Total appelé                            1 686,14 €
		Total payé                              1 193,34 €
		Solde                                     492,80 €`
	for _, head := range []string{"    Total", "  Montant", " À régler"} {
		p := strings.Replace(page, "    Total\n", head+"\n", 1)
		said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(p), lexicontest.House(t)))
		if len(said.closing) != 1 || said.closing[0].Amount != 49280 || len(said.lines) != 7 || said.lines[0].Debit != 39778 {
			t.Errorf("under %q: %+v", head, said)
		}
	}
}

// TestDayOfABrowser dates the balances of a page that a browser printed: they hold on
// that day. Without the address at its foot, or long after the last movement, that day
// dates no balance.
func TestDayOfABrowser(t *testing.T) {
	stamped := "12/09/2025 08:51                          PORTAIL\n" + twoLots + "\n\n\thttps://portail.example/comptes          1/1"
	for page, want := range map[string]predate.Date{
		stamped: {Year: 2025, Month: 9, Day: 12},
		strings.Replace(stamped, "https://", "", 1):             {Year: 2025, Month: 7, Day: 15},
		strings.Replace(stamped, "12/09/2025", "12/09/2026", 1): {Year: 2025, Month: 7, Day: 15},
	} {
		said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(page), lexicontest.House(t)))
		if len(said.closing) != 2 || said.closing[0].Date != want {
			t.Errorf("closing %+v, want on %s", said.closing, want)
		}
	}
}

// TestAccountOfAProgramWithoutFrench reads an account as programs print it that know no
// French: days of ISO, decimal points, thousands parted by commas, and a name that is missing.
func TestAccountOfAProgramWithoutFrench(t *testing.T) {
	page := `
		releve de compte
		coproprietaire : undefined
		date          libelle                        debit       credit       solde
		2025-01-15    Appel de fonds T1             637.98                   637.98
		2025-01-20    Virement recu                             637.98         0.00
		2025-04-15    Appel de fonds T2           1,637.98                 1,637.98
		2025-04-20    Virement recu                           1,637.98         0.00
		2025-07-15    Appel de fonds T3             637.98                   637.98`
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(page), lexicontest.House(t)))
	if len(said.lines) != 5 || len(said.closing) != 1 || said.closing[0].Amount != 63798 || said.lines[2].Debit != 163798 {
		t.Errorf("%+v", said)
	}
}
