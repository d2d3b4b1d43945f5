package bundle

import (
	"context"
	"errors"
	"fmt"
	"io"

	"predate/internal/reading/pdftext"
	"predate/internal/statement/typeset"
)

// Engine rewrites PDFs as their pages and joins them; *pdftext.Reader is one.
type Engine interface {
	Plain(ctx context.Context, data []byte) (pdftext.Plain, error)
	Join(ctx context.Context, all []pdftext.Plain) ([]byte, error)
}

// Limits bounds one PDF. A zero member takes its usual value.
type Limits struct {
	Bytes int64 // of all pages together; 64 MiB
	Pages int   // 2000
}

func (l Limits) withDefaults() Limits {
	const bytes, pages = 64 << 20, 2000
	if l.Bytes == 0 {
		l.Bytes = bytes
	}
	if l.Pages == 0 {
		l.Pages = pages
	}
	return l
}

// Merged is one PDF of the papers.
type Merged struct {
	PDF []byte
	// Hurried says that a paper was left out because it took too long: another time the
	// bytes may be others.
	Hurried bool
}

// PDF makes one PDF of the papers that are PDFs, after a contents page that names the
// others and why they are not in it.
func (b Bundle) PDF(ctx context.Context, engine Engine, open Open, limits Limits) (Merged, error) {
	m := merging{Bundle: b, engine: engine, open: open, limits: limits.withDefaults(), why: map[int]string{}, taken: map[int]pdftext.Plain{}}
	for i := range b.papers {
		if err := m.take(ctx, i); err != nil {
			return Merged{}, fmt.Errorf("make one PDF of order %s: %w", b.order.ID, err)
		}
	}
	for {
		joined, err := m.join(ctx)
		var unreadable *pdftext.UnreadableError
		if err == nil {
			return Merged{PDF: joined, Hurried: m.hurried}, nil
		}
		if !errors.As(err, &unreadable) || len(m.taken) == 0 {
			return Merged{}, fmt.Errorf("make one PDF of order %s: %w", b.order.ID, err)
		}
		// Papers of very many small things take more room than their bytes.
		m.hurried = m.hurried || errors.Is(err, context.DeadlineExceeded)
		m.trim(m.bytes / 2)
	}
}

// merging is one PDF on its way.
type merging struct {
	Bundle
	engine  Engine
	open    Open
	limits  Limits
	bytes   int64
	pages   int
	taken   map[int]pdftext.Plain
	why     map[int]string // a paper is not in it, in French
	hurried bool
}

// join joins what was taken, after the contents.
func (m *merging) join(ctx context.Context) ([]byte, error) {
	first, err := m.first(ctx)
	if err != nil {
		return nil, err
	}
	all := []pdftext.Plain{first}
	for i := range m.papers {
		if plain, ok := m.taken[i]; ok {
			all = append(all, plain)
		}
	}
	return m.engine.Join(ctx, all)
}

// trim leaves out what comes after so many bytes.
func (m *merging) trim(most int64) {
	kept := int64(0)
	for i := range m.papers {
		plain, ok := m.taken[i]
		if !ok {
			continue
		}
		if kept += int64(len(plain.PDF)); kept > most {
			delete(m.taken, i)
			m.why[i] = tooLarge
		}
	}
	m.bytes = most
}

// Why a paper is not in the one PDF.
const (
	inZIP    = " Elle est dans le ZIP."
	tooLarge = "Le PDF serait trop grand." + inZIP
)

// take rewrites one paper, or notes why it is left out.
func (m *merging) take(ctx context.Context, i int) error {
	p := m.papers[i]
	if p.MediaType != "application/pdf" {
		m.why[i] = "La pièce n’est pas un PDF." + inZIP
		return nil
	}
	if m.bytes+p.Size > m.limits.Bytes {
		m.why[i] = tooLarge
		return nil
	}
	data, err := m.read(ctx, i)
	if err != nil {
		return err
	}
	plain, err := m.engine.Plain(ctx, data)
	var unreadable *pdftext.UnreadableError
	switch {
	case errors.As(err, &unreadable):
		m.hurried = m.hurried || errors.Is(err, context.DeadlineExceeded)
		m.why[i] = unreadable.Reason + inZIP
		return nil
	case err != nil:
		return err
	case m.bytes+int64(len(plain.PDF)) > m.limits.Bytes || m.pages+plain.Pages > m.limits.Pages:
		m.why[i] = tooLarge
		return nil
	}
	m.bytes, m.pages, m.taken[i] = m.bytes+int64(len(plain.PDF)), m.pages+plain.Pages, plain
	return nil
}

func (m *merging) read(ctx context.Context, i int) ([]byte, error) {
	from, err := m.open(ctx, m.papers[i].Hash)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(from)
	return data, errors.Join(err, from.Close())
}

// first is the contents page, with the pages on which the papers begin after it. How many
// pages it has itself is known once it is set.
func (m *merging) first(ctx context.Context) (pdftext.Plain, error) {
	const tries = 5
	own := 1
	for range tries {
		at := own + 1
		set, pages, err := typeset.ContentsPDF(m.contents(true, func(i int, e *typeset.ContentsEntry) {
			if plain, ok := m.taken[i]; ok {
				e.Page, at = at, at+plain.Pages
				return
			}
			e.Note = spaced(e.Note, m.why[i])
		}))
		if err != nil {
			return pdftext.Plain{}, err
		}
		if pages == own {
			return m.engine.Plain(ctx, set)
		}
		own = pages
	}
	return pdftext.Plain{}, errors.New("the contents page has no stable length")
}

func spaced(said, more string) string {
	if said == "" {
		return more
	}
	return said + " " + more
}
