package pdftext

import (
	"image"
	"math"

	"predate"
)

// cleaned is a page image made ready for recognition.
type cleaned struct {
	img   *image.Gray
	rules []predate.Rule // the ruling lines that were erased, in points
	ink   float64        // the share of dark pixels
	turn  float64        // degrees clockwise by which it was straightened
}

// prepare straightens the image, turns light print dark and erases the ruling
// lines, which make tesseract lose the figures that stand between them.
func prepare(img *image.Gray, dpi float64) cleaned {
	dark := darkness(img)
	angle := skew(img, dark)
	if math.Abs(angle) > 0.0025 {
		img = rotate(img, angle)
	} else {
		angle = 0
		img = copyOf(img)
	}
	lighten(img, dark, dpi)
	whiten(img, dark)
	c := cleaned{img: img, ink: ink(img, dark), turn: -angle * 180 / math.Pi}
	c.rules = eraseRules(img, dark, dpi)
	return c
}

// darkness is the grey under which a pixel is ink: the middle between the two
// means that divide the page best (Otsu's method).
func darkness(img *image.Gray) uint8 {
	var histogram [256]int
	for y := 0; y < img.Rect.Dy(); y += 2 {
		for x := 0; x < img.Rect.Dx(); x += 2 {
			histogram[img.Pix[y*img.Stride+x]]++
		}
	}
	total, sum := 0, 0
	for v, n := range histogram {
		total, sum = total+n, sum+v*n
	}
	best, at := -1.0, 128
	below, sumBelow := 0, 0
	for v, n := range histogram {
		below, sumBelow = below+n, sumBelow+v*n
		if below == 0 || below == total {
			continue
		}
		d := float64(sumBelow)/float64(below) - float64(sum-sumBelow)/float64(total-below)
		if between := float64(below) * float64(total-below) * d * d; between > best {
			best, at = between, v+1
		}
	}
	return uint8(min(max(at, 60), 200))
}

// whiten makes paper of what is much lighter than ink: the tone of the sheet,
// pale bands and pale ruling lines. It works in place.
func whiten(img *image.Gray, dark uint8) {
	paper := dark + uint8(0.7*float64(255-int(dark)))
	for i, v := range img.Pix {
		if v > paper {
			img.Pix[i] = 255
		}
	}
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

// darkPoints samples the ink at a quarter of the resolution.
func darkPoints(img *image.Gray, dark uint8) []point {
	const step, most = 4, 60_000
	var points []point
	for y := 0; y < img.Rect.Dy(); y += step {
		for x := 0; x < img.Rect.Dx(); x += step {
			if img.Pix[y*img.Stride+x] < dark {
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
	for y := range h {
		for x := range w {
			dx, dy := float64(x)-cx, float64(y)-cy
			out.Pix[y*out.Stride+x] = sample(img, cx+dx*cos-dy*sin, cy+dx*sin+dy*cos)
		}
	}
	return out
}

// sample reads between pixels; outside is white.
func sample(img *image.Gray, x, y float64) uint8 {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if x0 < 0 || y0 < 0 || x0+1 >= img.Rect.Dx() || y0+1 >= img.Rect.Dy() {
		return 255
	}
	fx, fy := x-float64(x0), y-float64(y0)
	at := y0*img.Stride + x0
	top := float64(img.Pix[at])*(1-fx) + float64(img.Pix[at+1])*fx
	low := float64(img.Pix[at+img.Stride])*(1-fx) + float64(img.Pix[at+img.Stride+1])*fx
	return uint8(top*(1-fy) + low*fy + 0.5)
}
