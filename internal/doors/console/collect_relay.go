package console

import (
	"predate"
)

// relayView is what an extranet asks of the operator who stays for a collection.
type relayView struct {
	ID       predate.OrderID
	Question string // empty while nothing is asked
	Captcha  bool
	Words    string // of the site
	Until    string
}

// relayOf is what the extranet of an order asks; nil where nobody stays for it.
func (c *Console) relayOf(v *visit, id predate.OrderID) (*relayView, error) {
	r, there, err := c.Desk.Relay(v.Context(), id)
	if err != nil || !there {
		return nil, err
	}
	return &relayView{ID: id, Question: r.Question, Captcha: r.Kind == predate.AsksCaptcha, Words: r.Words, Until: r.Until.In(c.zone).Format("15\u00a0h\u00a004")}, nil
}

// relay says what is asked, for a page that waits for it.
func (c *Console) relay(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	view, err := c.relayOf(v, id)
	if err != nil || view == nil {
		return data{struct {
			There bool `json:"there"`
		}{}}, err
	}
	markup, err := c.pages.part("collect", "relay", view)
	if err != nil {
		return nil, err
	}
	return data{struct {
		There    bool   `json:"there"`
		Question string `json:"question"`
		Markup   string `json:"markup"`
	}{true, view.Question, markup}}, nil
}

// relayImage serves the image of a question while it is open.
func (c *Console) relayImage(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	r, there, err := c.Desk.Relay(v.Context(), id)
	if err != nil {
		return nil, err
	}
	if !there || r.Question == "" || r.Question != v.PathValue("question") || len(r.Image) == 0 {
		return nil, predate.Refuse(predate.CodeNotFound, "Cette image n’est plus demandée.")
	}
	return picture{kind: "image/png", body: r.Image}, nil
}

// answerSite passes the operator's answer to the site.
func (c *Console) answerSite(v *visit) (answer, error) {
	id, err := v.posted()
	if err != nil {
		return nil, err
	}
	typed := predate.Secret(v.PostFormValue("answer"))
	if err := c.Desk.AnswerSite(v.Context(), id, v.decision(""), v.PostFormValue("question"), typed); err != nil {
		return nil, err
	}
	return collectAddress(id), nil
}
