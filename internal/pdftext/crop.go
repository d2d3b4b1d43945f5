package pdftext

import (
	"image"

	"predate"
)

// White about ink that is kept, in inches, and the grey from which all is white.
const (
	keptWhite = 0.12
	whiteGrey = 250
)

// cropped is the ink of an image without the broad white about it and between
// its rows, which takes time to look at and says nothing.
type cropped struct {
	img    *image.Gray
	dpi    float64
	left   int     // pixels cut off
	strips []strip // from above
}

// strip is rows of an image that were kept: where they are in it, and in the crop.
type strip struct{ from, to, at int }

// crop returns the ink of an image; there is none when it has no strips.
func crop(img *image.Gray, dpi float64) cropped {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	c := cropped{dpi: dpi, left: w}
	margin, right, height := int(keptWhite*dpi), 0, 0
	for y := range h {
		first, last := inkOfRow(img.Pix[y*img.Stride : y*img.Stride+w])
		if last < 0 {
			continue
		}
		c.left, right = min(c.left, max(0, first-margin)), max(right, min(w, last+1+margin))
		from, to := max(0, y-margin), min(h, y+1+margin)
		if n := len(c.strips) - 1; n >= 0 && from <= c.strips[n].to {
			height += to - c.strips[n].to
			c.strips[n].to = to
			continue
		}
		c.strips = append(c.strips, strip{from, to, height})
		height += to - from
	}
	if len(c.strips) == 0 {
		return c
	}
	c.img = image.NewGray(image.Rect(0, 0, right-c.left, height))
	for _, s := range c.strips {
		for y := s.from; y < s.to; y++ {
			copy(c.img.Pix[(s.at+y-s.from)*c.img.Stride:], img.Pix[y*img.Stride+c.left:y*img.Stride+right])
		}
	}
	return c
}

// inkOfRow is the first and the last pixel of a row that is not white; -1 where
// there is none.
func inkOfRow(row []uint8) (first, last int) {
	first, last = -1, -1
	for x, v := range row {
		if v < whiteGrey {
			if first < 0 {
				first = x
			}
			last = x
		}
	}
	return first, last
}

// home puts words that were read in the crop back to their places on the page.
func (c cropped) home(words []predate.Word) {
	scale := 72 / c.dpi
	for i := range words {
		b := &words[i].Box
		middle, cut := (b.Y0+b.Y1)/2/scale, 0
		for _, s := range c.strips {
			if float64(s.at) <= middle {
				cut = s.from - s.at
			}
		}
		b.X0, b.X1 = b.X0+float64(c.left)*scale, b.X1+float64(c.left)*scale
		b.Y0, b.Y1 = b.Y0+float64(cut)*scale, b.Y1+float64(cut)*scale
	}
}
