package pdftext

import (
	"image"
	"math"

	"predate"
)

// inkGrey is the grey under which a pixel of a flat image is ink; ruleGrey is
// the same for ruling lines, which are often printed pale.
const (
	inkGrey  = 128
	ruleGrey = 190
)

// prepared is a page image made ready for recognition.
type prepared struct {
	dpi      float64
	straight *image.Gray    // upright, black on white
	clean    *image.Gray    // the same without its ruling lines
	rules    []predate.Rule // those lines, in points
	ink      float64        // the share of dark pixels
	turn     float64        // degrees clockwise by which it was turned
}

// prepare makes two images of one: the sheet straightened, black on white, and
// the same without its ruling lines. Lines help to find the blocks of a page,
// and make tesseract lose the figures that stand between them.
func prepare(img *image.Gray, dpi float64) prepared {
	img = flatten(img, dpi)
	angle := skew(img, inkGrey)
	if math.Abs(angle) > 0.0025 {
		img = rotate(img, angle)
	} else {
		angle = 0
	}
	despeckle(img, dpi)
	lighten(img, inkGrey, dpi)
	p := prepared{dpi: dpi, straight: img, clean: copyOf(img), ink: ink(img, inkGrey), turn: -angle * 180 / math.Pi}
	p.rules = eraseRules(p.clean, ruleGrey, dpi)
	p.rules = append(p.rules, eraseSides(p.clean, p.rules, dpi)...)
	return p
}

// onItsHead returns the page turned by half.
func (p prepared) onItsHead() prepared {
	width, height := float64(p.clean.Rect.Dx())*72/p.dpi, float64(p.clean.Rect.Dy())*72/p.dpi
	turned := p
	turned.straight, turned.clean, turned.turn = halfTurn(p.straight), halfTurn(p.clean), p.turn+180
	turned.rules = make([]predate.Rule, len(p.rules))
	for i, r := range p.rules {
		turned.rules[i] = predate.Rule{Box: predate.Box{X0: width - r.Box.X1, X1: width - r.Box.X0, Y0: height - r.Box.Y1, Y1: height - r.Box.Y0}}
	}
	return turned
}

// pixels is a box of the page in pixels of its images.
func (p prepared) pixels(b predate.Box) image.Rectangle {
	scale := p.dpi / 72
	return image.Rect(int(b.X0*scale), int(b.Y0*scale), int(b.X1*scale)+1, int(b.Y1*scale)+1).Intersect(p.clean.Rect)
}

// inked reports whether a box holds ink besides ruling lines.
func (p prepared) inked(b predate.Box) bool {
	const mostSpecks = 0.00007 // square inches
	n, box := 0, p.pixels(b)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for _, v := range p.clean.Pix[y*p.clean.Stride+box.Min.X : y*p.clean.Stride+box.Max.X] {
			if v < ruleGrey {
				n++
			}
		}
	}
	return float64(n) > mostSpecks*p.dpi*p.dpi
}

// without returns the page without its ruling lines and without some words.
func (p prepared) without(words []predate.Word) *image.Gray {
	rest := copyOf(p.clean)
	for _, w := range words {
		box := p.pixels(w.Box)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := rest.Pix[y*rest.Stride+box.Min.X : y*rest.Stride+box.Max.X]
			for i := range row {
				row[i] = 255
			}
		}
	}
	return rest
}

func ink(img *image.Gray, dark uint8) float64 {
	n := 0
	for _, v := range img.Pix {
		if v < dark {
			n++
		}
	}
	return float64(n) / float64(max(1, len(img.Pix)))
}

func copyOf(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	return out
}

func halfTurn(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	for i, v := range img.Pix {
		out.Pix[len(out.Pix)-1-i] = v
	}
	return out
}

// skew finds by how much the lines of text lean, in radians: at the right
// angle the dark pixels fall into the sharpest rows.
func skew(img *image.Gray, dark uint8) float64 {
	points := darkPoints(img, dark)
	if len(points) < 500 {
		return 0
	}
	const degree = math.Pi / 180
	best := sharpest(points, 0, 4*degree, 0.25*degree)
	best = sharpest(points, best, 0.25*degree, 0.05*degree)
	if math.Abs(best) >= 3.9*degree {
		return 0 // no angle stands out: a photograph or a drawing
	}
	return best
}

type point struct{ x, y float64 }

