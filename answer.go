package predate

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Saying is the kind of a message of a thread.
type Saying string

// The kinds of messages: an operator asks, or a client answers. An answer never
// becomes a figure by itself.
const (
	SaysAsk          Saying = "asks"
	SaysAbsent       Saying = "does_not_exist"
	SaysUnobtainable Saying = "not_obtainable"
	SaysComment      Saying = "see_comment"
)

// Answer is a client's answer to a gap.
type Answer struct {
	Code, FiscalYear string // of the gap
	Says             Saying
	Comment          string
	By               string // the name that he gives
}

const (
	maxAnswererName  = 100
	maxAnswerComment = 2000
)

// Check returns an Error with CodeInvalid if the answer is malformed.
func (a Answer) Check() error {
	line := func(r rune) bool { return unicode.IsControl(r) }
	lines := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }
	switch {
	case a.Says != SaysAbsent && a.Says != SaysUnobtainable && a.Says != SaysComment:
		return Refuse(CodeInvalid, "Invalid request: answer: must be does_not_exist, not_obtainable or see_comment")
	case a.Code == "":
		return Refuse(CodeInvalid, "Invalid request: code: is required")
	case strings.TrimSpace(a.By) == "" || utf8.RuneCountInString(a.By) > maxAnswererName || strings.ContainsFunc(a.By, line):
		return Refuse(CodeInvalid, "Invalid request: by: must be the name of who answers, in 1 to %d characters", maxAnswererName)
	case utf8.RuneCountInString(a.Comment) > maxAnswerComment || strings.ContainsFunc(a.Comment, lines):
		return Refuse(CodeInvalid, "Invalid request: comment: must have at most %d characters", maxAnswerComment)
	case a.Says == SaysComment && strings.TrimSpace(a.Comment) == "":
		return Refuse(CodeInvalid, "Invalid request: comment: is required with see_comment")
	}
	return nil
}

// Remark returns the kind of correction that records the answer. It returns "" for an
// answer that consists of words alone.
func (a Answer) Remark() Remark {
	switch a.Says {
	case SaysAbsent:
		return RemarkAbsent
	case SaysUnobtainable:
		return RemarkUnobtainable
	}
	return ""
}

// Side is the author's side in a thread: client or operator.
type Side string

// The two sides.
const (
	SideOperator Side = "operator"
	SideClient   Side = "client"
)

// Message is one thing that was asked or answered, in the thread of an order.
type Message struct {
	ID       string // "msg_…"
	Order    OrderID
	Run      RunID
	At       time.Time
	Side     Side
	Who      string // the name
	Operator string // the id of the person; empty for a client and on the command line
	// Code and FiscalYear are those of the gap that it is about.
	Code, FiscalYear string
	Says             Saying
	Words            string
}

// Unheard returns the clients' comments that no operator has followed with a question,
// oldest first.
func Unheard(thread []Message) []Message {
	var out []Message
	for _, m := range thread {
		switch {
		case m.Side == SideOperator:
			out = nil
		case m.Says == SaysComment:
			out = append(out, m)
		}
	}
	return out
}
