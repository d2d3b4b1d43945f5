package pdftext

import (
	"math"
	"slices"
	"strings"

	"predate"
)

// Shapes of ink that may belong to an amount, in heights of its figures: a sign
// is wide and low, a figure as tall as they are.
const (
	leastSign, mostSign  = 0.2, 1.1 // wide
	mostSignHeight       = 0.3
	leastFigure          = 0.7
	nearFigure, nearSign = 0.9, 0.7 // white between
	sameLevel            = 0.3
)

// settleStrays looks at the ink beside amounts that no word covers. A figure
// that the second reading has there, too short to be believed by itself, comes
// back; where there is none the amount is in doubt, since its thousand is lost,
// and so is one that has the ink of a sign and no sign.
func (p prepared) settleStrays(words, spare []predate.Word) []predate.Word {
	var ink []predate.Box
	for i := range words {
		if !amountForm.MatchString(words[i].Text) || words[i].Doubt != "" {
			continue
		}
		if ink == nil {
			ink = p.blots()
		}
		own := figuresOf(words[i], ink)
		for _, b := range ink {
			switch {
			case isSign(b, own) && !strings.ContainsAny(words[i].Text, "-("):
				words[i].Doubt = lostInk
			case isFigureBefore(b, own) && !covers(words, b):
				if n := slices.IndexFunc(spare, func(w predate.Word) bool { return covers([]predate.Word{w}, b) }); n >= 0 {
					words = append(words, spare[n])
				} else {
					words[i].Doubt = lostInk
				}
			}
		}
	}
	return words
}

// lostInk is the doubt about a figure beside which something is printed that
// no reading has.
const lostInk = "…"

// blots returns the ink of the page in points.
func (p prepared) blots() []predate.Box {
	found := blotsOf(p.clean, inkGrey)
	scale := 72 / p.dpi
	ink := make([]predate.Box, 0, len(found.all))
	for _, b := range found.all[1:] {
		ink = append(ink, predate.Box{
			X0: float64(b.box.Min.X) * scale, Y0: float64(b.box.Min.Y) * scale,
			X1: float64(b.box.Max.X) * scale, Y1: float64(b.box.Max.Y) * scale,
		})
	}
	return ink
}

// figuresOf is the ink of the figures of an amount: the blots that are about as
// tall as its tallest.
func figuresOf(w predate.Word, ink []predate.Box) predate.Box {
	var own []predate.Box
	tallest := 0.0
	for _, b := range ink {
		if covers([]predate.Word{w}, b) {
			own, tallest = append(own, b), max(tallest, b.Height())
		}
	}
	var around predate.Box
	for _, b := range own {
		if b.Height() > leastFigure*tallest {
			around = around.Union(b)
		}
	}
	return around
}

// covers reports whether one of the words lies on some ink.
func covers(words []predate.Word, ink predate.Box) bool {
	x, y := (ink.X0+ink.X1)/2, (ink.Y0+ink.Y1)/2
	return slices.ContainsFunc(words, func(w predate.Word) bool {
		return x > w.Box.X0 && x < w.Box.X1 && y > w.Box.Y0 && y < w.Box.Y1
	})
}

// isFigureBefore reports whether ink right before the figures of an amount is as tall
// as they are.
func isFigureBefore(ink, own predate.Box) bool {
	h := own.Height()
	gap := own.X0 - ink.X1
	return gap > 0 && gap < nearFigure*h && ink.Height() > leastFigure*h && ink.Height() < h/leastFigure && ink.Width() < h && level(ink, own)
}

// isSign reports whether ink at either end of an amount has the shape of a minus.
func isSign(ink, own predate.Box) bool {
	h := own.Height()
	gap := max(own.X0-ink.X1, ink.X0-own.X1)
	return gap > -0.1*h && gap < nearSign*h && ink.Height() < mostSignHeight*h &&
		ink.Width() > max(leastSign*h, 1.3*ink.Height()) && ink.Width() < mostSign*h && level(ink, own)
}

// level reports whether the middle of some ink stands at the height of the figures'.
func level(ink, own predate.Box) bool {
	return math.Abs(ink.Y0+ink.Y1-own.Y0-own.Y1) < 2*sameLevel*own.Height()
}
