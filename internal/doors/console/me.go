package console

import (
	"net/http"
	"time"

	"predate"
	"predate/internal/orders/auth"
)

// meRoutes are an operator's own page.
func meRoutes() []route {
	return []route{
		{http.MethodGet, "/me", predate.RoleSupport, (*Console).mePage},
		{http.MethodPost, "/me/password", predate.RoleSupport, (*Console).changePassword},
		{http.MethodGet, "/me/codes", predate.RoleSupport, (*Console).codesPage},
		{http.MethodPost, "/me/codes", predate.RoleSupport, (*Console).setPassword},
		{http.MethodPost, "/me/recoveries", predate.RoleSupport, (*Console).newRecoveries},
		{http.MethodPost, "/me/passkeys/begin", predate.RoleSupport, (*Console).beginPasskey},
		{http.MethodPost, "/me/passkeys", predate.RoleSupport, (*Console).addPasskey},
		{http.MethodPost, "/me/passkeys/drop", predate.RoleSupport, (*Console).dropPasskey},
		{http.MethodPost, "/me/sessions/end", predate.RoleSupport, (*Console).endSession},
		{http.MethodPost, "/me/sessions/others", predate.RoleSupport, (*Console).endOthers},
		{http.MethodPost, "/me/shortcuts", predate.RoleSupport, (*Console).setShortcuts},
	}
}

// meView is « Mon compte ».
type meView struct {
	Name, Email, Role string
	Shortcuts         bool
	Password          bool
	Recoveries        int
	Passkeys          []passkeyView
	Sessions          []sessionView
	Fresh             bool // the ways to sign in may be changed
	CanPasskey        bool
	Refused, Done     string
}

type passkeyView struct{ ID, Name, Created, Used string }

type sessionView struct {
	ID, Began, Seen, Ends, Agent, Network string
	Current                               bool
}

func (c *Console) mePage(v *visit) (answer, error) {
	done := map[string]string{
		"password": "Votre mot de passe est changé ; vos autres sessions sont terminées.", "passkey": "La clé d’accès est enregistrée.",
		"dropped": "La clé d’accès est retirée.", "session": "La session est terminée.", "others": "Vos autres sessions sont terminées.",
		"shortcuts": "Le réglage est enregistré.",
	}[v.URL.Query().Get("done")]
	return c.me(v, done, nil)
}

// me draws the page, with what was done or refused above it.
func (c *Console) me(v *visit, done string, refused error) (answer, error) {
	sentence, status := refusal(refused)
	if refused != nil && sentence == "" {
		return nil, refused
	}
	signed, err := c.signed(v)
	if err != nil {
		return nil, err
	}
	means, err := c.Auth.Means(v.Context(), signed.Operator.ID)
	if err != nil {
		return nil, err
	}
	sessions, err := c.Auth.Sessions(v.Context(), signed.Operator.ID)
	if err != nil {
		return nil, err
	}
	o := signed.Operator
	view := meView{
		Name: o.Name, Email: o.Email, Role: roleName(o.Role), Shortcuts: !o.NoShortcuts, Password: means.Password, Recoveries: means.Recoveries,
		Fresh: signed.Fresh(c.Now()), CanPasskey: c.Auth.HasPasskeys(), Refused: sentence, Done: done,
	}
	for _, k := range means.Passkeys {
		view.Passkeys = append(view.Passkeys, passkeyView{ID: k.ID, Name: k.Name, Created: c.moment(k.Created), Used: c.moment(k.Used)})
	}
	for _, s := range sessions {
		view.Sessions = append(view.Sessions, sessionView{
			ID: s.ID, Began: c.moment(s.Created), Seen: c.moment(s.Seen), Ends: c.moment(s.Ends),
			Agent: browserName(s.Agent), Network: s.Network, Current: s.ID == signed.Session.ID,
		})
	}
	v.who = o
	return withStatus{max(status, http.StatusOK), page{name: "me", title: "Mon compte", view: view}}, nil
}

// moment writes an instant as operators read it; "" for none.
func (c *Console) moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.In(c.zone).Format("02/01/2006 à 15:04")
}

