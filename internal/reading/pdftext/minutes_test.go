package pdftext

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"predate"
)

// points are the headings of a record of a meeting, each under its number.
func points() []string {
	return []string{
		"Election du president de seance - Art. 24", "Election du scrutateur - Art. 24",
		"Approbation des comptes de l'exercice - Art. 24", "Quitus au syndic pour sa gestion - Art. 24",
		"Budget de l'exercice suivant - Art. 24", "Cotisation annuelle au fonds de travaux - Art. 25",
		"Designation des membres du conseil - Art. 25", "Montant des marches avec consultation - Art. 25",
		"Remplacement de la colonne montante - Art. 25", "Travaux de la toiture - Art. 25",
		"Point d'information sur les procedures", "Questions diverses",
	}
}

// minutes draws a record of a meeting: headings in frames, a sentence under
// each, and their votes in ruled tables.
func minutes(t *testing.T) []byte {
	t.Helper()
	f := fpdf.New("P", "pt", "A4", "")
	f.AddPage()
	for i, subject := range points() {
		y := 40 + 64*float64(i)
		f.SetLineWidth(0.6)
		f.Rect(28, y, 535, 17, "D")
		f.SetFont("Helvetica", "B", 8)
		f.Text(30.5, y+11.5, fmt.Sprintf("%d. %s", i+1, subject))
		f.SetFont("Helvetica", "", 7.5)
		f.Text(28, y+28, "Cette resolution est adoptee par les coproprietaires presents et representes.")
		f.SetLineWidth(0.4)
		for row, verdict := range []string{"Pour", "Contre"} {
			top := y + 32 + 11*float64(row)
			for column := range 3 {
				f.Rect(50+110*float64(column), top, 110, 11, "D")
			}
			f.Text(54, top+8, verdict)
			f.Text(250, top+8, fmt.Sprint(33-30*row))
			f.Text(290, top+8, fmt.Sprintf("%d / 100000", 70436-67000*row))
		}
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// slanted shifts the rows of an image sideways, as a feeder that pulls askew:
// what lies level stays level, what is upright leans.
func slanted(img *image.Gray, degrees float64) *image.Gray {
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		shift := float64(y-img.Rect.Dy()/2) * math.Tan(degrees*math.Pi/180)
		for x := range img.Rect.Dx() {
			out.Pix[y*out.Stride+x] = sample(img, int((float64(x)+shift)*wholePixel), y*wholePixel)
		}
	}
	return out
}

// The numbers of points stand at the left edge of frames. A scan keeps them all.
func TestPointNumbersOfScan(t *testing.T) {
	r := benchReader(t)
	drawn, err := r.Render(context.Background(), minutes(t), 1, firstDPI)
	if err != nil {
		t.Fatal(err)
	}
	for _, scan := range benchScans() {
		t.Run(scan.name, func(t *testing.T) {
			t.Parallel()
			page := predate.Page{Number: 1, Width: 595, Height: 842}
			r.recogniseInto(context.Background(), &page, scaled(scan.of(slanted(drawn.(*image.Gray), 1.5)), scanDPI/firstDPI), scanDPI)
			for i, subject := range points() {
				number, heading := fmt.Sprintf("%d.", i+1), strings.Fields(subject)[0]
				if before := wordBefore(page, heading, 40+64*float64(i)+8.5); before != number {
					t.Errorf("before %q: %q, want %q", subject, before, number)
				}
			}
		})
	}
}

// wordBefore is what stands left of a word, near a height of the page.
func wordBefore(page predate.Page, text string, y float64) string {
	for _, w := range page.Words {
		if middle := (w.Box.Y0 + w.Box.Y1) / 2; w.Text != text || math.Abs(middle-y) > 15 {
			continue
		}
		var before []string
		for _, v := range page.Words {
			if overlap(v.Box.Y0, v.Box.Y1, w.Box.Y0, w.Box.Y1) > w.Box.Height()/2 && v.Box.X1 < w.Box.X0+2 {
				before = append(before, v.Text)
			}
		}
		return strings.Join(before, " ")
	}
	return "no such word"
}
