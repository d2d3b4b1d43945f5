package sketch

import (
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// writer writes small text.
type writer struct{ face font.Face }

// letters is the size of the text, in pixels.
const letters = 14

func newWriter() (*writer, error) {
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, fmt.Errorf("parse the font of labels: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: letters, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("size the font of labels: %w", err)
	}
	return &writer{face}, nil
}

func (w *writer) close() { _ = w.face.Close() } // nothing is held that could fail

func (w *writer) width(text string) int { return font.MeasureString(w.face, text).Ceil() }

// height is that of a line with its leading.
func (w *writer) height() int { return letters + 4 }

// write puts a line with its upper left corner at a point.
func (w *writer) write(canvas *image.RGBA, at image.Point, text string, c color.Color) {
	pen := font.Drawer{Dst: canvas, Src: image.NewUniform(c), Face: w.face, Dot: fixed.P(at.X, at.Y+letters-1)}
	pen.DrawString(text)
}
