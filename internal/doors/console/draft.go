package console

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/orders/desk"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// draftRoutes are the statement as it would be issued.
func draftRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/draft", predate.RoleSupport, (*Console).draftPage},
		{http.MethodGet, "/order/{id}/draft/{report}/{page}", predate.RoleSupport, (*Console).draftImage},
	}
}

// draftView is the statement as it would be issued, beside what changed since the
// last that was.
type draftView struct {
	ID      predate.OrderID
	Reading bool   // it is read again: what is shown may be old
	Says    string // why there is none
	Sheets  []draftSheet
	Last    bool // one was issued before
	Changes []changeView
	Lacking []string // what holds it back
	Open    int      // doubts
	// Issue is the report that the visitor may issue now; empty where he may not.
	Issue predate.Hash
}

// draftSheet is a page of the statement as it would be issued, or of its proof.
type draftSheet struct{ Says, Address string }

// changeView is a figure that is no longer what it was.
type changeView struct{ Label, Was, Is string }

func (c *Console) draftPage(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	statement, err := c.reportOf(v.Context(), p.Run.ReportHash)
	if err != nil {
		return nil, err
	}
	view := draftView{ID: p.Order.ID, Reading: p.Run.Collected && !p.Run.Read}
	if len(statement.Figures) == 0 {
		view.Says = "Aucun chiffre n’est encore lu."
		return page{name: "draft", title: "Projet de la commande " + string(p.Order.ID), view: view}, nil
	}
	drawn, err := c.drafts.of(v.Context(), string(v.who.ID), p, statement)
	if err != nil {
		return nil, err
	}
	for n := range drawn.all() {
		says := fmt.Sprintf("Projet, page %d", n+1)
		if n >= drawn.pages {
			says = fmt.Sprintf("Preuve, page %d", n+1-drawn.pages)
		}
		view.Sheets = append(view.Sheets, draftSheet{says, fmt.Sprintf("/order/%s/draft/%s/%d", p.Order.ID, p.Run.ReportHash, n+1)})
	}
	for _, gap := range predate.Blocking(statement.Outcome.Missing) {
		view.Lacking = append(view.Lacking, gap.Message)
	}
	if err := c.issuable(v, p, &view); err != nil {
		return nil, err
	}
	last, err := c.reportOf(v.Context(), p.Issued)
	if err != nil {
		return nil, err
	}
	view.Last = len(last.Figures) > 0
	if view.Last {
		view.Changes = changes(last, statement)
	}
	return page{name: "draft", title: "Projet de la commande " + string(p.Order.ID), view: view}, nil
}

// issuable reports whether the visitor may issue the statement, or what he must decide
// before.
func (c *Console) issuable(v *visit, p desk.Papers, view *draftView) error {
	opened, err := c.Desk.Open(v.Context(), p.Order.ID)
	if err != nil || opened.Review == nil || view.Reading || len(view.Lacking) > 0 {
		return err
	}
	doubts, err := c.Desk.Doubts(v.Context(), p.Order.ID)
	if err != nil {
		return err
	}
	view.Open = len(predate.OpenDoubts(doubts))
	if view.Open == 0 && v.who.Role.May(predate.RoleOperator) {
		view.Issue = p.Run.ReportHash
	}
	return nil
}

// changes lists the figures that differ between two statements, in the order of the
// statement.
func changes(was, is predate.Statement) []changeView {
	var out []changeView
	for _, entry := range predate.Figures() {
		before, now := said(was.Figure(entry.Key)), said(is.Figure(entry.Key))
		if before != now {
			out = append(out, changeView{entry.Label, before, now})
		}
	}
	return out
}

// said is a figure in words: its value, else its status, and for which day.
func said(f predate.Figure) string {
	words := typeset.FigureLine(f)
	if words == "" || !f.Known() {
		words = strings.TrimSpace(f.Status.Name() + " " + words)
	}
	if !f.AsOf.IsZero() {
		words += " (au " + wording.Day(f.AsOf) + ")"
	}
	return words
}

