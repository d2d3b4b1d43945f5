package pdftext

import (
	"image"
	"math"
	"testing"

	"predate"
)

// What is read in the crop of an image lies where its ink is on the page.
func TestCropGoesHome(t *testing.T) {
	const dpi = 100.0
	page := image.NewGray(image.Rect(0, 0, 800, 1100))
	white(page.Pix)
	spots := []image.Rectangle{image.Rect(200, 60, 260, 72), image.Rect(500, 400, 560, 412), image.Rect(300, 1000, 380, 1012)}
	for _, spot := range spots {
		for y := spot.Min.Y; y < spot.Max.Y; y++ {
			for x := spot.Min.X; x < spot.Max.X; x++ {
				page.Pix[y*page.Stride+x] = 0
			}
		}
	}
	c := crop(page, dpi)
	if size := c.img.Rect.Size(); size.Y > 150 || size.X > 400 {
		t.Errorf("the crop has %v pixels", size)
	}
	var words []predate.Word
	for _, b := range blotsOf(c.img, inkGrey).all[1:] {
		words = append(words, predate.Word{Box: inPoints(b.box, dpi)})
	}
	c.home(words)
	for i, spot := range spots {
		want, got := inPoints(spot, dpi), words[i].Box
		if math.Abs(want.X0-got.X0)+math.Abs(want.X1-got.X1)+math.Abs(want.Y0-got.Y0)+math.Abs(want.Y1-got.Y1) > 0.01 {
			t.Errorf("the ink at %v comes back at %v", want, got)
		}
	}
	blank := image.NewGray(image.Rect(0, 0, 50, 50))
	white(blank.Pix)
	if c := crop(blank, dpi); len(c.strips) > 0 {
		t.Errorf("a blank image leaves %v", c.strips)
	}
}

func inPoints(b image.Rectangle, dpi float64) predate.Box {
	scale := 72 / dpi
	return predate.Box{X0: float64(b.Min.X) * scale, Y0: float64(b.Min.Y) * scale, X1: float64(b.Max.X) * scale, Y1: float64(b.Max.Y) * scale}
}