// own does what an operator does to himself, and shows his page.
func (c *Console) own(v *visit, done string, do func(auth.Signed) error) (answer, error) {
	signed, err := c.signed(v)
	if err == nil {
		err = v.form()
	}
	if err == nil {
		err = do(signed)
	}
	if err != nil {
		return c.me(v, "", err)
	}
	return redirect("/me?done=" + done), nil
}

func (c *Console) changePassword(v *visit) (answer, error) {
	signed, err := c.signed(v)
	if err == nil {
		err = v.form()
	}
	if err == nil && v.PostFormValue("password") != v.PostFormValue("again") {
		err = predate.Refuse(predate.CodeInvalid, "Les deux mots de passe ne sont pas les mêmes.")
	}
	var joined auth.Joined
	if err == nil {
		joined, err = c.Auth.ChangePassword(v.Context(), signed, predate.Secret(v.PostFormValue("old")), predate.Secret(v.PostFormValue("password")), c.browser(v))
	}
	if err != nil {
		return c.me(v, "", err)
	}
	return withCookie{c.cookie(joined.Token, int(auth.SessionLife.Seconds())), redirect("/me?done=password")}, nil
}

func (c *Console) codesPage(v *visit) (answer, error) { return c.codesForm(v, "", http.StatusOK) }

func (c *Console) codesForm(v *visit, refused string, status int) (answer, error) {
	codes, err := c.codes(v.who, v.PostFormValue("slip"))
	if err != nil {
		return nil, err
	}
	return withStatus{status, page{name: "join", title: "Mot de passe et codes", view: joinView{
		Name: v.who.Name, Email: v.who.Email, Action: v.URL.Path, Refused: refused, Codes: codes,
	}}}, nil
}

func (c *Console) setPassword(v *visit) (answer, error) {
	n, err := v.newPassword()
	var signed auth.Signed
	if err == nil {
		signed, err = c.signed(v)
	}
	var joined auth.Joined
	if err == nil {
		joined, err = c.Auth.SetPassword(v.Context(), signed, n, c.browser(v))
	}
	if sentence, status := refusal(err); sentence != "" {
		return c.codesForm(v, sentence, status)
	}
	if err != nil {
		return nil, err
	}
	return withCookie{c.cookie(joined.Token, int(auth.SessionLife.Seconds())), recoveriesPage(joined.Recoveries)}, nil
}

func (c *Console) newRecoveries(v *visit) (answer, error) {
	signed, err := c.signed(v)
	if err != nil {
		return nil, err
	}
	codes, err := c.Auth.NewRecoveries(v.Context(), signed)
	if err != nil {
		return c.me(v, "", err)
	}
	return recoveriesPage(codes), nil
}

func (c *Console) beginPasskey(v *visit) (answer, error) {
	signed, err := c.signed(v)
	if err != nil {
		return nil, err
	}
	ceremony, err := c.Auth.BeginPasskey(v.Context(), signed)
	return data{ceremony}, err
}

func (c *Console) addPasskey(v *visit) (answer, error) {
	var sent passkeyAnswer
	if err := v.read(&sent); err != nil {
		return nil, err
	}
	signed, err := c.signed(v)
	if err != nil {
		return nil, err
	}
	return data{onward{"/me?done=passkey"}}, c.Auth.AddPasskey(v.Context(), signed, sent.answer())
}

func (c *Console) dropPasskey(v *visit) (answer, error) {
	return c.own(v, "dropped", func(s auth.Signed) error { return c.Auth.DropPasskey(v.Context(), s, v.PostFormValue("id")) })
}

func (c *Console) endSession(v *visit) (answer, error) {
	return c.own(v, "session", func(s auth.Signed) error { return c.Auth.EndSession(v.Context(), s, v.PostFormValue("id")) })
}

func (c *Console) endOthers(v *visit) (answer, error) {
	return c.own(v, "others", func(s auth.Signed) error {
		_, err := c.Auth.EndOthers(v.Context(), s)
		return err
	})
}

func (c *Console) setShortcuts(v *visit) (answer, error) {
	return c.own(v, "shortcuts", func(s auth.Signed) error {
		return c.Auth.SetShortcuts(v.Context(), s, v.PostFormValue("on") != "")
	})
}