// darkPoints samples the upper edge of the ink at a quarter of the resolution: the
// middle of a black banner lies at no angle and would outweigh the text.
func darkPoints(img *image.Gray, dark uint8) []point {
	const step, most = 4, 60_000
	var points []point
	for y := step; y < img.Rect.Dy(); y += step {
		for x := 0; x < img.Rect.Dx(); x += step {
			if img.Pix[y*img.Stride+x] < dark && img.Pix[(y-step)*img.Stride+x] >= dark {
				points = append(points, point{float64(x) / step, float64(y) / step})
			}
		}
	}
	if len(points) > most {
		stride := len(points)/most + 1
		for i := 0; i*stride < len(points); i++ {
			points[i] = points[i*stride]
		}
		points = points[:len(points)/stride]
	}
	return points
}

// sharpest tries the angles around a middle; ties go to the smaller lean.
func sharpest(points []point, middle, reach, step float64) float64 {
	best, at := -1.0, middle
	for i := 0; float64(i)*step <= reach; i++ {
		for _, angle := range []float64{middle + float64(i)*step, middle - float64(i)*step} {
			if s := sharpness(points, angle); s > best*1.001 {
				best, at = s, angle
			}
		}
	}
	return at
}

// sharpness is the sum of the squares of the rows' ink at an angle.
func sharpness(points []point, angle float64) float64 {
	const offset = 512
	rows := make([]float64, 4096)
	slope := math.Tan(angle)
	for _, p := range points {
		y := int(p.y-p.x*slope) + offset
		if y >= 0 && y < len(rows) {
			rows[y]++
		}
	}
	s := 0.0
	for i := 1; i < len(rows); i++ {
		d := rows[i] - rows[i-1]
		s += d * d
	}
	return s
}

// rotate turns the image by an angle about its middle, on white.
func rotate(img *image.Gray, angle float64) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	sin, cos := math.Sincos(angle)
	cx, cy := float64(w)/2, float64(h)/2
	// A part of a pixel is lost at each step: the steps are finer than places.
	const finer = 16
	fine := func(v float64) int { return int(math.Floor(v * wholePixel * (1 << finer))) }
	right, down := fine(cos), fine(sin)
	for y := range h {
		dy := float64(y) - cy
		column, level := fine(cx-cx*cos-dy*sin), fine(cy-cx*sin+dy*cos)
		row := out.Pix[y*out.Stride : y*out.Stride+w]
		for x := range row {
			row[x] = sample(img, (column+x*right)>>finer, (level+x*down)>>finer)
		}
	}
	return out
}

// scaled returns an image in another size.
func scaled(img *image.Gray, factor float64) *image.Gray {
	if math.Abs(factor-1) < 0.01 {
		return img
	}
	w, h := int(math.Round(float64(img.Rect.Dx())*factor)), int(math.Round(float64(img.Rect.Dy())*factor))
	out := image.NewGray(image.Rect(0, 0, max(1, w), max(1, h)))
	place := func(at int) int { return int(math.Floor(((float64(at)+0.5)/factor - 0.5) * wholePixel)) }
	columns := make([]int, out.Rect.Dx())
	for x := range columns {
		columns[x] = place(x)
	}
	for y := range out.Rect.Dy() {
		level := place(y)
		row := out.Pix[y*out.Stride : y*out.Stride+len(columns)]
		for x, at := range columns {
			row[x] = sample(img, at, level)
		}
	}
	return out
}

// Places between pixels are counted in parts of one.
const (
	pixelBits  = 16
	wholePixel = 1 << pixelBits
)

// sample reads between pixels; outside is white.
func sample(img *image.Gray, x, y int) uint8 {
	x0, y0 := x>>pixelBits, y>>pixelBits
	if x0 < 0 || y0 < 0 || x0+1 >= img.Rect.Dx() || y0+1 >= img.Rect.Dy() {
		return 255
	}
	at := y0*img.Stride + x0
	top, low := img.Pix[at:at+2], img.Pix[at+img.Stride:at+img.Stride+2]
	if top[0] == 255 && top[1] == 255 && low[0] == 255 && low[1] == 255 {
		return 255
	}
	const half = 1 << 31
	fx, fy := uint64(x&(wholePixel-1)), uint64(y&(wholePixel-1))
	above := uint64(top[0])*(wholePixel-fx) + uint64(top[1])*fx
	below := uint64(low[0])*(wholePixel-fx) + uint64(low[1])*fx
	return uint8((above*(wholePixel-fy) + below*fy + half) >> 32)
}
