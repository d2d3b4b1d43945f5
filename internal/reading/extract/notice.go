package extract

import (
	"predate"
	"predate/internal/reading/paper"
)

// meetingRules read which meeting minutes are of, and for which day a notice calls one. The
// resolutions of a notice are only proposed, so that nothing but the day is a figure.
func meetingRules() []paper.Rule {
	return []paper.Rule{
		{Name: "minutes.meeting", From: predate.KindMinutes, Key: predate.FactMeeting, Find: meetingHeld},
		{Name: "meeting_notice.date", From: predate.KindMeetingNotice, Key: predate.KeyNextMeeting, Find: meetingCalled},
	}
}

// meetingCalled reads for which day the meeting is called.
func meetingCalled(doc paper.Source) []predate.Figure {
	m := minutes{Paper: paper.Of(doc)}
	m.readDay()
	if m.date.IsZero() || m.Recognised() {
		return nil
	}
	return []predate.Figure{{Value: predate.Day(m.date), Evidence: paper.Proof(m.held.Page, m.held.Box, m.held.Text())}}
}

// meetingHeld states the day and the kind of the meeting.
func meetingHeld(doc paper.Source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	return []predate.Figure{{Value: predate.Text(m.kind), AsOf: m.date, Evidence: paper.Proof(m.held.Page, m.held.Box, m.held.Text())}}
}
