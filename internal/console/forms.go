package console

import (
	"errors"
	"net/http"

	"predate"
	"predate/internal/web"
)

// mostForm bounds a form without files.
const mostForm = 64 << 10

// form reads the fields that a page sent.
func (v *visit) form() error {
	v.Body = http.MaxBytesReader(nil, v.Body, mostForm)
	if err := v.ParseForm(); err != nil {
		return predate.Refuse(predate.CodeInvalid, "Le formulaire n’est pas lisible : rechargez la page.")
	}
	return nil
}

// refusal returns the sentence and the status of a refusal that a form shows above
// itself; "" for any other error, and for none. Who lost his session is told so.
func refusal(err error) (sentence string, status int) {
	refused := (*predate.Error)(nil)
	if !errors.As(err, &refused) || refused.Code == predate.CodeNotFound {
		return "", 0
	}
	status, _ = web.StatusOf(refused.Code)
	return refused.Message, status
}

// withStatus is a page with another status than 200.
type withStatus struct {
	status int
	page
}

func (s withStatus) write(c *Console, w http.ResponseWriter, v *visit) error {
	return c.draw(w, s.status, s.page, v)
}

// withCookie is an answer that changes the browser's session.
type withCookie struct {
	cookie *http.Cookie
	answer
}

func (s withCookie) write(c *Console, w http.ResponseWriter, v *visit) error {
	http.SetCookie(w, s.cookie)
	return s.answer.write(c, w, v)
}

// jsonText is a part of what a script sent, as it was written.
type jsonText []byte

// UnmarshalJSON keeps it.
func (t *jsonText) UnmarshalJSON(text []byte) error {
	*t = append((*t)[:0], text...)
	return nil
}
