package pdftext

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// benchTable is a paper of the bench: what it prints, and how it is ruled.
type benchTable struct {
	name  string
	size  float64 // of the type, in points
	left  float64
	wide  []float64 // of each column; all but the first columns of words are right-aligned
	words int       // columns of words before those of amounts
	rows  int
	ruled func(f *fpdf.Fpdf, t benchTable, top, height float64)
}

// benchTables are the three tables of which syndics send scans: ruled accounts,
// an owner's account without a line, and expenses in small print.
func benchTables() []benchTable {
	return []benchTable{
		{name: "ruled accounts", size: 8.5, left: 40, wide: []float64{45, 190, 70, 70, 70, 70}, words: 2, rows: 27, ruled: grid},
		{name: "an account without lines", size: 9, left: 45, wide: []float64{55, 230, 75, 75, 75}, words: 2, rows: 32, ruled: func(*fpdf.Fpdf, benchTable, float64, float64) {}},
		{name: "expenses in small print", size: 6.5, left: 30, wide: []float64{42, 105, 160, 55, 55, 55, 55}, words: 3, rows: 40, ruled: bands},
	}
}

// grid rules every cell: black lines around, grey ones between the columns.
func grid(f *fpdf.Fpdf, t benchTable, top, height float64) {
	width := t.width()
	f.SetLineWidth(0.7)
	for i := 0; i <= t.rows; i++ {
		f.Line(t.left, top+float64(i)*height, t.left+width, top+float64(i)*height)
	}
	bottom, x := top+float64(t.rows)*height, t.left
	for i := 0; i <= len(t.wide); i++ {
		f.SetDrawColor(110, 110, 110)
		f.Line(x, top, x, bottom)
		if i < len(t.wide) {
			x += t.wide[i]
		}
	}
}

// bands tints every other row and lays a pale hairline under each.
func bands(f *fpdf.Fpdf, t benchTable, top, height float64) {
	f.SetFillColor(226, 226, 232)
	f.SetDrawColor(170, 170, 170)
	f.SetLineWidth(0.3)
	for i := range t.rows {
		y := top + float64(i)*height
		if i%2 == 1 {
			f.Rect(t.left, y, t.width(), height, "F")
		}
		f.Line(t.left, y+height, t.left+t.width(), y+height)
	}
}

func (t benchTable) width() float64 {
	all := 0.0
	for _, w := range t.wide {
		all += w
	}
	return all
}

// page draws the table as a page with a text layer.
func (b benchTable) page(t *testing.T) []byte {
	t.Helper()
	f := fpdf.New("P", "pt", "A4", "")
	f.AddPage()
	f.SetFont("Helvetica", "B", 13)
	f.Text(b.left, 50, "COPROPRIETE LES TILLEULS - EXERCICE DU 01/01/2025 AU 31/12/2025")
	top, height := 80.0, b.size*1.55
	b.ruled(f, b, top, height)
	f.SetFont("Helvetica", "", b.size)
	chance := rand.New(rand.NewPCG(7, uint64(b.rows)))
	for row := range b.rows {
		x, base := b.left, top+float64(row)*height+height*0.72
		for column, wide := range b.wide {
			text := b.cell(chance, row, column)
			at := x + 3
			if column >= b.words {
				at = x + wide - 4 - f.GetStringWidth(text)
			}
			f.Text(at, base, text)
			x += wide
		}
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// cell is what a cell prints: a day, a few words, an amount, or nothing.
func (b benchTable) cell(chance *rand.Rand, row, column int) string {
	suppliers := []string{"EAU DE LYON", "ENEDIS", "OTIS", "SARL JOURDAIN", "AXA ASSURANCES", "MARTIN ET FILS"}
	subjects := []string{"Entretien des parties communes", "Maintenance ascenseur", "Prime multirisque", "Electricite escalier B", "Appel de fonds", "Honoraires de gestion"}
	switch {
	case column == 0:
		return fmt.Sprintf("%02d/%02d/2025", 1+chance.IntN(28), 1+chance.IntN(12))
	case column < b.words-1:
		return suppliers[chance.IntN(len(suppliers))]
	case column < b.words:
		return subjects[chance.IntN(len(subjects))]
	case chance.IntN(3) == 0:
		return ""
	}
	return printedAmount(chance)
}

// printedAmount prints an amount as accounts do, of one to five digits before
// its comma.
func printedAmount(chance *rand.Rand) string {
	cents := int(math.Pow(10, 2+chance.Float64()*4.9))
	text := fmt.Sprintf("%d,%02d", cents/100%1000, cents%100)
	if cents >= 100_000 {
		text = fmt.Sprintf("%d %03d,%02d", cents/100_000, cents/100%1000, cents%100)
	}
	return text
}

// benchScan is how a page comes out of a scanner.
type benchScan struct {
	name    string
	degrees float64
	scanned func(img *image.Gray) *image.Gray
}

// benchScans are the three qualities of the bench.
func benchScans() []benchScan {
	return []benchScan{
		{"clean", 0, func(img *image.Gray) *image.Gray { return img }},
		{"turned, grey and noisy", 1, func(img *image.Gray) *image.Gray {
			return exposed(img, func(x float64, v, noise, _ float64) float64 { return 20 + 0.85*v + 6*noise })
		}},
		{"pale, unevenly lit and speckled", -0.6, func(img *image.Gray) *image.Gray {
			return compressed(exposed(img, func(x float64, v, noise, chance float64) float64 {
				lit := 205 - 45*x - (255-v)*0.45 + 6*noise
				if chance < 0.001 {
					lit -= 60
				}
				return lit
			}), 50)
		}},
	}
}

// exposed returns the image with a new grey for each pixel, computed from its place across
// the page (0 to 1), its own grey, some noise and some chance.
func exposed(img *image.Gray, to func(x, v, noise, chance float64) float64) *image.Gray {
	out := image.NewGray(img.Rect)
	chance := rand.New(rand.NewPCG(1, 2))
	w := img.Rect.Dx()
	for i, v := range img.Pix {
		grey := to(float64(i%w)/float64(w), float64(v), chance.NormFloat64(), chance.Float64())
		out.Pix[i] = uint8(min(250, max(0, grey)))
	}
	return out
}

// compressed is what JPEG of low quality leaves of an image.
func compressed(img *image.Gray, quality int) *image.Gray {
	var data bytes.Buffer
	if err := jpeg.Encode(&data, img, &jpeg.Options{Quality: quality}); err != nil {
		panic(err)
	}
	decoded, err := jpeg.Decode(&data)
	if err != nil {
		panic(err)
	}
	return grey(decoded)
}

// of scans a page drawn by the engine.
func (s benchScan) of(img *image.Gray) *image.Gray {
	if s.degrees != 0 {
		img = rotate(img, s.degrees*math.Pi/180)
	}
	return s.scanned(img)
}
