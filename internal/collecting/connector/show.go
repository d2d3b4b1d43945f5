package connector

import (
	"errors"

	"predate"
	"predate/internal/collecting/author"
)

// show gives a failure that blames the recipe the skeleton of the page that it was
// met at, for whoever mends the recipe.
func (s *session) show(err error) {
	var failure *predate.Failure
	if errors.As(err, &failure) && failure.Code == predate.SiteChanged && s.seen != nil {
		failure.Page = author.Skeleton(s.recipe, s.shown(s.seen), s.masksPersons())
	}
}

// shown is what the skeleton of a page is drawn from.
func (s *session) shown(p *page) author.Page {
	seen := author.Page{Method: p.method, URL: s.maskedURL(p.url), Status: p.status, Media: p.media, Data: p.data, JSON: p.isJSON}
	if p.document != nil {
		seen.Roots = p.document.Nodes
	}
	return seen
}

// masksPersons masks what is known of the order's persons, then the secrets.
func (s *session) masksPersons() func(string) string {
	names := []string{s.request.Username, s.request.Address.Street, s.request.Address.City}
	for _, owner := range s.request.Owners {
		names = append(names, owner.Firstname, owner.Lastname)
	}
	scrubber := author.NewScrubber(names)
	return func(text string) string { return scrubber.Text(s.scrub(text)) }
}
