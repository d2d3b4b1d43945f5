package pdftext

import (
	"image"
	"slices"
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

// blotsOf finds the blots of an image that are darker than a grey, and gives of
// each pixel the number of its blot, from 1; 0 is paper.
func blotsOf(img *image.Gray, dark uint8) ([]blot, []int32) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	of := make([]int32, w*h)
	same := []int32{0} // of each number, a lower one of the same blot, or itself
	root := func(n int32) int32 {
		for same[n] != n {
			same[n] = same[same[n]]
			n = same[n]
		}
		return n
	}
	for y := range h {
		for x := range w {
			if img.Pix[y*img.Stride+x] >= dark {
				continue
			}
			number := int32(0)
			join := func(n int32) {
				if n == 0 {
					return
				}
				n = root(n)
				switch {
				case number == 0 || n == number:
					number = n
				case n < number:
					same[number], number = n, n
				default:
					same[n] = number
				}
			}
			if x > 0 {
				join(of[y*w+x-1])
			}
			for d := max(0, x-1); y > 0 && d <= min(w-1, x+1); d++ {
				join(of[(y-1)*w+d])
			}
			if number == 0 {
				number = int32(len(same))
				same = append(same, number)
			}
			of[y*w+x] = number
		}
	}
	return gathered(of, w, func(n int32) int32 { return root(n) }, len(same))
}

// gathered numbers the blots one after the other and measures them.
func gathered(of []int32, width int, root func(int32) int32, most int) ([]blot, []int32) {
	known := make([]int32, most)
	blots := []blot{{}}
	for i, n := range of {
		if n == 0 {
			continue
		}
		n = root(n)
		if known[n] == 0 {
			known[n] = int32(len(blots))
			blots = append(blots, blot{})
		}
		of[i] = known[n]
		b := &blots[known[n]]
		x, y := i%width, i/width
		b.box = b.box.Union(image.Rect(x, y, x+1, y+1))
		b.count++
	}
	return blots, of
}

// despeckle whitens the specks of dust and of noise that lie away from all
// print: beside it they may be dots and commas. It works in place.
func despeckle(img *image.Gray, dpi float64) {
	blots, of := blotsOf(img, inkGrey)
	most, reach := int(mostSpeck*dpi*dpi), int(speckReach*dpi)
	alone := make([]bool, len(blots))
	for n := 1; n < len(blots); n++ {
		alone[n] = blots[n].count <= most
		around := blots[n].box.Inset(-reach).Intersect(img.Rect)
		for y := around.Min.Y; alone[n] && y < around.Max.Y; y++ {
			alone[n] = !slices.ContainsFunc(of[y*img.Stride+around.Min.X:y*img.Stride+around.Max.X], func(m int32) bool {
				return blots[m].count > most
			})
		}
	}
	for i, n := range of {
		if alone[n] {
			img.Pix[i] = 255
		}
	}
}
