package pdftext

import (
	"image"
	"sort"
)

// mostSpeck is the surface of a speck, in square inches, and speckReach the white
// about one that belongs to no print, in inches.
const (
	mostSpeck  = 0.00012
	speckReach = 0.04
)

// blot is pixels of ink that touch one another.
type blot struct {
	box   image.Rectangle
	count int
}

// stroke is pixels of ink side by side on one row: [from, to), and the number of
// their blot.
type stroke struct {
	from, to int
	blot     int
}

// blots are the blots of an image, from 1, and the strokes of each of its rows.
type blots struct {
	all  []blot
	rows [][]stroke
}

// blotsOf finds the blots of an image that are darker than a grey.
func blotsOf(img *image.Gray, dark uint8) blots {
	b := blots{rows: strokesOf(img, dark)}
	same := []int{0} // of each number, a lower one of the same blot, or itself
	root := func(n int) int {
		for same[n] != n {
			same[n] = same[same[n]]
			n = same[n]
		}
		return n
	}
	var above []stroke
	for _, row := range b.rows {
		first := 0 // of the strokes above, the first that may touch
		for i, r := range row {
			for first < len(above) && above[first].to < r.from {
				first++
			}
			number := 0
			for _, over := range above[first:] {
				if over.from > r.to {
					break
				}
				n := root(over.blot)
				if number > 0 {
					same[max(n, number)] = min(n, number)
					n = min(n, number)
				}
				number = n
			}
			if number == 0 {
				number = len(same)
				same = append(same, number)
			}
			row[i].blot = number
		}
		above = row
	}
	b.gather(root, len(same))
	return b
}

// strokesOf finds the strokes of each row of an image.
func strokesOf(img *image.Gray, dark uint8) [][]stroke {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var all []stroke
	ends := make([]int, h)
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		for x := 0; x < w; x++ {
			if row[x] >= dark {
				continue
			}
			from := x
			for x < w && row[x] < dark {
				x++
			}
			all = append(all, stroke{from: from, to: x})
		}
		ends[y] = len(all)
	}
	rows, from := make([][]stroke, h), 0
	for y, end := range ends {
		rows[y], from = all[from:end], end
	}
	return rows
}

// gather numbers the blots one after the other and measures them.
func (b *blots) gather(root func(int) int, most int) {
	known := make([]int, most)
	b.all = []blot{{}}
	for y, row := range b.rows {
		for i, r := range row {
			n := root(r.blot)
			if known[n] == 0 {
				known[n] = len(b.all)
				b.all = append(b.all, blot{})
			}
			row[i].blot = known[n]
			one := &b.all[known[n]]
			one.box = one.box.Union(image.Rect(r.from, y, r.to, y+1))
			one.count += r.to - r.from
		}
	}
}

// within reports whether a blot that is asked for has ink in a box.
func (b blots) within(box image.Rectangle, asked func(blot) bool) bool {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := b.rows[y]
		first := sort.Search(len(row), func(i int) bool { return row[i].to > box.Min.X })
		for _, r := range row[first:] {
			if r.from >= box.Max.X {
				break
			}
			if asked(b.all[r.blot]) {
				return true
			}
		}
	}
	return false
}

// whiten erases some of the blots, with so many pixels at both sides of each stroke.
func (b blots) whiten(img *image.Gray, which []bool, fringe int) {
	for y, row := range b.rows {
		for _, r := range row {
			if which[r.blot] {
				white(img.Pix[y*img.Stride+max(0, r.from-fringe) : y*img.Stride+min(img.Rect.Dx(), r.to+fringe)])
			}
		}
	}
}

func white(row []uint8) {
	for i := range row {
		row[i] = 255
	}
}

// despeckle whitens the specks of dust and of noise that lie away from all
// print: beside it they may be dots and commas. It works in place.
func despeckle(img *image.Gray, dpi float64) {
	found := blotsOf(img, inkGrey)
	most, reach := int(mostSpeck*dpi*dpi), int(speckReach*dpi)
	alone := make([]bool, len(found.all))
	for n, b := range found.all {
		alone[n] = n > 0 && b.count <= most &&
			!found.within(b.box.Inset(-reach).Intersect(img.Rect), func(other blot) bool { return other.count > most })
	}
	found.whiten(img, alone, 0)
}
