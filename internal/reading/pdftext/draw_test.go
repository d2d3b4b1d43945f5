package pdftext_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"testing"

	"predate"
	"predate/internal/reading/pdftext"
)

// turning guides a reading with the turns of an operator, and needs every page.
type turning pdftext.Turns

func (turning) Enough([]predate.Page) bool  { return false }
func (turning) Continues(predate.Page) bool { return false }
func (turning) Single([]predate.Page) bool  { return false }
func (t turning) Turns() pdftext.Turns      { return pdftext.Turns(t) }
func blackness(img image.Image, b predate.Box) float64 {
	gray, dark, all := img.(*image.Gray), 0, 0
	for y := int(b.Y0); y < int(b.Y1); y++ {
		for x := int(b.X0); x < int(b.X1); x++ {
			all++
			if gray.GrayAt(x, y).Y < 160 {
				dark++
			}
		}
	}
	return float64(dark) / float64(max(1, all))
}

// TestDrawnAsRead holds the drawing of a page to the boxes of its words: where a
// word was read there is ink, and the sheet has the size that was read, however
// the print runs and whatever an operator turned.
func TestDrawnAsRead(t *testing.T) {
	sideways := pageOf("BT /F 20 Tf 0 1 -1 0 100 50 Tm (Solde du compte) Tj 0 -24 Td (debiteur) Tj ET")
	upright := pageOf("BT /F 20 Tf 1 0 0 1 100 750 Tm (Solde du compte) Tj ET")
	for name, c := range map[string]struct {
		data  []byte
		turns pdftext.Turns
	}{
		"sideways":               {sideways, nil},
		"upright":                {upright, nil},
		"upright, turned right":  {upright, pdftext.Turns{1: 90}},
		"upright, turned over":   {upright, pdftext.Turns{1: 180}},
		"sideways, left as lies": {sideways, pdftext.Turns{1: 0}},
		"sideways, turned left":  {sideways, pdftext.Turns{1: 270}},
	} {
		pages, err := reader(t).Skim(context.Background(), c.data, turning(c.turns))
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := reader(t).Draw(context.Background(), c.data, pdftext.Drawing{Page: 1, DPI: 72, Turns: c.turns})
		if err != nil {
			t.Fatal(err)
		}
		page := pages[0]
		if got, want := drawn.Bounds().Size(), image.Pt(int(page.Width), int(page.Height)); got != want {
			t.Errorf("%s: drawn in %v, read in %v", name, got, want)
		}
		if len(page.Words) == 0 {
			t.Errorf("%s: no words", name)
		}
		for _, w := range page.Words {
			if blackness(drawn, w.Box) < 0.1 {
				t.Errorf("%s: no ink under %q at %v", name, w.Text, w.Box)
			}
		}
	}
}

// TestTurnedImage reads an image that an operator turned as one that lay straight.
func TestTurnedImage(t *testing.T) {
	scan := scanOf(t, "call.pdf", 1, 150, 0)
	w, h := scan.Rect.Dx(), scan.Rect.Dy()
	aside := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			aside.SetGray(y, w-1-x, scan.GrayAt(x, y))
		}
	}
	var data bytes.Buffer
	if err := png.Encode(&data, aside); err != nil {
		t.Fatal(err)
	}
	turns := pdftext.Turns{1: 90}
	pages, err := reader(t).Skim(context.Background(), data.Bytes(), turning(turns))
	if err != nil {
		t.Fatal(err)
	}
	if page := pages[0]; page.Turn > 1 || page.Width > page.Height || len(page.Words) < 50 {
		t.Errorf("turned by %v more, %v × %v, %d words", page.Turn, page.Width, page.Height, len(page.Words))
	}
	drawn, err := reader(t).Draw(context.Background(), data.Bytes(), pdftext.Drawing{Page: 1, DPI: 72, Turns: turns})
	if err != nil || drawn.Bounds().Dx() > drawn.Bounds().Dy() {
		t.Errorf("drawn in %v, %v", drawn.Bounds(), err)
	}
}
