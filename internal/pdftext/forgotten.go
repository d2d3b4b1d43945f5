package pdftext

import (
	"context"
	"image"
	"strings"

	"predate"
)

// Recognition first divides a page into blocks, and drops lines that stand
// between two of them. What it dropped still lies on the page as ink.
const (
	leastForgotten = 0.00008 // share of a page's pixels: a short word of small print
	leastSure      = 60.0    // confidence of a word read in the second look, which has no block to lean on
)

// recognisePage reads an image twice: as a page of blocks, then, where ink is
// left, as scattered words.
func (r *Reader) recognisePage(ctx context.Context, img *image.Gray, dpi float64) (found recognition, err error) {
	defer func() { mendDays(found.words) }()
	found, err = r.recognise(ctx, img, dpi, asBlocks)
	if err != nil || found.doubtful() || found.onItsSide() {
		return found, err
	}
	rest := without(img, found.words, dpi/72)
	if ink(rest, darkness(img)) < leastForgotten {
		return found, nil
	}
	second, err := r.recognise(ctx, rest, dpi, asScattered)
	if err != nil {
		return recognition{}, err
	}
	for i, w := range second.words {
		if second.sure[i] >= leastSure && len([]rune(strings.Trim(w.Text, "-—_.,:;'’|"))) > 1 {
			found.words = append(found.words, w)
		}
	}
	return found, nil
}

// without gives a copy of the image with the words covered.
func without(img *image.Gray, words []predate.Word, scale float64) *image.Gray {
	rest := copyOf(img)
	for _, w := range words {
		box := image.Rect(int(w.Box.X0*scale)-2, int(w.Box.Y0*scale), int(w.Box.X1*scale)+3, int(w.Box.Y1*scale)+1).Intersect(img.Rect)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := rest.Pix[y*rest.Stride+box.Min.X : y*rest.Stride+box.Max.X]
			for i := range row {
				row[i] = 255
			}
		}
	}
	return rest
}
