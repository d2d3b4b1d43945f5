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
	if surface == nil {
		return
	}
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

// surfaceOf returns the pixels that lie on a dark surface: those about which most is
// ink, and from there on as far as the half of it is. Heavy print alone is never
// so dark. It returns nil where there is none.
func surfaceOf(img *image.Gray, dark uint8, dpi float64) []bool {
	w := window{ink: sums(img, dark), bounds: img.Rect, across: int(surfaceWidth * dpi / 2), down: int(surfaceHeight * dpi / 2)}
	front := w.hearts()
	if len(front) == 0 {
		return nil
	}
	on := make([]bool, len(img.Pix))
	for _, i := range front {
		on[i] = true
	}
	for len(front) > 0 {
		i := front[len(front)-1]
		front = front[:len(front)-1]
		for _, n := range [...]int{i - 1, i + 1, i - img.Stride, i + img.Stride} {
			if n >= 0 && n < len(on) && !on[n] && w.share(n%img.Stride, n/img.Stride) > 0.5 {
				on[n] = true
				front = append(front, n)
			}
		}
	}
	return on
}

// window is what is seen of the ink about a pixel.
type window struct {
	ink          inkSums
	bounds       image.Rectangle
	across, down int // from its middle to its sides
}

// share is how much of the window about a pixel is ink.
func (w window) share(x, y int) float64 {
	box := image.Rect(x-w.across, y-w.down, x+w.across+1, y+w.down+1).Intersect(w.bounds)
	return float64(w.ink.in(box)) / float64(box.Dx()*box.Dy())
}

// hearts returns the pixels in the midst of dark surfaces, some of each: their
// windows overlap all but wholly with those of their neighbours.
func (w window) hearts() []int {
	const step = 4
	var found []int
	for y := 0; y < w.bounds.Dy(); y += step {
		for x := 0; x < w.bounds.Dx(); x += step {
			if w.share(x, y) > surfaceHeart {
				found = append(found, y*w.bounds.Dx()+x)
			}
		}
	}
	return found
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
		before, here := s.above[y*s.width+1:(y+1)*s.width], s.above[(y+1)*s.width+1:(y+2)*s.width]
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			if v < dark {
				row++
			}
			here[x] = before[x] + row
		}
	}
	return s
}

func (s inkSums) in(r image.Rectangle) int {
	at := func(x, y int) int32 { return s.above[y*s.width+x] }
	return int(at(r.Max.X, r.Max.Y) - at(r.Min.X, r.Max.Y) - at(r.Max.X, r.Min.Y) + at(r.Min.X, r.Min.Y))
}
