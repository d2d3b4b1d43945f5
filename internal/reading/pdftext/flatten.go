package pdftext

import "image"

// Lengths, in inches, and greys with which a sheet is made white.
const (
	tileSide   = 0.08 // of the squares in which the paper's grey is looked for
	lightReach = 6    // squares on each side over which light falls evenly
	tintReach  = 1    // squares on each side that a tint fills at least
	leastTint  = 0.62 // of the paper's grey: what is darker is a surface, not a tint
	paperShare = 0.9  // of the pixels of a square, so many are no lighter than its paper
	palePaper  = 225  // of 255: what is lighter than this share of its paper is paper
	mostInk    = 150  // of 255: what is lighter than this share of its paper is no ink
)

// flatten returns a copy of the image with black ink on white paper, however the
// sheet was lit and tinted: the paper's own grey is found place by place.
func flatten(img *image.Gray, dpi float64) *image.Gray {
	paper := paperOf(img, dpi)
	out := image.NewGray(img.Rect)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var counts [256]int
	row := make([]uint32, w)
	for y := range h {
		paper.row(y, row)
		from, to := img.Pix[y*img.Stride:y*img.Stride+w], out.Pix[y*out.Stride:y*out.Stride+w]
		for x, v := range from {
			flat := uint8(255)
			if grey := row[x]; uint32(v)<<greyBits < grey {
				flat = uint8(((255*uint32(v))<<greyBits + grey/2) / grey)
			}
			to[x] = flat
			counts[flat]++
		}
	}
	stretch(out, inkOf(counts))
	return out
}

// paperOf is the grey of the paper all over a sheet: of the tints that lie on
// it too, but not of its dark surfaces.
func paperOf(img *image.Gray, dpi float64) tiles {
	spots := tilesOf(img, max(4, int(tileSide*dpi)))
	sheet := spots.lightest(lightReach).smooth(lightReach)
	tints := spots.lightest(tintReach)
	for i, grey := range tints.grey {
		if grey < leastTint*sheet.grey[i] {
			tints.grey[i] = sheet.grey[i]
		}
	}
	return tints
}

// inkOf is the grey of full ink, such as the middle of a thick stroke has: the
// darkest tenth of all that is clearly darker than paper.
func inkOf(counts [256]int) int {
	dark := counts[:between(counts)]
	n := 0
	for _, c := range dark {
		n += c
	}
	seen := 0
	for v, c := range dark {
		if seen += c; 10*seen >= n {
			return min(v, mostInk)
		}
	}
	return 0
}

// stretch makes ink black and what is nearly paper white. It works in place.
func stretch(img *image.Gray, ink int) {
	var to [256]uint8
	for v := range to {
		to[v] = uint8(min(max(255*(v-ink)/(palePaper-ink), 0), 255))
	}
	for i, v := range img.Pix {
		img.Pix[i] = to[v]
	}
}

// between is the grey under which a pixel is ink: the middle between the two
// means that divide the counts best (Otsu's method).
func between(counts [256]int) uint8 {
	total, sum := 0, 0
	for v, n := range counts {
		total, sum = total+n, sum+v*n
	}
	best, at := -1.0, 128
	below, sumBelow := 0, 0
	for v, n := range counts {
		below, sumBelow = below+n, sumBelow+v*n
		if below == 0 || below == total {
			continue
		}
		d := float64(sumBelow)/float64(below) - float64(sum-sumBelow)/float64(total-below)
		if apart := float64(below) * float64(total-below) * d * d; apart > best {
			best, at = apart, v+1
		}
	}
	return uint8(min(max(at, 60), 200))
}

// tiles are the greys of the paper in the squares of an image.
type tiles struct {
	grey         []float64
	across, down int
	side         int
}

func tilesOf(img *image.Gray, side int) tiles {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	t := tiles{across: (w + side - 1) / side, down: (h + side - 1) / side, side: side}
	t.grey = make([]float64, t.across*t.down)
	for i := range t.grey {
		x, y := i%t.across*side, i/t.across*side
		t.grey[i] = paperIn(img, image.Rect(x, y, x+side, y+side).Intersect(img.Rect))
	}
	return t
}

// paperIn is the grey of the paper in a square: one of its lightest, so that
// ink does not count, and not the very lightest, so that noise does not.
func paperIn(img *image.Gray, r image.Rectangle) float64 {
	var counts [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			counts[v]++
		}
	}
	left := int((1 - paperShare) * float64(r.Dx()*r.Dy()))
	for v := 255; v > 0; v-- {
		if left -= counts[v]; left < 0 {
			return float64(v)
		}
	}
	return 1
}

// lightest takes for each square the lightest about it.
func (t tiles) lightest(reach int) tiles {
	return t.each(reach, func(around []float64) float64 {
		best := 0.0
		for _, v := range around {
			best = max(best, v)
		}
		return best
	})
}

// smooth takes for each square the mean about it.
func (t tiles) smooth(reach int) tiles {
	return t.each(reach, func(around []float64) float64 {
		sum := 0.0
		for _, v := range around {
			sum += v
		}
		return sum / float64(len(around))
	})
}

// each takes for each square something of the squares about it: first along
// the rows, then of what that gave along the columns.
func (t tiles) each(reach int, of func([]float64) float64) tiles {
	level := tiles{grey: make([]float64, len(t.grey)), across: t.across, down: t.down, side: t.side}
	for i := range t.grey {
		x, row := i%t.across, i-i%t.across
		level.grey[i] = of(t.grey[row+max(0, x-reach) : row+min(t.across, x+reach+1)])
	}
	out := level
	out.grey = make([]float64, len(t.grey))
	around := make([]float64, 0, 2*reach+1)
	for i := range t.grey {
		x, y := i%t.across, i/t.across
		around = around[:0]
		for at := max(0, y-reach); at <= min(t.down-1, y+reach); at++ {
			around = append(around, level.grey[at*t.across+x])
		}
		out.grey[i] = of(around)
	}
	return out
}

// greyBits are the bits after the point of a grey of the paper.
const greyBits = 8

// row fills in the grey of the paper along a row of pixels, between the middles
// of the squares, with greyBits after the point.
func (t tiles) row(y int, grey []uint32) {
	first, second, down := t.place(y, t.down)
	level := make([]float64, t.across)
	for i := range level {
		level[i] = (t.grey[first*t.across+i]*(1-down) + t.grey[second*t.across+i]*down) * (1 << greyBits)
	}
	for x := 0; x < len(grey); {
		left, right, across := t.place(x, t.across)
		here, step := level[left]*(1-across)+level[right]*across, (level[right]-level[left])/float64(t.side)
		if x < t.side/2 || left == right {
			step = 0
		}
		// On to the pixel from which other squares count.
		end := min(len(grey), (left+1)*t.side+t.side/2)
		switch {
		case x < t.side/2:
			end = min(len(grey), t.side/2)
		case left == right:
			end = len(grey)
		}
		for ; x < end; x++ {
			grey[x] = uint32(here)
			here += step
		}
	}
}

// place returns the two squares between whose middles a pixel lies, and its share
// of the way from one to the other.
func (t tiles) place(at, most int) (first, second int, share float64) {
	middle := min(max((float64(at)+0.5)/float64(t.side)-0.5, 0), float64(most-1))
	first = int(middle)
	return first, min(first+1, most-1), middle - float64(first)
}
