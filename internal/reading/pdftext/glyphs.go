package pdftext

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"predate"
)

// glyph is one printed character.
type glyph struct {
	r         rune
	box       predate.Box // as a person sees it
	size      float64     // in points
	font      uint32
	object    uint32  // the text operator that drew it
	direction int     // quarter turns clockwise of the reading direction; askew for others
	hidden    bool    // drawn invisibly, as over a scan
	unmapped  bool    // the font does not say which character it is
	invented  bool    // put in by the engine between two pieces
	loose     float64 // the height of its box as the engine gives it, in parts of its size
}

// askew is the direction of text that follows neither edge of the page.
const askew = -1

// Limits of one page, far above what a printed page can hold.
const (
	maxGlyphs   = 200_000
	glyphChunk  = 2048
	glyphRecord = 64
)

// glyphs reads every character of the page in the order of its content, and
// turns the page when most of its text runs along another edge. They hold until the
// next page is read.
func (p *page) glyphs(ctx context.Context) ([]glyph, error) {
	text, err := p.call(ctx, "FPDFText_LoadPage", p.handle)
	if err != nil || uint32(text) == 0 {
		return nil, err
	}
	count, err := p.i32(ctx, "FPDFText_CountChars", text)
	if err != nil {
		return nil, err
	}
	if count > maxGlyphs {
		return nil, fmt.Errorf("%w: %d characters on page %d", errCrashed, count, p.number)
	}
	raw, err := p.sweepGlyphs(ctx, text, count)
	if err != nil {
		return nil, err
	}
	if _, err = p.call(ctx, "FPDFText_ClosePage", text); err != nil {
		return nil, err
	}
	p.turn(raw)
	out := slices.Grow(p.glyphsRead[:0], len(raw)/glyphRecord)
	for at := 0; at+glyphRecord <= len(raw); at += glyphRecord {
		out = append(out, p.glyph(raw[at:at+glyphRecord]))
	}
	p.glyphsRead = out
	fillInk(out)
	return out, nil
}

// sweepGlyphs copies the raw records of the page out of the sandbox.
func (p *page) sweepGlyphs(ctx context.Context, text uint64, count int) ([]byte, error) {
	if count <= 0 {
		return nil, nil
	}
	buffer, err := p.alloc(ctx, min(count, glyphChunk)*glyphRecord)
	if err != nil {
		return nil, err
	}
	raw := slices.Grow(p.raw[:0], count*glyphRecord)
	for first := 0; first < count; first += glyphChunk {
		n := min(glyphChunk, count-first)
		if _, err = p.loop(ctx, "glyphs", text, uint64(first), uint64(n), uint64(buffer)); err != nil {
			return nil, err
		}
		b, err := p.read(buffer, n*glyphRecord)
		if err != nil {
			return nil, err
		}
		raw = append(raw, b...)
	}
	p.raw = raw
	return raw, p.free(ctx, buffer)
}

// turn makes the page stand so that most of its text reads from left to right,
// unless an operator said how it stands.
func (p *page) turn(raw []byte) {
	if p.turned {
		return
	}
	var votes [4]int
	total := 0
	for at := 0; at+glyphRecord <= len(raw); at += glyphRecord {
		if d := p.direction(raw[at:]); d != askew && !unicode.IsSpace(rune(u32At(raw, at))) {
			votes[d]++
			total++
		}
	}
	for d := 1; d < 4; d++ {
		if votes[d] > 10 && votes[d] > total*7/10 {
			p.quarters = (p.quarters - d + 4) % 4
			return
		}
	}
}

// direction says along which edge a glyph is written.
func (p *page) direction(record []byte) int {
	a, b := f32At(record, 32), f32At(record, 36)
	switch {
	case a == 0 && b == 0:
		return 0 // the engine's own spaces have no matrix
	case math.Abs(b) < 0.1*math.Abs(a):
		if a > 0 {
			return p.quarters
		}
		return (p.quarters + 2) % 4
	case math.Abs(a) < 0.1*math.Abs(b):
		if b > 0 { // upwards on the page: a quarter turn the other way
			return (p.quarters + 3) % 4
		}
		return (p.quarters + 1) % 4
	}
	return askew
}

