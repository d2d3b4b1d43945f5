package typeset

import (
	"testing"

	"predate"
)

// TestFiguresAreSaidInFull writes what a value alone leaves out: the day of a meeting,
// the exercise of accounts that are approved, the fate of works and of resolutions.
func TestFiguresAreSaidInFull(t *testing.T) {
	on := predate.Date{Year: 2026, Month: 4, Day: 16}
	year := predate.Period{From: predate.Date{Year: 2025, Month: 1, Day: 1}, To: predate.Date{Year: 2025, Month: 12, Day: 31}}
	for want, f := range map[string]predate.Figure{
		"assemblée ordinaire du 16\u00a0avril\u00a02026": {Key: predate.FactMeeting, Value: predate.Text("ordinaire"), AsOf: on},
		"assemblée du 16\u00a0avril\u00a02026":           {Key: predate.FactMeeting, Value: predate.Text(""), AsOf: on},
		"comptes 2025 approuvés":                         {Key: predate.FactApproval, Value: predate.Flag(true), Year: year, AsOf: on},
		"comptes 2025 refusés":                           {Key: predate.FactApproval, Value: predate.Flag(false), Year: year, AsOf: on},
		"Cour, 12,00\u00a0€, voté le 16/04/2026 ; Toit, 20,00\u00a0€, rejeté le 16/04/2026": {
			Key: predate.KeyVotedWorks, Value: predate.WorkList{{Title: "Cour", Amount: 1200, VotedOn: on, Adopted: true}, {Title: "Toit", Amount: 2000, VotedOn: on}},
		},
		"n° 2 Comptes, adoptée, 12,00\u00a0€ ; n° 3 Quitus, rejetée": {
			Key: predate.FactResolutions, Value: predate.Resolutions{{Number: "2", Title: "Comptes", Outcome: predate.VoteAdopted, Amount: 1200}, {Number: "3", Title: "Quitus", Outcome: predate.VoteRejected}},
		},
	} {
		if got := FigureLine(f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
