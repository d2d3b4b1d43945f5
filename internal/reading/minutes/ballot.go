package minutes

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
)

// ballotOf reads the vote of a point.
func ballotOf(w paper.Meaning, p Point) decision.Ballot {
	var b decision.Ballot
	if w.Words == nil {
		return b
	}
	for _, r := range append([]paper.Row{p.Head}, p.Body...) {
		b.Note(verdictIn(w, r))
		countVotes(w, &b, r)
	}
	text := p.Head.Folded + " " + p.BodyText()
	b.Simple = w.Says(text, "majority_24") && !w.Says(text, "majority_25", "majority_25_1", "majority_26", "majority_26_1", "majority_unanimity")
	return b
}

// verdictIn returns the outcome that a row, or its last part, says and nothing
// besides; empty for none.
func verdictIn(w paper.Meaning, r paper.Row) predate.VoteOutcome {
	segments := r.Segments(0)
	if len(segments) == 0 {
		return ""
	}
	return verdictOf(w, segments[len(segments)-1].Text)
}

// withoutVerdict returns the title of a point without the outcome that its row
// bears at the end.
func withoutVerdict(w paper.Meaning, p Point) string {
	segments := p.Head.Segments(0)
	if w.Words == nil || len(segments) < 2 || verdictIn(w, p.Head) == "" {
		return p.Title
	}
	return decision.Title(strings.TrimSuffix(p.Title, segments[len(segments)-1].Text))
}

// verdictOf returns the outcome that words say; empty where they say more.
func verdictOf(w paper.Meaning, words string) predate.VoteOutcome {
	words = strings.Trim(fold.Text(words), " .:;,→>[]()*-–—")
	for _, v := range []struct {
		concept lexicon.ID
		outcome predate.VoteOutcome
	}{
		{"verdict_rejected", predate.VoteRejected},
		{"verdict_adopted", predate.VoteAdopted},
		{"verdict_postponed", predate.VotePostponed},
		{"verdict_withdrawn", predate.VoteNone},
		{"verdict_no_vote", predate.VoteNone},
	} {
		if w.Is(words, v.concept) {
			return v.outcome
		}
	}
	return ""
}

var (
	partsOfVotes = regexp.MustCompile(`[|;]`)
	voteCount    = regexp.MustCompile(`(/ ?|sur )?(\d{1,3}(?: \d{3})+|\d+)`)
)

// countVotes reads the votes that a row counts: those for and against, each after
// its name. A second vote takes the place of the first (art. 25-1).
func countVotes(w paper.Meaning, b *decision.Ballot, r paper.Row) {
	label := lexicon.ID("")
	for _, cell := range r.Segments(0) {
		for _, part := range partsOfVotes.Split(fold.Text(cell.Text), -1) {
			named, rest := votesNamed(w, strings.TrimSpace(part))
			if named != "" {
				label = named
			}
			if named == "votes_for" {
				b.Favour, b.Against = nil, nil
			}
			for _, m := range voteCount.FindAllStringSubmatch(rest, -1) {
				n, err := strconv.ParseInt(strings.ReplaceAll(m[2], " ", ""), 10, 64)
				switch {
				case err != nil || m[1] != "":
				case label == "votes_for":
					b.Favour = append(b.Favour, n)
				case label == "votes_against":
					b.Against = append(b.Against, n)
				}
			}
		}
	}
}

// votesNamed returns the side that words begin by naming, and the words after.
func votesNamed(w paper.Meaning, part string) (lexicon.ID, string) {
	sides := []lexicon.ID{"votes_for", "votes_against", "votes_abstained"}
	for _, s := range w.Words.Starts(w.Words.Text(part), lexicon.Context{Kind: w.Kind}) {
		if slices.Contains(sides, s.Concept) {
			return s.Concept, strings.Join(strings.Fields(part)[s.To:], " ")
		}
	}
	return "", part
}
