package console

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/compute"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// papersRoutes are the papers of an order, as operators see and correct them.
func papersRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/papers", predate.RoleSupport, (*Console).papersPage},
		{http.MethodGet, "/order/{id}/papers/read", predate.RoleSupport, (*Console).papersRead},
		{http.MethodGet, "/order/{id}/page/{document}/{page}", predate.RoleSupport, (*Console).leafPage},
		{http.MethodPost, "/order/{id}/correct", predate.RoleOperator, (*Console).correct},
		{http.MethodPost, "/order/{id}/uncorrect", predate.RoleOperator, (*Console).uncorrect},
		{http.MethodPost, "/order/{id}/documents", predate.RoleOperator, (*Console).giveDocuments},
	}
}

// papersView is the page of an order's papers.
type papersView struct {
	ID       predate.OrderID
	Property string
	State    state
	May      bool // the operator may correct now
	Reading  bool // the order is read again
	Query    string
	Found    string // how many places, in words
	Hits     []hitView
	Papers   []paperView
	Listed   []listedView
	Gaps     []gapView
	Absent   []saidView // papers that do not exist
	Kinds    []string
	Names    []string
}

// paperView is one document.
type paperView struct {
	ID     predate.DocumentID
	File   string
	Hash   predate.Hash
	Origin string // who gave it, and his words
	Pages  int
	Fates  []state
	Parts  []partView
	Sheets []sheetView
	Said   []saidView
}

// partView is one paper within a document.
type partView struct {
	First, Last int
	Pages       string
	Kind        string
	Exercise    string
	Printed     string
	Why         string
	Fates       []state
	Sheet       sheetView // the first
}

// sheetView is one page: its thumbnail and where it is shown.
type sheetView struct {
	Number int
	Thumb  string
	Show   string
	Begins bool // a paper begins on it
}

// saidView is what an operator said, in words, and how it is taken back.
type saidView struct {
	predate.Correction
	Words string
	Order predate.OrderID
	May   bool // be taken back now
}

// listedView is a paper that the extranet lists and the order does not hold.
type listedView struct{ Title, Day, Why string }

// gapView is a paper that is asked for.
type gapView struct {
	Code, FiscalYear, Message string
	Blocking                  bool
}

// hitView is a place where a text was found.
type hitView struct {
	File, Around, Show string
	Page               int
}

func (c *Console) papersPage(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	known, err := c.reportOf(v.Context(), p.Run.ReportHash)
	if err != nil {
		return nil, err
	}
	view := papersView{
		ID: p.Order.ID, Property: p.Order.Property.Line(), State: state{"none", stateNames()[p.Order.State]}, May: v.mayCorrect(p),
		Reading: p.Run.Collected && !p.Run.Read && p.Run.Issued.IsZero(), Query: v.FormValue("q"),
	}
	for _, k := range predate.Kinds() {
		view.Kinds = append(view.Kinds, typeset.KindName(k))
	}
	for _, file := range filesOf(p, c.Blobs) {
		view.Names = append(view.Names, file.Name)
		view.Papers = append(view.Papers, c.paperOf(p, known, file, view.May))
	}
	for _, l := range p.Listed {
		view.Listed = append(view.Listed, listedView{l.Title, dayOf(l.Listed), l.Lacking()})
	}
	view.gaps(p)
	if err := c.hits(v, p, &view); err != nil {
		return nil, err
	}
	return page{name: "papers", title: "Pièces de la commande " + string(p.Order.ID), view: view}, nil
}

// papersOf reads the papers of the order that the address names.
func (c *Console) papersOf(v *visit) (desk.Papers, error) {
	id, err := v.orderID()
	if err != nil {
		return desk.Papers{}, err
	}
	return c.Desk.Papers(v.Context(), id)
}

// mayCorrect reports whether the operator may correct papers of an order.
func (v *visit) mayCorrect(p desk.Papers) bool {
	return v.who.Role.May(predate.RoleOperator) && p.Order.Cancelled.IsZero() && p.Order.State != predate.Done
}

// papersRead reports whether the order was read again, for a page that waits for it.
func (c *Console) papersRead(v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	return data{struct {
		Read bool `json:"read"`
	}{!p.Run.Collected || p.Run.Read}}, nil
}

// reportOf reads a statement back; one that was not made, or is kept no more, is
// empty.
func (c *Console) reportOf(ctx context.Context, hash predate.Hash) (predate.Statement, error) {
	if hash == "" {
		return predate.Statement{}, nil
	}
	content, err := c.Blobs.Open(ctx, hash)
	if isGone(err) {
		return predate.Statement{}, nil
	}
	if err != nil {
		return predate.Statement{}, fmt.Errorf("open report %s: %w", hash, err)
	}
	defer content.Close()
	encoded, err := io.ReadAll(content)
	if err != nil {
		return predate.Statement{}, fmt.Errorf("read report %s: %w", hash, err)
	}
	return report.Decode(encoded)
}

// gaps lists what is asked for, apart from what somebody said that there is none.
func (view *papersView) gaps(p desk.Papers) {
	for _, c := range p.Corrections {
		if c.Lacks() {
			view.Absent = append(view.Absent, saidView{c, strings.TrimSpace(typeset.KindName(predate.Kind(c.Code))+" "+c.FiscalYear) + " : " + typeset.CorrectionWords(c), p.Order.ID, view.May})
		}
	}
	for _, g := range p.Run.Gaps {
		answered := slices.ContainsFunc(p.Corrections, func(c predate.Correction) bool { return c.Answers(g) })
		if g.Kind == predate.GapDocument && !answered {
			view.Gaps = append(view.Gaps, gapView{g.Code, g.FiscalYear, g.Message, g.Blocking()})
		}
	}
}

