package console

import (
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/statement/typeset"
)

// collectRoutes are those of a collection that a person goes on with by hand.
func collectRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/collect", predate.RoleSupport, (*Console).collectPage},
		{http.MethodPost, "/order/{id}/collect/again", predate.RoleOperator, (*Console).collectAgain},
		{http.MethodPost, "/order/{id}/collect/codes", predate.RoleOperator, (*Console).askCodes},
		{http.MethodPost, "/order/{id}/collect/ask", predate.RoleOperator, (*Console).askPapers},
		{http.MethodPost, "/order/{id}/collect/papers", predate.RoleOperator, (*Console).collectPapers},
		{http.MethodPost, "/order/{id}/collect/end", predate.RoleOperator, (*Console).endCollection},
		{http.MethodPost, "/order/{id}/collect/reveal", predate.RoleLead, (*Console).reveal},
		{http.MethodGet, "/order/{id}/collect/relay", predate.RoleOperator, (*Console).relay},
		{http.MethodGet, "/order/{id}/collect/relay/{question}", predate.RoleOperator, (*Console).relayImage},
		{http.MethodPost, "/order/{id}/collect/answer", predate.RoleOperator, (*Console).answerSite},
	}
}

func collectAddress(id predate.OrderID) redirect {
	return redirect("/order/" + string(id) + "/collect")
}

func (c *Console) collectPage(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	s, err := c.Desk.Collecting(v.Context(), id)
	if err != nil {
		return nil, err
	}
	needed, err := c.Desk.ChecklistOf(v.Context(), id)
	if err != nil {
		return nil, err
	}
	view := c.collectView(s, needed.Items, v.who)
	if v.who.Role.May(predate.RoleOperator) {
		if view.Relay, err = c.relayOf(v, id); err != nil {
			return nil, err
		}
	}
	return page{name: "collect", title: "Collecte de la commande " + string(id), view: view}, nil
}

// attended is the try beside which the operator stays: the site may ask him.
const attended = "ici"

// waits are how long the next try may be put off.
func waits() []queueChoice {
	return []queueChoice{
		{Name: "tout de suite"},
		{Value: attended, Name: "tout de suite, je reste pour répondre au site"},
		{Value: "1h", Name: "dans une heure", age: time.Hour},
		{Value: "4h", Name: "dans 4 heures", age: 4 * time.Hour},
		{Value: "matin", Name: "demain à 9\u00a0h"},
	}
}

// collectAgain tries the collection again, now or later.
func (c *Console) collectAgain(v *visit) (answer, error) {
	id, err := v.posted()
	if err != nil {
		return nil, err
	}
	when := v.PostFormValue("when")
	i := slices.IndexFunc(waits(), func(w queueChoice) bool { return w.Value == when })
	if i < 0 {
		return nil, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas un moment connu.", when)
	}
	decision := v.decision(v.PostFormValue("why"))
	if when == attended {
		err = c.Desk.CollectAttended(v.Context(), id, decision)
	} else {
		err = c.Desk.CollectAgain(v.Context(), id, decision, c.at(waits()[i]))
	}
	if err != nil {
		return nil, err
	}
	return collectAddress(id), nil
}

// at is the instant of a choice; zero for at once.
func (c *Console) at(choice queueChoice) time.Time {
	switch {
	case choice.age > 0:
		return c.Now().Add(choice.age)
	case choice.Value == "":
		return time.Time{}
	}
	const opens = 9
	year, month, day := c.Now().In(c.zone).Date()
	return time.Date(year, month, day+1, opens, 0, 0, 0, c.zone)
}

// posted reads a form about the order that the address names.
func (v *visit) posted() (predate.OrderID, error) {
	id, err := v.orderID()
	if err != nil {
		return "", err
	}
	return id, v.form()
}

// askCodes asks the client for other credentials, in the operator's words.
func (c *Console) askCodes(v *visit) (answer, error) {
	id, err := v.posted()
	if err != nil {
		return nil, err
	}
	question := desk.Question{Kind: predate.GapAction, Words: v.PostFormValue("words")}
	if err := c.Desk.AskAll(v.Context(), id, v.decision(""), question); err != nil {
		return nil, err
	}
	return collectAddress(id), nil
}

// askPapers ends the collection and asks the client for the papers instead.
func (c *Console) askPapers(v *visit) (answer, error) {
	id, err := v.posted()
	if err != nil {
		return nil, err
	}
	var questions []desk.Question
	for _, wanted := range v.PostForm["paper"] {
		code, year, _ := strings.Cut(wanted, ":")
		name, ok := neededName(code, year)
		if !ok {
			return nil, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas une pièce connue.", code)
		}
		questions = append(questions, desk.Question{Kind: predate.GapDocument, Code: code, FiscalYear: year, Words: "Merci de transmettre\u202f: " + name + "."})
	}
	if len(questions) == 0 {
		return nil, predate.Refuse(predate.CodeInvalid, "Choisissez les pièces à demander.")
	}
	why := v.PostFormValue("why")
	if strings.TrimSpace(why) == "" {
		return nil, predate.Refuse(predate.CodeInvalid, "Dites pourquoi l’extranet est abandonné.")
	}
	if err := c.Desk.AskAll(v.Context(), id, v.decision(why), questions...); err != nil {
		return nil, err
	}
	return collectAddress(id), nil
}

