package decision_test

import (
	"testing"

	"predate"
	"predate/internal/reading/decision"
)

// Counts deny an outcome only where they cannot make it; two outcomes of one point are none.
func TestBallot(t *testing.T) {
	for name, c := range map[string]struct {
		ballot  decision.Ballot
		outcome predate.VoteOutcome
		want    bool
	}{
		"adopted by fewer":                    {decision.Ballot{Favour: []int64{10}, Against: []int64{20}}, predate.VoteAdopted, true},
		"adopted by more":                     {decision.Ballot{Favour: []int64{20}, Against: []int64{10}}, predate.VoteAdopted, false},
		"rejected by fewer, simple majority":  {decision.Ballot{Favour: []int64{20}, Against: []int64{10}, Simple: true}, predate.VoteRejected, true},
		"rejected by fewer, another majority": {decision.Ballot{Favour: []int64{20}, Against: []int64{10}}, predate.VoteRejected, false},
		"no counts":                           {decision.Ballot{}, predate.VoteAdopted, false},
		"in one unit only":                    {decision.Ballot{Favour: []int64{10, 30}, Against: []int64{20, 5}}, predate.VoteAdopted, false},
	} {
		if got := c.ballot.Denies(c.outcome); got != c.want {
			t.Errorf("%s: denies %v", name, got)
		}
	}
	var b decision.Ballot
	for _, v := range []predate.VoteOutcome{"", predate.VoteAdopted, predate.VoteAdopted} {
		b.Note(v)
	}
	if b.Verdict != predate.VoteAdopted {
		t.Errorf("verdict %q", b.Verdict)
	}
	if b.Note(predate.VoteRejected); b.Verdict != predate.VoteUnknown {
		t.Errorf("two outcomes are %q", b.Verdict)
	}
}
