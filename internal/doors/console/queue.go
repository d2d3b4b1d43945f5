package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
)

// queueRoutes are those of the operators' queue.
func queueRoutes() []route {
	return []route{
		{http.MethodGet, "/{$}", predate.RoleSupport, (*Console).queuePage},
		{http.MethodGet, "/queue/rows", predate.RoleSupport, (*Console).queueRows},
		{http.MethodGet, "/next", predate.RoleSupport, (*Console).nextOrder},
		{http.MethodGet, "/live", predate.RoleSupport, (*Console).listen},
	}
}

// queueAsk is what an address asks of the queue: all of it lies in the address bar.
type queueAsk struct {
	section predate.QueueSection
	search  string
	account predate.AccountID
	cause   predate.Cause
	older   string // one of queueAges
	mode    string // "", "live" or "test"
	claim   string // "" or "free"
	after   string // a cursor
}

// claimFree is the choice of the orders that nobody else works on.
const claimFree = "free"

func askOf(v *visit) queueAsk {
	q := v.URL.Query()
	a := queueAsk{
		section: predate.QueueSection(q.Get("section")), search: strings.TrimSpace(q.Get("q")), account: predate.AccountID(q.Get("client")),
		cause: predate.Cause(q.Get("cause")), older: q.Get("older"), mode: q.Get("mode"), claim: q.Get("claim"), after: q.Get("after"),
	}
	if sectionName(a.section) == "" {
		a.section = ""
	}
	if a.section == "" && a.search == "" {
		a.section = predate.QueueDecide
	}
	return a
}

