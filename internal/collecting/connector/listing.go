package connector

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"predate"
	"predate/internal/collecting/recipe"
)

// listed is a document with the variables of the loops around it.
type listed struct {
	Remote
	scope    recipe.Vars
	unsure   bool // another document has its name: it is fetched even when that is known
	fileless bool // the site has no file of it
}

// listing gathers the documents to fetch, each once.
type listing struct {
	documents []listed
	identity  identity
}

// place is where a loop stands: the variables of the loops around it, and
// their items as the programs of the inner loops see them.
type place struct {
	scope recipe.Vars
	outer map[string]any
}

// chooseVariant finds which generation of the software answers.
func (s *session) chooseVariant(ctx context.Context) error {
	v := s.recipe.Variants
	if v == nil {
		return nil
	}
	for _, choice := range v.Choices {
		for name, text := range choice {
			s.vars[name] = recipe.Variable{Text: text, From: recipe.ByUs}
		}
		a, err := s.do(ctx, &v.Probe, nil)
		if err != nil || a.kind != v.NotFound {
			return err
		}
	}
	return s.fail(predate.SiteChanged, "none of the %d known variants answers", len(v.Choices))
}

// leaf takes what a loop ends with: an account, or a document.
type leaf func(ctx context.Context, l *recipe.Loop, at place, item map[string]any) error

// list runs a loop over all its pages and everything inside it.
func (s *session) list(ctx context.Context, l *recipe.Loop, at place, end leaf) error {
	if l.Request == nil {
		return s.listGiven(ctx, l, at, end)
	}
	count := &tally{seen: map[string]bool{}}
	turn := s.firstTurn(l)
	for n := 0; turn != nil; n++ {
		if n == maxPages {
			return s.fail(predate.LimitReached, "more than %d pages in one listing", maxPages)
		}
		got, err := s.listPage(ctx, l, at, *turn)
		if err != nil {
			return err
		}
		fresh, err := count.page(got.items)
		if err != nil {
			return s.fail(predate.SiteChanged, "%w", err)
		}
		on := place{at.scope.With("page", turn.value), at.outer}
		for _, item := range fresh {
			if err := s.item(ctx, l, on, item, end); err != nil {
				return err
			}
		}
		if turn, err = s.nextTurn(l, *turn, got, count); err != nil {
			return err
		}
	}
	return nil
}

// listGiven runs a loop whose items are known already: the recipe names them,
// or an earlier step took them.
func (s *session) listGiven(ctx context.Context, l *recipe.Loop, at place, end leaf) error {
	var items []any
	for _, fixed := range l.Over {
		item := make(map[string]any, len(fixed))
		for name, text := range fixed {
			item[name] = text
		}
		items = append(items, item)
	}
	if l.Data != nil {
		text, err := l.Data.Text(s.lookup(at.scope))
		var data any
		if err == nil {
			err = decodeJSON([]byte(text), &data)
		}
		if err == nil {
			items, err = l.Each.All(ctx, data)
		}
		if err != nil {
			return s.fail(predate.SiteChanged, "%w", err)
		}
	}
	count := &tally{seen: map[string]bool{}}
	fresh, err := count.page(items)
	if err != nil {
		return s.fail(predate.SiteChanged, "%w", err)
	}
	for _, item := range fresh {
		if err := s.item(ctx, l, at, item, end); err != nil {
			return err
		}
	}
	return nil
}

// item goes into one item of a loop.
func (s *session) item(ctx context.Context, l *recipe.Loop, at place, item map[string]any, end leaf) error {
	own := item
	item = maps.Clone(item)
	for name, above := range at.outer {
		if _, has := item[name]; !has {
			item[name] = above
		}
	}
	if l.Skip != nil && l.Skip.Holds(ctx, item) {
		s.leave(itemText(l.As, own), "la recette l’écarte (skip)")
		return nil
	}
	inner := place{maps.Clone(at.scope), maps.Clone(at.outer)}
	if inner.scope == nil {
		inner = place{recipe.Vars{}, map[string]any{}}
	}
	inner.outer[l.As] = item
	for name, v := range item {
		switch v.(type) {
		case string, json.Number, int, float64, bool:
			from := recipe.BySite
			if l.Rows.Links(name) {
				from = recipe.SiteLink
			}
			inner.scope[l.As+"."+name] = recipe.Variable{Text: fmt.Sprint(v), From: from}
		}
	}
	if len(l.Then) == 0 {
		return end(ctx, l, inner, item)
	}
	for i := range l.Then {
		if s.forbidden(&l.Then[i], inner.scope) {
			continue
		}
		if err := s.list(ctx, &l.Then[i], inner, end); err != nil {
			return err
		}
	}
	return nil
}

