package sketch

import (
	"image"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"predate"
)

// Straightened returns the image of a page, drawn as it lies in the file, as the page
// was read: the boxes of its words lie on it.
func Straightened(paper image.Image, page predate.Page) image.Image { return turned(paper, page.Turn) }

// turned turns an image clockwise about its middle, on white: quarters change
// the shape of the sheet, the few degrees of a scan that lay askew do not.
func turned(img image.Image, degrees float64) image.Image {
	if degrees == 0 {
		return img
	}
	quarters := math.Round(degrees / 90)
	from := img.Bounds()
	width, height := from.Dx(), from.Dy()
	if int(quarters)%2 != 0 {
		width, height = height, width
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, y := float64(from.Min.X)+float64(from.Dx())/2, float64(from.Min.Y)+float64(from.Dy())/2
	about := f64.Aff3{
		cos, -sin, float64(width)/2 - cos*x + sin*y,
		sin, cos, float64(height)/2 - sin*x - cos*y,
	}
	draw.ApproxBiLinear.Transform(out, about, img, from, draw.Over, nil)
	return out
}
