package extranetsim

import (
	"bytes"
	"flag"
	"os"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// disputedRow is a line of the two sides of the schedule, amounts of the closed
// exercise only: those of the exercise before are not in dispute.
type disputedRow struct{ account, left, leftAmount, account2, right, rightAmount string }

func disputedSchedule() (treasury, debts []disputedRow) {
	treasury = []disputedRow{
		{"50", "Fonds placés", "9 700,00", "102", "Provisions pour travaux", "0,00"},
		{"51", "Banques ou fonds disponibles en banque", "17 545,27", "1031", "Avances de trésorerie", "3 950,00"},
		{"53", "Caisse", "0,00", "1033", "Autres avances", "0,00"},
		{"", "", "", "105", "Fonds de travaux", "9 785,50"},
		{"", "", "", "12", "Solde en attente sur travaux ou opérations exceptionnelles", "10 800,00"},
		{"", "Trésorerie disponible – Total I", "27 245,27", "", "Total I", "24 535,50"},
	}
	debts = []disputedRow{
		{"45", "Copropriétaires – sommes exigibles restant à recevoir", "3 188,86", "45", "Copropriétaires – excédents versés", "694,42"},
		{"459", "Copropriétaires – créances douteuses", "0,00", "40", "Fournisseurs", "5 204,21"},
		{"42 à 44", "Autres créances", "0,00", "42 à 44", "Autres dettes", "0,00"},
		{"46", "Débiteurs divers", "0,00", "46", "Créditeurs divers", "0,00"},
		{"", "Total II", "3 188,86", "", "Total II", "5 898,63"},
		{"", "Total général (I) + (II)", "30 434,13", "", "Total général (I) + (II)", "30 434,13"},
	}
	return treasury, debts
}

// drawDisputed draws the paper that test mode adds for a review.
func drawDisputed() ([]byte, error) {
	pdf := fpdf.New("L", "mm", "A4", "")
	day := time.Date(2026, time.February, 28, 9, 0, 0, 0, time.UTC)
	pdf.SetCreationDate(day)
	pdf.SetModificationDate(day)
	pdf.SetCatalogSort(true)
	tr := pdf.UnicodeTranslatorFromDescriptor("")
	line := func(size float64, style, text string) {
		pdf.SetFont("Helvetica", style, size)
		pdf.CellFormat(0, size/2, tr(text), "", 1, "L", false, 0, "")
	}
	table := func(left, right string, rows []disputedRow) {
		rows = append([]disputedRow{{"Compte", left, "Exercice clos", "Compte", right, "Exercice clos"}}, rows...)
		for i, r := range rows {
			style := ""
			if i == 0 || r.account == "" && r.account2 == "" {
				style = "B"
			}
			pdf.SetFont("Helvetica", style, 8)
			for j, cell := range []string{r.account, r.left, r.leftAmount, r.account2, r.right, r.rightAmount} {
				width, align := []float64{16, 86, 32}[j%3], "L"
				if j%3 == 2 {
					align = "R"
				}
				end := 0
				if j == 5 {
					end = 1
				}
				pdf.CellFormat(width, 5.5, tr(cell), "1", end, align, false, 0, "")
			}
		}
		pdf.Ln(4)
	}
	pdf.AddPage()
	line(10, "B", "Cabinet Orvellac-Brimont")
	line(9, "", "5 quai des Tisserandes – 69002 Lyon")
	line(9, "", "Résidence Les Glycines – 18 rue des Maraîchers-Fleuris, 69003 Lyon – Immatriculation AB2-417-905")
	pdf.Ln(4)
	line(12, "B", "ANNEXE N° 1 – ÉTAT FINANCIER APRÈS RÉPARTITION AU 31/12/2025")
	line(9, "", "Édité le 28/02/2026 · Exercice 2025 – du 01/01/2025 au 31/12/2025")
	line(9, "", "Projet soumis à l'assemblée générale du 26 mars 2026")
	pdf.Ln(3)
	treasury, debts := disputedSchedule()
	line(10, "B", "I – Situation financière et trésorerie")
	table("Trésorerie", "Provisions et avances", treasury)
	line(10, "B", "II – Créances et dettes")
	table("Créances", "Dettes", debts)
	var out bytes.Buffer
	err := pdf.Output(&out)
	return out.Bytes(), err
}

// TestDisputedPaper keeps the embedded paper and its drawing together.
func TestDisputedPaper(t *testing.T) {
	drawn, err := drawDisputed()
	if err != nil {
		t.Fatal(err)
	}
	const name = "sample/disputed/Annexe_1_2025.pdf"
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(name, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, drawn) {
		t.Fatal("the embedded paper is not the drawn one; run with -update")
	}
}
