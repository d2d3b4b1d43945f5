package pdftext

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"math"
	"time"

	"predate"
)

// document is a PDF opened in an engine of its own.
type document struct {
	*engine
	handle uint64
	pages  int
	turns  Turns
	bold   map[uint32]bool // what is known of the fonts met
	// raw and glyphsRead are what was read of the last page; the next one takes their
	// room.
	raw        []byte
	glyphsRead []glyph
}

// Reasons that the engine gives for not opening a document.
const (
	engineBadPassword = 4
	engineBadSecurity = 5
)

// open runs use on the document within the time limit, in a fresh engine that
// ends with it.
func (r *Reader) open(ctx context.Context, data []byte, use func(context.Context, *document) error) error {
	return r.openFor(ctx, r.options.Timeout, data, use)
}

// openFor is open with a time limit of its own.
func (r *Reader) openFor(ctx context.Context, limit time.Duration, data []byte, use func(context.Context, *document) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	e, err := r.sandbox.start(limited)
	if err != nil {
		return r.explain(limited, err)
	}
	defer func() { _ = e.close(ctx) }() // the instance may be dead already; nothing is lost with it
	d, err := openDocument(limited, e, data)
	if err == nil && d.pages > r.options.MaxPages {
		err = unreadable(nil, "Le document compte %d pages, plus que la limite de %d.", d.pages, r.options.MaxPages)
	}
	if err == nil {
		d.turns = r.turns
		err = use(limited, d)
	}
	if err != nil {
		return r.explain(limited, err)
	}
	return nil
}

// explain turns the end of an engine into a French reason.
func (r *Reader) explain(ctx context.Context, err error) error {
	var already *UnreadableError
	switch {
	case errors.As(err, &already):
		return already
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return unreadable(err, "La lecture du PDF dépasse le temps permis.")
	}
	return unreadable(err, "Le PDF est endommagé ou demande trop de mémoire.")
}

func openDocument(ctx context.Context, e *engine, data []byte) (*document, error) {
	p, err := e.alloc(ctx, len(data))
	if err != nil {
		return nil, err
	}
	if !e.pdfium.Memory().Write(p, data) {
		return nil, fmt.Errorf("%w: document of %d bytes does not fit", errCrashed, len(data))
	}
	handle, err := e.call(ctx, "FPDF_LoadMemDocument", uint64(p), uint64(len(data)), 0)
	if err != nil {
		return nil, err
	}
	if uint32(handle) == 0 {
		return nil, e.refusal(ctx)
	}
	pages, err := e.i32(ctx, "FPDF_GetPageCount", handle)
	if err != nil {
		return nil, err
	}
	if pages < 1 {
		return nil, unreadable(nil, "Le PDF ne contient aucune page.")
	}
	return &document{engine: e, handle: handle, pages: pages, bold: map[uint32]bool{}}, nil
}

// refusal asks the engine why it did not open the document.
func (e *engine) refusal(ctx context.Context) error {
	code, err := e.i32(ctx, "FPDF_GetLastError")
	if err != nil {
		return err
	}
	switch code {
	case engineBadPassword:
		return unreadable(nil, "Le PDF est protégé par un mot de passe.")
	case engineBadSecurity:
		return unreadable(nil, "Le PDF est protégé par un procédé inconnu.")
	}
	return unreadable(nil, "Le PDF est endommagé.")
}

// page is a page opened in the engine, with what places points on it.
type page struct {
	*document
	number   int
	handle   uint64
	box      predate.Box // in the page's own space: Y0 bottom, Y1 top
	quarters int         // quarter turns clockwise, 0 to 3
	turned   bool        // by an operator
}

// errNoPage says that the document holds no such page, or a broken one.
var errNoPage = errors.New("no such page")

