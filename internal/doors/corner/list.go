package corner

import (
	"fmt"
	"net/http"
	"slices"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// listView is the page of an order.
type listView struct {
	Property, Lots string
	Over           string // why nothing is taken any more
	Wrong          string // what went wrong with what was sent
	Settled, All   int
	Reading        bool
	Groups         []groupView
	Papers         []string // given so far
	Most           int      // megabytes of a file
}

// groupView is the items that fare alike.
type groupView struct {
	Title string
	Items []itemView
}

// itemView is one thing that is needed.
type itemView struct {
	ID               string
	Code, FiscalYear string
	Name             string
	Kind, Words      string // how it fares: the class of its sign, and its words
	Why              []string
	Said             []string // what was answered
	Paper            bool     // a paper may be handed in
	Open             bool     // something is expected
	Absent           bool     // it may not exist
	// What was typed and refused.
	Says, By, Comment string
}

// show answers with the page, or with the list alone for the script.
func (c *Corner) show(w http.ResponseWriter, v *visit) error {
	view := c.view(v.list)
	if v.URL.Query().Get("part") == "list" {
		return draw(w, http.StatusOK, c.pages.list, "list", view)
	}
	return draw(w, http.StatusOK, c.pages.list, "layout.html", view)
}

func (c *Corner) view(list desk.Checklist) listView {
	view := listView{
		Property: list.Order.Property.Line(), Lots: list.Order.Lots, Over: over(list.Order), Settled: list.Settled(), All: len(list.Items),
		Reading: list.Reading, Most: desk.MaxFile >> 20,
	}
	for _, paper := range list.Papers {
		view.Papers = append(view.Papers, paper.Filename)
	}
	due, owed, done := groupView{Title: "À fournir"}, groupView{Title: "Utile, si vous l’avez"}, groupView{Title: "En ordre"}
	for i, item := range list.Items {
		one := c.item(i, item, list.Thread)
		one.Open = one.Open && view.Over == ""
		switch {
		case item.Settled():
			done.Items = append(done.Items, one)
		case item.Blocking:
			due.Items = append(due.Items, one)
		default:
			owed.Items = append(owed.Items, one)
		}
	}
	view.Groups = slices.DeleteFunc([]groupView{due, owed, done}, func(g groupView) bool { return len(g.Items) == 0 })
	return view
}

// over says why an order takes nothing any more; "" for one that does.
func over(order predate.Order) string {
	switch {
	case !order.Cancelled.IsZero():
		return "Cette demande est annulée\u202f: plus rien n’est attendu de vous."
	case order.State == predate.Done:
		return "Le pré-état daté est prêt\u202f: plus rien n’est attendu de vous. La personne qui vous a envoyé ce lien vous le remettra."
	}
	return ""
}

func (c *Corner) item(number int, item predate.Item, thread []predate.Message) itemView {
	one := itemView{
		ID: fmt.Sprintf("item-%d", number), Code: item.Code, FiscalYear: item.FiscalYear, Name: nameOf(item), Why: item.Why,
		Paper: item.Kind == predate.GapDocument, Open: item.State != predate.ItemSatisfied, Absent: item.State != predate.ItemUnreadable,
	}
	one.Kind, one.Words = fares(item)
	if item.Said != nil && item.Said.Declarant != predate.DeclaredByClient {
		one.Open = false // an operator said so: the client need not
	}
	for _, m := range thread {
		if m.Side == predate.SideClient && m.Code == item.Code && m.FiscalYear == item.FiscalYear && m.Says == predate.SaysComment {
			one.Said = append(one.Said, fmt.Sprintf("%s, le %s\u202f: «\u202f%s\u202f»", m.Who, wording.Day(predate.DateOf(m.At.In(c.zone))), m.Words))
		}
	}
	return one
}

func fares(item predate.Item) (kind, words string) {
	switch {
	case item.State == predate.ItemSatisfied:
		return "good", "reçu"
	case item.State == predate.ItemDeclared && item.Said.About == predate.RemarkUnobtainable:
		return "good", "ne peut être obtenu, selon " + item.Said.Value
	case item.State == predate.ItemDeclared:
		return "good", "n’existe pas, selon " + item.Said.Value
	case item.State == predate.ItemUnreadable:
		return "bad", "illisible"
	case item.Blocking:
		return "warn", "attendu"
	}
	return "none", "facultatif"
}

// nameOf names an item, with a capital.
func nameOf(item predate.Item) string {
	name := typeset.ItemName(item)
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
