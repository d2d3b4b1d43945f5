package pdftext

import (
	"image"
	"math"
	"testing"
)

// TestSkewBesideABanner draws lines of words that lean, under a black banner that
// leans with them and has more ink than all of them: they say the angle.
func TestSkewBesideABanner(t *testing.T) {
	for _, degrees := range []float64{-2, -0.8, 0, 0.5, 1.5} {
		img := image.NewGray(image.Rect(0, 0, 2480, 3508))
		for i := range img.Pix {
			img.Pix[i] = 255
		}
		slope := math.Tan(degrees * math.Pi / 180)
		fill := func(x0, y0, x1, y1 int, grey uint8) {
			for x := x0; x < x1; x++ {
				for y := y0 + int(float64(x)*slope); y < y1+int(float64(x)*slope); y++ {
					if y >= 0 && y < img.Rect.Dy() {
						img.Pix[y*img.Stride+x] = grey
					}
				}
			}
		}
		fill(15, 0, 2465, 300, 0)
		for line := range 4 {
			fill(1900, 30+60*line, 2400-90*line, 55+60*line, 255)
		}
		fill(1860, 950, 2330, 1210, 0)
		for line := range 14 {
			for word := range 8 {
				x := 200 + 220*word
				fill(x, 1400+110*line, x+60+15*((word+3*line)%5), 1425+110*line, 0)
			}
		}
		if got := skew(img, inkGrey) * 180 / math.Pi; math.Abs(got-degrees) > 0.15 {
			t.Errorf("leans by %.2f degrees, drawn with %.2f", got, degrees)
		}
	}
}