// neededName names a paper of the checklist; false for what is no kind of paper.
func neededName(code, year string) (string, bool) {
	const longest = 40
	if !slices.Contains(predate.Kinds(), predate.Kind(code)) || len(year) > longest {
		return "", false
	}
	return strings.TrimSpace(typeset.KindName(predate.Kind(code)) + " " + year), true
}

// collectPapers keeps what an operator fetched himself, each file for the paper on
// whose place it was dropped.
func (c *Console) collectPapers(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	s, err := c.Desk.Collecting(v.Context(), id)
	if err != nil {
		return nil, err
	}
	forget, err := v.files()
	defer forget()
	if err != nil {
		return nil, err
	}
	var uploads []desk.Upload
	for _, field := range fieldsOf(v.MultipartForm) {
		slot, err := slotOf(s, field)
		if err != nil {
			return nil, err
		}
		files, shut, err := desk.OpenFiles(v.MultipartForm.File[field])
		defer shut()
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			file.Comment, file.GivenFor, file.Hint, file.RemoteID, file.Printed = slot.Comment, slot.GivenFor, slot.Hint, slot.RemoteID, slot.Printed
			uploads = append(uploads, file)
		}
	}
	given := desk.Given{
		By: v.who.Name, Operator: string(v.who.ID), More: true,
		From: strings.TrimSpace(v.PostFormValue("from")), How: strings.TrimSpace(v.PostFormValue("how")),
	}
	if err := c.Desk.GiveDocuments(v.Context(), id, given, uploads); err != nil {
		return nil, err
	}
	return collectAddress(id) + "#pieces", nil
}

// fieldsOf lists the fields of a form that hold files, always in the same order.
func fieldsOf(form *multipart.Form) []string {
	var fields []string
	for field, files := range form.File {
		if len(files) > 0 {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields)
	return fields
}

// The fields of the places on which files are dropped: a paper of the checklist, one
// that the extranet lists, any other.
const (
	neededField = "needed:"
	listedField = "listed:"
	otherField  = "other"
)

// slotOf is what a file dropped on a place is.
func slotOf(s desk.Collecting, field string) (desk.Upload, error) {
	if id, ok := strings.CutPrefix(field, listedField); ok {
		i := slices.IndexFunc(s.Listed, func(l predate.ListedPaper) bool { return l.RemoteID == id })
		if i < 0 {
			return desk.Upload{RemoteID: id}, nil // the desk knows whether it is there by now
		}
		l := s.Listed[i]
		return desk.Upload{Comment: l.Title, Hint: l.Hint, RemoteID: id, Printed: l.Listed}, nil
	}
	if item, ok := strings.CutPrefix(field, neededField); ok {
		code, year, _ := strings.Cut(item, ":")
		if name, ok := neededName(code, year); ok {
			return desk.Upload{Comment: name, GivenFor: code + ":" + year, Hint: predate.Kind(code).DocType()}, nil
		}
	}
	if field != otherField {
		return desk.Upload{}, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas une pièce connue.", field)
	}
	return desk.Upload{}, nil
}

// endCollection has the order read with what there is.
func (c *Console) endCollection(v *visit) (answer, error) {
	id, err := v.posted()
	if err != nil {
		return nil, err
	}
	if err := c.Desk.EndCollection(v.Context(), id, v.decision(v.PostFormValue("why"))); err != nil {
		return nil, err
	}
	return redirect("/order/" + string(id)), nil
}

// shownFor is how many seconds a page shows a password.
const shownFor = 30

// shownCodes is the one answer of the house that has a password.
type shownCodes struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Seconds  int    `json:"seconds"`
}

// reveal serves the credentials of the extranet to a lead, for a script that hides them
// again. As a page of their own they would remain on the screen.
func (c *Console) reveal(v *visit) (answer, error) {
	id, err := v.posted()
	if err != nil {
		return nil, err
	}
	switch {
	case c.OpenCredentials == nil:
		return nil, predate.Refuse(predate.CodeUnavailable, "Ce serveur n’a pas la clé qui ouvre les codes des extranets.")
	case wantsPage(v.Request):
		return nil, predate.Refuse(predate.CodeInvalid, "Les codes ne se montrent que dans la page de la collecte, avec son script.")
	}
	opened, err := c.Desk.Reveal(v.Context(), id, v.decision(v.PostFormValue("why")), c.OpenCredentials)
	if err != nil {
		return nil, fmt.Errorf("show a password: %w", err)
	}
	c.Log.Warn("ALARM: a person was shown the password of an extranet", "order", id, "operator", v.who.ID, "name", v.who.Name)
	return data{shownCodes{opened.Username.Reveal(), opened.Password.Reveal(), shownFor}}, nil
}