// add keeps a document of a listing, unless it is the council's or was met
// before.
func (found *listing) add(s *session) leaf {
	return func(ctx context.Context, l *recipe.Loop, at place, item map[string]any) error {
		doc, err := s.document(ctx, l.Document, at.scope, item)
		if err != nil {
			return s.fail(predate.SiteChanged, "document of a listing: %w", err)
		}
		if doc.Space == recipe.SpaceCouncil {
			s.leave(doc.Category+" · "+doc.Title, "espace du conseil syndical")
			return nil
		}
		one := listed{Remote: doc, scope: at.scope.With("document.id", recipe.Variable{Text: doc.ID, From: recipe.BySite})}
		if fileless := l.Document.Fileless; fileless != nil && fileless.Holds(ctx, item) {
			one.fileless = true
			one.Hint = cmp.Or(one.Hint, predate.TypeOther) // what has no file bears no figure
			s.leave(doc.Category+" · "+doc.Title, "citée sans fichier")
		}
		if found.identity.name(s, &one) {
			s.leave(doc.Category+" · "+doc.Title, "déjà citée, demandée de la même façon")
			return nil
		}
		if len(found.documents) == maxDocuments {
			return s.fail(predate.LimitReached, "more than %d documents", maxDocuments)
		}
		found.documents = append(found.documents, one)
		return nil
	}
}

// forbidden says whether a folder is the council's already by its name: it is
// then not even opened.
func (s *session) forbidden(inner *recipe.Loop, scope recipe.Vars) bool {
	if inner.Document == nil {
		return false
	}
	folder, err := inner.Document.Category.Text(s.lookup(scope))
	if err != nil { // the documents themselves will say
		return false
	}
	space, _ := s.recipe.Sort(folder, "")
	if space == recipe.SpaceCouncil {
		s.leave(folder, "dossier du conseil syndical, non ouvert")
	}
	return space == recipe.SpaceCouncil
}

// document reads the fields of one document.
func (s *session) document(ctx context.Context, d *recipe.Document, scope recipe.Vars, item any) (Remote, error) {
	var doc Remote
	var date string
	for _, field := range []struct {
		from *recipe.Program
		to   *string
	}{{d.ID, &doc.ID}, {d.Title, &doc.Title}, {d.Date, &date}, {d.Filename, &doc.Filename}, {d.Space, &doc.Space}} {
		if field.from == nil {
			continue
		}
		text, err := field.from.Scalar(ctx, item)
		if err != nil {
			return Remote{}, err
		}
		*field.to = text
	}
	if doc.Title = recipe.Squeeze(doc.Title); doc.ID == "" || doc.Title == "" {
		return Remote{}, errors.New("no id, or no title")
	}
	var err error
	if doc.Category, err = d.Category.Text(s.lookup(scope)); err != nil {
		return Remote{}, err
	}
	doc.Date = parseDate(date)
	return doc, placed(s.recipe, d, &doc)
}

// placed says in which space a document is, and what it may be. Where the site
// names the spaces itself, another word than those is none; where only the names
// of folders say it, a document without one may be the council's.
func placed(r *recipe.Recipe, d *recipe.Document, doc *Remote) error {
	space, hint := r.Sort(doc.Category, doc.Title)
	doc.Hint = hint
	switch {
	case d.Space == nil && !strings.ContainsFunc(doc.Category, unicode.IsLetter):
		return errors.New("no folder's name, and nothing else says whose space it is")
	case d.Space != nil && !slices.Contains([]string{recipe.SpaceOwner, recipe.SpaceBuilding, recipe.SpaceCouncil}, doc.Space):
		return errors.New("the site names no space that the recipe knows")
	case d.Space == nil || space == recipe.SpaceCouncil: // a folder's name may only shut out more
		doc.Space = space
	}
	return nil
}

// turn is one page of a listing to ask for.
type turn struct {
	step  *recipe.Step
	value recipe.Variable // of "page"
	n     int             // how many were asked before
	seen  map[string]bool
}

