package reading

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"predate"
	"predate/internal/classify"
	"predate/internal/compute"
	"predate/internal/extract"
	"predate/internal/layout"
	"predate/internal/pdftext"
)

// Pages turns the bytes of a file into pages; *pdftext.Reader is one.
type Pages interface {
	Read(ctx context.Context, data []byte) ([]predate.Page, error)
}

// Options is what a Reader needs from the house.
type Options struct {
	Pages  Pages
	Engine string // names the version of Pages, for the cache
	Cache  Cache
	// Workers is how many files are read at once, at least one.
	Workers int
	Log     *slog.Logger
}

// Reader reads dossiers. It is safe for concurrent use.
type Reader struct {
	Options
	// slots bounds the files read at once over all dossiers, since each holds
	// an engine of its own.
	slots chan struct{}
}

// New makes a Reader.
func New(o Options) *Reader {
	return &Reader{Options: o, slots: make(chan struct{}, max(o.Workers, 1))}
}

// File is one file of a dossier. Its name is unique in the dossier.
type File struct {
	Document predate.DocumentID
	Name     string
	Hash     predate.Hash // computed when it is empty
	Open     func(ctx context.Context) (io.ReadCloser, error)
}

// Dossier is what a statement is made from.
type Dossier struct {
	Order         predate.Order
	ReferenceDate predate.Date
	Files         []File
	Rulings       []predate.Ruling // of operators
}

// MaxFile is the size in bytes beyond which a file is not read.
const MaxFile = 64 << 20

// sheet is a file on its way: its pages, then what they are.
type sheet struct {
	file       File
	hash       predate.Hash
	doc        layout.Doc
	result     classify.Result
	unreadable string
}

// Read makes the statement of a dossier. A file that cannot be read is listed
// with its reason; only a failure of the house itself (a blob that is gone, a
// context that ended) is an error.
func (r *Reader) Read(ctx context.Context, d Dossier) (predate.Statement, error) {
	sheets, err := r.sheets(ctx, d)
	if err != nil {
		return predate.Statement{}, err
	}
	return compute.Compute(r.gather(d, sheets)), nil
}

// Explanation is a statement with the ways that led to it.
type Explanation struct {
	Statement  predate.Statement
	Considered map[predate.Key][]compute.Consideration
}

// Explain makes the same statement as Read, and tells how.
func (r *Reader) Explain(ctx context.Context, d Dossier) (Explanation, error) {
	sheets, err := r.sheets(ctx, d)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{}
	e.Statement, e.Considered = compute.Explain(r.gather(d, sheets))
	return e, nil
}

// Layout gives the pages of one file as they are understood, and its bytes.
func (r *Reader) Layout(ctx context.Context, file File) (layout.Doc, []byte, error) {
	data, err := load(ctx, file)
	if err != nil {
		return layout.Doc{}, nil, fmt.Errorf("read %q: %w", file.Name, err)
	}
	s, err := r.look(ctx, file, data)
	if err != nil {
		return layout.Doc{}, nil, fmt.Errorf("read %q: %w", file.Name, err)
	}
	return s.doc, data, nil
}

