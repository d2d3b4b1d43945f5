package decision

import "predate"

// Ballot is what the rows of a point say of its vote.
type Ballot struct {
	// Verdict is the outcome of rows that say nothing else; empty for none,
	// predate.VoteUnknown where two differ.
	Verdict predate.VoteOutcome
	// Favour and Against are the counts of the last vote, in the same units.
	Favour, Against []int64
	// Simple reports whether the majority of the votes cast is enough (loi 65-557,
	// art. 24).
	Simple bool
}

// Note adds an outcome to those that rows say.
func (b *Ballot) Note(v predate.VoteOutcome) {
	switch {
	case v == "":
	case b.Verdict == "":
		b.Verdict = v
	case b.Verdict != v:
		b.Verdict = predate.VoteUnknown
	}
}

// Denies reports whether the counts of the votes say otherwise than an outcome:
// no majority adopts what more votes are against, and the majority of the votes
// cast adopts what more votes are for.
func (b Ballot) Denies(outcome predate.VoteOutcome) bool {
	if len(b.Favour) == 0 || len(b.Favour) != len(b.Against) {
		return false
	}
	for i := range b.Favour {
		switch {
		case outcome == predate.VoteAdopted && b.Favour[i] < b.Against[i]:
		case outcome == predate.VoteRejected && b.Simple && b.Favour[i] > b.Against[i]:
		default:
			return false
		}
	}
	return true
}
