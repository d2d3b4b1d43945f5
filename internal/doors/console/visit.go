package console

import (
	"errors"
	"net/http"
	"net/url"

	"predate"
)

// visit is one request of an operator.
type visit struct {
	*http.Request
	who     predate.Operator // zero for nobody, whom only open pages serve
	session string           // its name; empty for nobody
}

// cookieName is the session's cookie: bound to host and path by its name under
// https (RFC 6265bis, 4.1.3.2), which a browser refuses over plain http.
func (c *Console) cookieName() string {
	if c.secure() {
		return "__Host-predate"
	}
	return "predate_session"
}

func (c *Console) secure() bool { return c.Origin != nil && c.Origin.Scheme == "https" }

// handler admits a visit to a route and writes its answer.
func (c *Console) handler(to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := c.admit(r, to.least)
		if errors.Is(err, errSignIn) {
			c.toSignIn(w, r)
			return
		}
		var a answer
		if err == nil {
			a, err = to.handle(c, v)
		}
		if err == nil {
			err = a.write(c, w, v)
		}
		if err != nil {
			c.fail(w, v, err)
		}
	})
}

// errSignIn: the visit needs a session and has none that is alive.
var errSignIn = errors.New("no session")

// admit finds who visits. A visit to an open page has nobody.
func (c *Console) admit(r *http.Request, least predate.Role) (*visit, error) {
	v := &visit{Request: r}
	cookie, err := r.Cookie(c.cookieName())
	if err == nil && c.People != nil {
		find := c.People.Session
		if byItself(r) {
			find = c.look
		}
		v.who, v.session, err = find(r.Context(), predate.Secret(cookie.Value))
	}
	switch {
	case err != nil && !errors.Is(err, http.ErrNoCookie) && !errors.Is(err, predate.ErrNotFound):
		return v, err
	case least == open:
		return v, nil
	case err != nil || v.session == "":
		return v, errSignIn
	case !v.who.Role.May(least):
		return v, predate.Refuse(predate.CodeForbidden, "Votre rôle ne permet pas cela.")
	}
	return v, nil
}

// signInPath is where people sign in.
const signInPath = "/signin"

// toSignIn sends a person to the sign-in, and from there back; a script gets the
// status alone.
func (c *Console) toSignIn(w http.ResponseWriter, r *http.Request) {
	if !safe(r.Method) || !wantsPage(r) {
		http.Error(w, "Votre session est terminée : connectez-vous de nouveau.", http.StatusUnauthorized)
		return
	}
	to := signInPath
	if r.URL.Path != "/" {
		to += "?" + url.Values{"next": {r.URL.RequestURI()}}.Encode()
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// wantsPage reports whether the browser itself asks, rather than a script.
func wantsPage(r *http.Request) bool {
	mode := r.Header.Get("Sec-Fetch-Mode")
	return mode == "" || mode == "navigate"
}

// orderID returns the order that the address names.
func (v *visit) orderID() (predate.OrderID, error) {
	id, err := predate.ParseOrderID(v.PathValue("id"))
	if err != nil {
		return "", predate.Refuse(predate.CodeNotFound, "« %s » n’est pas une référence de commande.", v.PathValue("id"))
	}
	return id, nil
}
