package pdftext

import "image"

// A surface is dark where more than half of a window about it is ink: light
// words on it, and dark words on paper, leave the window on their own side.
// Lengths are in inches.
const (
	surfaceHeart  = 0.8
	surfaceWidth  = 0.4
	surfaceHeight = 0.15
	surfaceRim    = 0.1
)

// lighten turns light words on a dark surface into dark words on paper: the
// totals that a paper sets off are often printed so, and recognition passes
// over them. It works in place.
func lighten(img *image.Gray, dark uint8, dpi float64) {
	surface := surfaceOf(img, dark, dpi)
	eraseEdge(img, dark, surface, int(surfaceRim*dpi))
	ground := groundOf(img, dark, surface)
	for i, on := range surface {
		if on {
			light := max(int(img.Pix[i])-ground, 0)
			img.Pix[i] = 255 - uint8(255*light/(255-ground))
		}
	}
}

// groundOf is the grey up to which a pixel of the surfaces is their ground, a
// little above its mean.
func groundOf(img *image.Gray, dark uint8, surface []bool) int {
	n, sum := 1, 0
	for i, on := range surface {
		if v := img.Pix[i]; on && v < dark {
			n, sum = n+1, sum+int(v)
		}
	}
	return sum/n + (255-sum/n)/5
}

// surfaceOf tells which pixels lie on a dark surface: those about which most is
// ink, and from there on as far as the half of it is. Heavy print alone is never
// so dark.
func surfaceOf(img *image.Gray, dark uint8, dpi float64) []bool {
	ink := sums(img, dark)
	across, down := int(surfaceWidth*dpi/2), int(surfaceHeight*dpi/2)
	share := func(i int) float64 {
		x, y := i%img.Stride, i/img.Stride
		box := image.Rect(x-across, y-down, x+across+1, y+down+1).Intersect(img.Rect)
		return float64(ink.in(box)) / float64(box.Dx()*box.Dy())
	}
	on := make([]bool, len(img.Pix))
	var front []int
	for i := range on {
		if share(i) > surfaceHeart {
			on[i] = true
			front = append(front, i)
		}
	}
	for len(front) > 0 {
		i := front[len(front)-1]
		front = front[:len(front)-1]
		for _, n := range [...]int{i - 1, i + 1, i - img.Stride, i + img.Stride} {
			if n >= 0 && n < len(on) && !on[n] && share(n) > 0.5 {
				on[n] = true
				front = append(front, n)
			}
		}
	}
	return on
}

// eraseEdge whitens the ink that hangs on a surface without lying on it, as far
// as the reach: its corners, and what its windows cut off.
func eraseEdge(img *image.Gray, dark uint8, surface []bool, reach int) {
	var front []int
	for i, on := range surface {
		if on {
			front = append(front, i)
		}
	}
	for range reach {
		var next []int
		for _, i := range front {
			for _, n := range [...]int{i - 1, i + 1, i - img.Stride, i + img.Stride} {
				if n >= 0 && n < len(surface) && !surface[n] && img.Pix[n] < dark {
					img.Pix[n] = 255
					next = append(next, n)
				}
			}
		}
		front = next
	}
}

// inkSums counts the ink of any rectangle at once.
type inkSums struct {
	above []int32 // ink above and left of a point, one row and column more than the image
	width int
}

func sums(img *image.Gray, dark uint8) inkSums {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	s := inkSums{above: make([]int32, (w+1)*(h+1)), width: w + 1}
	for y := range h {
		row := int32(0)
		for x := range w {
			if img.Pix[y*img.Stride+x] < dark {
				row++
			}
			s.above[(y+1)*s.width+x+1] = s.above[y*s.width+x+1] + row
		}
	}
	return s
}

func (s inkSums) in(r image.Rectangle) int {
	at := func(x, y int) int32 { return s.above[y*s.width+x] }
	return int(at(r.Max.X, r.Max.Y) - at(r.Min.X, r.Max.Y) - at(r.Max.X, r.Min.Y) + at(r.Min.X, r.Min.Y))
}