// sheets opens every file and tells what its pages are.
func (r *Reader) sheets(ctx context.Context, d Dossier) ([]sheet, error) {
	building := classify.Building{Address: d.Order.Property}
	sheets := make([]sheet, len(d.Files))
	group, ctx := errgroup.WithContext(ctx)
	for i, file := range d.Files {
		group.Go(func() error {
			select {
			case r.slots <- struct{}{}:
				defer func() { <-r.slots }()
			case <-ctx.Done():
				return ctx.Err()
			}
			var err error
			sheets[i], err = r.sheet(ctx, file)
			if err != nil {
				return fmt.Errorf("read %q: %w", file.Name, err)
			}
			sheets[i].result = classify.Classify(classify.Input{File: file.Name, Doc: sheets[i].doc}, building)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return sheets, nil
}

// sheet opens one file and looks at its pages.
func (r *Reader) sheet(ctx context.Context, file File) (sheet, error) {
	data, err := load(ctx, file)
	if err != nil {
		return sheet{}, err
	}
	return r.look(ctx, file, data)
}

// look tells the pages of a file.
func (r *Reader) look(ctx context.Context, file File, data []byte) (sheet, error) {
	s := sheet{file: file, hash: file.Hash}
	if s.hash == "" {
		sum := sha256.Sum256(data)
		s.hash = predate.Hash(hex.EncodeToString(sum[:]))
	}
	if len(data) > MaxFile {
		s.unreadable = "fichier trop volumineux pour être lu"
		return s, nil
	}
	found, err := r.pages(ctx, s.hash, data)
	if err != nil {
		return sheet{}, err
	}
	s.unreadable = found.Unreadable
	if len(found.Pages) > 0 && s.unreadable == "" {
		s.unreadable = blank(found.Pages)
	}
	s.doc = layout.Analyse(found.Pages)
	return s, nil
}

// blank tells why no page at all could be read; empty when one could.
func blank(pages []predate.Page) string {
	for _, page := range pages {
		if page.Unreadable == "" {
			return ""
		}
	}
	return pages[0].Unreadable
}

func load(ctx context.Context, file File) ([]byte, error) {
	content, err := file.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	var data bytes.Buffer
	if _, err := data.ReadFrom(io.LimitReader(content, MaxFile+1)); err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// pages gives the pages of a file from the cache, or from the engine. What was
// found unreadable by its nature is kept too; what a missing program or a time
// limit caused is tried afresh next time.
func (r *Reader) pages(ctx context.Context, hash predate.Hash, data []byte) (kept, error) {
	key := cacheKey(r.Engine, hash)
	if packed, ok := r.Cache.Load(key); ok {
		if found, err := decodePages(packed); err == nil {
			return found, nil
		}
	}
	pages, err := r.Pages.Read(ctx, data)
	var unreadable *pdftext.UnreadableError
	switch {
	case errors.As(err, &unreadable):
		return kept{Unreadable: unreadable.Reason}, nil
	case err != nil:
		return kept{}, err
	}
	found := kept{Pages: pages}
	for _, page := range pages {
		if page.Unreadable != "" {
			return found, nil
		}
	}
	packed, err := encodePages(found)
	if err == nil {
		err = r.Cache.Save(key, packed)
	}
	if err != nil {
		r.Log.Warn("the cache of pages does not take", "hash", hash, "error", err)
	}
	return found, nil
}

// gather hands computation what the files are and say. Files are independent
// of one another here, so they are taken side by side.
func (r *Reader) gather(d Dossier, sheets []sheet) compute.Input {
	files := make([]classify.File, len(sheets))
	for i, s := range sheets {
		files[i] = classify.File{Name: s.file.Name, Hash: s.hash, Doc: s.doc, Result: s.result}
	}
	in := compute.Input{Order: d.Order, ReferenceDate: d.ReferenceDate, Rulings: d.Rulings}
	papers := make([][]compute.Paper, len(sheets))
	group := errgroup.Group{}
	group.SetLimit(max(r.Workers, 1))
	for i, relation := range classify.Relate(files) {
		s := sheets[i]
		in.Documents = append(in.Documents, predate.ReadDocument{
			Document: s.file.Document, File: s.file.Name, Hash: s.hash, Pages: len(s.doc.Pages), Printed: s.result.Printed,
			Foreign: relation.Foreign, DuplicateOf: relation.DuplicateOf, SupersededBy: relation.SupersededBy,
			Unreadable: s.unreadable, Parts: s.result.Parts,
		})
		if relation.Foreign || relation.DuplicateOf != "" {
			continue
		}
		group.Go(func() error {
			for _, part := range s.result.Parts {
				papers[i] = append(papers[i], paper(s, part, relation))
			}
			return nil
		})
	}
	_ = group.Wait() // no paper fails: what it does not say is simply not a candidate
	for _, said := range papers {
		in.Papers = append(in.Papers, said...)
	}
	return in
}

// paper reads the candidates of one part.
func paper(s sheet, part predate.Part, relation classify.Relation) compute.Paper {
	p := compute.Paper{
		File: s.file.Name, Document: s.file.Document, Part: part,
		Printed: s.result.Printed, Superseded: relation.SupersededBy != "",
	}
	if part.Foreign {
		return p
	}
	p.Figures = extract.Figures(part.Kind, pagesOf(s.doc, part))
	for i := range p.Figures {
		for j := range p.Figures[i].Evidence {
			p.Figures[i].Evidence[j].File, p.Figures[i].Evidence[j].Document = s.file.Name, s.file.Document
		}
	}
	return p
}

// pagesOf gives the share of a document that is one part. A table that runs
// over the part's border is found again on the part's own pages.
func pagesOf(doc layout.Doc, part predate.Part) layout.Doc {
	if part.First <= 1 && part.Last >= len(doc.Pages) {
		return doc
	}
	var pages []predate.Page
	for _, page := range doc.Pages {
		if page.Number >= part.First && page.Number <= part.Last {
			pages = append(pages, page.Page)
		}
	}
	return layout.Analyse(pages)
}
