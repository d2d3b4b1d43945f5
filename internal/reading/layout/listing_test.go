package layout_test

import (
	"bytes"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"
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
		{"01/01/25", "450-1", "APPEL DE PROVISIONS", "229,38"},
		{"08/01/25", "450-1", "VOTRE VIREMENT", "229,38"},
		{"01/04/25", "450-2", "TRAVAUX REFECTION TOITURE", "1 266,76"},
		{"TERRASSE AG DU 27/03/2025"},
		{"01/04/25", "450-1", "APPEL DE PROVISIONS", "238,57"},
		{"TOTAUX", "1 734,71", "229,38"},
	}
	var got [][]string
	for _, line := range doc.Pages[0].Lines[1:] {
		var cells []string
		for _, cell := range line.Segments(0) {
			cells = append(cells, cell.Text)
		}
		got = append(got, cells)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells of a listing whose columns are parted by bars (-want +got):\n%s", diff)
	}
}
