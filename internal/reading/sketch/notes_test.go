package sketch

import (
	"image"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLabelsFindRoom puts labels beside boxes anywhere on the page: none leaves
// it, and none covers a box or another label as long as there is room.
func TestLabelsFindRoom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawing{page: image.Rect(0, 0, 1000, 1400)}
		var taken []image.Rectangle
		for range rapid.IntRange(1, 8).Draw(t, "boxes") {
			x, y := rapid.IntRange(0, 900).Draw(t, "x"), rapid.IntRange(0, 1380).Draw(t, "y")
			box := image.Rect(x, y, x+rapid.IntRange(5, 100).Draw(t, "width"), y+20)
			taken = append(taken, box)
			tag := s.room(box, image.Pt(rapid.IntRange(30, 160).Draw(t, "label"), 18), taken)
			if !tag.In(s.page) {
				t.Fatalf("the label of %v leaves the page: %v", box, tag)
			}
			if slices.ContainsFunc(taken, tag.Overlaps) {
				t.Fatalf("the label of %v covers another: %v", box, tag)
			}
			taken = append(taken, tag)
		}
	})
}
