package reading

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"golang.org/x/sync/errgroup"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/base/trace"
	"predate/internal/reading/blank"
	"predate/internal/reading/building"
	"predate/internal/reading/classify"
	"predate/internal/reading/compute"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/look"
	"predate/internal/reading/pack"
	"predate/internal/reading/pdftext"
)

// Pages turns the bytes of a file into pages, but for those that are known from
// an earlier reading and those that the guide does not need; *pdftext.Reader is one.
type Pages interface {
	Skim(ctx context.Context, data []byte, guide pdftext.Guide, known ...predate.Page) ([]predate.Page, error)
}

// Options is what a Reader needs from the house.
type Options struct {
	Pages  Pages
	Engine string // names the version of Pages, for the cache
	// Rules names this very build of the rules, for the cache: what another build
	// understood is never taken for its own. Empty keeps pages alone.
	Rules string
	Cache Cache
	// Cores are taken to read a file: as many are read at once over all dossiers,
	// since each holds an engine of its own. Nil means one.
	Cores *seats.Pool
	Log   *slog.Logger
	// Trace tells the stages of a reading as spans; nil tells none.
	Trace *trace.Tracer
	// Forms are what papers say of themselves, with the wordings of all papers.
	Forms *blank.Set
}

// Reader reads dossiers. It is safe for concurrent use.
type Reader struct {
	Options
	Words      *lexicon.Lexicon // of the forms
	kinds      pack.Kinds
	classifier classify.Classifier
	squeezers  sync.Pool // of *gzip.Writer
}

// New makes a Reader.
func New(o Options) *Reader {
	if o.Cores == nil {
		o.Cores = seats.New(seats.Options{})
	}
	words := o.Forms.Words()
	return &Reader{Options: o, Words: words, kinds: valueKinds(), classifier: classify.New(words), squeezers: sync.Pool{New: newSqueezer}}
}

// File is one file of a dossier. Its name is unique in the dossier.
type File struct {
	Document predate.DocumentID
	Name     string
	Hash     predate.Hash // computed when it is empty
	Open     func(ctx context.Context) (io.ReadCloser, error)
	// Turns are the pages that operators turned. A dossier's own corrections win.
	Turns pdftext.Turns
}

// Dossier is what a statement is made from.
type Dossier struct {
	Order         predate.Order
	ReferenceDate predate.Date
	Files         []File
	Listed        []Listed
	Rulings       []predate.Ruling // of operators
	Looks         []look.Look      // that operators taught, and that are at work
	Corrections   []predate.Correction
}

// MaxFile is the size in bytes beyond which a file is not read.
const MaxFile = 64 << 20

// Read makes the statement of a dossier. A file that cannot be read is listed
// with its reason; only a failure of the house itself (a blob that is gone, a
// context that ended) is an error.
func (r *Reader) Read(ctx context.Context, d Dossier) (predate.Statement, error) {
	p, err := r.Prepare(ctx, d)
	if err != nil {
		return predate.Statement{}, err
	}
	_, span := r.Trace.Begin(ctx, trace.Inner, "compute")
	statement := p.Compute(d.Rulings)
	span.Say(trace.Outcome(statement.Outcome.State))
	span.End(nil)
	return statement, nil
}

// Explanation is a statement with the ways that led to it.
type Explanation struct {
	Statement  predate.Statement
	Considered map[predate.Key][]compute.Consideration
}

// Explain makes the same statement as Read, and tells how.
func (r *Reader) Explain(ctx context.Context, d Dossier) (Explanation, error) {
	p, err := r.Prepare(ctx, d)
	if err != nil {
		return Explanation{}, err
	}
	return p.Explain(d.Rulings), nil
}

// sheets opens every file and tells what its pages are.
func (r *Reader) sheets(ctx context.Context, d Dossier) (sheets []*sheet, err error) {
	ctx, span := r.Trace.Begin(ctx, trace.Inner, "open")
	defer func() { span.End(err) }()
	sheets = make([]*sheet, len(d.Files))
	group, ctx := errgroup.WithContext(ctx)
	for i, file := range d.Files {
		group.Go(func() error {
			release, err := r.Cores.Take(ctx, seats.HolderOf(ctx))
			if err != nil {
				return err
			}
			defer release()
			sheets[i], err = r.sheet(ctx, file, d.Corrections)
			if err != nil {
				return fmt.Errorf("read %q: %w", file.Name, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return sheets, nil
}

// gather hands computation what the files are and say. Files are independent
// of one another here, so they are taken side by side. What another file
// repeats, and what speaks of another building, is not asked what it says.
func (r *Reader) gather(ctx context.Context, d Dossier, sheets []*sheet) (_ compute.Input, err error) {
	_, sorting := r.Trace.Begin(ctx, trace.Inner, "sort")
	in := compute.Input{Words: r.Words, Order: d.Order, ReferenceDate: d.ReferenceDate, Rulings: d.Rulings, Corrections: d.Corrections, Documents: append(documents(d.Order, sheets), lacking(d)...)}
	relate(in.Documents, d.Corrections)
	sorting.Say(trace.Documents(len(in.Documents)))
	sorting.End(nil)
	ctx, span := r.Trace.Begin(ctx, trace.Inner, "extract")
	defer func() { span.End(err) }()
	papers, learnt := make([][]compute.Paper, len(sheets)), make([][]predate.Learnt, len(sheets))
	group, ctx := errgroup.WithContext(ctx)
	for i, s := range sheets {
		document := in.Documents[i]
		group.Go(func() error {
			release, err := r.Cores.Take(ctx, seats.HolderOf(ctx))
			if err != nil {
				return err
			}
			defer release()
			if !document.Foreign && document.DuplicateOf == "" {
				if err := r.extract(ctx, s); err != nil {
					return fmt.Errorf("read %q: %w", s.file.Name, err)
				}
				papers[i] = s.papers(document)
				if learnt[i], err = r.learn(ctx, s, document, d.Looks); err != nil {
					return fmt.Errorf("read %q: %w", s.file.Name, err)
				}
			}
			r.keep(ctx, s)
			s.doc = nil // nothing asks for the pages any more, and dossiers are large
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return compute.Input{}, err
	}
	for _, said := range papers {
		in.Papers = append(in.Papers, said...)
	}
	for _, read := range learnt {
		in.Learnt = append(in.Learnt, read...)
	}
	return in, nil
}

// documents tells what each file is beside the others: of which building, and
// whether another repeats or replaces it.
func documents(order predate.Order, sheets []*sheet) []predate.ReadDocument {
	marks := make([]building.File, len(sheets))
	for i, s := range sheets {
		marks[i] = s.Building
	}
	found := building.Sort(building.Order{Address: order.Property, Owners: order.Owners}, marks)
	files := make([]classify.File, len(sheets))
	out := make([]predate.ReadDocument, len(sheets))
	for i, s := range sheets {
		parts, foreign := s.said.judge(s.parts(found[i]))
		files[i] = classify.File{Name: s.file.Name, Hash: s.hash, Brief: s.Brief, Result: s.Result, Foreign: foreign}
		out[i] = predate.ReadDocument{
			Document: s.file.Document, File: s.file.Name, Hash: s.hash, Pages: s.Brief.Pages, Printed: s.Result.Printed,
			Foreign: foreign, Unreadable: s.Unreadable, UnreadPages: s.UnreadPages, LeftPages: s.LeftPages, Parts: parts, Corrections: s.said,
		}
	}
	for i, relation := range classify.Relate(files) {
		out[i].DuplicateOf, out[i].SupersededBy = relation.DuplicateOf, relation.SupersededBy
	}
	return out
}
