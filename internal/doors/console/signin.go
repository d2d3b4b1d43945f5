package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/auth"
)

// signInRoutes are the pages of who has no session.
func signInRoutes() []route {
	return []route{
		{http.MethodGet, signInPath, open, (*Console).signInPage},
		{http.MethodPost, signInPath, open, (*Console).signIn},
		{http.MethodPost, signInPath + "/passkey/begin", open, (*Console).beginSignIn},
		{http.MethodPost, signInPath + "/passkey", open, (*Console).endSignIn},
		{http.MethodPost, "/signout", predate.RoleSupport, (*Console).signOut},
		{http.MethodGet, "/invite/{token}", open, (*Console).invitePage},
		{http.MethodPost, "/invite/{token}", open, (*Console).join},
		{http.MethodPost, "/invite/{token}/passkey/begin", open, (*Console).beginJoin},
		{http.MethodPost, "/invite/{token}/passkey", open, (*Console).endJoin},
	}
}

// signInView is the page of signing in.
type signInView struct {
	Email, Next, Refused string
	Passkeys             bool
}

func (c *Console) signInPage(v *visit) (answer, error) {
	next := localPath(v.URL.Query().Get("next"))
	if v.session != "" {
		return redirect(next), nil
	}
	return page{name: "signin", title: "Connexion", view: signInView{Next: next, Passkeys: c.Auth.HasPasskeys()}}, nil
}

