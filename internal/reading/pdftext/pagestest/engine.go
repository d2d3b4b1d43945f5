package pagestest

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	"predate"
	"predate/internal/reading/pdftext"
)

// Engine gives the pages of papers that it keeps, and has a reader open what else it
// is given.
type Engine struct {
	*pdftext.Reader
	kept sync.Map // of []predate.Page by the bytes that stand for a file
}

// NewEngine returns an engine that keeps nothing yet.
func NewEngine(reader *pdftext.Reader) *Engine { return &Engine{Reader: reader} }

// Keep adds a paper. It returns what opens it: some bytes that stand for the file. The
// hash of the paper is that of the file, and not of these bytes.
func (e *Engine) Keep(p Paper) func(context.Context) (io.ReadCloser, error) {
	const name = "kept pages of "
	e.kept.Store(name+string(p.Hash), p.Pages)
	return func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(name + string(p.Hash))), nil
	}
}

// Skim returns the pages of a paper that is kept, or has the reader skim the file.
func (e *Engine) Skim(ctx context.Context, data []byte, guide pdftext.Guide, known ...predate.Page) ([]predate.Page, error) {
	if pages, ok := e.kept.Load(string(data)); ok {
		return slices.Clone(pages.([]predate.Page)), nil
	}
	return e.Reader.Skim(ctx, data, guide, known...)
}
