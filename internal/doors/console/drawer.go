package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/sketch"
)

// Engine draws pages of files; *pdftext.Reader is one.
type Engine interface {
	Draw(ctx context.Context, data []byte, what pdftext.Drawing) (image.Image, error)
}

// sight gives the pages of a file as they were read; *reading.Reader is one.
type sight interface {
	Seen(ctx context.Context, file reading.File) (pages []predate.Page, unreadable string, err error)
}

// pageSize is how large a page is drawn.
type pageSize string

// The sizes: for reading beside the figures, and for finding a paper among many.
const (
	screenSize pageSize = "screen"
	thumbSize  pageSize = "thumb"
)

// bounds are the most pixels of a size.
func (s pageSize) bounds() (width, height float64, ok bool) {
	switch s {
	case screenSize:
		return 1800, 1600, true
	case thumbSize:
		return 240, 320, true
	}
	return 0, 0, false
}

// picture is an image as a browser takes it.
type picture struct {
	kind string // "image/png"
	body []byte
	kept bool // the browser may keep it
}

// How pages are drawn: some at once over all operators, none for long.
const (
	drawnAtOnce = 2
	drawnLine   = 200 // of one operator
	drawTime    = 30 * time.Second
)

// drawer draws pages of papers. It is safe for concurrent use.
type drawer struct {
	engine Engine
	sight  sight
	shelf  *shelf
	seats  *seats.Pool
}

func newDrawer(engine Engine, sight sight, shelf *shelf) *drawer {
	pool := seats.New(seats.Options{Seats: drawnAtOnce, Extra: drawnAtOnce, Line: drawnLine})
	return &drawer{engine: engine, sight: sight, shelf: shelf, seats: pool}
}

// facsimile is one page of a file in one size.
type facsimile struct {
	file reading.File // its hash is known
	page int
	size pageSize
}

// stamp names what a drawing is made from: the bytes of the file, the turns of
// operators and the engine. What has a stamp never changes.
func (f facsimile) stamp() string {
	const form = 1 // of drawings: another number for other pixels
	said := fmt.Sprint(f.file.Hash, f.file.Turns, pdftext.Version, form)
	return string(f.file.Hash) + "-" + shortHash(said)
}

// draw returns the picture of a page, from the cache if it was drawn before. If the page
// cannot be drawn, the picture says why.
func (d *drawer) draw(ctx context.Context, holder string, f facsimile) (picture, error) {
	if _, _, ok := f.size.bounds(); !ok {
		return picture{}, predate.Refuse(predate.CodeNotFound, "Les pages se montrent en grand ou en petit.")
	}
	name := fmt.Sprintf("%s-%d-%s", f.stamp(), f.page, f.size)
	if kept, ok := d.shelf.load(f.file.Hash, name); ok {
		return kept, nil
	}
	ctx, cancel := context.WithTimeout(ctx, drawTime)
	defer cancel()
	leave, err := d.seats.Take(ctx, holder)
	if errors.Is(err, seats.ErrFull) {
		return picture{}, predate.Refuse(predate.CodeTooMany, "Trop de pages sont demandées à la fois.")
	}
	var drawn picture
	if err == nil {
		defer leave()
		drawn, err = d.make(seats.Holding(ctx, holder), f)
	}
	unreadable := (*pdftext.UnreadableError)(nil)
	switch {
	case errors.As(err, &unreadable):
		return sorry(unreadable.Reason), nil
	case errors.Is(err, context.DeadlineExceeded):
		return sorry("Le dessin de la page dépasse le temps permis."), nil
	case err != nil:
		return picture{}, fmt.Errorf("draw page %d of %q: %w", f.page, f.file.Name, err)
	}
	d.shelf.save(f.file.Hash, name, drawn)
	return drawn, nil
}

// make draws a page.
func (d *drawer) make(ctx context.Context, f facsimile) (picture, error) {
	pages, reason, err := d.sight.Seen(ctx, f.file)
	if err != nil {
		return picture{}, err
	}
	if reason != "" {
		return picture{}, &pdftext.UnreadableError{Reason: reason}
	}
	if f.page < 1 || f.page > len(pages) {
		return picture{}, predate.Refuse(predate.CodeNotFound, "« %s » n’a pas de page %d.", f.file.Name, f.page)
	}
	content, err := f.file.Open(ctx)
	if err != nil {
		return picture{}, err
	}
	defer content.Close()
	data, err := io.ReadAll(io.LimitReader(content, reading.MaxFile+1))
	if err != nil {
		return picture{}, err
	}
	page := pages[f.page-1]
	paper, err := d.engine.Draw(ctx, data, pdftext.Drawing{Page: f.page, DPI: f.size.dpi(page), Turns: f.file.Turns})
	if err != nil {
		return picture{}, err
	}
	return encode(sketch.Straightened(paper, page), page.OCR || len(page.Words) == 0)
}

// dpi is the resolution at which a page fills a size. Of a page that could not be
// opened no size is known.
func (s pageSize) dpi(page predate.Page) float64 {
	width, height, _ := s.bounds()
	const sheetWidth, sheetHeight = 595.0, 842.0
	w, h := page.Width, page.Height
	if w <= 0 || h <= 0 {
		w, h = sheetWidth, sheetHeight
	}
	return 72 * min(width/w, height/h)
}

// encode writes print as PNG and scans as JPEG, both in grey.
func encode(img image.Image, scan bool) (picture, error) {
	grey, ok := img.(*image.Gray)
	if !ok {
		b := img.Bounds()
		grey = image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
		draw.Draw(grey, grey.Rect, img, b.Min, draw.Src)
	}
	var out bytes.Buffer
	if scan {
		const quality = 75
		err := jpeg.Encode(&out, grey, &jpeg.Options{Quality: quality})
		return picture{"image/jpeg", out.Bytes(), true}, err
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err := encoder.Encode(&out, grey)
	return picture{"image/png", out.Bytes(), true}, err
}

// sorry is a sheet that says why a page cannot be shown. The browser asks again.
func sorry(reason string) picture {
	return picture{kind: "image/svg+xml", body: fmt.Appendf(nil,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842" width="595" height="842" role="img" aria-label="%[1]s">`+
			`<rect width="595" height="842" fill="#fff"/><text x="297" y="400" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#a3231f">La page ne peut pas être montrée.</text>`+
			`<text x="297" y="430" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#1a2026">%[1]s</text></svg>`, html.EscapeString(reason))}
}
