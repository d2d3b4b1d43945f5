package minutes

import (
	"predate"
	"predate/internal/reading/paper"
)

// Rules returns the rules for the meeting that minutes are of and the one that a notice calls. The
// resolutions of a notice are only proposed, so that nothing but the day is a figure.
func Rules() []paper.Rule {
	return []paper.Rule{
		{Name: "minutes.meeting", From: predate.KindMinutes, Key: predate.FactMeeting, Find: meetingHeld},
		{Name: "meeting_notice.date", From: predate.KindMeetingNotice, Key: predate.KeyNextMeeting, Find: meetingCalled},
	}
}

// meetingCalled reads for which day the meeting is called.
func meetingCalled(doc paper.Source) []predate.Figure {
	m := Minutes{Paper: paper.Of(doc)}
	m.readDay()
	if m.Date.IsZero() || m.Recognised() {
		return nil
	}
	return []predate.Figure{{Value: predate.Day(m.Date), Evidence: paper.Proof(m.held.Page, m.held.Box, m.held.Text())}}
}

// meetingHeld states the day and the kind of the meeting.
func meetingHeld(doc paper.Source) []predate.Figure {
	m := Of(doc)
	if m.Date.IsZero() {
		return nil
	}
	return []predate.Figure{{Value: predate.Text(m.kind), AsOf: m.Date, Evidence: paper.Proof(m.held.Page, m.held.Box, m.held.Text())}}
}