// got is what one page of a listing gave.
type got struct {
	items []any
	total int    // how many there are on all pages, -1 when the site does not say
	next  string // what the page says of the next
	from  recipe.Origin
}

func (s *session) firstTurn(l *recipe.Loop) *turn {
	first := &turn{step: l.Request, value: recipe.Variable{Text: "", From: recipe.ByNothing}, seen: map[string]bool{}}
	if l.Pages != nil && l.Pages.Next == nil {
		first.value = recipe.Variable{Text: strconv.Itoa(l.Pages.First), From: recipe.ByUs}
	}
	return first
}

// listPage gives the items of one page.
func (s *session) listPage(ctx context.Context, l *recipe.Loop, at place, t turn) (got, error) {
	scope := at.scope
	if l.Pages != nil {
		scope = scope.With("page", t.value)
	}
	a, err := s.do(ctx, t.step, scope)
	if err != nil {
		return got{}, err
	}
	g := got{total: -1}
	data := a.data
	if l.Rows != nil {
		if g.items, err = a.page.rows(ctx, l.Rows); err != nil {
			return got{}, s.fail(predate.SiteChanged, "%w", err)
		}
		data = g.items
	}
	if l.Each != nil {
		if g.items, err = l.Each.All(ctx, data); err != nil {
			return got{}, s.fail(predate.SiteChanged, "%w", err)
		}
	}
	if l.Pages == nil {
		return g, nil
	}
	if l.Pages.Announced != nil {
		text, err := l.Pages.Announced.Text(s.lookup(scope))
		if err == nil {
			g.total, err = countOf(text)
		}
		if err != nil {
			return got{}, s.fail(predate.SiteChanged, "announced: %w", err)
		}
	}
	return g, s.around(ctx, l.Pages, a.page, &g)
}

// countOf reads how many items a site says that there are. What is no count is
// none: taken for unknown, it would let a part of the dossier go unmissed.
func countOf(text string) (int, error) {
	count, err := strconv.Atoi(text)
	if err != nil || count < 0 {
		return 0, errors.New("the site gives no count where it announces one")
	}
	return count, nil
}

// around reads what a page says of the pages around it.
func (s *session) around(ctx context.Context, pages *recipe.Pages, p *page, g *got) error {
	if pages.Total != nil {
		text, err := pages.Total.Scalar(ctx, p.data)
		if err == nil {
			g.total, err = countOf(text)
		}
		if err != nil {
			return s.fail(predate.SiteChanged, "total: %w", err)
		}
	}
	if pages.Next != nil {
		next, err := p.take(ctx, pages.Next)
		if err != nil {
			return s.fail(predate.SiteChanged, "next page: %w", err)
		}
		g.next, g.from = next.Text, next.From
	}
	return nil
}

// nextTurn gives the next page to ask for, nil after the last. Going on without
// a part of what the site announced would be a silent hole in the dossier.
func (s *session) nextTurn(l *recipe.Loop, t turn, g got, count *tally) (*turn, error) {
	if l.Pages == nil {
		return nil, nil
	}
	short := s.fail(predate.SiteChanged, "a listing announces %d items and stops at %d", g.total, count.rows)
	t.n++
	if l.Pages.Then != nil {
		t.step = l.Pages.Then
	}
	numbered := l.Pages.Next == nil
	switch {
	case !numbered && t.n > 1 && len(g.items) == 0:
		return nil, s.fail(predate.SiteChanged, "a listing announces one page more, which is empty")
	case g.total >= 0 && count.rows >= g.total && len(count.seen) <= g.total: // more than announced: there may be more still
		return nil, nil
	case numbered && count.fresh > 0:
		t.value = recipe.Variable{Text: strconv.Itoa(l.Pages.First + t.n*max(1, l.Pages.Step)), From: recipe.ByUs}
		return &t, nil
	case g.total > count.rows && g.next == "":
		return nil, short
	case len(g.items) > 0 && count.fresh == 0 && (!numbered || l.Pages.Empty), t.seen[g.next]:
		return nil, s.fail(predate.SiteChanged, "a listing gives again what it gave")
	case g.next == "":
		return nil, nil
	}
	t.seen[g.next] = true
	t.value = recipe.Variable{Text: g.next, From: g.from}
	return &t, nil
}