// paperOf is one document with what reading found of it.
func (c *Console) paperOf(p desk.Papers, known predate.Statement, file reading.File, may bool) paperView {
	at := slices.IndexFunc(p.Documents, func(d predate.Document) bool { return d.ID == file.Document })
	view := paperView{ID: file.Document, File: file.Name, Hash: file.Hash, Origin: c.originOf(p.Documents[at])}
	for _, said := range p.Corrections {
		if said.Hash == file.Hash {
			view.Said = append(view.Said, saidView{said, typeset.CorrectionWords(said), p.Order.ID, may})
		}
	}
	i := slices.IndexFunc(known.Documents, func(d predate.ReadDocument) bool { return d.Document == file.Document })
	if i < 0 {
		view.Fates = []state{{"none", "pas encore lue"}}
		view.Sheets = []sheetView{sheetAt(p.Order.ID, file, 1)}
		return view
	}
	read := known.Documents[i]
	view.Pages, view.Fates = read.Pages, fatesOf(read)
	for _, part := range read.Parts {
		view.Parts = append(view.Parts, partOf(p.Order.ID, known, file, read, part))
	}
	for n := 1; n <= read.Pages; n++ {
		one := sheetAt(p.Order.ID, file, n)
		one.Begins = slices.ContainsFunc(read.Parts, func(part predate.Part) bool { return part.First == n })
		view.Sheets = append(view.Sheets, one)
	}
	return view
}

func sheetAt(order predate.OrderID, file reading.File, page int) sheetView {
	return sheetView{
		Number: page, Thumb: imageAddress(order, file, page, thumbSize),
		Show: fmt.Sprintf("/order/%s/page/%d/%d", order, file.Document, page),
	}
}

// originOf says who gave a document, in his words where he wrote some.
func (c *Console) originOf(d predate.Document) string {
	who := map[predate.Origin]string{predate.FromClient: "client", predate.FromExtranet: "extranet", predate.FromOperator: "opérateur"}[d.Origin]
	if d.Comment != "" {
		who += " : " + d.Comment
	}
	return who + ", le " + wording.Day(predate.DateOf(d.Collected.In(c.zone)))
}

// fatesOf is what became of a document.
func fatesOf(d predate.ReadDocument) []state {
	var out []state
	for _, one := range []struct {
		is    bool
		state state
	}{
		{d.Foreign, state{"warn", "d’un autre immeuble"}},
		{d.DuplicateOf != "", state{"none", "double de " + d.DuplicateOf}},
		{d.SupersededBy != "", state{"none", "remplacée par " + d.SupersededBy}},
		{d.Unreadable != "", state{"bad", "illisible : " + d.Unreadable}},
		{len(d.UnreadPages) > 0, state{"bad", number(len(d.UnreadPages), "page illisible", "pages illisibles")}},
	} {
		if one.is {
			out = append(out, one.state)
		}
	}
	if len(out) == 0 {
		out = []state{{"good", "lue"}}
	}
	return out
}

// partOf is one paper of a document.
func partOf(order predate.OrderID, known predate.Statement, file reading.File, d predate.ReadDocument, part predate.Part) partView {
	view := partView{
		First: part.First, Last: part.Last, Pages: pageRange(part.First, part.Last), Kind: typeset.KindName(part.Kind),
		Exercise: compute.ExerciseOf(known, d, part).Label(), Sheet: sheetAt(order, file, part.First),
	}
	if part.First == 1 {
		view.Printed = dayOf(d.Printed)
	}
	for _, c := range d.Corrections {
		if c.Holds(part.First, part.Last) && c.About == predate.RemarkDay {
			view.Printed = wording.Day(c.Day())
		}
	}
	for i, reason := range part.Reasons {
		if i > 0 {
			view.Why += ", "
		}
		view.Why += strings.NewReplacer("« ", "«\u202f", " »", "\u202f»").Replace(reason) // no line ends within quotation marks
	}
	switch {
	case part.Foreign && !d.Foreign:
		view.Fates = append(view.Fates, state{"warn", "d’un autre immeuble"})
	case part.Doubtful:
		view.Fates = append(view.Fates, state{"warn", "peut-être d’un autre immeuble"})
	}
	if part.Draft {
		view.Fates = append(view.Fates, state{"none", "projet"})
	}
	return view
}

// dayOf writes a day; "" for none.
func dayOf(d predate.Date) string {
	if d.IsZero() {
		return ""
	}
	return wording.Day(d)
}

func pageRange(first, last int) string {
	if first == last {
		return fmt.Sprintf("p. %d", first)
	}
	return fmt.Sprintf("p. %d–%d", first, last)
}

// hits finds what the visit looks for in all papers.
func (c *Console) hits(v *visit, p desk.Papers, view *papersView) error {
	if view.Query == "" {
		return nil
	}
	found, err := c.searched(v, p)
	if err != nil {
		return err
	}
	const shown = 60
	view.Found = fmt.Sprintf("%d endroits", len(found))
	switch {
	case len(found) == 0:
		view.Found = "nulle part"
	case len(found) == 1:
		view.Found = "1 endroit"
	case len(found) > shown:
		found = found[:shown]
		view.Found += fmt.Sprintf(", les %d premiers", shown)
	}
	for _, h := range found {
		address := fmt.Sprintf("/order/%s/page/%d/%d", p.Order.ID, h.Document, h.Page)
		view.Hits = append(view.Hits, hitView{File: h.File, Around: h.Around, Page: h.Page, Show: address + "?" + v.queryOf()})
	}
	return nil
}
