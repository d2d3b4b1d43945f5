package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// callRead lists what a call proves, a line each: sums by nature with the works' title, and
// what each lot bears of a key.
func callRead(t *testing.T, page string) []string {
	t.Helper()
	var out []string
	for _, f := range form.Figures(predate.KindFundCall, layouttest.Sketch(page), lexicontest.House(t)) {
		switch v := f.Value.(type) {
		case predate.CallSubtotal:
			title := ""
			if v.Nature == predate.NatureWorks {
				title = v.Title
			}
			out = append(out, fmt.Sprintf("%s %d %s", v.Nature, v.Amount, title))
		case predate.CallLine:
			out = append(out, fmt.Sprintf("lot %s %s %d/%d %s %s %d", v.Lot, v.Code, v.Share, v.Base, v.Unit, v.Nature, v.Amount))
		}
	}
	return out
}

// TestCallSumsUpOverItsTotal reads a call whose tables each stand under the heading of a
// lot, whose bases end as fractions in words do, and which sums up what it asks for by
// nature over its total: no row of that is a line.
func TestCallSumsUpOverItsTotal(t *testing.T) {
	got := callRead(t, `APPEL DE PROVISIONS
1er trimestre - exercice 2026 (du 01/01/2026 au 31/03/2026)
Appartement n° 14 du bâtiment A, 3e étage
Nature de l'appel                             Charges                        Budget        Dont appelé      Quote-part       Votre part
Provisions sur budget prévisionnel 2026       Charges générales (GEN)        22.400,00     5.600,00         343/10.000èmes   192,08
Provisions sur budget prévisionnel 2026       Charges ascenseur (ASC)         4.440,00     1.110,00          44/1.000èmes     48,84
Cotisation fonds de travaux (loi ALUR)        Charges générales (GEN)         1.342,00       335,50         343/10.000èmes    11,51
Cave n° 38 du bâtiment A, Sous-sol
Nature de l'appel                             Charges                        Budget        Dont appelé      Quote-part       Votre part
Provisions sur budget prévisionnel 2026       Charges générales (GEN)        22.400,00     5.600,00           8/10.000èmes     4,48
Cotisation fonds de travaux (loi ALUR)        Charges générales (GEN)         1.342,00       335,50           8/10.000èmes     0,27
                              Récapitulation                                                                               Euros
Provisions sur budget prévisionnel 2026                                                                                     245,40
Cotisation fonds de travaux (loi ALUR)                                                                                       11,78
Montant de l'appel n° 2026-1                                                                                                257,18
Solde antérieur au 17/12/2025                                                                                                 0,00
NET À VERSER pour le 01.01.2026                                                                                             257,18
`)
	want := []string{
		"budget 24540 ", "works_fund 1178 ",
		"lot 14 GEN 343/10000 tantièmes budget 19208", "lot 14 ASC 44/1000 tantièmes budget 4884", "lot 14 GEN 343/10000 tantièmes works_fund 1151",
		"lot 38 GEN 8/10000 tantièmes budget 448", "lot 38 GEN 8/10000 tantièmes works_fund 27",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSummaryTitlesWorks reads a call whose rows say works and no more: the summary under
// its total has their title.
func TestSummaryTitlesWorks(t *testing.T) {
	got := callRead(t, `Appel de fonds
1er trimestre - exercice 2026 (du 01/01/2026 au 31/03/2026)
Poste                                Catégorie           Lot               Appel de l'immeuble x votre part      Votre part
Charges communes générales GEN       Budget courant      Tous vos lots     17 407,50 € x 197 / 10 000             342,93 €
Ascenseur ASC                        Travaux votés       Tous vos lots      9 200,00 € x 26 / 1 000               239,20 €
Charges communes générales GEN       Fonds de travaux    Tous vos lots      1 353,88 € x 197 / 10 000              26,67 €
Total de cet appel                                                                                                608,80 €
En résumé
Provision trimestrielle 2026                                                                                      342,93 €
Travaux art. 14-2 - Modernisation de l'ascenseur (AG du 24/04/2025)                                               239,20 €
Provision fonds travaux (ALUR)                                                                                     26,67 €
Votre compte était à jour                                                                                           0,00 €
À payer                                                                                                           608,80 €
`)
	want := []string{
		"budget 34293 ", "works 23920 Travaux art. 14-2 - Modernisation de l'ascenseur (AG du 24/04/2025)", "works_fund 2667 ",
		"lot  GEN 197/10000 tantièmes budget 34293", "lot  ASC 26/1000 tantièmes works 23920", "lot  GEN 197/10000 tantièmes works_fund 2667",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSummaryBeforeItsDetail reads a call that begins with what it asks for by nature and
// details it after that under headings with an article of law: neither heads the other.
func TestSummaryBeforeItsDetail(t *testing.T) {
	got := callRead(t, `AVIS D'ÉCHÉANCE
Appel n° 2026-3 - Période du 01/07/2026 au 30/09/2026
 Date            Libellé                                                         Débit        Crédit
 01/07/2026      Provisions sur budget prévisionnel 2026                         542,41
 01/07/2026      Fonds de travaux - cotisation annuelle obligatoire               61,22
                 Total du présent appel                                          603,63
DÉTAIL DE VOTRE AVIS
Provisions sur budget prévisionnel 2026
article 14-1 de la loi n° 65-557 du 10 juillet 1965
                                                         Syndicat                               Vos lots
 Clé de répartition / lot             Budget             Appel               Base               Quotité      Somme due
                                      voté               de la période
 GEN - Charges générales              63 390,00          15 847,50           10 000 tantièmes
    Lot 33 - Appartement                                                                        173          274,16
    Lot 52 - Local commercial                                                                   164          259,90
 BATB - Bâtiment B                     5 570,00           1 392,50            1 000 tantièmes
    Lot 33 - Appartement                                                                          4            5,57
    Lot 90 - Cave                                                                                 1            1,39
    Lot 91 - Cave                                                                                 1            1,39
 Sous-total                                                                                                  542,41
Fonds de travaux - cotisation annuelle obligatoire
article 14-2-1 de la loi n° 65-557 du 10 juillet 1965
                                                         Syndicat                               Vos lots
 Clé de répartition / lot             Budget             Appel               Base               Quotité      Somme due
                                      voté               de la période
 GEN - Charges générales               7 266,00           1 816,50           10 000 tantièmes
    Lot 33 - Appartement                                                                        173           31,43
    Lot 52 - Local commercial                                                                   164           29,79
 Sous-total                                                                                                   61,22
TOTAL DE L'APPEL                                                                                             603,63
`)
	for _, want := range []string{"budget 54241 ", "works_fund 6122 ", "lot 33 GEN 173/10000 tantièmes budget 27416", "lot 52 GEN 164/10000 tantièmes works_fund 2979"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestCategoryBesideKey reads a call whose categories stand beside keys in capitals, and whose
// summary goes on with a balance.
func TestCategoryBesideKey(t *testing.T) {
	got := form.Figures(predate.KindFundCall, layouttest.Sketch(`Appel de fonds
1er trimestre - exercice 2026 (du 01/01/2026 au 31/03/2026)
Poste                                Catégorie           Appel de l'immeuble x votre part      Votre part
CHARGES GENERALES GEN                Budget courant      17 407,50 € x 197 / 10 000             342,93 €
ASCENSEUR ASC                        Travaux votés        9 200,00 € x 26 / 1 000               239,20 €
CHARGES GENERALES GEN                Fonds de travaux     1 353,88 € x 197 / 10 000              26,67 €
Total de cet appel                                                                              608,80 €
En résumé
Provision trimestrielle 2026                                                                    342,93 €
Travaux art. 14-2 - Modernisation de l'ascenseur (AG du 24/04/2025)                             239,20 €
Provision fonds travaux (ALUR)                                                                   26,67 €
Restait à payer                                                                                  12,00 €
À payer                                                                                         620,80 €
`), lexicontest.House(t))
	labels := map[string]bool{}
	for _, f := range got {
		if v, ok := f.Value.(predate.CallLine); ok {
			labels[v.Label] = true
			if v.Nature == predate.NatureWorks && v.Title != "Travaux art. 14-2 - Modernisation de l'ascenseur (AG du 24/04/2025)" {
				t.Errorf("works %q", v.Title)
			}
		}
	}
	if diff := cmp.Diff(map[string]bool{"CHARGES GENERALES GEN": true, "ASCENSEUR ASC": true}, labels); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// TestLotsSumTheirRows reads a call lot by lot, each with its sum, whose rows say in one cell
// what they are for and their key, and whose balance before it is nothing.
func TestLotsSumTheirRows(t *testing.T) {
	got := callRead(t, `AVIS DE TERME
Terme n° 2026-2 du 1er juillet 2026 au 30 septembre 2026
Désignation                               Montant annuel        Montant du terme      Répartition        Votre part
 Lot n° 11 : Appartement, 2e étage
 Prov. budget - CHARGES GENERALES          37.470,00            9.367,50              284/10.003èmes      265,96
 Prov. budget - CHARGES BATIMENT A          5.180,00            1.295,00               57/1.000èmes        73,82
 Travaux - CHARGES BATIMENT A              44.000,00            7.000,00               57/1.000èmes       399,00
 Fonds trav. - CHARGES GENERALES            1.697,14              424,29              284/10.003èmes       12,05
 Ensemble du lot 11                                                                                       750,83
 Lot n° 45 : Cave, Sous-sol
 Prov. budget - CHARGES GENERALES          37.470,00            9.367,50                6/10.003èmes        5,62
 Travaux - CHARGES BATIMENT A              44.000,00            7.000,00                1/1.000èmes         7,00
 Ensemble du lot 45                                                                                        12,62
RÉCAPITULATION DU TERME
 PROVISIONS BUDGET 2026/2027                                                                              345,40
 TRAVAUX - Reprise des balcons (AG du 11/09/2025)                                                         406,00
 FONDS TRAVAUX ART 14-2-1                                                                                  12,05
 Montant du terme                                                                                         763,45
 SOLDE ANTERIEUR                                                                                            0,00
 Net à nous régler                                                                                        763,45
`)
	want := []string{
		"budget 34540 ", "works 40600 TRAVAUX - Reprise des balcons (AG du 11/09/2025)", "works_fund 1205 ",
		"lot 11  284/10003 tantièmes budget 26596", "lot 11  57/1000 tantièmes budget 7382", "lot 11  57/1000 tantièmes works 39900",
		"lot 11  284/10003 tantièmes works_fund 1205", "lot 45  6/10003 tantièmes budget 562", "lot 45  1/1000 tantièmes works 700",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestKeysHeadTheirRows reads a call whose keys head their rows with the base, each row with
// the share alone.
func TestKeysHeadTheirRows(t *testing.T) {
	got := callRead(t, `APPEL DE PROVISIONS 2026-1
1er trimestre - exercice 2026 (du 01/01/2026 au 31/03/2026)
Objet de l'appel                                        Lot      Budget / voté     Appelé (copropriété)     Tant.     Votre part
Clé GEN - Charges communes générales - base 10000 tantièmes
Provision trimestrielle 2026                            tous     69 630,00         17 407,50                197       342,93
Provision fonds travaux (ALUR)                          tous      5 415,50          1 353,88                197        26,67
Clé ASC - Ascenseur - base 1000 tantièmes
Provision trimestrielle 2026                            tous      4 480,00          1 120,00                 26        29,12
Travaux art. 14-2 - Modernisation (AG du 24/04/2025)    tous     36 800,00          9 200,00                 26       239,20
Total de l'appel                                                                                                      637,92
Solde antérieur au 17/12/2025                                                                                           0,00
NET À PAYER                                                                                                           637,92
`)
	for _, want := range []string{
		"budget 37205 ", "works_fund 2667 ", "lot  GEN 197/10000 tantièmes budget 34293", "lot  GEN 197/10000 tantièmes works_fund 2667",
		"lot  ASC 26/1000 tantièmes budget 2912", "lot  ASC 26/1000 tantièmes works 23920",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestNamesOfKeysHeadTheirRows reads a call whose keys head their rows by name alone and sum
// them, one row or several, in words of its own.
func TestNamesOfKeysHeadTheirRows(t *testing.T) {
	labels := map[string]string{}
	for _, f := range form.Figures(predate.KindFundCall, layouttest.Sketch(`Votre appel n° 2026-1
1er trimestre - exercice 2026 (du 01/01/2026 au 31/03/2026)
   Charges communes générales
                                                                                                                  Montant voté (en
    Pour quoi                                        Toute la copropriété           Vos parts          Vous       tout)
    Provision trimestrielle 2026                          17407,50 €            197 sur 10000      342,93 €          69630,00 €
    Provision fonds travaux (ALUR)                         1353,88 €            197 sur 10000       26,67 €           5415,50 €
    Vous, pour cette rubrique                                                                      369,60 €
   Ascenseur
                                                                                                                  Montant voté (en
    Pour quoi                                        Toute la copropriété           Vos parts          Vous       tout)
    Travaux art. 14-2 - Modernisation de l'ascenseur       9200,00 €             26 sur 1000       239,20 €          36800,00 €
    Vous, pour cette rubrique                                                                      239,20 €
En résumé
 Provision trimestrielle 2026                                                                                342,93 €
 Travaux art. 14-2 - Modernisation de l'ascenseur                                                            239,20 €
 Provision fonds travaux (ALUR)                                                                               26,67 €
 Total de cet appel                                                                                          608,80 €
 À payer                                                                                                     608,80 €
`), lexicontest.House(t)) {
		if v, ok := f.Value.(predate.CallLine); ok {
			labels[string(v.Nature)] = v.Label
		}
	}
	if diff := cmp.Diff(map[string]string{"budget": "Charges communes générales", "works_fund": "Charges communes générales", "works": "Ascenseur"}, labels); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// TestSummaryTitlesOneWorksAlone leaves the titles of two works that a summary adds.
func TestSummaryTitlesOneWorksAlone(t *testing.T) {
	got := callRead(t, `Appel de fonds
1er trimestre - exercice 2026 (du 01/01/2026 au 31/03/2026)
Clé                  Objet                                Appel de l'immeuble    Tantièmes          Votre part
GEN Charges          Provision sur budget                 17 407,50 €            197 / 10 000       342,93 €
GEN Charges          Travaux - Ravalement de la cour       9 200,00 €            197 / 10 000       181,24 €
GEN Charges          Travaux - Toiture du bâtiment         1 000,00 €            197 / 10 000        19,70 €
Total de cet appel                                                                                  543,87 €
En résumé
Provision sur budget                                                                                342,93 €
Travaux art. 14-2 - Rénovation (AG du 24/04/2025)                                                  200,94 €
À payer                                                                                             543,87 €
`)
	if slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "works 20094") }) || len(got) != 6 {
		t.Errorf("%q", got)
	}
}