// localPath is a path of ours to go on to; anything else is the queue. A browser
// reads a backslash as a slash.
func localPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.Contains(next, `\`) {
		return "/"
	}
	return next
}

func (c *Console) signIn(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	view := signInView{Email: v.PostFormValue("email"), Next: localPath(v.PostFormValue("next")), Passkeys: c.Auth.HasPasskeys()}
	token, _, err := c.Auth.SignIn(v.Context(), auth.Credentials{
		Email: view.Email, Password: predate.Secret(v.PostFormValue("password")), Code: predate.Secret(v.PostFormValue("code")),
	}, c.browser(v))
	if sentence, status := refusal(err); sentence != "" {
		view.Refused = sentence
		return withStatus{status, page{name: "signin", title: "Connexion", view: view}}, nil
	}
	if err != nil {
		return nil, err
	}
	return c.admitted(v, token, redirect(view.Next)), nil
}

func (c *Console) beginSignIn(*visit) (answer, error) {
	ceremony, err := c.Auth.BeginSignIn()
	return data{ceremony}, err
}

// passkeyAnswer is what the script sends at the end of a ceremony.
type passkeyAnswer struct {
	Slip       string          `json:"slip"`
	Credential json.RawMessage `json:"credential"`
	Name       string          `json:"name"`
	Next       string          `json:"next"`
}

func (a passkeyAnswer) answer() auth.Answer {
	return auth.Answer{Slip: a.Slip, Response: a.Credential, Name: a.Name}
}

// onward tells the script where to go.
type onward struct {
	Next string `json:"next"`
}

func (c *Console) endSignIn(v *visit) (answer, error) {
	var sent passkeyAnswer
	if err := v.read(&sent); err != nil {
		return nil, err
	}
	token, _, err := c.Auth.EndSignIn(v.Context(), sent.answer(), c.browser(v))
	if err != nil {
		return nil, err
	}
	return c.admitted(v, token, data{onward{localPath(sent.Next)}}), nil
}

// admitted sets the cookie of a new session in the browser, and ends the session that
// the browser had before.
func (c *Console) admitted(v *visit, token predate.Secret, then answer) answer {
	if old, err := c.signed(v); err == nil {
		if err := c.Auth.SignOut(v.Context(), old); err != nil {
			c.Log.Warn("a session that another took the place of could not be ended", "error", err)
		}
	}
	return withCookie{c.cookie(token, int(auth.SessionLife.Seconds())), then}
}

func (c *Console) cookie(token predate.Secret, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: c.cookieName(), Value: token.Reveal(), Path: "/", MaxAge: maxAge,
		Secure: c.secure(), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}

func (c *Console) signOut(v *visit) (answer, error) {
	signed, err := c.signed(v)
	if err != nil {
		return nil, err
	}
	if err := c.Auth.SignOut(v.Context(), signed); err != nil {
		return nil, err
	}
	return withCookie{c.cookie("", -1), redirect(signInPath)}, nil
}

// signed is who visits, with his session.
func (c *Console) signed(v *visit) (auth.Signed, error) {
	cookie, err := v.Cookie(c.cookieName())
	if err != nil {
		return auth.Signed{}, predate.ErrNotFound
	}
	return c.Auth.Peek(v.Context(), predate.Secret(cookie.Value))
}

// browser is where a visit comes from: the network alone, which says enough to the
// operator who looks at his sessions.
func (c *Console) browser(v *visit) auth.Browser {
	from := auth.Browser{Agent: v.UserAgent()}
	at, ok := web.Visitor(v.RemoteAddr, v.Header.Values("X-Forwarded-For"), c.TrustedProxies)
	if !ok {
		return from
	}
	bits := 24
	if at.Is6() {
		bits = 48
	}
	if network, err := at.WithZone("").Prefix(bits); err == nil {
		from.Network = network.String()
	}
	return from
}

// joinView is the page by which an operator chooses how to sign in, at the first
// time or again.
type joinView struct {
	Name, Email, Role string
	Action            string // where the form goes
	Refused           string
	Passkeys          bool
	Codes             codesView
}

// codesView is what an app for codes needs.
type codesView struct {
	Secret string // in groups of four
	Slip   string
	QR     qrView
}

func (c *Console) codes(o predate.Operator, slip string) (codesView, error) {
	enrolment, err := c.Auth.Reenrol(o, slip)
	if slip == "" || err != nil { // a page that stayed open too long has another secret
		enrolment, err = c.Auth.Enrol(o)
	}
	if err != nil {
		return codesView{}, err
	}
	drawn, err := drawQR(enrolment.Address.Reveal())
	return codesView{Secret: inGroups(enrolment.Secret.Reveal()), Slip: enrolment.Slip, QR: drawn}, err
}

func inGroups(text string) string {
	var groups []string
	for ; len(text) > 4; text = text[4:] {
		groups = append(groups, text[:4])
	}
	return strings.Join(append(groups, text), " ")
}

// invitation is the token that the address bears.
func (v *visit) invitation() predate.Secret { return predate.Secret(v.PathValue("token")) }

func (c *Console) invitePage(v *visit) (answer, error) { return c.inviteForm(v, "", http.StatusOK) }

func (c *Console) inviteForm(v *visit, refused string, status int) (answer, error) {
	o, err := c.Auth.Invited(v.Context(), v.invitation())
	if err != nil {
		return nil, err
	}
	codes, err := c.codes(o, v.PostFormValue("slip"))
	if err != nil {
		return nil, err
	}
	return withStatus{status, page{name: "join", title: "Bienvenue", view: joinView{
		Name: o.Name, Email: o.Email, Role: roleName(o.Role), Action: v.URL.Path, Refused: refused, Passkeys: c.Auth.HasPasskeys(), Codes: codes,
	}}}, nil
}

// newPassword reads the form of a password with its first code. The password is
// typed twice: nobody sees it.
func (v *visit) newPassword() (auth.NewPassword, error) {
	if err := v.form(); err != nil {
		return auth.NewPassword{}, err
	}
	n := auth.NewPassword{Password: predate.Secret(v.PostFormValue("password")), Slip: v.PostFormValue("slip"), Code: v.PostFormValue("code")}
	if v.PostFormValue("password") != v.PostFormValue("again") {
		return n, predate.Refuse(predate.CodeInvalid, "Les deux mots de passe ne sont pas les mêmes.")
	}
	return n, nil
}

func (c *Console) join(v *visit) (answer, error) {
	n, err := v.newPassword()
	var joined auth.Joined
	if err == nil {
		joined, err = c.Auth.JoinByPassword(v.Context(), v.invitation(), n, c.browser(v))
	}
	if sentence, status := refusal(err); sentence != "" {
		return c.inviteForm(v, sentence, status)
	}
	if err != nil {
		return nil, err
	}
	v.who = joined.Operator
	return c.admitted(v, joined.Token, recoveriesPage(joined.Recoveries)), nil
}

func (c *Console) beginJoin(v *visit) (answer, error) {
	ceremony, err := c.Auth.BeginJoin(v.Context(), v.invitation())
	return data{ceremony}, err
}

func (c *Console) endJoin(v *visit) (answer, error) {
	var sent passkeyAnswer
	if err := v.read(&sent); err != nil {
		return nil, err
	}
	joined, err := c.Auth.JoinByPasskey(v.Context(), v.invitation(), sent.answer(), c.browser(v))
	if err != nil {
		return nil, err
	}
	return c.admitted(v, joined.Token, data{onward{"/"}}), nil
}

func recoveriesPage(codes []predate.Secret) page {
	shown := make([]string, 0, len(codes))
	for _, code := range codes {
		shown = append(shown, code.Reveal())
	}
	return page{name: "recoveries", title: "Codes de secours", view: shown}
}
