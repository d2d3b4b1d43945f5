package sketch

import (
	"image"
	"image/color"
	"image/draw"

	"predate"
)

// Fate is what became of a reading.
type Fate int

// The three fates, each with a colour of its own.
const (
	Chosen Fate = iota
	SetAside
	Contradicts
)

// Note is a place on the page that a figure rests on, or could have.
type Note struct {
	Box   predate.Box
	Label string // written beside the box
	Fate  Fate
}

// Read is what was read on a page.
type Read struct {
	Columns []predate.Box // of amounts, in points
	Notes   []Note
}

// Page draws a page over its image, which shows the whole page as it lies in
// the file, at any resolution. Notes are drawn last, those that were chosen
// over the others.
func Page(paper image.Image, page predate.Page, read Read) (image.Image, error) {
	writer, err := newWriter()
	if err != nil {
		return nil, err
	}
	defer writer.close()
	ground := turned(paper, page.Turn)
	legend := legendOf(page, read)
	size := ground.Bounds()
	canvas := image.NewRGBA(image.Rect(0, 0, size.Dx(), size.Dy()+legendHeight(writer, legend, size.Dx())))
	draw.Draw(canvas, canvas.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(canvas, image.Rect(0, 0, size.Dx(), size.Dy()), ground, size.Min, draw.Src)
	s := drawing{canvas: canvas, page: image.Rect(0, 0, size.Dx(), size.Dy()), writer: writer, scale: float64(size.Dx()) / max(page.Width, 1)}
	for k, column := range read.Columns {
		s.wash(s.pixels(column).Inset(-2), columnColour(k))
	}
	for _, word := range page.Words {
		s.frame(s.pixels(word.Box), wordColour(), 1)
	}
	s.notes(read.Notes)
	s.legend(legend)
	return canvas, nil
}

// drawing is a drawing under way.
type drawing struct {
	canvas *image.RGBA
	page   image.Rectangle // the share of the canvas that is the page
	writer *writer
	scale  float64 // pixels per point
}

// pixels places a box of the page on the canvas.
func (s *drawing) pixels(b predate.Box) image.Rectangle {
	return image.Rect(int(b.X0*s.scale), int(b.Y0*s.scale), int(b.X1*s.scale+0.5), int(b.Y1*s.scale+0.5)).Canon()
}

// frame draws the border of a rectangle, inwards.
func (s *drawing) frame(r image.Rectangle, c color.Color, thick int) {
	uniform := image.NewUniform(c)
	for _, side := range []image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+thick), image.Rect(r.Min.X, r.Max.Y-thick, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+thick, r.Max.Y), image.Rect(r.Max.X-thick, r.Min.Y, r.Max.X, r.Max.Y),
	} {
		draw.Draw(s.canvas, side, uniform, image.Point{}, draw.Over)
	}
}

// wash tints a rectangle, so that what is printed shows through.
func (s *drawing) wash(r image.Rectangle, c color.Color) {
	draw.Draw(s.canvas, r, image.NewUniform(c), image.Point{}, draw.Over)
}
