package pdftext

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"predate"
	"predate/internal/base/seats"
)

// Options are the limits and the surroundings of a Reader. The zero value of
// each number means its usual value.
type Options struct {
	// CompileCache is a directory where the compiled engine is kept from one
	// start to the next; "" compiles at each start (some seconds).
	CompileCache string
	// MemoryLimitPages caps one document's memory, in pages of 64 KiB;
	// usually 6144, which is 384 MiB.
	MemoryLimitPages uint32
	// Timeout caps the work of the PDF engine on one document; usually 60 s.
	// Recognition of scans has its own limit per page.
	Timeout time.Duration
	// MaxPages caps the pages of one document; usually 500.
	MaxPages int
	// Tesseract is the path of the recognition program; "" means none, and
	// then a page without text says so in Page.Unreadable.
	Tesseract string
	// Recognising is called before each recognition, and what it returns after it,
	// for measures; it may be nil.
	Recognising func() (ended func())
}

// UnreadableError says that nothing can be read in a file, within the limits.
// Reason is a French sentence that may be shown to whoever sent it.
type UnreadableError struct {
	Reason string
	Err    error // the technical cause, for the logs; may be nil
}

// Error returns the reason and, for the logs, the cause.
func (e *UnreadableError) Error() string {
	if e.Err != nil {
		return e.Reason + " (" + e.Err.Error() + ")"
	}
	return e.Reason
}

// Unwrap returns the technical cause.
func (e *UnreadableError) Unwrap() error { return e.Err }

func unreadable(err error, format string, args ...any) *UnreadableError {
	return &UnreadableError{Reason: fmt.Sprintf(format, args...), Err: err}
}

// Reader reads files. It is safe for concurrent use: the compiled engine is
// shared, its instances are not.
type Reader struct {
	options Options
	sandbox *sandbox
	slots   *seats.Pool // of the recognitions that may run at once
	// first and second are what the two readings of a scan may take.
	first, second time.Duration
	turns         Turns // of the file at hand
}

// New compiles the engine, or takes it from the compile cache.
func New(ctx context.Context, o Options) (*Reader, error) {
	if o.MemoryLimitPages == 0 {
		o.MemoryLimitPages = 6144
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	if o.MaxPages == 0 {
		o.MaxPages = 500
	}
	s, err := newSandbox(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("new PDF reader: %w", err)
	}
	slots := seats.New(seats.Options{Seats: recognitionSlots(), Extra: recognitionSlots()})
	return &Reader{options: o, sandbox: s, slots: slots, first: firstLimit, second: secondLimit}, nil
}

// Close frees the compiled engine; no Read may be under way.
func (r *Reader) Close(ctx context.Context) error { return r.sandbox.close(ctx) }

// Read returns the pages of a PDF or of an image (JPEG, PNG, TIFF). A page that
// cannot be read says why in Page.Unreadable; a blank page has no words and no
// such reason. Pages that are known from an earlier reading of the same bytes
// are taken as they are. The error is an *UnreadableError when no page can be opened, or
// the cause when ctx ended; there are no pages with an error.
func (r *Reader) Read(ctx context.Context, data []byte, known ...predate.Page) ([]predate.Page, error) {
	return r.Skim(ctx, data, nil, known...)
}

// Skim reads as Read does, but for the pages of long scans that a guide says need
// not be read: these have Left set and no words.
func (r *Reader) Skim(ctx context.Context, data []byte, guide Guide, known ...predate.Page) ([]predate.Page, error) {
	if guide != nil {
		r = r.turning(guide.Turns())
	}
	var pages []predate.Page
	var err error
	switch kindOf(data) {
	case kindPDF:
		pages, err = r.readPDF(ctx, data, guide, known)
	case kindImage:
		pages, err = r.readImage(ctx, data, known)
	default:
		return nil, refuseKind(data)
	}
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("read document: %w", ctx.Err())
	}
	return pages, err
}

// kind is what the first bytes of a file say that it is.
type kind int

const (
	kindUnknown kind = iota
	kindPDF
	kindImage
)

// kindOf looks at the content, never at a name. The mark of a PDF may come
// after up to a kilobyte of other bytes, as every viewer accepts.
func kindOf(data []byte) kind {
	head := data[:min(len(data), 1024)]
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")), bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")),
		bytes.HasPrefix(data, []byte("II*\x00")), bytes.HasPrefix(data, []byte("MM\x00*")):
		return kindImage
	case bytes.Contains(head, []byte("%PDF-")):
		return kindPDF
	}
	return kindUnknown
}

// refuseKind explains in French why the bytes are no document.
func refuseKind(data []byte) *UnreadableError {
	head := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 512)]))
	switch {
	case len(data) == 0:
		return unreadable(nil, "Le fichier est vide.")
	case bytes.HasPrefix(head, []byte("<!doctype")), bytes.HasPrefix(head, []byte("<html")):
		return unreadable(nil, "Le fichier est une page web, pas un document.")
	}
	return unreadable(nil, "Le fichier n’est ni un PDF ni une image.")
}
