package console

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/orders/desk"
	"predate/internal/statement/typeset"
)

// clientRoutes are the thread with a client, and his page.
func clientRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/client", predate.RoleSupport, (*Console).clientPage},
		{http.MethodPost, "/order/{id}/ask", predate.RoleOperator, (*Console).askClient},
		{http.MethodPost, "/order/{id}/ask/preview", predate.RoleOperator, (*Console).previewAsk},
		{http.MethodPost, "/order/{id}/corner/renew", predate.RoleOperator, (*Console).renewCorner},
	}
}

// clientView is what was asked of a client and answered, with what may be asked now.
type clientView struct {
	ID       predate.OrderID
	Property string
	Client   string
	State    state
	Reading  bool
	Entries  []entryView
	Items    []itemView
	Settled  int
	May      bool // operators may act on the client's page
	Ask      bool // the operator may ask now
	Corner   string
	Until    string
	Usual    []usual
	Topics   []topic
	Blank    questionView
}

// entryView is one thing said, or the papers that were given at once.
type entryView struct {
	at        time.Time
	Ours      bool
	Who, When string
	Says, On  string // what is said, and of what
	Words     string
	Papers    []givenView
}

// givenView is a paper that was given, and where it is shown.
type givenView struct{ Name, Address string }

// itemView is a thing that is needed, and how it fares.
type itemView struct {
	Name  string
	State state
	Why   []string
}

// questionView is the form of one question.
type questionView struct{ Topics []topic }

func (c *Console) clientPage(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	opened, err := c.Desk.Open(v.Context(), id)
	if err != nil {
		return nil, err
	}
	list, err := c.Desk.ChecklistOf(v.Context(), id)
	if err != nil {
		return nil, err
	}
	view := clientView{
		ID: id, Property: opened.Order.Property.Line(), Client: opened.Account.Email, State: stateOf(&openOrder{Opened: opened}), Reading: list.Reading,
		Entries: c.entries(opened.Thread, list.Papers), Settled: list.Settled(), May: v.who.Role.May(predate.RoleOperator) && list.Open(),
		Usual: usualQuestions(), Topics: topics(), Blank: questionView{topics()},
	}
	view.Ask = view.May && opened.Review != nil
	for _, item := range list.Items {
		view.Items = append(view.Items, itemView{typeset.ItemName(item), itemState(item), item.Why})
	}
	if until := link.Until(c.Now()); view.May && c.Links != nil {
		view.Corner, view.Until = c.Links.Corner(id, list.Corner, until), c.when(until)
	}
	return page{name: "client", title: "Échanges de la commande " + string(id), view: view}, nil
}

// entries puts messages and papers in one conversation, the oldest first.
func (c *Console) entries(thread []predate.Message, papers []predate.Document) []entryView {
	var all []entryView
	for _, m := range thread {
		all = append(all, entryView{
			at: m.At, Ours: m.Side == predate.SideOperator, Who: m.Who, When: c.when(m.At), Says: sayingName(m.Says), On: onWhat(m.Code, m.FiscalYear), Words: m.Words,
		})
	}
	for i, paper := range papers {
		one := givenView{paper.Filename, fmt.Sprintf("/order/%s/papers#paper-%d", paper.Order, paper.ID)}
		if i > 0 && paper.Collected.Sub(papers[i-1].Collected) < time.Minute {
			last := &all[len(all)-1]
			last.Papers = append(last.Papers, one)
			last.Says = fmt.Sprintf("remet %d pièces", len(last.Papers))
			continue
		}
		all = append(all, entryView{at: paper.Collected, Who: "Client", When: c.when(paper.Collected), Says: "remet une pièce", Papers: []givenView{one}})
	}
	slices.SortStableFunc(all, func(a, b entryView) int { return a.at.Compare(b.at) })
	return all
}

func sayingName(s predate.Saying) string {
	return map[predate.Saying]string{
		predate.SaysAsk: "demande", predate.SaysAbsent: "dit que cela n’existe pas", predate.SaysUnobtainable: "dit que cela ne peut être obtenu", predate.SaysComment: "répond",
	}[s]
}

