package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

const (
	// square is the side, in pixels, of what is compared as one: a line of text is in
	// it, and no longer its letters.
	square = 20
	// unlike is by how much, of 255, the brightness of two squares may differ.
	unlike = 24
	// mostUnlike is the share of squares that may: a date, a reference or a message
	// that comes and goes differ from one run to the next.
	mostUnlike = 0.02
)

// Shot writes what the window shows as a PNG file.
func (tab *Tab) Shot(path string) {
	tab.t.Helper()
	drawn, err := tab.draw()
	if err == nil {
		err = os.WriteFile(path, drawn, 0o644)
	}
	if err != nil {
		tab.t.Fatalf("take a picture of the page: %v", err)
	}
}

func (tab *Tab) draw() ([]byte, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// CheckPicture compares the page with a picture that was looked at and kept. Squares of
// 20 pixels are compared by their brightness: another order's reference passes, a pane
// that is gone does not. What the page looks like instead is written beside the test's
// other files, with the squares that differ in red.
func (tab *Tab) CheckPicture(kept string) {
	tab.t.Helper()
	want, err := readPicture(kept)
	if err != nil {
		tab.t.Error(err)
		return
	}
	drawn, err := tab.draw()
	if err != nil {
		tab.fatal("take a picture of the page", err)
	}
	got, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		tab.t.Fatal(err)
	}
	differ := unlikeSquares(want, got)
	all := (want.Bounds().Dx() / square) * (want.Bounds().Dy() / square)
	if want.Bounds() == got.Bounds() && float64(len(differ)) <= mostUnlike*float64(all) {
		return
	}
	shown := filepath.Join(tab.t.ArtifactDir(), filepath.Base(kept))
	if err := writePicture(shown, got, differ); err != nil {
		tab.t.Error(err)
	}
	tab.t.Errorf("the page is not as in %s: %d of %d squares differ; see %s (go test -artifacts keeps it), and make pictures if it is as it should be", kept, len(differ), all, shown)
}

// unlikeSquares lists the squares whose brightness differs.
func unlikeSquares(a, b image.Image) []image.Rectangle {
	var differ []image.Rectangle
	within := a.Bounds().Intersect(b.Bounds())
	for y := within.Min.Y; y+square <= within.Max.Y; y += square {
		for x := within.Min.X; x+square <= within.Max.X; x += square {
			at := image.Rect(x, y, x+square, y+square)
			if d := brightness(a, at) - brightness(b, at); d > unlike || d < -unlike {
				differ = append(differ, at)
			}
		}
	}
	return differ
}

// brightness is the mean of a square, from 0 to 255.
func brightness(picture image.Image, at image.Rectangle) int {
	sum := 0
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			sum += int(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y)
		}
	}
	return sum / (at.Dx() * at.Dy())
}

func readPicture(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return picture, nil
}

// writePicture writes a picture with some squares framed in red.
func writePicture(path string, picture image.Image, framed []image.Rectangle) error {
	drawn := image.NewRGBA(picture.Bounds())
	for y := drawn.Rect.Min.Y; y < drawn.Rect.Max.Y; y++ {
		for x := drawn.Rect.Min.X; x < drawn.Rect.Max.X; x++ {
			drawn.Set(x, y, picture.At(x, y))
		}
	}
	red := color.RGBA{R: 220, A: 255}
	for _, at := range framed {
		for i := range square {
			drawn.Set(at.Min.X+i, at.Min.Y, red)
			drawn.Set(at.Min.X, at.Min.Y+i, red)
		}
	}
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, drawn); err != nil {
		return err
	}
	return os.WriteFile(path, encoded.Bytes(), 0o644)
}
