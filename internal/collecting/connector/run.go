package connector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"predate"
)

// run is a whole collection, from the login to the last document, and then the
// deposits. Where a new
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
		kept, err := s.pass(ctx, known, keep)
		n += kept
		if errors.Is(err, errStale) {
			continue
		}
		if err != nil && !partial(err) {
			return n, err
		}
		if handed := s.handIn(ctx); err == nil {
			err = handed
		}
		return n, err
	}
}

// partial says that some documents could not be had, and that nothing else is
// wrong: what the client hands in does not wait for them.
func partial(err error) bool {
	code := failureCode(err)
	return code == predate.DownloadFailed || code == predate.DocumentInvalid
}

// pass lists everything, then fetches what is not known.
func (s *session) pass(ctx context.Context, known map[string]bool, keep Keep) (int, error) {
	documents, err := s.survey(ctx)
	if err != nil {
		return 0, err
	}
	if s.request.Listed != nil {
		all := make([]Remote, 0, len(documents))
		for _, doc := range documents {
			all = append(all, doc.Remote)
		}
		if err := s.request.Listed(ctx, all); err != nil {
			return 0, fmt.Errorf("note the listing: %w", err)
		}
	}
	s.stage = predate.StageDownload
	return s.fetchAll(ctx, documents, known, keep)
}

// survey chooses the accounts of the order and lists all their documents, one
// at least.
func (s *session) survey(ctx context.Context) ([]listed, error) {
	s.stale, s.stage, s.leftOut = false, predate.StageList, nil
	if err := s.chooseVariant(ctx); err != nil {
		return nil, err
	}
	var err error
	if s.places, err = s.choose(ctx); err != nil {
		return nil, err
	}
	s.stage = predate.StageList
	found := &listing{}
	for _, at := range s.places {
		for i := range s.recipe.List {
			if err := s.list(ctx, &s.recipe.List[i], at, found.add(s)); err != nil {
				return nil, err
			}
		}
	}
	if !slices.ContainsFunc(found.documents, func(doc listed) bool { return !doc.fileless }) {
		return nil, s.fail(predate.EmptyListing, "logged in, and no document with a file among %d", len(found.documents))
	}
	found.identity.settle(found.documents)
	return found.documents, nil
}
