package browser

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"

	"predate"
)

// facts is what is looked at in a page.
type facts struct {
	Path    string
	Text    string
	Error   string // of the site, in its own place
	Captcha bool
	Code    bool // asks for one
	Login   bool // has a password to fill
}

const lookScript = `(() => { const has = s => !!document.querySelector(s); const e = document.querySelector('.erreur, #WDERREUR');
return {Path: location.pathname, Text: (document.body ? document.body.innerText : '').slice(0, 2000), Error: e ? e.textContent.trim().slice(0, 300) : '',
Captcha: has(".g-recaptcha, .h-captcha, iframe[src*='captcha']"), Code: has("input[autocomplete='one-time-code'], input[name='otp']"), Login: has("input[type='password']")}; })()`

// kind recognises a page that stands in the way; the first that fits counts.
type kind struct {
	failure predate.FailureCode
	fits    func(f facts, status int) bool
}

func kinds() []kind {
	says := func(pattern string) func(facts, int) bool {
		re := regexp.MustCompile("(?i)" + pattern)
		return func(f facts, _ int) bool { return re.MatchString(f.Text + " " + f.Path) }
	}
	errs := func(pattern string) func(facts, int) bool {
		re := regexp.MustCompile("(?i)" + pattern)
		return func(f facts, _ int) bool { return re.MatchString(f.Error) }
	}
	is := func(statuses ...int) func(facts, int) bool {
		return func(_ facts, status int) bool {
			for _, s := range statuses {
				if s == status {
					return true
				}
			}
			return false
		}
	}
	return []kind{
		{predate.RateLimited, is(http.StatusTooManyRequests)},
		{predate.SiteUnavailable, is(500, 502, 503, 504)},
		{predate.SiteUnavailable, says("momentan[ée]ment indisponible|en cours de maintenance|site en maintenance")},
		{predate.Captcha, func(f facts, _ int) bool { return f.Captcha }},
		{predate.PasswordExpired, says("^.{0,200}mot de passe a expir|/password-expiration")},
		{predate.SecondFactor, func(f facts, _ int) bool { return f.Code }},
		{predate.ActionRequired, says("/conditions-generales|/activation")},
		{predate.SessionLost, errs("contexte de la page|veuillez vous reconnecter")},
		{predate.AccountLocked, errs("bloqu|verrouill")},
		{predate.BadCredentials, errs("incorrect|invalide|erron")},
	}
}

// look says what stands in the way; without any, the failure is the given one.
func (v *visit) look(otherwise predate.FailureCode) *predate.Failure {
	f, err := chromedp.Run(v.ctx, chromedp.Evaluate[facts](lookScript))
	if err != nil {
		return v.fail(predate.SiteUnavailable, "the page cannot be looked at: "+v.scrub(err.Error()))
	}
	status := v.lastStatus()
	for _, k := range kinds() {
		if k.fits(f, status) {
			failure := v.fail(k.failure, "page "+f.Path)
			failure.Message = v.scrub(f.Error)
			return failure
		}
	}
	if status == http.StatusUnauthorized || status == http.StatusForbidden || f.Login && v.stage != predate.StageLogin {
		otherwise = predate.SessionLost
		if v.stage == predate.StageLogin {
			otherwise = predate.Blocked
		}
	}
	return v.fail(otherwise, "page "+f.Path)
}

// scrub takes the credentials out of a text that a site or a browser wrote.
func (v *visit) scrub(text string) string {
	text = v.masks(text)
	for _, secret := range []string{v.job.Password, v.job.Username} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	if runes := []rune(text); len(runes) > 300 {
		text = string(runes[:300])
	}
	return text
}
