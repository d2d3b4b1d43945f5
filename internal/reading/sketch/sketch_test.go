package sketch_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"predate"
	"predate/internal/reading/sketch"
)

// white is a sheet of paper of 200 by 100 points at two pixels a point.
func white(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	return img
}

func page() predate.Page {
	return predate.Page{
		Number: 1, Width: 200, Height: 100,
		Words: []predate.Word{{Text: "solde", Box: predate.Box{X0: 20, Y0: 20, X1: 60, Y1: 30}}},
	}
}

func TestFramesStandWhereTheirBoxesAre(t *testing.T) {
	t.Parallel()
	figure := predate.Box{X0: 100, Y0: 60, X1: 140, Y1: 70}
	for fate, want := range map[sketch.Fate]color.RGBA{
		sketch.Chosen: {0, 130, 40, 255}, sketch.SetAside: {200, 110, 0, 255}, sketch.Contradicts: {205, 0, 40, 255},
	} {
		drawn, err := sketch.Page(white(400, 200), page(), sketch.Read{Notes: []sketch.Note{{Box: figure, Label: "arrears", Fate: fate}}})
		if err != nil {
			t.Fatal(err)
		}
		// The frame stands three pixels outside the box, which is at twice its points.
		if got := drawn.At(200-3, 130); got != want {
			t.Errorf("fate %d: the left edge is %v, want %v", fate, got, want)
		}
		if got := drawn.At(300, 20); got != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("bare paper is %v", got)
		}
		if got := drawn.At(40, 50); got == (color.RGBA{255, 255, 255, 255}) {
			t.Error("the word has no frame")
		}
	}
}

func TestTheLegendNamesOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	empty, err := sketch.Page(white(400, 200), predate.Page{Number: 1, Width: 200, Height: 100}, sketch.Read{})
	if err != nil {
		t.Fatal(err)
	}
	if got := empty.Bounds(); got != image.Rect(0, 0, 400, 200) {
		t.Errorf("a page on which nothing was read is %v, want it without a legend", got)
	}
	full, err := sketch.Page(white(400, 200), page(), sketch.Read{Notes: []sketch.Note{{Box: predate.Box{X0: 1, Y0: 1, X1: 2, Y1: 2}, Label: "x"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := full.Bounds(); got.Dx() != 400 || got.Dy() <= 200 {
		t.Errorf("the page with its legend is %v", got)
	}
}

// TestAScanIsTurnedAsItWasRead puts a blot on a sheet that lies on its side:
// turned upright, the blot is under the box that was read there.
func TestAScanIsTurnedAsItWasRead(t *testing.T) {
	t.Parallel()
	for turn, blot := range map[float64]image.Rectangle{
		0:   image.Rect(240, 120, 280, 140),
		90:  image.Rect(120, 120, 140, 160), // 200 by 400 in the file, its head to the left
		180: image.Rect(120, 60, 160, 80),
		270: image.Rect(60, 240, 80, 280),
	} {
		width, height := 400, 200
		if turn == 90 || turn == 270 {
			width, height = height, width
		}
		sheet := white(width, height)
		draw.Draw(sheet, blot, image.Black, image.Point{}, draw.Src)
		scan := page()
		scan.Turn = turn
		drawn, err := sketch.Page(sheet, scan, sketch.Read{})
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []image.Point{{244, 124}, {276, 136}} {
			if r, _, _, _ := drawn.At(at.X, at.Y).RGBA(); r > 0x4000 {
				t.Errorf("turned by %v°: no ink at %v", turn, at)
			}
		}
		for _, at := range []image.Point{{234, 130}, {286, 130}, {260, 114}, {260, 146}} {
			if r, _, _, _ := drawn.At(at.X, at.Y).RGBA(); r < 0xc000 {
				t.Errorf("turned by %v°: ink at %v", turn, at)
			}
		}
	}
}

// TestColumnsAreTinted: what of a page stands in columns of amounts is under a
// pale band, and the rest is not.
func TestColumnsAreTinted(t *testing.T) {
	t.Parallel()
	column := predate.Box{X0: 100, Y0: 20, X1: 140, Y1: 80}
	drawn, err := sketch.Page(white(400, 200), page(), sketch.Read{Columns: []predate.Box{column}})
	if err != nil {
		t.Fatal(err)
	}
	bare := color.RGBA{255, 255, 255, 255}
	if drawn.At(240, 100) == bare || drawn.At(320, 100) != bare {
		t.Errorf("within the column %v, beside it %v", drawn.At(240, 100), drawn.At(320, 100))
	}
}
