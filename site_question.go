package predate

import (
	"context"
	"time"
)

// SiteQuestion is what an extranet asks of a person in the middle of a login.
type SiteQuestion struct {
	Kind  QuestionKind
	Words string // the site's own, scrubbed; may be empty
	Image []byte // PNG: the captcha, and nothing else of the page; none for a code
}

// QuestionKind is what kind of question an extranet asks.
type QuestionKind string

// The kinds of questions.
const (
	AsksCaptcha QuestionKind = "captcha"
	AsksCode    QuestionKind = "code"
)

// AskPerson asks a person of ours, and returns what he typed. ErrNotFound means that
// nobody is there, or that he did not answer in time.
type AskPerson = func(ctx context.Context, question SiteQuestion) (Secret, error)

// PersonPatience is how long the questions of one collection wait for a person, all
// together.
const PersonPatience = 5 * time.Minute