func (d *document) load(ctx context.Context, number int) (*page, error) {
	handle, err := d.call(ctx, "FPDF_LoadPage", d.handle, uint64(number-1))
	if err != nil {
		return nil, err
	}
	if uint32(handle) == 0 {
		return nil, errNoPage
	}
	p := &page{document: d, number: number, handle: handle}
	if p.quarters, err = d.i32(ctx, "FPDFPage_GetRotation", handle); err != nil {
		return nil, err
	}
	if degrees, said := d.turns[number]; said {
		p.turned = true
		if err := p.rotate(ctx, (p.quarters+degrees/90)%4); err != nil {
			return nil, err
		}
	}
	scratch, err := d.alloc(ctx, 16)
	if err != nil {
		return nil, err
	}
	if _, err = d.call(ctx, "FPDF_GetPageBoundingBox", handle, uint64(scratch)); err != nil {
		return nil, err
	}
	b, err := d.read(scratch, 16)
	if err != nil {
		return nil, err
	}
	p.box = predate.Box{X0: f32At(b, 0), Y1: f32At(b, 4), X1: f32At(b, 8), Y0: f32At(b, 12)}
	return p, d.free(ctx, scratch)
}

func (p *page) close(ctx context.Context) error {
	_, err := p.call(ctx, "FPDF_ClosePage", p.handle)
	return err
}

// size is the width and height as a person sees them, in points.
func (p *page) size() (width, height float64) {
	if p.quarters%2 == 1 {
		return p.box.Height(), p.box.Width()
	}
	return p.box.Width(), p.box.Height()
}

// place turns a box of the page's own space into one as a person sees it.
func (p *page) place(b predate.Box) predate.Box {
	x0, y0 := p.point(b.X0, b.Y0)
	x1, y1 := p.point(b.X1, b.Y1)
	return predate.Box{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
}

// point turns a point of the page's own space into one as a person sees it.
func (p *page) point(x, y float64) (float64, float64) {
	switch p.quarters {
	case 1:
		return y - p.box.Y0, x - p.box.X0
	case 2:
		return p.box.X1 - x, y - p.box.Y0
	case 3:
		return p.box.Y1 - y, p.box.X1 - x
	}
	return x - p.box.X0, p.box.Y1 - y
}

// maxPixels caps a drawing: an A3 page at 300 dots per inch.
const maxPixels = 18_000_000

// render draws the page in grey on white and says at how many dots per inch.
func (p *page) render(ctx context.Context, dpi float64) (*image.Gray, float64, error) {
	width, height := p.size()
	if width <= 0 || height <= 0 {
		return nil, 0, errNoPage
	}
	dpi = min(dpi, 72*math.Sqrt(maxPixels/(width*height)))
	w, h := max(1, int(width*dpi/72)), max(1, int(height*dpi/72))
	const grey, white = 1, 0xffffffff
	bitmap, err := p.call(ctx, "FPDFBitmap_CreateEx", uint64(w), uint64(h), grey, 0, 0)
	if err != nil {
		return nil, 0, err
	}
	if uint32(bitmap) == 0 {
		return nil, 0, fmt.Errorf("%w: no bitmap of %d×%d", errCrashed, w, h)
	}
	if _, err = p.call(ctx, "FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), white); err != nil {
		return nil, 0, err
	}
	const annotations = 1
	if _, err = p.call(ctx, "FPDF_RenderPageBitmap", bitmap, p.handle, 0, 0, uint64(w), uint64(h), 0, annotations); err != nil {
		return nil, 0, err
	}
	img, err := p.copyBitmap(ctx, bitmap, w, h)
	if err != nil {
		return nil, 0, err
	}
	_, err = p.call(ctx, "FPDFBitmap_Destroy", bitmap)
	return img, dpi, err
}

func (p *page) copyBitmap(ctx context.Context, bitmap uint64, w, h int) (*image.Gray, error) {
	stride, err := p.i32(ctx, "FPDFBitmap_GetStride", bitmap)
	if err != nil {
		return nil, err
	}
	buffer, err := p.call(ctx, "FPDFBitmap_GetBuffer", bitmap)
	if err != nil {
		return nil, err
	}
	pixels, err := p.read(uint32(buffer), stride*h)
	if err != nil {
		return nil, err
	}
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		copy(img.Pix[y*img.Stride:y*img.Stride+w], pixels[y*stride:])
	}
	return img, nil
}

func f32At(b []byte, at int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[at:])))
}

func u32At(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
