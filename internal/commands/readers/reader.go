package readers

import (
	"context"
	"fmt"
	"image"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/commands/terminal"
	"predate/internal/reading"
	"predate/internal/reading/blank"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/pdftext"
	"predate/papers"
)

// ReaderFlags set how papers are read.
type ReaderFlags struct {
	Tesseract string `help:"The tesseract program for scans; \"none\" leaves scans to a person." default:"tesseract"`
	CacheFlags
	Lexicon string `help:"Folder of *.yaml files with wordings to know beside those built in, and of forms/*.yaml (docs/papers.md)." type:"existingdir" placeholder:"DIR"`
}

// CacheFlags say where it is kept what papers hold.
type CacheFlags struct {
	Cache string `help:"Folder that keeps what papers already read hold; \"none\" keeps nothing." placeholder:"DIR"`
}

// Open makes a reader; its page engine opens at the first page that the cache
// does not hold. The caller closes it.
func (r ReaderFlags) Open(ctx context.Context, m terminal.Means) (*reading.Reader, func(), error) {
	engine, cache := r.Engine(m.Now)
	reader, err := r.Reader(engine, cache, m.Log)
	return reader, func() { engine.Shut(ctx, m.Log) }, err
}

// Forms reads the wordings and the forms of papers: those built in, then those of
// the folder, whose own folder “forms” has forms.
func (r ReaderFlags) Forms() (*blank.Set, error) {
	wordings, forms := []fs.FS{papers.Lexicon()}, []fs.FS{papers.Forms()}
	if r.Lexicon != "" {
		own := os.DirFS(r.Lexicon)
		if !onlyForms(own) {
			wordings = append(wordings, own)
		}
		forms = append(forms, os.DirFS(filepath.Join(r.Lexicon, "forms")))
	}
	words, err := lexicon.Load(wordings...)
	if err != nil {
		return nil, fmt.Errorf("the lexicon is not in order:\n%w", err)
	}
	read, err := blank.Load(words, forms...)
	if err != nil {
		return nil, fmt.Errorf("the forms are not in order:\n%w", err)
	}
	return read, nil
}

// onlyForms reports whether a folder has forms and no wordings.
func onlyForms(folder fs.FS) bool {
	worded, err := fs.Glob(folder, "*.yaml")
	formed, also := fs.Glob(folder, "forms/*.yaml")
	return err == nil && also == nil && len(worded) == 0 && len(formed) > 0
}

// cores are what papers are read on: one file each, and as many beside them for
// accounts that have less than their share.
func cores() *seats.Pool {
	count := runtime.GOMAXPROCS(0)
	return seats.New(seats.Options{Seats: count, Extra: count, Linger: betweenPieces})
}

// betweenPieces is the time in which an order's next piece of work follows the
// one before.
const betweenPieces = 300 * time.Millisecond

// Engine makes the page engine, yet closed, and the cache of what it reads.
func (r ReaderFlags) Engine(now func() time.Time) (*Engine, reading.Cache) {
	cache, compiled := r.Folders()
	return &Engine{now: now, Options: pdftext.Options{CompileCache: compiled, Tesseract: r.FindTesseract()}}, cache
}

// Reader makes a reader of papers on a page engine and a cache.
func (r ReaderFlags) Reader(engine *Engine, cache reading.Cache, log *slog.Logger) (*reading.Reader, error) {
	forms, err := r.Forms()
	if err != nil {
		return nil, err
	}
	rules, err := ThisBuild()
	if err != nil {
		log.Warn("what papers say is read anew each time", "error", err)
	} else {
		rules += " " + forms.Digest()
	}
	return reading.New(reading.Options{
		Pages: engine, Engine: pdftext.Version, Rules: rules, Cache: cache, Cores: cores(), Log: log, Forms: forms,
	}), nil
}

// Engine is the page engine, opened when it is first needed: a dossier whose
// pages are all kept does without.
type Engine struct {
	Options pdftext.Options
	now     func() time.Time
	// Skimmed hears of each reading of a file’s pages; nil hears of none.
	Skimmed func(pages, known []predate.Page, err error, took time.Duration)

	mu     sync.Mutex
	opened *pdftext.Reader
}

// Skim opens the engine and reads the pages of a file that are not known and that
// the guide needs.
func (e *Engine) Skim(ctx context.Context, data []byte, guide pdftext.Guide, known ...predate.Page) ([]predate.Page, error) {
	reader, err := e.Open(ctx)
	if err != nil {
		return nil, err
	}
	began := e.now()
	pages, err := reader.Skim(ctx, data, guide, known...)
	if e.Skimmed != nil {
		e.Skimmed(pages, known, err, e.now().Sub(began))
	}
	return pages, err
}

// Draw opens the engine and draws a page of a file.
func (e *Engine) Draw(ctx context.Context, data []byte, what pdftext.Drawing) (image.Image, error) {
	reader, err := e.Open(ctx)
	if err != nil {
		return nil, err
	}
	return reader.Draw(ctx, data, what)
}

// Plain opens the engine and rewrites a PDF as its pages alone.
func (e *Engine) Plain(ctx context.Context, data []byte) (pdftext.Plain, error) {
	reader, err := e.Open(ctx)
	if err != nil {
		return pdftext.Plain{}, err
	}
	return reader.Plain(ctx, data)
}

// Join opens the engine and joins PDFs that Plain made.
func (e *Engine) Join(ctx context.Context, all []pdftext.Plain) ([]byte, error) {
	reader, err := e.Open(ctx)
	if err != nil {
		return nil, err
	}
	return reader.Join(ctx, all)
}

// Shut closes the engine at the end of a command, which a failure to do so
// does not undo.
func (e *Engine) Shut(ctx context.Context, log *slog.Logger) {
	if err := e.close(context.WithoutCancel(ctx)); err != nil {
		log.Warn("close the page engine", "error", err)
	}
}

// Open opens the engine, once, and gives what it opened.
func (e *Engine) Open(ctx context.Context) (*pdftext.Reader, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.opened != nil {
		return e.opened, nil
	}
	// The engine outlives the request that opens it.
	opened, err := pdftext.New(context.WithoutCancel(ctx), e.Options)
	if err != nil {
		return nil, fmt.Errorf("open the page engine: %w", err)
	}
	e.opened = opened
	return opened, nil
}

func (e *Engine) close(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.opened == nil {
		return nil
	}
	return e.opened.Close(ctx)
}

// FindTesseract finds the program; one that is not there leaves scans to a person.
func (r ReaderFlags) FindTesseract() string {
	if r.Tesseract == "none" {
		return ""
	}
	path, err := exec.LookPath(r.Tesseract)
	if err != nil {
		return ""
	}
	return path
}

// Folders tells where pages and the compiled engine are kept between runs.
func (r CacheFlags) Folders() (pages reading.Cache, compiled string) {
	dir := r.Cache
	if dir == "none" {
		return reading.NoCache{}, ""
	}
	if dir == "" {
		own, err := os.UserCacheDir()
		if err != nil {
			return reading.NoCache{}, ""
		}
		dir = filepath.Join(own, "predate")
	}
	return reading.DirCache{Dir: filepath.Join(dir, "pages")}, filepath.Join(dir, "engine")
}
