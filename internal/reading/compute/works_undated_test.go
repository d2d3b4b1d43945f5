package compute

import (
	"testing"

	"predate"
)

// TestWorksWithoutADayBesideMinutesHalfRead: annexe 5 names works of no meeting, and
// their vote may be in minutes of which a scan lost the points; they are older where
// every point was read.
func TestWorksWithoutADayBesideMinutesHalfRead(t *testing.T) {
	for name, c := range map[string]struct {
		outcome predate.VoteOutcome
		want    predate.Status
	}{
		"every point read":     {predate.VoteAdopted, predate.StatusConfirmed},
		"a point of which not": {predate.VoteUnknown, predate.StatusMissing},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			alter(s, "annexe-5.pdf", predate.FactOpenWorks, func(w predate.OpenWorks) predate.Value {
				return append(append(predate.OpenWorks{}, w...), predate.OpenWork{Title: "Verrière", Key: "Charges générales", Voted: 100_000, Done: 100_000, Received: 100_000})
			})
			alter(s, "pv-2025.pdf", predate.FactResolutions, func(list predate.Resolutions) predate.Value {
				list = append(predate.Resolutions{}, list...)
				list[0].Outcome = c.outcome
				return list
			})
			if got := Compute(s.in).Figures[predate.KeyVotedWorks].Status; got != c.want {
				t.Errorf("the works are %s, want %s", got, c.want)
			}
		})
	}
}
