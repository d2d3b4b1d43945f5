package reading

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/wording"
)

// drawnPages takes the bytes of a file for drawn pages, parted by form feeds.
type drawnPages struct{}

func (drawnPages) Skim(_ context.Context, data []byte, _ pdftext.Guide, _ ...predate.Page) ([]predate.Page, error) {
	return layouttest.Pages(strings.Split(string(data), "\f")...), nil
}

// drawn is a dossier of drawn papers, by name.
func drawn(order predate.Order, papers map[string]string) Dossier {
	d := Dossier{Order: order, ReferenceDate: predate.Date{Year: 2026, Month: 5, Day: 18}}
	for name, text := range papers {
		d.Files = append(d.Files, File{Name: name, Open: func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(text)), nil
		}})
	}
	slices.SortFunc(d.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return d
}

// sheetOf and accountsOf are a summary sheet and an annexe 1 of a building.
func sheetOf(name, house, number, day, debts string) string {
	return `
		FICHE SYNTHETIQUE DE LA COPROPRIETE
		Edité le ` + day + `
		Article 8-2 de la loi du 10 juillet 1965, décret 2016-1822

		Nom d'usage de la copropriété            ` + name + `
		Adresse                                  ` + house + ` avenue des Bigaradiers, 06000 Nice
		Numéro d'immatriculation                 ` + number + `

		Représentant légal
		Nom                                      Riviera Tutélio Syndic
		Date de début de l'exercice              01/01/2025
		Date de fin de l'exercice                31/12/2025
		Date de l'AG ayant approuvé les comptes  09/04/2026
		Montant des dettes                       ` + debts
}

func accountsOf(heading, arrears, suppliers, total string) string {
	return heading + `
		ETAT FINANCIER APRES REPARTITION AU 31/12/2025
		Edité le 10/04/2026

		51 Banques ou fonds disponibles en banque   1 000,00      105 Fonds de travaux   ` + total + `
		Total I                                     1 000,00      Total I                ` + total + `
		45 Copropriétaires sommes exigibles         ` + arrears + `      40 Fournisseurs        ` + suppliers + `
		Total II                                    ` + arrears + `      Total II               ` + suppliers
}

// TestNeighboursPapersChangeNothing reads the papers of a building by
// themselves, then among those of the next house, which are newer: the figures
// are the same, and every paper of the neighbour is told, the annexe that only
// its file's first page names as well.
func TestNeighboursPapersChangeNothing(t *testing.T) {
	t.Parallel()
	order := predate.Order{
		Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"}, Owners: []predate.Owner{{Lastname: "Anglarès"}},
	}
	ours := map[string]string{
		"fiche.pdf":   sheetOf("Palais Miramont", "58", "AO3-606-158", "13/04/2026", "7 556,18 €"),
		"annexe.pdf":  accountsOf("MIR58 Palais Miramont\nImmatriculation AO3-606-158\n", "1 525,33", "7 556,18", "6 030,85"),
		"silence.pdf": "LETTRE AUX COPROPRIETAIRES\nLe hall sera repeint en juin.",
	}
	all := map[string]string{
		"voisin 1.pdf": sheetOf("Villa Miramont II", "60", "ZZ9-000-060", "12/05/2026", "1 540,79 €"),
		"voisin 2.pdf": accountsOf("MIR60 Villa Miramont II\nImmatriculation ZZ9-000-060\n", "0,00", "1 540,79", "2 540,79"),
		"voisin 3.pdf": "CONVOCATION A L'ASSEMBLEE GENERALE\nl'immeuble Villa Miramont II, situé 60 avenue des Bigaradiers, 06000 Nice\nOrdre du jour\f" + accountsOf("", "0,00", "9 999,99", "10 999,99"),
		"voisin 4.pdf": "CARNET D'ENTRETIEN\nEdité le 02/05/2026\nImmeuble : Villa Miramont II",
	}
	for name, text := range ours {
		all[name] = text
	}
	reader := New(Options{Pages: drawnPages{}, Cache: NoCache{}, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
	read := func(papers map[string]string) predate.Statement {
		statement, err := reader.Read(t.Context(), drawn(order, papers))
		if err != nil {
			t.Fatal(err)
		}
		return statement
	}
	alone, among := read(ours), read(all)
	if got := alone.Figure(predate.KeyCondominiumName).Value; got != predate.Text("Palais Miramont") {
		t.Fatalf("our own papers were not understood: %v", got)
	}
	if diff := cmp.Diff(alone.Figures, among.Figures); diff != "" {
		t.Errorf("figures (-alone +among the neighbour's):\n%s", diff)
	}
	var foreign []string
	for _, d := range among.Documents {
		if d.Foreign {
			foreign = append(foreign, d.File)
		}
	}
	if diff := cmp.Diff([]string{"voisin 1.pdf", "voisin 2.pdf", "voisin 3.pdf", "voisin 4.pdf"}, foreign); diff != "" {
		t.Errorf("foreign papers (-want +got):\n%s", diff)
	}
	if n := len(among.Outcome.Warnings) - len(alone.Outcome.Warnings); n != 4 {
		t.Errorf("%d warnings more: %v", n, wording.All(among.Outcome.Warnings))
	}
}
