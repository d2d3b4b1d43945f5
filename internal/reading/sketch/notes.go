package sketch

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strings"
)

// place is one box of the page with all that is said of it.
type place struct {
	box    image.Rectangle
	labels []string
	fate   Fate
}

// notes frames the places and writes their labels beside them, where there is
// room that no other place nor label takes.
func (s *drawing) notes(notes []Note) {
	places := s.places(notes)
	var taken []image.Rectangle
	for _, p := range places {
		s.wash(p.box, faded(p.fate.colour()))
		s.frame(p.box, p.fate.colour(), 2)
		taken = append(taken, p.box)
	}
	for _, p := range places {
		taken = append(taken, s.label(p, taken))
	}
}

// places joins the notes of one box. Those set aside come first, so that the
// others are drawn over them.
func (s *drawing) places(notes []Note) []place {
	var places []place
	for _, n := range notes {
		box := s.pixels(n.Box).Inset(-3)
		at := slices.IndexFunc(places, func(p place) bool { return p.box == box && p.fate == n.Fate })
		if at < 0 {
			places, at = append(places, place{box: box, fate: n.Fate}), len(places)
		}
		if !slices.Contains(places[at].labels, n.Label) {
			places[at].labels = append(places[at].labels, n.Label)
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return -cmp.Compare(a.fate.weight(), b.fate.weight()) })
	return places
}

// weight puts what was set aside last.
func (f Fate) weight() int {
	if f == SetAside {
		return 1
	}
	return 0
}

func faded(c color.NRGBA) color.NRGBA {
	c.A = 36
	return c
}

// label writes what is said of a place and tells where.
func (s *drawing) label(p place, taken []image.Rectangle) image.Rectangle {
	text := strings.Join(p.labels, ", ")
	tag := s.room(p.box, image.Pt(s.writer.width(text)+6, s.writer.height()), taken)
	s.wash(tag, color.NRGBA{255, 255, 255, 225})
	s.frame(tag, p.fate.colour(), 1)
	s.writer.write(s.canvas, tag.Min.Add(image.Pt(3, 1)), text, p.fate.colour())
	return tag
}

// room finds where a label of a size stands: right of the box, left of it,
// above, below, then ever further; over another one when the page is full.
func (s *drawing) room(box image.Rectangle, size image.Point, taken []image.Rectangle) image.Rectangle {
	const gap, rings = 3, 12
	at := func(x, y int) image.Rectangle {
		x = max(s.page.Min.X, min(x, s.page.Max.X-size.X))
		y = max(s.page.Min.Y, min(y, s.page.Max.Y-size.Y))
		return image.Rectangle{image.Pt(x, y), image.Pt(x, y).Add(size)}
	}
	middle := (box.Min.Y+box.Max.Y-size.Y)/2 + 1
	first := at(box.Max.X+gap, middle)
	for ring := range rings {
		off := ring * size.Y
		for _, spot := range []image.Rectangle{
			at(box.Max.X+gap, middle-off), at(box.Max.X+gap, middle+off),
			at(box.Min.X-gap-size.X, middle-off), at(box.Min.X-gap-size.X, middle+off),
			at(box.Min.X, box.Min.Y-gap-size.Y-off), at(box.Min.X, box.Max.Y+gap+off),
		} {
			if !slices.ContainsFunc(taken, spot.Overlaps) {
				return spot
			}
		}
	}
	return first
}