// address is where a page of the queue is.
func (a queueAsk) address(path string) string {
	q := url.Values{}
	for name, value := range map[string]string{
		"section": string(a.section), "q": a.search, "client": string(a.account), "cause": string(a.cause), "older": a.older, "mode": a.mode, "claim": a.claim, "after": a.after,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

func (a queueAsk) look() desk.QueueLook {
	look := desk.QueueLook{Search: a.search, Free: a.claim == claimFree}
	look.Section, look.Account, look.Cause = a.section, a.account, a.cause
	for _, age := range queueAges() {
		if age.Value == a.older {
			look.Older = age.age
		}
	}
	if a.mode == "live" || a.mode == "test" {
		test := a.mode == "test"
		look.TestMode = &test
	}
	since, order, ok := strings.Cut(a.after, ".")
	if micros, err := strconv.ParseInt(since, 10, 64); ok && err == nil {
		look.After.Since, look.After.Order = time.UnixMicro(micros).UTC(), predate.OrderID(order)
	}
	return look
}

func (c *Console) queuePage(v *visit) (answer, error) {
	view, err := c.lookAtQueue(v)
	if err != nil {
		return nil, err
	}
	return page{name: "queue", title: view.Title, view: view}, nil
}

// queueRows serves the rows of the list again, for a page that was notified of changes.
func (c *Console) queueRows(v *visit) (answer, error) {
	view, err := c.lookAtQueue(v)
	if err != nil {
		return nil, err
	}
	markup, err := c.pages.part("queue", "list", view)
	if err != nil {
		return nil, err
	}
	return data{struct {
		List string `json:"list"`
	}{markup}}, nil
}

func (c *Console) lookAtQueue(v *visit) (queueView, error) {
	ask := askOf(v)
	look := ask.look()
	look.Who = v.decision("")
	found, err := c.Desk.LookAtQueue(v.Context(), look)
	if err != nil {
		return queueView{}, err
	}
	return c.viewOfQueue(ask, found), nil
}

// nextOrder goes to the order to decide after another that nobody else works on, or
// to the queue where there is none.
func (c *Console) nextOrder(v *visit) (answer, error) {
	after, err := predate.ParseOrderID(v.URL.Query().Get("after"))
	if err != nil {
		after = ""
	}
	next, err := c.Desk.NextToDecide(v.Context(), after, v.decision(""))
	if err != nil || next == "" {
		return redirect("/"), err
	}
	return redirect("/order/" + string(next)), nil
}

// queueView is the page of the queue.
type queueView struct {
	Title    string
	Tabs     []queueTab
	Rows     []queueRow
	Search   string
	Section  predate.QueueSection
	Client   string // the e-mail of the client chosen, or its id
	Account  predate.AccountID
	Causes   []queueChoice
	Sections []queueChoice
	Ages     []queueChoice
	Modes    []queueChoice
	Claims   []queueChoice
	Filtered bool
	Clear    string // the address without filters
	Next     string // of the page behind
	First    string // of the first page, on another
	Cut      bool
	Position int64
	Ends     int64 // milliseconds until a claim shown here ends; zero for none
	Retrying bool  // the rows have a next try
}

type queueTab struct {
	Name    string
	Count   int
	Address string
	Current bool
}

// queueChoice is one choice of a filter.
type queueChoice struct {
	Value, Name string
	Chosen      bool
	age         time.Duration
}

// queueRow is one order.
type queueRow struct {
	ID, Reason, Client, ClientAddress, Property, Owners, External, Syndic string
	More                                                                  int // things to settle besides
	Section                                                               string
	Age                                                                   string
	Since                                                                 string // for machines
	Pace                                                                  *stateWords
	Again                                                                 string
	Claimed                                                               *desk.QueueClaim // nil where nobody works on it
	Test                                                                  bool
	Stopped                                                               bool // it is collected by hand
}

// stateWords is a state in words, never by its colour alone.
type stateWords struct{ Kind, Words string }

func (c *Console) viewOfQueue(ask queueAsk, found desk.QueuePage) queueView {
	first := ask
	first.after = ""
	view := queueView{
		Title: "Recherche", Search: ask.search, Section: ask.section, Account: ask.account, Client: string(ask.account),
		Cut: found.Cut, Position: found.Position, Retrying: ask.section == predate.QueueRetrying,
		Ages: queueAges(), Modes: []queueChoice{{Name: "Toutes"}, {Value: "live", Name: "Réelles"}, {Value: "test", Name: "Tests"}},
		Claims:   []queueChoice{{Name: "Toutes"}, {Value: claimFree, Name: "Sauf celles des autres"}},
		Filtered: ask.search != "" || ask.account != "" || ask.cause != "" || ask.older != "" || ask.mode != "" || ask.claim != "",
	}
	if ask.search == "" {
		view.Title = sectionName(ask.section)
		view.Clear = queueAsk{section: ask.section}.address("/")
	} else {
		view.Clear = "/"
	}
	for _, section := range predate.QueueSections() {
		tab := first
		tab.section, tab.cause, tab.search = section, "", ""
		view.Sections = append(view.Sections, queueChoice{Value: string(section), Name: sectionName(section)})
		view.Tabs = append(view.Tabs, queueTab{sectionName(section), found.Counts[section].Count, tab.address("/"), section == ask.section && ask.search == ""})
	}
	for _, line := range found.Lines {
		view.Rows = append(view.Rows, c.rowOf(first, line))
		if line.Account == ask.account {
			view.Client = line.Email
		}
	}
	for _, count := range found.Causes {
		view.Causes = append(view.Causes, queueChoice{Value: string(count.Cause), Name: wording.Short(count.Cause) + " (" + strconv.Itoa(count.Count) + ")"})
	}
	choose(view.Causes, string(ask.cause))
	choose(view.Sections, string(ask.section))
	choose(view.Ages, ask.older)
	choose(view.Modes, ask.mode)
	choose(view.Claims, ask.claim)
	if ends := found.ClaimEnds; !ends.IsZero() {
		view.Ends = max(1, ends.Sub(c.Now()).Milliseconds())
	}
	if ask.after != "" {
		view.First = first.address("/")
	}
	if next := found.Next; next.Order != "" {
		behind := first
		behind.after = strconv.FormatInt(next.Since.UnixMicro(), 10) + "." + string(next.Order)
		view.Next = behind.address("/")
	}
	return view
}

func choose(choices []queueChoice, value string) {
	for i := range choices {
		choices[i].Chosen = choices[i].Value == value
	}
}

func (c *Console) rowOf(ask queueAsk, line desk.Line) queueRow {
	ask.account = line.Account
	row := queueRow{
		ID: string(line.Order), Reason: wording.Short(line.Cause), More: max(0, line.Reasons-1), Client: line.Email, ClientAddress: ask.address("/"),
		Property: line.Property.Line(), Owners: ownersOf(predate.Order{Owners: line.Owners}), External: line.ExternalID, Syndic: line.Syndic,
		Section: sectionName(line.Section), Age: shortAge(line.Age), Since: line.Since.UTC().Format(time.RFC3339), Pace: paceWords(line.Pace), Test: line.TestMode, Claimed: line.Claim,
		Stopped: line.Section == predate.QueueStopped,
	}
	if !line.Again.IsZero() {
		row.Again = line.Again.In(c.zone).Format("02/01 à 15\u00a0h\u00a004")
	}
	return row
}

func paceWords(pace desk.Pace) *stateWords {
	switch pace {
	case desk.Late:
		return &stateWords{"bad", "en retard"}
	case desk.Soon:
		return &stateWords{"warn", "bientôt en retard"}
	case desk.OnTime:
		return &stateWords{"good", "dans les temps"}
	}
	return nil
}

func sectionName(section predate.QueueSection) string {
	return map[predate.QueueSection]string{
		predate.QueueDecide: "À décider", predate.QueueStopped: "Collecte arrêtée", predate.QueueWaiting: "Attente du client",
		predate.QueueRetrying: "Nouvel essai prévu", predate.QueueWorking: "En traitement", predate.QueueDone: "Terminées aujourd’hui",
		predate.QueueClosed: "Annulées",
	}[section]
}

func queueAges() []queueChoice {
	const day = 24 * time.Hour
	return []queueChoice{
		{Name: "Tout âge"},
		{Value: "1h", Name: "Plus d’une heure", age: time.Hour},
		{Value: "4h", Name: "Plus de 4 heures", age: 4 * time.Hour},
		{Value: "1j", Name: "Plus d’un jour", age: day},
		{Value: "7j", Name: "Plus d’une semaine", age: 7 * day},
	}
}