// glyph reads one record of the sweep.
func (p *page) glyph(record []byte) glyph {
	const invisible = 3
	flags := u32At(record, 4)
	g := glyph{
		r:         unswapped(rune(u32At(record, 0))),
		font:      u32At(record, 8),
		object:    u32At(record, 60),
		direction: p.direction(record),
		hidden:    u32At(record, 12) == invisible,
		unmapped:  flags&2 != 0,
		invented:  flags&1 != 0,
		box: p.place(predate.Box{
			X0: f32At(record, 16), Y1: f32At(record, 20),
			X1: f32At(record, 24), Y0: f32At(record, 28),
		}),
	}
	g.size = f32At(record, 56) * math.Hypot(f32At(record, 40), f32At(record, 44))
	if g.size <= 0 || math.IsNaN(g.size) || math.IsInf(g.size, 0) {
		g.size = g.box.Height()
		return g
	}
	g.loose = g.box.Height() / g.size
	p.stand(&g, record)
	return g
}

// unswapped is the letter whose two bytes a writer of files put in the wrong
// order, as Ghostscript does where one glyph stands for several letters, such as
// the ligature of "tantièmes": it reads as an ideogram, and French papers hold
// none.
func unswapped(r rune) rune {
	if low := r >> 8; r > 0xff && r <= 0xffff && r&0xff == 0 && low >= ' ' && unicode.IsLetter(low) && unicode.Is(unicode.Han, r) {
		return low
	}
	return r
}

// How far type of any face reaches over and under its base line, in parts of
// its size. What a font says of itself differs from one writer of files to the
// next, and between the regular and the bold of one face: the same page would
// be read in two ways.
const (
	ascent  = 0.95
	descent = 0.25
)

// stand gives a glyph that stands along an edge of the page the height of its
// type, measured from its base line.
func (p *page) stand(g *glyph, record []byte) {
	if f32At(record, 32) == 0 && f32At(record, 36) == 0 {
		return // the engine's own spaces have no matrix
	}
	x, y := p.point(f32At(record, 48), f32At(record, 52))
	switch g.direction {
	case 0:
		g.box.Y0, g.box.Y1 = y-ascent*g.size, y+descent*g.size
	case 1:
		g.box.X0, g.box.X1 = x-descent*g.size, x+ascent*g.size
	case 2:
		g.box.Y0, g.box.Y1 = y-descent*g.size, y+ascent*g.size
	case 3:
		g.box.X0, g.box.X1 = x-ascent*g.size, x+descent*g.size
	}
}

// boldFonts says which fonts of the page are bold, by their names or weights.
func (p *page) boldFonts(ctx context.Context, glyphs []glyph) (map[uint32]bool, error) {
	bold := map[uint32]bool{}
	for _, g := range glyphs {
		if _, known := bold[g.font]; known || g.font == 0 {
			continue
		}
		b, err := p.isBold(ctx, g.font)
		if err != nil {
			return nil, err
		}
		bold[g.font] = b
	}
	return bold, nil
}

func (d *document) isBold(ctx context.Context, font uint32) (bool, error) {
	const room = 128
	if b, known := d.bold[font]; known {
		return b, nil
	}
	buffer, err := d.alloc(ctx, room)
	if err != nil {
		return false, err
	}
	n, err := d.i32(ctx, "FPDFFont_GetBaseFontName", uint64(font), uint64(buffer), room)
	if err != nil {
		return false, err
	}
	name, err := d.read(buffer, max(0, min(n, room)))
	if err != nil {
		return false, err
	}
	lower := strings.ToLower(string(name))
	bold := strings.Contains(lower, "bold") || strings.Contains(lower, "black") || strings.Contains(lower, "heavy") || strings.Contains(lower, "-bd")
	d.bold[font] = bold
	return bold, d.free(ctx, buffer)
}
