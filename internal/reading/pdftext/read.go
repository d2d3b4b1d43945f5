package pdftext

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"predate"
)

// readPDF reads the text layers first, all within the time limit, then
// recognises the pages that have none.
func (r *Reader) readPDF(ctx context.Context, data []byte, guide Guide, known []predate.Page) ([]predate.Page, error) {
	var pages []predate.Page
	var scans []int
	err := r.open(ctx, data, func(ctx context.Context, d *document) error {
		for n := 1; n <= d.pages; n++ {
			if i := numbered(known, n); i >= 0 {
				pages = append(pages, known[i])
				continue
			}
			p, scan, err := d.readPage(ctx, n)
			if err != nil {
				return fmt.Errorf("page %d: %w", n, err)
			}
			pages = append(pages, p)
			if scan {
				scans = append(scans, n-1)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err = anyPage(pages); err != nil {
		return nil, err
	}
	if err = r.recogniseScans(ctx, data, pages, scans, guide); err != nil {
		return nil, err
	}
	return pages, nil
}

// numbered is the place of a page among some, or -1.
func numbered(pages []predate.Page, number int) int {
	return slices.IndexFunc(pages, func(p predate.Page) bool { return p.Number == number })
}

// anyPage refuses a document of which the engine could open no page at all.
func anyPage(pages []predate.Page) error {
	for _, p := range pages {
		if p.Unreadable != brokenPage {
			return nil
		}
	}
	return unreadable(nil, brokenPage)
}

// Why a page cannot be read.
const (
	brokenPage  = "La page est endommagée." // neither the engine nor a decoder opens it
	noProgram   = "La page est une image, et la reconnaissance de caractères n’est pas installée."
	failed      = "La reconnaissance de caractères a échoué."
	tooLong     = "La reconnaissance de caractères dépasse le temps permis."
	nothingSeen = "Aucun texte n’a été reconnu sur la page."
	illegible   = "Le scan est illisible, redemandez-le."
)

// Passing reports whether the reason for which a page could not be read may be
// gone at the next reading of the same bytes: a program that is missing or fails.
func Passing(reason string) bool { return reason == noProgram || reason == failed }

// readPage reads one page's text layer and says whether it must be recognised
// instead. A page that the engine cannot load is unreadable by itself.
func (d *document) readPage(ctx context.Context, n int) (predate.Page, bool, error) {
	p, err := d.load(ctx, n)
	if errors.Is(err, errNoPage) {
		return predate.Page{Number: n, Unreadable: brokenPage}, false, nil
	}
	if err != nil {
		return predate.Page{}, false, err
	}
	read, err := p.text(ctx)
	if err != nil {
		return predate.Page{}, false, err
	}
	if err = p.close(ctx); err != nil {
		return predate.Page{}, false, err
	}
	width, height := p.size()
	out := predate.Page{Number: n, Width: width, Height: height, Rules: read.rules}
	if read.useless {
		return out, true, nil
	}
	out.Words, out.OCR = read.words, read.recognised
	return out, false, nil
}

// visible drops the hidden characters of a printed page, which no reader sees;
// a layer laid over a scan is all hidden, and kept.
func visible(glyphs []glyph, l layer) []glyph {
	if l.hidden == 0 || l.recognised() {
		return glyphs
	}
	out := make([]glyph, 0, len(glyphs))
	for _, g := range glyphs {
		if !g.hidden {
			out = append(out, g)
		}
	}
	return out
}

// recogniseAll draws and recognises pages, or says of each why it cannot.
func (r *Reader) recogniseAll(ctx context.Context, data []byte, pages []predate.Page, scans []int) error {
	if len(scans) == 0 {
		return nil
	}
	if r.options.Tesseract == "" {
		for _, i := range scans {
			pages[i].Unreadable = noProgram
		}
		return nil
	}
	return r.eachDrawn(ctx, data, scans, scanDPI, func(ctx context.Context, k int, img *image.Gray, dpi float64) {
		r.recogniseInto(ctx, &pages[scans[k]], img, dpi)
	})
}

// draw renders a page for recognition, within a limit of its own.
func (d *document) draw(ctx context.Context, n int, dpi float64, limit time.Duration) (*image.Gray, float64, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p, err := d.load(ctx, n)
	if err != nil {
		return nil, 0, err
	}
	img, dpi, err := p.render(ctx, dpi)
	if err != nil {
		return nil, 0, err
	}
	return img, dpi, p.close(ctx)
}
