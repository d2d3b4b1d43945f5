package extract

import (
	"predate"
)

// noticeRules read the notice of a general meeting. Its resolutions are only
// proposed, so that nothing but the day of the meeting is a figure.
func noticeRules() []Rule {
	from := predate.KindMeetingNotice
	return []Rule{
		{"meeting_notice.date", from, predate.KeyNextMeeting, meetingCalled},
	}
}

// meetingCalled reads for which day the meeting is called.
func meetingCalled(doc source) []predate.Figure {
	m := minutes{paper: paperOf(doc)}
	m.readDay()
	if m.date.IsZero() || m.recognised() {
		return nil
	}
	return []predate.Figure{{Value: predate.Day(m.date), Evidence: proof(m.held.Page, m.held.Box, m.held.Text())}}
}
