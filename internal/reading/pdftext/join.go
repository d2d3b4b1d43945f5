package pdftext

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Plain is the pages of a PDF and nothing else: what is noted on them is drawn into
// them, and its forms, scripts, links and attachments are gone.
type Plain struct {
	PDF   []byte
	Pages int
}

// plainLimit is how long a document may take to be rewritten: one that takes longer is made
// to.
const plainLimit = 20 * time.Second

// Plain rewrites a PDF as its pages alone, so that it can be joined with others. The same
// bytes give the same bytes. The error is an *UnreadableError where that cannot be done
// within the limits, or the cause when ctx ended.
func (r *Reader) Plain(ctx context.Context, data []byte) (Plain, error) {
	if kindOf(data) != kindPDF {
		return Plain{}, unreadable(nil, "Le fichier n’est pas un PDF.")
	}
	var plain Plain
	err := r.openFor(ctx, min(r.options.Timeout, plainLimit), data, func(ctx context.Context, d *document) error {
		for number := 1; number <= d.pages; number++ {
			if err := d.flattenPage(ctx, number); err != nil {
				return err
			}
		}
		made, err := d.newDocument(ctx)
		if err != nil {
			return err
		}
		if err := made.take(ctx, d.handle, 0); err != nil {
			return err
		}
		plain.Pages = d.pages
		if plain.PDF, err = made.save(ctx); err != nil {
			return err
		}
		return blankKeys(plain.PDF, "AA", "Annots", "Metadata", "PieceInfo")
	})
	if err != nil && ctx.Err() != nil {
		return Plain{}, fmt.Errorf("rewrite document: %w", ctx.Err())
	}
	return plain, err
}

// Join makes one PDF of several that Plain made, in their order. The same bytes give the
// same bytes; errors are those of Plain.
func (r *Reader) Join(ctx context.Context, all []Plain) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, r.options.Timeout)
	defer cancel()
	e, err := r.sandbox.start(limited)
	if err != nil {
		return nil, r.explain(limited, err)
	}
	defer func() { _ = e.close(ctx) }() // the instance may be dead already; nothing is lost with it
	joined, err := e.join(limited, all)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("join documents: %w", ctx.Err())
	}
	if err != nil {
		return nil, r.explain(limited, err)
	}
	return joined, nil
}

func (e *engine) join(ctx context.Context, all []Plain) ([]byte, error) {
	made, err := e.newDocument(ctx)
	if err != nil {
		return nil, err
	}
	pages := 0
	for _, one := range all {
		at, err := e.put(ctx, one.PDF)
		if err != nil {
			return nil, err
		}
		source, err := e.call(ctx, "FPDF_LoadMemDocument", uint64(at), uint64(len(one.PDF)), 0)
		if err != nil {
			return nil, err
		}
		if uint32(source) == 0 {
			return nil, fmt.Errorf("%w: a plain document does not open", errCrashed)
		}
		if err := made.take(ctx, source, pages); err != nil {
			return nil, err
		}
		pages += one.Pages
		_, err = e.call(ctx, "FPDF_CloseDocument", source)
		if err = errors.Join(err, e.free(ctx, at)); err != nil {
			return nil, err
		}
	}
	return made.save(ctx)
}

// put copies bytes into the sandbox.
func (e *engine) put(ctx context.Context, data []byte) (uint32, error) {
	at, err := e.alloc(ctx, len(data))
	if err == nil && !e.pdfium.Memory().Write(at, data) {
		err = fmt.Errorf("%w: document of %d bytes does not fit", errCrashed, len(data))
	}
	return at, err
}

// flattenPage draws what is noted on a page into it. A page that does not open stays as
// it is.
func (d *document) flattenPage(ctx context.Context, number int) error {
	p, err := d.load(ctx, number)
	if errors.Is(err, errNoPage) {
		return unreadable(err, brokenPage)
	}
	if err != nil {
		return err
	}
	const asShown, failed = 0, 0
	done, err := d.i32(ctx, "FPDFPage_Flatten", p.handle, asShown)
	if err == nil && done == failed {
		err = unreadable(nil, "Ce qui est noté sur une page du PDF ne peut pas être repris.")
	}
	return errors.Join(err, p.close(ctx))
}

// making is a document that is being made in an engine.
type making struct {
	*engine
	handle uint64
}

func (e *engine) newDocument(ctx context.Context) (making, error) {
	handle, err := e.call(ctx, "FPDF_CreateNewDocument")
	if err == nil && uint32(handle) == 0 {
		err = fmt.Errorf("%w: no new document", errCrashed)
	}
	return making{e, handle}, err
}

// take takes all pages of a document in before the page with an index.
func (m making) take(ctx context.Context, source uint64, before int) error {
	const allPages = 0
	taken, err := m.i32(ctx, "FPDF_ImportPages", m.handle, source, allPages, uint64(before))
	if err == nil && taken == 0 {
		err = unreadable(nil, "Les pages du PDF ne peuvent pas être reprises.")
	}
	return err
}

// save returns the bytes of the document, and closes it.
func (m making) save(ctx context.Context) ([]byte, error) {
	writer, err := m.call(ctx, "PDFiumExt_OpenFileWriter")
	if err != nil {
		return nil, err
	}
	saved, err := m.i32(ctx, "PDFiumExt_SaveAsCopy", m.handle, writer)
	if err == nil && saved == 0 {
		err = fmt.Errorf("%w: the document cannot be written", errCrashed)
	}
	if err != nil {
		return nil, err
	}
	// The document gives its room to its bytes.
	if _, err := m.call(ctx, "FPDF_CloseDocument", m.handle); err != nil {
		return nil, err
	}
	size, err := m.i32(ctx, "PDFiumExt_GetFileWriterSize", writer)
	if err != nil {
		return nil, err
	}
	at, err := m.alloc(ctx, size)
	if err != nil {
		return nil, err
	}
	if _, err := m.call(ctx, "PDFiumExt_GetFileWriterData", writer, uint64(at), uint64(size)); err != nil {
		return nil, err
	}
	data, err := m.read(at, size)
	return slices.Clone(data), err
}
