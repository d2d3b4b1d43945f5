package compute

import (
	"testing"

	"predate"
)

// TestMinutesWithoutADayLeaveTheListOpen: a list of meetings without the one whose day a
// scan lost would say that there was no such meeting.
func TestMinutesWithoutADayLeaveTheListOpen(t *testing.T) {
	s := soundDossier()
	p := s.find(t, "pv-2025.pdf")
	p.Printed = predate.Date{}
	for i := range p.Figures {
		if p.Figures[i].Key == predate.FactMeeting {
			p.Figures[i].AsOf = predate.Date{}
		}
	}
	if got := Compute(s.in).Figures[predate.KeyMinutes].Status; got != predate.StatusMissing {
		t.Errorf("the minutes are %s, want missing", got)
	}
}

// TestPagesThatMayBeMinutesLeaveTheListOpen: a file that may be the minutes of another
// meeting leaves the list of meetings to a person.
func TestPagesThatMayBeMinutesLeaveTheListOpen(t *testing.T) {
	s := soundDossier()
	s.in.Documents = append(s.in.Documents, predate.ReadDocument{
		File: "scan.pdf", Parts: []predate.Part{{First: 1, Last: 3, Kind: predate.KindOther, Maybe: []predate.Kind{predate.KindMinutes, predate.KindMeetingNotice}}},
	})
	if got := Compute(s.in).Figures[predate.KeyMinutes].Status; got != predate.StatusMissing {
		t.Errorf("the minutes are %s, want missing", got)
	}
}
