package predate

import (
	"context"
	"time"
)

// SiteQuestion is a question that an extranet asks during a login and that a person
// must answer.
type SiteQuestion struct {
	Kind  QuestionKind
	Words string // the site's own, scrubbed; may be empty
	Image []byte // PNG: the captcha, and nothing else of the page; none for a code
}

// QuestionKind is the kind of a SiteQuestion.
type QuestionKind string

// The kinds of questions.
const (
	AsksCaptcha QuestionKind = "captcha"
	AsksCode    QuestionKind = "code"
)

// AskPerson shows a question to an operator and returns the answer that he types. It
// returns ErrNotFound if nobody is there or nobody answers in time.
type AskPerson = func(ctx context.Context, question SiteQuestion) (Secret, error)

// PersonPatience is the total time for which the questions of one collection wait for
// answers.
const PersonPatience = 5 * time.Minute
