package lexicon

import (
	"slices"
	"testing"

	"predate"
)

func TestNatureOfNarrowestHolds(t *testing.T) {
	for _, c := range []struct {
		said []ID
		want predate.Nature
	}{
		{nil, predate.NatureUnknown},
		{[]ID{"call_for_funds"}, predate.NatureUnknown},
		{[]ID{"nature_works", "nature_works_fund"}, predate.NatureWorksFund},
		{[]ID{"nature_current", "nature_works"}, predate.NatureWorks},
		{[]ID{"nature_current", "private_fees"}, predate.NatureFees},
		{[]ID{"nature_works", "nature_loan"}, predate.NatureLoan},
	} {
		if got := NatureOf(func(id ID) bool { return slices.Contains(c.said, id) }); got != c.want {
			t.Errorf("words that say %v are for %q, want %q", c.said, got, c.want)
		}
	}
}
