package pdftext

import (
	"context"
	"fmt"
	"image"
	"slices"
	"sync"
	"time"

	"predate"
	"predate/internal/base/seats"
)

// Guide knows what is looked for in papers, and so whether a long scan needs to be
// read whole. A Guide serves one file.
type Guide interface {
	// Enough reports whether the first pages of a file say all that is asked of
	// the paper that they begin.
	Enough(first []predate.Page) bool
	// Continues reports whether nothing on a page speaks for another paper. Of the page
	// only what is not running text was read.
	Continues(page predate.Page) bool
	// Single reports whether the pages that were read, some being left, are
	// all of that paper.
	Single(pages []predate.Page) bool
	// Turns are those with which an operator had the file read; nil for none.
	Turns() Turns
}

// How a long scan is skimmed: the first pages are read, a few more where they do
// not say enough, and the last ones.
const (
	leastSkimmed = 12 // pages of a scan that is worth it
	firstPages   = 4
	mostFirst    = 12
	lastPages    = 2

	glimpseDPI  = 150.0 // where headings are still read
	leastGlance = 75.0  // mean surety of the words of a page that is left
)

// asOneBlock is how tesseract takes lines that are far from one another.
const asOneBlock = "6"

// skimmed is a long scan that is read with a guide.
type skimmed struct {
	*Reader
	data  []byte
	pages []predate.Page
	guide Guide
}

// recogniseScans recognises the pages of a PDF that have no text layer. Where the
// first pages of a long scan say all that is asked of their paper, its running
// text is left unread: each page is looked at, and is left when it is set as
// the first pages are and its headings and loose lines speak for no other paper.
// As soon as one page does, all are read.
func (r *Reader) recogniseScans(ctx context.Context, data []byte, pages []predate.Page, scans []int, guide Guide) error {
	if guide == nil || len(scans) < leastSkimmed || r.options.Tesseract == "" {
		return r.recogniseAll(ctx, data, pages, scans)
	}
	s := skimmed{r, data, pages, guide}
	read, enough, err := s.begin(ctx, scans)
	if err != nil {
		return err
	}
	if !enough {
		return r.recogniseAll(ctx, data, pages, scans[read:])
	}
	last := max(read, len(scans)-lastPages)
	left, err := s.needless(ctx, scans[:read], scans[read:last])
	if err != nil {
		return err
	}
	wanted := slices.DeleteFunc(slices.Clone(scans[read:]), func(i int) bool { return slices.Contains(left, i) })
	if err := r.recogniseAll(ctx, data, pages, wanted); err != nil {
		return err
	}
	for _, i := range left {
		pages[i].Left = true
	}
	if guide.Single(pages) {
		return nil
	}
	for _, i := range left {
		pages[i].Left = false
	}
	return r.recogniseAll(ctx, data, pages, left)
}

// begin reads the first pages, until they say all that is asked of their paper.
func (s skimmed) begin(ctx context.Context, scans []int) (read int, enough bool, err error) {
	for read < min(mostFirst, len(scans)) && !enough {
		batch := scans[read:min(read+firstPages, len(scans))]
		if err = s.recogniseAll(ctx, s.data, s.pages, batch); err != nil {
			return read, false, err
		}
		read += len(batch)
		enough = s.guide.Enough(s.pages[:scans[read-1]+1])
	}
	return read, enough, nil
}

// needless returns those of the other pages that may be left.
func (s skimmed) needless(ctx context.Context, first, others []int) ([]int, error) {
	known, err := s.glimpses(ctx, first, nil)
	if err != nil {
		return nil, err
	}
	var ways []typography
	for _, g := range known {
		if g.running {
			ways = append(ways, g.set)
		}
	}
	if len(ways) == 0 {
		return nil, nil
	}
	seen, err := s.glimpses(ctx, others, ways)
	if err != nil {
		return nil, err
	}
	var left []int
	for k, i := range others {
		if seen[k].sure && s.guide.Continues(seen[k].page) {
			left = append(left, i)
		}
	}
	return left, nil
}

// glimpse is what is seen of a page without reading its running text.
type glimpse struct {
	running bool // most of the page is running text
	set     typography
	page    predate.Page // the words of the rest
	sure    bool         // the text is set as expected and the rest was well read
}

// glimpses looks at some pages. The words of those whose text is set in one of the
// ways are read, but for the running text.
func (s skimmed) glimpses(ctx context.Context, which []int, ways []typography) ([]glimpse, error) {
	out := make([]glimpse, len(which))
	err := s.eachDrawn(ctx, s.data, which, glimpseDPI, func(ctx context.Context, k int, img *image.Gray, dpi float64) {
		p := prepare(img, dpi)
		set, rest, running := p.running()
		out[k] = glimpse{set: set, running: running}
		if running && slices.ContainsFunc(ways, set.like) {
			from := s.pages[which[k]]
			out[k].page = predate.Page{Number: from.Number, Width: from.Width, Height: from.Height, OCR: true}
			found, err := s.recognise(ctx, rest, dpi, asOneBlock)
			out[k].page.Words = found.words
			out[k].sure = err == nil && len(found.words) > 0 && found.confidence >= leastGlance
		}
	})
	return out, err
}

// eachDrawn draws some pages one after the other and hands each on, with its
// place among them, to as many at once as there are slots.
func (r *Reader) eachDrawn(ctx context.Context, data []byte, which []int, dpi float64, use func(ctx context.Context, k int, img *image.Gray, dpi float64)) error {
	var running sync.WaitGroup
	defer running.Wait()
	budget := time.Duration(len(which)) * patience
	return r.openFor(ctx, r.options.Timeout+budget, data, func(ctx context.Context, d *document) error {
		for k, i := range which {
			leave, err := r.slots.Take(ctx, seats.HolderOf(ctx))
			if err != nil {
				return err
			}
			img, drawn, err := d.draw(ctx, i+1, dpi, r.options.Timeout)
			if err != nil {
				leave()
				return fmt.Errorf("draw page %d: %w", i+1, err)
			}
			running.Go(func() {
				defer leave()
				use(ctx, k, img, drawn)
			})
		}
		running.Wait()
		return nil
	})
}