// onWhat names what a message is about; "" for a question in an operator's own words.
func onWhat(code, year string) string {
	if !slices.Contains(predate.Kinds(), predate.Kind(code)) {
		return ""
	}
	if year != "" {
		year = ", exercice " + year
	}
	return typeset.KindName(predate.Kind(code)) + year
}

func itemState(item predate.Item) state {
	switch {
	case item.State == predate.ItemSatisfied:
		return state{"good", "reçu"}
	case item.State == predate.ItemDeclared:
		return state{"good", "déclaré par " + item.Said.Value}
	case item.State == predate.ItemUnreadable:
		return state{"bad", "illisible"}
	case item.Blocking:
		return state{"warn", "manque"}
	}
	return state{"none", "à demander"}
}

// questions reads the questions of the form.
func (v *visit) questions() ([]desk.Question, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	about, years, words := v.PostForm["about"], v.PostForm["fiscal_year"], v.PostForm["words"]
	if len(about) != len(words) || len(years) != len(words) {
		return nil, predate.Refuse(predate.CodeInvalid, "Le formulaire n’est pas complet : rechargez la page.")
	}
	var asked []desk.Question
	for i := range words {
		kind, code, _ := strings.Cut(about[i], ":")
		year := strings.TrimSpace(years[i])
		const longestYear = 20
		if code != "" && !slices.Contains(predate.Kinds(), predate.Kind(code)) || len(year) > longestYear {
			return nil, predate.Refuse(predate.CodeInvalid, "La question %d ne dit pas bien sur quoi elle porte.", i+1)
		}
		if code == "" {
			year = ""
		}
		asked = append(asked, desk.Question{Kind: predate.GapKind(kind), Code: code, FiscalYear: year, Words: strings.TrimSpace(strings.ReplaceAll(words[i], "\r\n", "\n"))})
	}
	return asked, nil
}

// askClient asks the client. A form that is sent twice asks once.
func (c *Console) askClient(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	asked, err := v.questions()
	if err != nil {
		return nil, err
	}
	err = c.Desk.AskAll(v.Context(), id, v.decision(v.PostFormValue("why")), asked...)
	if refused := (*predate.Error)(nil); errors.As(err, &refused) && refused.Code == predate.CodeConflict {
		if thread, trouble := c.Desk.Thread(v.Context(), id); trouble == nil && justAsked(thread.Messages, string(v.who.ID), asked) {
			err = nil
		}
	}
	if err != nil {
		return nil, err
	}
	return redirect("/order/" + string(id) + "/client"), nil
}

// justAsked reports whether questions are the last that an operator asked.
func justAsked(thread []predate.Message, operator string, asked []desk.Question) bool {
	if len(thread) < len(asked) {
		return false
	}
	for i, gap := range desk.GapsOf(asked) {
		m := thread[len(thread)-len(asked)+i]
		if m.Says != predate.SaysAsk || m.Operator != operator || m.Code != gap.Code || m.FiscalYear != gap.FiscalYear || m.Words != gap.Message {
			return false
		}
	}
	return true
}

// previewAsk says what asking would send, to the letter.
func (c *Console) previewAsk(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	asked, err := v.questions()
	if err != nil {
		return nil, err
	}
	foreseen, err := c.Desk.Foresee(v.Context(), id, asked...)
	if err != nil {
		return nil, err
	}
	type sent struct {
		To   []string `json:"to"`
		Body string   `json:"body"`
	}
	var all []sent
	for _, one := range foreseen {
		text, err := c.body(v.Context(), one.Contents)
		if err != nil {
			return nil, fmt.Errorf("make what would be sent for order %s: %w", id, err)
		}
		all = append(all, sent{one.To, string(text)})
	}
	return data{all}, nil
}

// renewCorner ends the addresses of the client's page that were given so far.
func (c *Console) renewCorner(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	if err := v.form(); err != nil {
		return nil, err
	}
	if err := c.Desk.CloseCorner(v.Context(), id, v.decision(cmp.Or(v.PostFormValue("why"), "lien révoqué"))); err != nil {
		return nil, err
	}
	return redirect("/order/" + string(id) + "/client#corner"), nil
}
