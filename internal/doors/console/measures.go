package console

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
)

// measureRoutes are the page of what the work took.
func measureRoutes() []route {
	return []route{{http.MethodGet, "/measures", predate.RoleLead, (*Console).measuresPage}}
}

// measuresView is what the work of a period took, and what to do next.
type measuresView struct {
	From, To   string // as forms have them
	In         string // the period in words
	Periods    []periodView
	Empty, Cut bool
	Next       []advice
	Done       doneChart
	Spreads    []spreadView
	Tables     []tookTable
	Overturned string
	Waiting    []waitingView
	Kept       string
	Persons    []tookView
}

// periodView is a period that one looks at often.
type periodView struct {
	Name, Address string
	Current       bool
}

// spreadView is what most, and nearly all, of something took.
type spreadView struct {
	Name                                             string
	Count                                            int
	MedianKeys, MostKeys, MedianSeconds, MostSeconds string
}

// tookTable is a table of what took the most.
type tookTable struct {
	ID, Title, Head string
	Rows            []tookView
}

// tookView is what one thing took.
type tookView struct {
	Name, Of   string
	Count      int
	Keys       string // of half of them
	Median     string
	Total      string
	Share      string
	Width      int // of its bar, in hundredths
	Overturned string
}

// waitingView is how many orders wait between two ages.
type waitingView struct {
	Name  string
	Pace  stateWords
	Count int
	Width int
}

// mostRows is how many rows a table of the page has; they are the costliest.
const mostRows = 12

// mostDays is the longest period.
const mostDays = 366

func (c *Console) measuresPage(v *visit) (answer, error) {
	from, to, err := c.period(v.URL.Query())
	if err != nil {
		return nil, err
	}
	m, err := c.Desk.Measures(v.Context(), from, to)
	if err != nil {
		return nil, err
	}
	return page{name: "measures", title: "Mesures", view: c.measuresView(m)}, nil
}

// period reads the days of an address: those of this month where it names none.
func (c *Console) period(q url.Values) (from, to predate.Date, err error) {
	today := c.today()
	from, to = firstOf(today), today
	for name, day := range map[string]*predate.Date{"from": &from, "to": &to} {
		if text := q.Get(name); text != "" {
			if *day, err = predate.ParseDate(text); err != nil {
				return from, to, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas un jour.", text)
			}
		}
	}
	if to.Before(from) || from.AddDays(mostDays).Before(to) {
		return from, to, predate.Refuse(predate.CodeInvalid, "La période va d’un jour à un autre qui le suit, d’un an au plus.")
	}
	return from, to, nil
}

func firstOf(day predate.Date) predate.Date {
	day.Day = 1
	return day
}

func measuresAddress(from, to predate.Date) string {
	return "/measures?" + url.Values{"from": {from.String()}, "to": {to.String()}}.Encode()
}

func (c *Console) measuresView(m desk.Measures) measuresView {
	view := measuresView{
		From: m.From.String(), To: m.To.String(), In: "du " + wording.Day(m.From) + " au " + wording.Day(m.To),
		Cut: m.Cut, Next: advise(m), Done: chartOf(m.Days),
		Spreads: []spreadView{spreadOf("Un doute", m.Doubts), spreadOf("Une commande", m.Orders)},
		Persons: tookOf(m.Persons),
		Waiting: waitingOf(m), Empty: nothing(m),
	}
	for _, table := range []tookTable{
		{"figures", "Doutes par chiffre et par contrôle", "Doute", tookOf(m.Figures)},
		{"causes", "Doutes par motif", "Motif", tookOf(m.Causes)},
		{"places", "Motifs par présentation", "Papiers de", tookOf(m.Places)},
	} {
		if len(table.Rows) > 0 {
			view.Tables = append(view.Tables, table)
		}
	}
	today := c.today()
	lastMonth := firstOf(today).AddDays(-1)
	for _, one := range []struct {
		name     string
		from, to predate.Date
	}{
		{"Ce mois", firstOf(today), today},
		{"Mois dernier", firstOf(lastMonth), lastMonth},
		{"7 jours", today.AddDays(-6), today},
		{"30 jours", today.AddDays(-29), today},
	} {
		view.Periods = append(view.Periods, periodView{one.name, measuresAddress(one.from, one.to), one.from == m.From && one.to == m.To})
	}
	if m.Rulings > 0 {
		view.Overturned = percent(m.Overturned, m.Rulings) + " des " + wording.Number(int64(m.Rulings)) + " chiffres tranchés"
	}
	if m.Closed > 0 {
		view.Kept = percent(m.Kept, m.Closed) + " des " + wording.Number(int64(m.Closed)) + " commandes décidées l’ont été en " + promised(m.Promise) + " ou moins"
	}
	return view
}

