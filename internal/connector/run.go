package connector

import (
	"context"
	"errors"
	"maps"

	"predate"
)

// run is a whole collection, from the login to the last document. Where a new
// session makes what was listed worthless, it is listed once more, and what
// was kept is not fetched again.
func (s *session) run(ctx context.Context, keep Keep) (n int, err error) {
	if err := s.login(ctx); err != nil {
		return 0, err
	}
	known := maps.Clone(s.request.Known)
	if known == nil {
		known = map[string]bool{}
	}
	for {
		s.stale = false
		kept, err := s.pass(ctx, known, keep)
		n += kept
		if !errors.Is(err, errStale) {
			return n, err
		}
	}
}

// pass lists everything, then fetches what is not known.
func (s *session) pass(ctx context.Context, known map[string]bool, keep Keep) (int, error) {
	s.stage = predate.StageList
	if err := s.chooseVariant(ctx); err != nil {
		return 0, err
	}
	places, err := s.choose(ctx)
	if err != nil {
		return 0, err
	}
	s.stage = predate.StageList
	found := &listing{seen: map[string]bool{}}
	for _, at := range places {
		for i := range s.recipe.List {
			if err := s.list(ctx, &s.recipe.List[i], at, found.add(s)); err != nil {
				return 0, err
			}
		}
	}
	if len(found.documents) == 0 {
		return 0, s.fail(predate.EmptyListing, "logged in, and no document")
	}
	s.stage = predate.StageDownload
	return s.fetchAll(ctx, found.documents, known, keep)
}
