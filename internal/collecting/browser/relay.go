package browser

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"

	"predate"
)

// mostHeld is how many sessions wait for a person, or were answered by one, at once.
const mostHeld = 2

// errNobody: no person can be asked, or none answered in time.
var errNobody = errors.New("nobody answers what the site asks")

// posed is what a page asks of a person. The elements that belong to it are marked.
type posed struct {
	Kind  predate.QuestionKind
	Words string
	Send  bool // it has something to click behind the field
}

// The marks of the elements of a question.
const (
	markedField = `[data-predate-ask="field"]`
	markedImage = `[data-predate-ask="image"]`
	markedSend  = `[data-predate-ask="send"]`
)

// posedScript looks for a field that takes a code, or the letters of an image beside
// it. What other widgets ask nobody can answer from elsewhere.
const posedScript = `(() => { const seen = e => e.offsetParent !== null; const all = s => Array.from(document.querySelectorAll(s)).filter(seen);
document.querySelectorAll('[data-predate-ask]').forEach(e => e.removeAttribute('data-predate-ask'));
let kind = 'code', field = all("input[autocomplete='one-time-code'], input[name='otp']")[0];
if (!field) { const image = all("img[src*='captcha' i], img[id*='captcha' i], img[class*='captcha' i], img[alt*='captcha' i]").find(e => e.getBoundingClientRect().width <= 800 && e.getBoundingClientRect().height <= 400);
 field = image && all("input[name*='captcha' i], input[id*='captcha' i]").find(e => e.type === 'text'); kind = 'captcha';
 if (field) image.dataset.predateAsk = 'image'; }
if (!field) return {Kind: '', Words: '', Send: false};
field.value = '';
field.dataset.predateAsk = 'field';
const around = field.closest('fieldset, form') ?? document.body;
const send = Array.from(around.querySelectorAll("button, input[type='submit'], input[type='image'], span[onclick], a[onclick]")).filter(seen)[0];
if (send && kind === 'code') send.dataset.predateAsk = 'send';
const label = field.labels && field.labels[0]; const said = kind === 'captcha' && label ? label.innerText : around.innerText;
return {Kind: kind, Words: (said ?? '').replace(/\s+/g, ' ').trim().slice(0, 1000), Send: Boolean(send) && kind === 'code'}; })()`

// posed looks for what the page asks of a person; the zero value for nothing.
func (v *visit) posed() posed {
	q, err := chromedp.Run(v.ctx, chromedp.Evaluate[posed](posedScript))
	if err != nil {
		return posed{}
	}
	return q
}

// patiently gives all the questions of one collection the patience of one person, from
// the first on; end lets go of it. Nobody to ask stays nobody.
func patiently(ask predate.AskPerson) (patient predate.AskPerson, end func()) {
	if ask == nil {
		return nil, func() {}
	}
	var limited context.Context
	release := func() {} // until the first question
	return func(ctx context.Context, question predate.SiteQuestion) (predate.Secret, error) {
		if limited == nil {
			limited, release = context.WithTimeout(ctx, predate.PersonPatience)
		}
		return ask(limited, question)
	}, func() { release() }
}

// ask has a person answer what the page asks. The session is held meanwhile, and
// the next collection has its turn.
func (v *visit) ask(q posed) (string, error) {
	if v.job.Ask == nil {
		return "", errNobody
	}
	question := predate.SiteQuestion{Kind: q.Kind, Words: v.scrub(q.Words)}
	if q.Kind == predate.AsksCaptcha {
		drawn, err := chromedp.Run(v.ctx, chromedp.Screenshot(chromedp.CSS(markedImage)))
		if err != nil {
			return "", errNobody
		}
		question.Image = drawn
	}
	var typed predate.Secret
	err := v.aside(func() (err error) {
		typed, err = v.job.Ask(v.ctx, question)
		return err
	})
	if err != nil || typed == "" {
		return "", errNobody
	}
	v.typed = append(v.typed, typed.Reveal())
	return typed.Reveal(), nil
}

// captcha asks for what an image beside the form says, before anything is filled.
func (v *visit) captcha() (answer string, _ *predate.Failure) {
	q := v.posed()
	if q.Kind != predate.AsksCaptcha {
		return "", nil
	}
	answer, err := v.ask(q)
	if err != nil {
		return "", v.fail(predate.Captcha, err.Error())
	}
	return answer, nil
}

// entered says what stands in the way behind the form that was sent, once a person
// gave the codes that the site asked for.
func (v *visit) entered(otherwise predate.FailureCode, captcha bool) *predate.Failure {
	failure := v.look(otherwise)
	for failure.Code == predate.SecondFactor {
		q := v.posed()
		if q.Kind != predate.AsksCode {
			return failure
		}
		code, err := v.ask(q)
		if err != nil {
			return failure
		}
		if err := v.give(q, code); err != nil {
			return v.fail(predate.SiteUnavailable, "the answer to the code did not come")
		}
		failure = v.look(otherwise)
	}
	if captcha && v.posed().Kind == predate.AsksCaptcha && failure.Code != predate.AccountLocked && !ofPassword(failure.Message) {
		said := failure.Message
		failure = v.fail(predate.Captcha, "the captcha was refused")
		failure.Message, failure.Final = said, true // another try would send the password again
	}
	return failure
}

// ofPassword reports whether a site that refused a form speaks of the password alone. A
// sentence that speaks of the image too proves nothing against the password, which
// would be erased.
func ofPassword(said string) bool {
	password, image := regexp.MustCompile(`(?i)mot de passe|identifiant`), regexp.MustCompile(`(?i)captcha|image|caract[èe]re|chiffre|v[ée]rification|code`)
	return password.MatchString(said) && !image.MatchString(said)
}

// give types a code and sends it.
func (v *visit) give(q posed, code string) error {
	if err := v.step(chromedp.SendKeys(chromedp.CSS(markedField), code)); err != nil {
		return err
	}
	if q.Send {
		return v.lead(chromedp.Click(chromedp.CSS(markedSend)))
	}
	return v.lead(chromedp.SendKeys(chromedp.CSS(markedField), "\r"))
}

// masks takes what persons typed out of a text.
func (v *visit) masks(text string) string {
	const shortest = 3 // what is shorter would mask common words
	for _, typed := range v.typed {
		if len(typed) < shortest {
			continue
		}
		text = strings.ReplaceAll(text, typed, "…")
	}
	return text
}
