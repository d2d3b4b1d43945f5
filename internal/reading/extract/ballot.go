package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/lexicon"
)

// ballot is what the rows of a point say of its vote, by the lexicon.
type ballot struct {
	// verdict is the outcome of rows that say nothing else; empty for none,
	// unknown where two differ.
	verdict predate.VoteOutcome
	// favour and against are the counts of the last vote, in the same units.
	favour, against []int64
	// simple reports whether the majority of the votes cast is enough (loi 65-557,
	// art. 24).
	simple bool
}

// ballotOf reads the vote of a point.
func (w wording) ballotOf(p point) ballot {
	var b ballot
	if w.words == nil {
		return b
	}
	for _, r := range append([]row{p.head}, p.body...) {
		b.note(w.verdictIn(r))
		w.count(&b, r)
	}
	text := p.head.text + " " + p.bodyText()
	b.simple = w.says(text, "majority_24") && !w.says(text, "majority_25", "majority_25_1", "majority_26", "majority_26_1", "majority_unanimity")
	return b
}

// note adds an outcome to those that rows say.
func (b *ballot) note(v predate.VoteOutcome) {
	switch {
	case v == "":
	case b.verdict == "":
		b.verdict = v
	case b.verdict != v:
		b.verdict = predate.VoteUnknown
	}
}

// verdictIn returns the outcome that a row, or its last part, says and nothing
// besides; empty for none.
func (w wording) verdictIn(r row) predate.VoteOutcome {
	segments := r.Segments(0)
	if len(segments) == 0 {
		return ""
	}
	return w.verdictOf(segments[len(segments)-1].Text)
}

// withoutVerdict returns the title of a point without the outcome that its row
// bears at the end.
func (w wording) withoutVerdict(p point) string {
	segments := p.head.Segments(0)
	if w.words == nil || len(segments) < 2 || w.verdictIn(p.head) == "" {
		return p.title
	}
	return decision.Title(strings.TrimSuffix(p.title, segments[len(segments)-1].Text))
}

// verdictOf returns the outcome that words say; empty where they say more.
func (w wording) verdictOf(words string) predate.VoteOutcome {
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
		if w.is(words, v.concept) {
			return v.outcome
		}
	}
	return ""
}

var (
	partsOfVotes = regexp.MustCompile(`[|;]`)
	voteCount    = regexp.MustCompile(`(/ ?|sur )?(\d{1,3}(?: \d{3})+|\d+)`)
)

// count reads the votes that a row counts: those for and against, each after
// its name. A second vote takes the place of the first (art. 25-1).
func (w wording) count(b *ballot, r row) {
	label := lexicon.ID("")
	for _, cell := range r.Segments(0) {
		for _, part := range partsOfVotes.Split(fold.Text(cell.Text), -1) {
			named, rest := w.votesNamed(strings.TrimSpace(part))
			if named != "" {
				label = named
			}
			if named == "votes_for" {
				b.favour, b.against = nil, nil
			}
			for _, m := range voteCount.FindAllStringSubmatch(rest, -1) {
				n, err := strconv.ParseInt(strings.ReplaceAll(m[2], " ", ""), 10, 64)
				switch {
				case err != nil || m[1] != "":
				case label == "votes_for":
					b.favour = append(b.favour, n)
				case label == "votes_against":
					b.against = append(b.against, n)
				}
			}
		}
	}
}

// votesNamed returns the side that words begin by naming, and the words after.
func (w wording) votesNamed(part string) (lexicon.ID, string) {
	sides := []lexicon.ID{"votes_for", "votes_against", "votes_abstained"}
	for _, s := range w.words.Starts(w.words.Text(part), lexicon.Context{Kind: w.kind}) {
		if slices.Contains(sides, s.Concept) {
			return s.Concept, strings.Join(strings.Fields(part)[s.To:], " ")
		}
	}
	return "", part
}

// denies reports whether the counts of the votes say otherwise than an outcome:
// no majority adopts what more votes are against, and the majority of the votes
// cast adopts what more votes are for.
func (b ballot) denies(outcome predate.VoteOutcome) bool {
	if len(b.favour) == 0 || len(b.favour) != len(b.against) {
		return false
	}
	for i := range b.favour {
		switch {
		case outcome == predate.VoteAdopted && b.favour[i] < b.against[i]:
		case outcome == predate.VoteRejected && b.simple && b.favour[i] > b.against[i]:
		default:
			return false
		}
	}
	return true
}
