package pdftext_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// bandedPage draws a paper whose total stands in light print on a dark band,
// between rows of a table.
func bandedPage(t *testing.T) []byte {
	t.Helper()
	f := fpdf.New("P", "pt", "A4", "")
	f.SetCompression(false)
	f.AddPage()
	f.SetFont("Helvetica", "B", 18)
	f.Text(50, 60, "APPEL DE FONDS")
	f.SetFont("Helvetica", "", 10)
	for i, row := range []string{"Charges communes", "Charges ascenseur", "Fonds de travaux"} {
		f.Text(50, float64(120+18*i), row)
		f.Text(480, float64(120+18*i), []string{"180,08", "45,10", "11,01"}[i])
	}
	f.SetFillColor(60, 60, 70)
	f.Rect(45, 170, 505, 20, "F")
	f.SetTextColor(255, 255, 255)
	f.SetFont("Helvetica", "B", 10)
	f.Text(50, 184, "Total de cet appel")
	f.Text(480, 184, "236,19")
	f.SetTextColor(0, 0, 0)
	f.SetFont("Helvetica", "", 10)
	f.Text(50, 230, "Les provisions sont exigibles le premier jour de la periode.")
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Light print on a dark band is recognised with the rest of the page.
func TestLightPrintOnDark(t *testing.T) {
	drawn, err := reader(t).Render(context.Background(), bandedPage(t), 1, 200)
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, pdfOfImage(t, drawn))[0]
	text := strings.Join(texts(page), " ")
	for _, want := range []string{"APPEL DE FONDS", "180,08", "45,10", "11,01", "Total de cet appel", "236,19", "premier jour"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is lost: %s", want, text)
		}
	}
	for _, w := range page.Words {
		if w.Text == "APPEL" && w.Size < 12 {
			t.Errorf("the title is %v points tall", w.Size)
		}
	}
}
