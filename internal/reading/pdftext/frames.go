package pdftext

import (
	"image"
	"math"
	"slices"

	"predate"
)

// Lengths of the sides of frames, in inches.
const (
	leastSide    = 0.11 // taller than the capitals of a heading
	mostSideInk  = 0.02 // thick
	sideToLevel  = 0.02 // white between the end of a side and the line that it stood on
	mostSideLean = 0.25 // of its height
)

// eraseSides whitens what is left of the sides of frames and cells whose lines
// above and below are erased already: too short to be known as ruling lines by
// themselves, and read as letters of the word beside them. It works in place and
// gives them in points.
func eraseSides(img *image.Gray, rules []predate.Rule, dpi float64) []predate.Rule {
	if len(rules) == 0 {
		return nil
	}
	found := blotsOf(img, ruleGrey)
	side := make([]bool, len(found.all))
	var sides []predate.Rule
	scale := 72 / dpi
	for n, b := range found.all {
		height := float64(b.box.Dy())
		if height < leastSide*dpi || float64(b.count) > mostSideInk*dpi*height || float64(b.box.Dx()) > max(mostSideLean*height, mostSideInk*dpi) {
			continue
		}
		x := float64(b.box.Min.X+b.box.Max.X) / 2 * scale
		top, foot := float64(b.box.Min.Y)*scale, float64(b.box.Max.Y)*scale
		if levelAt(rules, x, top) && levelAt(rules, x, foot) {
			side[n] = true
			sides = append(sides, predate.Rule{Box: predate.Box{X0: x, X1: x, Y0: top, Y1: foot}})
		}
	}
	const fringe = 2 // pixels
	found.whiten(img, side, fringe)
	return sides
}

// levelAt reports whether a level line runs through a place of the page.
func levelAt(rules []predate.Rule, x, y float64) bool {
	const reach = sideToLevel * 72
	return slices.ContainsFunc(rules, func(r predate.Rule) bool {
		return !standing(r) && x > r.Box.X0-2*reach && x < r.Box.X1+2*reach && math.Abs(r.Box.Y0-y) < reach
	})
}

func standing(r predate.Rule) bool { return r.Box.Height() > r.Box.Width() }
