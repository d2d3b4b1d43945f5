package pdftext

import (
	"context"
	"errors"
	"image"

	"predate"
)

// Turns are by how many degrees, clockwise, an operator turned pages of a file from
// how they lie in it, by number: a multiple of 90, and 0 for one that is to
// stay as it lies. They win over what the print of a page says.
type Turns map[int]int

// turning returns a Reader that turns pages so.
func (r *Reader) turning(turns Turns) *Reader {
	if len(turns) == 0 {
		return r
	}
	other := *r
	other.turns = turns
	return &other
}

// Drawing is a page to be drawn.
type Drawing struct {
	Page  int     // from 1
	DPI   float64 // very large pages are drawn at less
	Turns Turns   // with which the page was read
}

// Render draws a page (from 1) of a PDF or of an image at so many dots per
// inch, on white. Very large pages are drawn at less.
func (r *Reader) Render(ctx context.Context, data []byte, page int, dpi float64) (image.Image, error) {
	return r.Draw(ctx, data, Drawing{Page: page, DPI: dpi})
}

// Draw draws a page of a PDF or of an image on white, standing as its words were
// read. A scan is drawn as it lies: Page.Turn says by how much it was straightened.
func (r *Reader) Draw(ctx context.Context, data []byte, what Drawing) (image.Image, error) {
	r = r.turning(what.Turns)
	switch kindOf(data) {
	case kindImage:
		return r.renderImage(data, what.Page, what.DPI)
	case kindUnknown:
		return nil, refuseKind(data)
	}
	var drawn image.Image
	err := r.open(ctx, data, func(ctx context.Context, d *document) error {
		if what.Page < 1 || what.Page > d.pages {
			return noPage(what.Page)
		}
		p, err := d.load(ctx, what.Page)
		if errors.Is(err, errNoPage) {
			return unreadable(err, brokenPage)
		}
		if err != nil {
			return err
		}
		if err := p.standAsRead(ctx); err != nil {
			return err
		}
		drawn, _, err = p.render(ctx, what.DPI)
		return errors.Join(err, p.close(ctx))
	})
	return drawn, err
}

func noPage(page int) *UnreadableError {
	return unreadable(nil, "Le document n’a pas de page %d.", page)
}

// standAsRead turns a page with a text layer as its print runs. One that is
// recognised instead stays as it lies.
func (p *page) standAsRead(ctx context.Context) error {
	lies := p.quarters
	read, err := p.text(ctx)
	if err != nil {
		return err
	}
	if read.useless {
		p.quarters = lies
	}
	if p.quarters == lies {
		return nil
	}
	return p.rotate(ctx, p.quarters)
}

// rotate makes the engine draw the page so many quarter turns clockwise.
func (p *page) rotate(ctx context.Context, quarters int) error {
	_, err := p.call(ctx, "FPDFPage_SetRotation", p.handle, uint64(quarters))
	p.quarters = quarters
	return err
}

// textLayer is what the text layer of a page says.
type textLayer struct {
	words      []predate.Word
	rules      []predate.Rule
	recognised bool // the layer of a program that recognised a scan
	useless    bool // the page must be recognised instead
}

// text reads the text layer, and turns the page as its print runs.
func (p *page) text(ctx context.Context) (textLayer, error) {
	glyphs, err := p.glyphs(ctx)
	if err != nil {
		return textLayer{}, err
	}
	bold, err := p.boldFonts(ctx, glyphs)
	if err != nil {
		return textLayer{}, err
	}
	drawn, err := p.drawings(ctx)
	if err != nil {
		return textLayer{}, err
	}
	l := layerOf(glyphs)
	words := wordsOf(visible(glyphs, l), bold)
	return textLayer{words, drawn.rules, l.recognised(), l.useless(words, drawn)}, nil
}
