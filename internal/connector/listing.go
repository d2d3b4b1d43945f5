package connector

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"predate"
)

// listing gathers the documents to fetch, each once.
type listing struct {
	documents []Remote
	seen      map[string]bool
}

// chooseVariant finds which generation of the software answers.
func (s *session) chooseVariant(ctx context.Context) error {
	v := s.recipe.Variants
	if v == nil {
		return nil
	}
	for _, choice := range v.Choices {
		for name, text := range choice {
			s.vars[name] = variable{text, true}
		}
		a, err := s.do(ctx, &v.Probe, nil)
		if err != nil || a.kind != v.NotFound {
			return err
		}
	}
	return s.fail(predate.SiteChanged, "none of the %d known variants answers", len(v.Choices))
}

// list runs a loop over all its pages and everything inside it.
func (s *session) list(ctx context.Context, l *loop, scope vars, found *listing) error {
	distinct := map[string]bool{}
	for n := 0; ; n++ {
		if n == maxPages {
			return s.fail(predate.LimitReached, "more than %d pages in one listing", maxPages)
		}
		items, total, err := s.listPage(ctx, l, scope, n)
		if err != nil {
			return err
		}
		before := len(distinct)
		for _, item := range items {
			key, err := json.Marshal(item)
			if err != nil {
				return s.fail(predate.SiteChanged, "item of a listing: %w", err)
			}
			if distinct[string(key)] {
				continue
			}
			distinct[string(key)] = true
			if err := s.item(ctx, l, scope, item, found); err != nil {
				return err
			}
		}
		if l.Pages == nil || total >= 0 && len(distinct) >= total {
			return nil
		}
		if len(distinct) > before {
			continue
		}
		if total > len(distinct) {
			// Going on without the rest would be a silent hole in the dossier.
			return s.fail(predate.SiteChanged, "a listing announces %d items and stops at %d", total, len(distinct))
		}
		return nil
	}
}

// listPage gives the items of the n-th page and how many there are on all of
// them, -1 when the site does not say.
func (s *session) listPage(ctx context.Context, l *loop, scope vars, n int) (items []any, total int, err error) {
	if l.Pages != nil {
		scope = scope.with("page", variable{strconv.Itoa(l.Pages.First + n), true})
	}
	a, err := s.do(ctx, &l.Request, scope)
	if err != nil {
		return nil, 0, err
	}
	if items, err = l.Each.all(ctx, a.data); err != nil {
		return nil, 0, s.fail(predate.SiteChanged, "%w", err)
	}
	total = -1
	if l.Pages != nil {
		text, err := l.Pages.Total.scalar(ctx, a.data)
		if err != nil {
			return nil, 0, s.fail(predate.SiteChanged, "%w", err)
		}
		if count, err := strconv.Atoi(text); err == nil {
			total = count
		}
	}
	return items, total, nil
}

// item goes into one item of a loop.
func (s *session) item(ctx context.Context, l *loop, scope vars, item any, found *listing) error {
	members, ok := item.(map[string]any)
	if !ok {
		return s.fail(predate.SiteChanged, "an item of a listing is a %T", item)
	}
	if l.Skip != nil && l.Skip.holds(ctx, item) {
		return nil
	}
	for name, v := range members {
		switch v.(type) {
		case string, json.Number, int, float64, bool:
			scope = scope.with(l.As+"."+name, variable{text: fmt.Sprint(v)})
		}
	}
	if l.Then != nil {
		if s.forbidden(l.Then, scope) {
			return nil
		}
		return s.list(ctx, l.Then, scope, found)
	}
	doc, err := s.document(ctx, l.Document, scope, item)
	if err != nil {
		return s.fail(predate.SiteChanged, "document of a listing: %w", err)
	}
	if doc.Space == SpaceCouncil || found.seen[doc.ID] {
		return nil
	}
	if len(found.documents) == maxDocuments {
		return s.fail(predate.LimitReached, "more than %d documents", maxDocuments)
	}
	found.seen[doc.ID] = true
	found.documents = append(found.documents, doc)
	return nil
}

// forbidden says whether a folder is the council's already by its name: it is
// then not even opened.
func (s *session) forbidden(inner *loop, scope vars) bool {
	if inner.Document == nil {
		return false
	}
	folder, err := inner.Document.Category.render(s.lookup(scope), plain)
	if err != nil { // the documents themselves will say
		return false
	}
	space, _ := s.recipe.sort(folder, "")
	return space == SpaceCouncil
}

// document reads the fields of one document.
func (s *session) document(ctx context.Context, d *document, scope vars, item any) (Remote, error) {
	var doc Remote
	var date string
	for _, field := range []struct {
		from *program
		to   *string
	}{{d.ID, &doc.ID}, {d.Title, &doc.Title}, {d.Date, &date}, {d.Filename, &doc.Filename}} {
		text, err := field.from.scalar(ctx, item)
		if err != nil {
			return Remote{}, err
		}
		*field.to = text
	}
	if doc.ID == "" {
		return Remote{}, fmt.Errorf("no id")
	}
	var err error
	if doc.Category, err = d.Category.render(s.lookup(scope), plain); err != nil {
		return Remote{}, err
	}
	doc.Date = parseDate(date)
	doc.Space, doc.Hint = s.recipe.sort(doc.Category, doc.Title)
	return doc, nil
}

// sort reads space and hint from the words of the extranet.
func (r *Recipe) sort(folder, title string) (space string, hint predate.DocType) {
	for _, entry := range r.Categories {
		if entry.Category != nil && !entry.Category.MatchString(folder) || entry.Title != nil && !entry.Title.MatchString(title) {
			continue
		}
		if space == "" {
			space = entry.Space
		}
		if hint == 0 {
			hint = entry.Hint
		}
	}
	if space == "" {
		space = SpaceBuilding
	}
	return space, hint
}

// parseDate reads the date of a listing: ISO with or without a time, or day
// first. Anything else is no date: it is only shown, never computed with.
func parseDate(text string) predate.Date {
	text = strings.TrimSpace(text)
	if len(text) > 10 {
		text = text[:10]
	}
	if date, err := predate.ParseDate(text); err == nil {
		return date
	}
	if len(text) == 10 && strings.Count(text, text[2:3]) == 2 && strings.ContainsAny(text[2:3], "/.-") {
		if date, err := predate.ParseDate(text[6:10] + "-" + text[3:5] + "-" + text[0:2]); err == nil {
			return date
		}
	}
	return predate.Date{}
}
