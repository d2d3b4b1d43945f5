package compute

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// listed puts a paper on the shelf that the extranet lists and that nobody could
// open there.
func (s *shelf) listed(title string, guess predate.Kind, printed string) {
	d := predate.ReadDocument{File: title, Listed: true, Guess: guess, Unreadable: "l’extranet donne une page à la place du fichier"}
	if printed != "" {
		d.Printed = date(printed)
	}
	s.in.Documents = append(s.in.Documents, d)
}

// TestAListedPaperIsNamed: what an extranet lists and does not give is never
// taken for absent. It is named to the reader with its reason, to an operator
// where a figure may hang on it, and no figure is derived in its stead.
func TestAListedPaperIsNamed(t *testing.T) {
	for _, c := range []struct {
		title, printed string
		guess          predate.Kind
		review         bool
		missing        []predate.Key
	}{
		{title: "DTA", guess: predate.KindAsbestos, missing: []predate.Key{predate.KeyAsbestosReport}},
		{title: "Document 12", review: true, missing: []predate.Key{predate.KeyAsbestosReport, predate.KeyLeadReport}},
		{title: "Appel de fonds T3", guess: predate.KindFundCall, printed: "2026-05-16", review: true, missing: []predate.Key{predate.KeyFutureBudget}},
		{title: "Relevé de compte", guess: predate.KindAccountStatement, review: true},
	} {
		s := soundDossier()
		s.listed(c.title, c.guess, c.printed)
		got := Compute(s.in)
		said := func(list []string) bool {
			return slices.ContainsFunc(list, func(text string) bool {
				return strings.Contains(text, "« "+c.title+" »") && strings.Contains(text, "à la place du fichier")
			})
		}
		if !said(wording.All(got.Outcome.Warnings)) {
			t.Errorf("%s: the reader is not told: %q", c.title, wording.All(got.Outcome.Warnings))
		}
		if said(wording.All(got.Outcome.Reasons)) != c.review {
			t.Errorf("%s: operator's reasons %q", c.title, wording.All(got.Outcome.Reasons))
		}
		for _, key := range c.missing {
			if f := got.Figure(key); f.Status != predate.StatusMissing {
				t.Errorf("%s: %s is %s", c.title, key, f.Status)
			}
		}
	}
}

// TestAnOlderListedPaperChangesNothing: a call for funds that is older than those
// that were read says nothing of what is to come.
func TestAnOlderListedPaperChangesNothing(t *testing.T) {
	s := soundDossier()
	want := Compute(s.in).Figure(predate.KeyFutureBudget)
	s.listed("Appel de fonds 2019", predate.KindFundCall, "2019-01-04")
	if got := Compute(s.in).Figure(predate.KeyFutureBudget); got.Status != want.Status || !want.Known() {
		t.Errorf("%s, want %s", got.Status, want.Status)
	}
}