// nothing reports whether there is nothing to show of a period.
func nothing(m desk.Measures) bool {
	waiting := 0
	for _, w := range m.Waiting {
		waiting += w.Count
	}
	done := slices.ContainsFunc(m.Days, func(d desk.DoneDay) bool { return d.Done > 0 })
	return !done && waiting+m.Closed+len(m.Causes)+m.Orders.Count == 0
}

func spreadOf(name string, s desk.Spread) spreadView {
	return spreadView{name, s.Count, wording.Number(int64(s.MedianStrokes)), wording.Number(int64(s.MostStrokes)), spent(s.MedianVisible), spent(s.MostVisible)}
}

// subject names what a group is about.
func subject(g desk.Group) string {
	if gate, ok := predate.GateOf(g.Gate); ok {
		return gate.Label
	}
	if figure, ok := predate.FigureOf(g.Figure); ok {
		return figure.Label
	}
	return causeName(g.Cause)
}

func causeName(code predate.ReasonCode) string {
	if code == "" {
		return "Sans doute de la machine"
	}
	return wording.Short(predate.Cause(code))
}

// tookOf lists the costliest groups, each with its share of the time of all.
func tookOf(all []desk.Group) []tookView {
	var whole, most time.Duration
	for _, g := range all {
		whole, most = whole+g.Visible, max(most, g.Visible)
	}
	var out []tookView
	for _, g := range all[:min(len(all), mostRows)] {
		row := tookView{Name: subject(g), Count: g.Count, Keys: wording.Number(int64(g.Spread.MedianStrokes)), Median: spent(g.Spread.MedianVisible), Total: spent(g.Visible)}
		switch {
		case g.Person != "":
			row.Name = g.Person
		case g.Syndic != "":
			row.Name, row.Of = g.Syndic, subject(g)+" · "+causeName(g.Cause)
		}
		if g.Spread.Count == 0 {
			row.Keys, row.Median, row.Total = "–", "–", "–"
		}
		if whole > 0 {
			row.Share, row.Width = percent(int(g.Visible/time.Millisecond), int(whole/time.Millisecond)), int(100*g.Visible/most)
		}
		if g.Rulings > 0 {
			row.Overturned = percent(g.Overturned, g.Rulings)
		}
		out = append(out, row)
	}
	return out
}

func waitingOf(m desk.Measures) []waitingView {
	names := []string{"moins de la moitié de la promesse", "de la moitié aux trois quarts", "dernier quart", "promesse dépassée", "plus du double"}
	paces := []stateWords{{"good", "à l’heure"}, {"good", "à l’heure"}, {"warn", "bientôt"}, {"bad", "en retard"}, {"bad", "en retard"}}
	most := 1
	for _, w := range m.Waiting {
		most = max(most, w.Count)
	}
	var out []waitingView
	for i, w := range m.Waiting {
		out = append(out, waitingView{names[i], paces[i], w.Count, 100 * w.Count / most})
	}
	return out
}

// percent writes a share: « 38 % ».
func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return strconv.Itoa((200*part+whole)/(2*whole)) + "\u202f%"
}

// spent writes how long work took: « 12 s », « 3 min 05 s », « 2 h 10 ».
func spent(d time.Duration) string {
	seconds := int(d.Round(time.Second) / time.Second)
	switch minutes := seconds / 60; {
	case seconds < 60:
		return strconv.Itoa(seconds) + "\u00a0s"
	case minutes < 60:
		return strconv.Itoa(minutes) + "\u00a0min\u00a0" + twoDigits(seconds%60) + "\u00a0s"
	default:
		return strconv.Itoa(minutes/60) + "\u00a0h\u00a0" + twoDigits(minutes%60)
	}
}

// promised writes the promise: « 4 h », « 2 h 30 ».
func promised(d time.Duration) string { return strings.TrimSuffix(shortAge(d), "\u00a000") }

func twoDigits(n int) string {
	if text := strconv.Itoa(n); n > 9 {
		return text
	}
	return "0" + strconv.Itoa(n)
}

// quoted puts French quotation marks about a name.
func quoted(name string) string { return "«\u00a0" + strings.TrimSuffix(name, ".") + "\u00a0»" }
