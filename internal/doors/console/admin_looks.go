package console

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

func lookRoutes() []route {
	return []route{
		{http.MethodGet, "/admin/looks", predate.RoleLead, (*Console).looksPage},
		{http.MethodGet, "/admin/looks/{look}", predate.RoleLead, (*Console).lookPage},
		{http.MethodPost, "/admin/looks/{look}/replay", predate.RoleLead, (*Console).replayLook},
		{http.MethodPost, "/admin/looks/{look}/activate", predate.RoleLead, (*Console).activateLook},
		{http.MethodPost, "/admin/looks/{look}/retire", predate.RoleLead, (*Console).retireLook},
		{http.MethodGet, "/admin/looks/{look}/export", predate.RoleLead, (*Console).exportLook},
	}
}

// looksView is what operators taught.
type looksView struct {
	adminHead
	Looks []lookRow
}

type lookRow struct {
	ID, Kind, Reads, By, Taught string
	State                       state
	Confirmed                   int
	Note                        string
}

func (c *Console) lookRow(t desk.Taught) lookRow {
	row := lookRow{
		ID: t.ID, Kind: typeset.KindName(t.Says.Kind), Reads: t.Says.Title(), By: t.TaughtBy, Taught: c.moment(t.Taught),
		Confirmed: int(t.Confirmed), Note: t.Note, State: state{"none", t.Standing()},
	}
	switch {
	case t.Ready():
		row.State.Kind = "warn"
	case t.InUse():
		row.State.Kind = "good"
	}
	return row
}

func (c *Console) looksPage(v *visit) (answer, error) {
	head, status, err := c.head(v, predate.RoleLead, "", nil)
	if err != nil {
		return nil, err
	}
	all, err := c.Desk.Looks(v.Context())
	if err != nil {
		return nil, err
	}
	view := looksView{adminHead: head}
	for _, t := range all {
		view.Looks = append(view.Looks, c.lookRow(t))
	}
	return withStatus{status, page{name: "admin-looks", title: "Apprentissages", view: view}}, nil
}

// lookView is all that is kept of one look.
type lookView struct {
	adminHead
	lookRow
	Papers      string
	Heads       string
	ChangedBy   string
	Changed     string
	Ready, Used bool
	Where       []confirmationView
	Replayed    *replayView
}

type confirmationView struct {
	Order   predate.OrderID
	Who, At string
}

// replayView is what a look reads in the latest orders.
type replayView struct {
	Orders, Met, Against int
	Lines                []replayLine
}

type replayLine struct {
	Order predate.OrderID
	Where string
	Says  string
	Fate  state
}

func (c *Console) lookPage(v *visit) (answer, error) {
	done := map[string]string{"activated": "Il lira les prochaines pièces.", "retired": "Il est retiré, pour de bon."}[v.URL.Query().Get("done")]
	return c.oneLook(v, lookView{adminHead: adminHead{Done: done}}, nil)
}

// oneLook draws one look, with what was done or refused above it.
func (c *Console) oneLook(v *visit, view lookView, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleLead, view.Done, refused)
	if err != nil {
		return nil, err
	}
	t, err := c.Desk.Look(v.Context(), v.PathValue("look"))
	if err != nil {
		return nil, err
	}
	where, err := c.Desk.LookConfirmations(v.Context(), t.ID)
	if err != nil {
		return nil, err
	}
	view.adminHead, view.lookRow = head, c.lookRow(t)
	view.Papers, view.Heads, view.ChangedBy, view.Changed = t.Says.Papers(), strings.Join(t.Says.Heads, " · "), t.ChangedBy, c.moment(t.Changed)
	view.Ready, view.Used = t.Ready(), t.InUse()
	for _, one := range where {
		view.Where = append(view.Where, confirmationView{one.Order, one.Who, c.moment(one.At)})
	}
	return withStatus{status, page{name: "admin-look", title: "Apprentissage", view: view}}, nil
}

// How far a look is replayed while a lead waits; the command line goes further.
const (
	replayedOrders = 40
	replayTime     = time.Minute
)

func (c *Console) replayLook(v *visit) (answer, error) {
	t, err := c.Desk.Look(v.Context(), v.PathValue("look"))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(v.Context(), replayTime)
	defer cancel()
	read, err := c.Replay.Look(ctx, t.Says, replayedOrders)
	if ctx.Err() != nil && v.Context().Err() == nil {
		return c.oneLook(v, lookView{}, predate.Refuse(predate.CodeUnavailable, "Les pièces sont trop longues à relire d’ici : « predate look replay » le fait."))
	}
	if err != nil {
		return nil, err
	}
	return c.oneLook(v, lookView{adminHead: adminHead{Done: "Les pièces sont relues ; rien n’est changé."}, Replayed: replayedView(read)}, nil)
}

func replayedView(read []pipeline.Replayed) *replayView {
	view := &replayView{Orders: len(read)}
	for _, one := range read {
		if one.Err != nil {
			view.Lines = append(view.Lines, replayLine{Order: one.Order, Fate: state{"none", "ses pièces ne se lisent plus"}})
			continue
		}
		view.Met, view.Against = view.Met+len(one.Learnt), view.Against+one.Contradicted()
		for _, l := range one.Learnt {
			e := l.Figure.Evidence[0]
			line := replayLine{Order: one.Order, Where: fmt.Sprintf("%s, p. %d", e.File, e.Page), Says: e.Text, Fate: state{"good", wording.Fate(l.Fate)}}
			switch l.Fate {
			case predate.LearntContradicted:
				line.Fate = state{"bad", wording.Fate(l.Fate) + " " + wording.Of(l.Against)}
			case predate.LearntAside, predate.LearntProposed:
				line.Fate.Kind = "none"
			}
			view.Lines = append(view.Lines, line)
		}
	}
	return view
}

// decideLook does something to a look with a reason, and returns to its page.
func (c *Console) decideLook(v *visit, done string, do func(context.Context, string, desk.Decision) error) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	id := v.PathValue("look")
	if err := do(v.Context(), id, v.decision(v.PostFormValue("why"))); err != nil {
		return c.oneLook(v, lookView{}, err)
	}
	return redirect("/admin/looks/" + url.PathEscape(id) + "?done=" + done), nil
}

func (c *Console) activateLook(v *visit) (answer, error) {
	return c.decideLook(v, "activated", c.Desk.ActivateLook)
}

func (c *Console) retireLook(v *visit) (answer, error) {
	return c.decideLook(v, "retired", c.Desk.RetireLook)
}

func (c *Console) exportLook(v *visit) (answer, error) {
	t, err := c.Desk.Look(v.Context(), v.PathValue("look"))
	if err != nil {
		return nil, err
	}
	text, err := t.Says.Export()
	return download(web.Saved(t.ID+".yaml", "application/yaml; charset=utf-8", strings.NewReader(text))), err
}
