package pdftext

import (
	"context"
	"math"

	"predate"
)

// drawings is what a page holds besides its text.
type drawings struct {
	rules  []predate.Rule
	images float64 // the share of the page that images cover, 0 to 1
	paths  int
}

// Kinds of page objects and limits of a page.
const (
	objectPath  = 2
	objectImage = 3
	objectForm  = 5

	objectRecord  = 40
	objectChunk   = 512
	maxObjects    = 30_000
	maxSegments   = 4_000
	segmentRecord = 16
	maxFormDepth  = 6

	thinRule  = 2.5 // points: a thicker bar is a surface, not a line
	leastRule = 6.0 // points: a shorter one is a dash
)

// matrix places a form's own space on the page.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) point(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

func (m matrix) box(b predate.Box) predate.Box {
	x0, y0 := m.point(b.X0, b.Y0)
	x1, y1 := m.point(b.X1, b.Y1)
	return predate.Box{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
}

// sketch gathers the drawings of one page.
type sketch struct {
	*page
	found  drawings
	budget int // objects still allowed
	buffer uint32
}

func (p *page) drawings(ctx context.Context) (drawings, error) {
	buffer, err := p.alloc(ctx, max(objectChunk*objectRecord, maxSegments*segmentRecord))
	if err != nil {
		return drawings{}, err
	}
	s := &sketch{page: p, budget: maxObjects, buffer: buffer}
	if err = s.container(ctx, p.handle, matrix{a: 1, d: 1}, 0); err != nil {
		return drawings{}, err
	}
	width, height := p.size()
	if area := width * height; area > 0 {
		s.found.images = min(1, s.found.images/area)
	}
	return s.found, p.free(ctx, buffer)
}

// container walks the objects of the page, or of a form when depth > 0.
func (s *sketch) container(ctx context.Context, handle uint64, m matrix, depth int) error {
	isForm := uint64(min(depth, 1))
	n, err := s.loop(ctx, "count", handle, isForm)
	if err != nil {
		return err
	}
	count := min(int(int32(n)), s.budget)
	s.budget -= max(count, 0)
	for first := 0; first < count; first += objectChunk {
		n := min(objectChunk, count-first)
		if _, err = s.loop(ctx, "objects", handle, isForm, uint64(first), uint64(n), uint64(s.buffer)); err != nil {
			return err
		}
		view, err := s.read(s.buffer, n*objectRecord)
		if err != nil {
			return err
		}
		if err = s.objects(ctx, append([]byte(nil), view...), m, depth); err != nil {
			return err
		}
	}
	return nil
}

func (s *sketch) objects(ctx context.Context, records []byte, m matrix, depth int) error {
	for at := 0; at+objectRecord <= len(records); at += objectRecord {
		record := records[at:]
		object := uint64(u32At(record, 4))
		box := predate.Box{X0: f32At(record, 8), Y0: f32At(record, 12), X1: f32At(record, 16), Y1: f32At(record, 20)}
		var err error
		switch u32At(record, 0) {
		case objectImage:
			s.image(m.box(box))
		case objectPath:
			s.found.paths++
			err = s.path(ctx, object, record, m)
		case objectForm:
			if depth < maxFormDepth {
				var own matrix
				if own, err = s.matrixOf(ctx, object); err == nil {
					err = s.container(ctx, object, own.then(m), depth+1)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// image adds the surface of an image, within the page.
func (s *sketch) image(b predate.Box) {
	w := min(b.X1, s.box.X1) - max(b.X0, s.box.X0)
	h := min(b.Y1, s.box.Y1) - max(b.Y0, s.box.Y0)
	if w > 0 && h > 0 {
		s.found.images += w * h
	}
}

func (d *document) matrixOf(ctx context.Context, object uint64) (matrix, error) {
	scratch, err := d.alloc(ctx, 24)
	if err != nil {
		return matrix{}, err
	}
	if _, err = d.call(ctx, "FPDFPageObj_GetMatrix", object, uint64(scratch)); err != nil {
		return matrix{}, err
	}
	b, err := d.read(scratch, 24)
	if err != nil {
		return matrix{}, err
	}
	m := matrix{f32At(b, 0), f32At(b, 4), f32At(b, 8), f32At(b, 12), f32At(b, 16), f32At(b, 20)}
	return m, d.free(ctx, scratch)
}

// path adds the lines of a drawn path.
func (s *sketch) path(ctx context.Context, object uint64, record []byte, m matrix) error {
	filled, stroked := u32At(record, 24) != 0, u32At(record, 28) != 0
	if !filled && !stroked {
		return nil
	}
	box := m.box(predate.Box{X0: f32At(record, 8), Y0: f32At(record, 12), X1: f32At(record, 16), Y1: f32At(record, 20)})
	segments := int(u32At(record, 36))
	switch {
	case s.rule(box):
		return nil
	case segments <= 6 && stroked && segments >= 4:
		s.edges(box)
		return nil
	case segments > 2 && segments <= maxSegments:
		return s.segments(ctx, object, segments, m, stroked)
	}
	return nil
}

// rule adds a thin box as a line; false when it is not one.
func (s *sketch) rule(b predate.Box) bool {
	w, h := b.Width(), b.Height()
	if math.IsNaN(w+h) || min(w, h) > thinRule || max(w, h) < leastRule {
		return false
	}
	s.found.rules = append(s.found.rules, predate.Rule{Box: s.place(b)})
	return true
}

// edges adds the four sides of a frame.
func (s *sketch) edges(b predate.Box) {
	s.rule(predate.Box{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0})
	s.rule(predate.Box{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1})
	s.rule(predate.Box{X0: b.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1})
	s.rule(predate.Box{X0: b.X1, Y0: b.Y0, X1: b.X1, Y1: b.Y1})
}

// segments adds the straight pieces of a path drawn at one go: each line of a
// grid when stroked, each thin surface when filled.
func (s *sketch) segments(ctx context.Context, object uint64, n int, m matrix, stroked bool) error {
	own, err := s.matrixOf(ctx, object)
	if err != nil {
		return err
	}
	// The shared buffer may be used: its records were copied by objects.
	if _, err = s.loop(ctx, "segments", object, uint64(n), uint64(s.buffer)); err != nil {
		return err
	}
	b, err := s.read(s.buffer, n*segmentRecord)
	if err != nil {
		return err
	}
	const line, curve, move = 0, 1, 2
	place := own.then(m)
	var last, start, surface predate.Box
	for at := 0; at+segmentRecord <= len(b); at += segmentRecord {
		x, y := place.point(f32At(b, at+4), f32At(b, at+8))
		here := predate.Box{X0: x, Y0: y, X1: x, Y1: y}
		switch u32At(b, at) {
		case move:
			if !stroked {
				s.rule(surface)
			}
			start, surface = here, here
		case line:
			surface = span(surface, here)
			if stroked {
				s.rule(span(last, here))
				if u32At(b, at+12) != 0 {
					s.rule(span(here, start))
				}
			}
		case curve:
			surface = span(surface, here)
		}
		last = here
	}
	if !stroked {
		s.rule(surface)
	}
	return nil
}

// span is the box around two, points allowed.
func span(a, b predate.Box) predate.Box {
	return predate.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
