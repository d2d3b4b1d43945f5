package connector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"predate"
	"predate/internal/collecting/recipe"
)

// Rehearsal is what a run would have found.
type Rehearsal struct {
	Family    recipe.Family
	Accounts  []Account // all that the login opens; none where the family knows none
	Chosen    []int     // those of the order
	Documents []Remote  // of the owner and the building
	LeftOut   []LeftOut // of what the site lists
	First     *Remote   // the one document that was fetched, to see how; nil for none
}

// LeftOut is what a site lists and a collection leaves.
type LeftOut struct{ What, Why string } // French

// maxLeftOut bounds what a rehearsal tells of what was left out.
const maxLeftOut = 500

// leave notes what is left out, for a rehearsal.
func (s *session) leave(what, why string) {
	if s.tellsLeft && len(s.leftOut) < maxLeftOut {
		s.leftOut = append(s.leftOut, LeftOut{s.message(what), why})
	}
}

// itemText shows an item of a listing, shortened.
func itemText(name string, item map[string]any) string {
	text, err := json.Marshal(item)
	if err != nil {
		return name
	}
	return name + " " + string(text)
}

// Rehearse logs in, chooses, lists, and fetches the first document to see that
// it comes; it keeps nothing. What was found before a failure is given with it.
func (c *Collector) Rehearse(ctx context.Context, request Request) (Rehearsal, error) {
	var found Rehearsal
	request.Deposits = nil
	err := c.within(ctx, request, func(ctx context.Context, s *session) error {
		found.Family = s.recipe.Family()
		s.tellsLeft = true
		if err := s.login(ctx); err != nil {
			return err
		}
		documents, err := s.survey(ctx)
		for errors.Is(err, errStale) {
			documents, err = s.survey(ctx)
		}
		found.Accounts, found.Chosen, found.LeftOut = s.accounts, s.chosen, s.leftOut
		for _, doc := range documents {
			found.Documents = append(found.Documents, doc.Remote)
		}
		if err != nil {
			return err
		}
		s.stage = predate.StageDownload
		first := slices.IndexFunc(documents, func(doc listed) bool { return !doc.fileless }) // there is one
		_, err = s.fetchAll(ctx, documents[first:first+1], map[string]bool{}, func(_ context.Context, doc Remote, r io.Reader) error {
			if _, err := io.Copy(io.Discard, r); err != nil {
				return fmt.Errorf("read document: %w", err)
			}
			found.First = &doc
			return nil
		})
		return err
	})
	return found, err
}
