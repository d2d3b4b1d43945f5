package browsertest

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// TestUnlikeSquares: letters that differ pass, a pane that is gone does not.
func TestUnlikeSquares(t *testing.T) {
	page := func(marks ...image.Rectangle) image.Image {
		drawn := image.NewRGBA(image.Rect(0, 0, 200, 110))
		draw.Draw(drawn, drawn.Rect, image.White, image.Point{}, draw.Src)
		for _, mark := range marks {
			draw.Draw(drawn, mark, image.NewUniform(color.Gray{Y: 40}), image.Point{}, draw.Src)
		}
		return drawn
	}
	letters, others := image.Rect(22, 5, 24, 15), image.Rect(28, 5, 30, 15)
	pane := image.Rect(100, 20, 200, 100)
	if got := unlikeSquares(page(letters, pane), page(others, pane)); len(got) != 0 {
		t.Errorf("other letters differ at %v", got)
	}
	if got := unlikeSquares(page(letters, pane), page(letters)); len(got) != 20 || got[0].Min != image.Pt(100, 20) {
		t.Errorf("a pane that is gone differs at %v", got)
	}
}
