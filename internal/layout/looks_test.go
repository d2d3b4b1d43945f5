package layout_test

import (
	"bytes"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"

	"predate/internal/layout"
)

// listing prints lines of one type, each character as wide as the other.
func listing(t *testing.T, text string) []byte {
	t.Helper()
	f := fpdf.New("L", "pt", "A4", "")
	f.SetAutoPageBreak(false, 0)
	f.SetFont("Courier", "", 9)
	latin := f.UnicodeTranslatorFromDescriptor("")
	for _, page := range strings.Split(text, "\f") {
		f.AddPage()
		y := 40.0
		for line := range strings.Lines(strings.Trim(page, "\n")) {
			f.Text(30, y, latin(strings.TrimRight(line, "\n")))
			y += 11
		}
	}
	var b bytes.Buffer
	if err := f.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBarredListing(t *testing.T) {
	doc := analyse(t, listing(t, `
                              RELEVE DE COMPTE                               PAGE 1
+----------+-------+------------------------------+------------+------------+
! DATE     ! CPTE  ! LIBELLE                      !      DEBIT !     CREDIT !
+----------+-------+------------------------------+------------+------------+
! 01/01/25 ! 450-1 ! APPEL DE PROVISIONS          !     229,38 !            !
! 08/01/25 ! 450-1 ! VOTRE VIREMENT               !            !     229,38 !
! 01/04/25 ! 450-2 ! TRAVAUX REFECTION TOITURE    !   1 266,76 !            !
!          !       ! TERRASSE AG DU 27/03/2025    !            !            !
! 01/04/25 ! 450-1 ! APPEL DE PROVISIONS          !     238,57 !            !
+----------+-------+------------------------------+------------+------------+
!          !       ! TOTAUX                       !   1 734,71 !     229,38 !
+----------+-------+------------------------------+------------+------------+
`))
	want := [][]string{
		{"DATE", "CPTE", "LIBELLE", "DEBIT", "CREDIT"},
		{"01/01/25", "450-1", "APPEL DE PROVISIONS", "229,38", ""},
		{"08/01/25", "450-1", "VOTRE VIREMENT", "", "229,38"},
		{"01/04/25", "450-2", "TRAVAUX REFECTION TOITURE TERRASSE AG DU 27/03/2025", "1 266,76", ""},
		{"01/04/25", "450-1", "APPEL DE PROVISIONS", "238,57", ""},
		{"", "", "TOTAUX", "1 734,71", "229,38"},
	}
	if len(doc.Tables) != 1 {
		t.Fatalf("%d tables", len(doc.Tables))
	}
	if diff := cmp.Diff(want, cellsOf(doc.Tables[0])); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

// TestGluedBars parts columns at bars that touch the words on both sides: what
// stands before a bar is never the thousands of what stands after it.
func TestGluedBars(t *testing.T) {
	doc := analyse(t, listing(t, `
!CPTE !LIBELLE                       !    DEBIT!   CREDIT!CPTE !
!450-1!APPEL DE PROVISIONS           !   229,38!         !12   !
!450-2!REFECTION DE LA TOITURE       ! 1 266,76!   238,57!1031 !
!450-1!VOTRE VIREMENT                !       12!   345,67!45   !
`))
	var got [][]string
	for _, l := range doc.Pages[0].Lines {
		var cells []string
		for _, c := range l.Segments(0) {
			cells = append(cells, c.Text)
		}
		for _, a := range layout.Amounts(l) {
			cells = append(cells, "= "+a.Text)
		}
		got = append(got, cells)
	}
	want := [][]string{
		{"CPTE", "LIBELLE", "DEBIT", "CREDIT", "CPTE"},
		{"450-1", "APPEL DE PROVISIONS", "229,38", "12", "= 229,38"},
		{"450-2", "REFECTION DE LA TOITURE", "1 266,76", "238,57", "1031", "= 1 266,76", "= 238,57"},
		{"450-1", "VOTRE VIREMENT", "12", "345,67", "45", "= 345,67"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

func TestPlainListing(t *testing.T) {
	doc := analyse(t, listing(t, `
 CABINET QUIDAM                                                          PAGE 1
 GRAND LIVRE
 DATE      CODE   LIBELLE                          BASE  TANT      DEBIT    CREDIT       SOLDE
 ---------------------------------------------------------------------------------------------
 01/01/25  GEN    CHARGES GENERALES               10000   149     215,08             12.215,08 DB
 01/01/25  ASC    ASCENSEUR                        1000    30      33,00             12.248,08 DB
 15/01/25         REGLEMENT                                                12.248,08      0,00
 01/04/25  GEN    CHARGES GENERALES               10000   149     215,08                215,08 DB
                                                                 A REPORTER             215,08 DB
`+"\f"+`
 CABINET QUIDAM                                                          PAGE 2
 GRAND LIVRE
 DATE      CODE   LIBELLE                          BASE  TANT      DEBIT    CREDIT       SOLDE
 ---------------------------------------------------------------------------------------------
                                                                 REPORT                 215,08 DB
 01/04/25  ASC    ASCENSEUR                        1000    30      33,00                248,08 DB
 20/04/25         REGLEMENT ........................................         300,00      51,92 CR
`))
	want := [][]string{
		{"DATE", "CODE", "LIBELLE", "BASE", "TANT", "DEBIT", "CREDIT", "SOLDE"},
		{"01/01/25", "GEN", "CHARGES GENERALES", "10000", "149", "215,08", "", "12.215,08 DB"},
		{"01/01/25", "ASC", "ASCENSEUR", "1000", "30", "33,00", "", "12.248,08 DB"},
		{"15/01/25", "", "REGLEMENT", "", "", "", "12.248,08", "0,00"},
		{"01/04/25", "GEN", "CHARGES GENERALES", "10000", "149", "215,08", "", "215,08 DB"},
		{"", "", "", "", "", "A REPORTER", "", "215,08 DB"},
		{"", "", "", "", "", "REPORT", "", "215,08 DB"},
		{"01/04/25", "ASC", "ASCENSEUR", "1000", "30", "33,00", "", "248,08 DB"},
		{"20/04/25", "", "REGLEMENT", "", "", "", "300,00", "51,92 CR"},
	}
	if len(doc.Tables) != 1 {
		t.Fatalf("%d tables", len(doc.Tables))
	}
	if diff := cmp.Diff(want, cellsOf(doc.Tables[0])); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
	for i, r := range doc.Tables[0].Rows {
		if carried := i == 4 || i == 5; r.Carried != carried {
			t.Errorf("row %d: carried %v", i, r.Carried)
		}
	}
	if a, ok := doc.Tables[0].Rows[7].Amount(7); !ok || a.Cents != 5192 || !layout.IsCredit(a.Mark) {
		t.Errorf("last balance %+v", a)
	}
}

// Cards: a small label with a large value under it, or over it, side by side.
func TestCards(t *testing.T) {
	f := fpdf.New("P", "pt", "A4", "")
	latin := f.UnicodeTranslatorFromDescriptor("")
	f.AddPage()
	card := func(x, y float64, label, value string, valueFirst bool) {
		f.SetFillColor(240, 244, 248)
		f.RoundedRect(x, y, 150, 54, 6, "1234", "F")
		labelAt, valueAt := y+20, y+42
		if valueFirst {
			labelAt, valueAt = y+42, y+26
		}
		f.SetFont("Helvetica", "", 8)
		f.Text(x+12, labelAt, latin(label))
		f.SetFont("Helvetica", "B", 16)
		f.Text(x+12, valueAt, latin(value))
	}
	card(40, 60, "Solde au 11/05/2026", "1 234,56 €", false)
	card(210, 60, "Prochain appel", "01/07/2026", false)
	card(380, 60, "Fonds de travaux", "(42,00 €)", false)
	card(40, 140, "Lots", "14, 38", true)
	card(210, 140, "Impayés", "0,00 €", true)
	f.SetFont("Helvetica", "", 9)
	f.Text(40, 230, latin("Immatriculation : AB2-417-905"))
	f.Text(40, 246, latin("Période"))
	f.Text(160, 246, latin("2e trimestre 2026"))
	f.Text(40, 262, latin("Montant à régler ...................................... 516,78 €"))
	var b bytes.Buffer
	if err := f.Output(&b); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, p := range analyse(t, b.Bytes()).Pages[0].Pairs {
		got[p.Label.Text] = p.Value.Text
	}
	want := map[string]string{
		"Solde au 11/05/2026": "1 234,56 €", "Prochain appel": "01/07/2026", "Fonds de travaux": "(42,00 €)",
		"Impayés": "0,00 €", "Immatriculation": "AB2-417-905", "Période": "2e trimestre 2026", "Montant à régler": "516,78 €",
	}
	for label, value := range want {
		if got[label] != value {
			t.Errorf("%s: %q, want %q", label, got[label], value)
		}
	}
}