// draftImage is one page of the statement as it would be issued, as an image.
func (c *Console) draftImage(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	number, err := v.pageNumber()
	if err != nil {
		return nil, err
	}
	if v.PathValue("report") != string(p.Run.ReportHash) {
		return nil, predate.Refuse(predate.CodeNotFound, "Le projet a changé : rechargez la page.")
	}
	statement, err := c.reportOf(v.Context(), p.Run.ReportHash)
	if err != nil || len(statement.Figures) == 0 {
		return nil, notFound(err)
	}
	drawn, err := c.drafts.of(v.Context(), string(v.who.ID), p, statement)
	if err != nil {
		return nil, err
	}
	if number > drawn.all() {
		return nil, predate.Refuse(predate.CodeNotFound, "Le projet et sa preuve ont %d pages.", drawn.all())
	}
	return c.drafts.draw(v.Context(), string(v.who.ID), drawn, number)
}

// notFound is the error of a statement that is not there, unless there is another.
func notFound(err error) error {
	if err != nil {
		return err
	}
	return predate.ErrNotFound
}

// draft is a statement that was typeset and is not stored, with how many pages it has
// and how many its proof has.
type draft struct {
	files         typeset.Files
	pages, proofs int
}

// all is how many pages there are: those of the statement, then those of its proof.
func (d draft) all() int { return d.pages + d.proofs }

// page returns the file that has one of all pages, and which it is there.
func (d draft) page(number int) (file []byte, at int) {
	if number > d.pages {
		return d.files.Proof, number - d.pages
	}
	return d.files.Statement, number
}

// draftName is what a draft is made from: the day is printed on it.
type draftName struct {
	report   predate.Hash
	day      predate.Date
	specimen bool
}

// mostDrafts is how many statements are held typeset: an operator looks at one.
const mostDrafts = 8

// printer typesets statements for a look at them, and draws their pages. It is safe
// for concurrent use.
type printer struct {
	drawer *drawer
	read   func(ctx context.Context, pdf []byte) (pages []predate.Page, err error)
	today  func() predate.Date
	issuer predate.Issuer

	mu   sync.Mutex
	held map[draftName]draft
	line []draftName // the oldest first
}

// of typesets the statement of an order's run, marked as a project, unless it is held.
func (s *printer) of(ctx context.Context, holder string, p desk.Papers, statement predate.Statement) (draft, error) {
	name := draftName{p.Run.ReportHash, s.today(), p.Run.Specimen}
	s.mu.Lock()
	known, ok := s.held[name]
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	leave, err := s.drawer.seats.Take(ctx, holder)
	if err != nil {
		return draft{}, err
	}
	defer leave()
	files, err := typeset.Make(statement, typeset.Options{Specimen: p.Run.Specimen, Draft: true, Issued: name.day, Issuer: s.issuer, Cores: 1})
	if err != nil {
		return draft{}, fmt.Errorf("typeset the project of order %s: %w", p.Order.ID, err)
	}
	made := draft{files: files}
	for file, count := range map[*[]byte]*int{&files.Statement: &made.pages, &files.Proof: &made.proofs} {
		pages, err := s.read(seats.Holding(ctx, holder), *file)
		if err != nil {
			return draft{}, fmt.Errorf("count the pages of a project: %w", err)
		}
		*count = len(pages)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.held[name]; !ok {
		s.held[name], s.line = made, append(s.line, name)
	}
	for len(s.line) > mostDrafts {
		delete(s.held, s.line[0])
		s.line = s.line[1:]
	}
	return made, nil
}

// draw returns the picture of one page of a draft.
func (s *printer) draw(ctx context.Context, holder string, d draft, number int) (picture, error) {
	leave, err := s.drawer.seats.Take(ctx, holder)
	if err != nil {
		return picture{}, err
	}
	defer leave()
	const dpi = 110 // A4 in some 900 by 1290 pixels
	file, at := d.page(number)
	img, err := s.drawer.engine.Draw(seats.Holding(ctx, holder), file, pdftext.Drawing{Page: at, DPI: dpi})
	if err != nil {
		return picture{}, fmt.Errorf("draw page %d of a project: %w", number, err)
	}
	drawn, err := encode(img, false)
	drawn.kept = false // the day of the project is in no address
	return drawn, err
}
