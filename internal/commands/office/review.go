package office

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
	"predate/internal/reading/look"
	"predate/internal/reading/report"
)

// ReviewCommand is the operators' queue. It works beside a running server: a
// decision is a transaction like any other, and the server goes on from it.
type ReviewCommand struct {
	List    reviewList    `cmd:"" help:"List the orders that wait for an operator, the longest waiting first."`
	Show    reviewShow    `cmd:"" help:"Show what is in doubt in an order."`
	Set     reviewSet     `cmd:"" help:"Decide the values or the statuses of figures; the dossier is read again with them."`
	Unset   reviewUnset   `cmd:"" help:"Take the decision on a figure back."`
	Seen    reviewSeen    `cmd:"" help:"Lift the doubt about pages that could not be read, after having looked at them."`
	Approve reviewApprove `cmd:"" help:"Let an order go on as it stands, or collect again."`
	Ask     reviewAsk     `cmd:"" help:"Put an order to waiting, with a sentence for the client."`
	Log     reviewLog     `cmd:"" help:"List who decided what of an order, when and why."`
}

// openReviews opens a desk for an operator.
func openReviews(c *terminal.Context, f serving.StoreFlags) (*serving.Cellar, *desk.Desk, error) {
	house, err := serving.OpenCellar(c, f, c.CommandMeans())
	if err != nil {
		return nil, nil, err
	}
	q, err := house.NewQueue(queue.Options{})
	if err != nil {
		house.Close()
		return nil, nil, err
	}
	front, err := house.FrontDesk(q, nil, serving.DeskDates{})
	if err != nil {
		house.Close()
		return nil, nil, err
	}
	return house, front, nil
}

// sheet tells an operator at a terminal of orders.
type sheet struct {
	*terminal.Printer
	now func() time.Time
}

func newSheet(c *terminal.Context) sheet { return sheet{terminal.NewPrinter(c.Stdout), c.Now} }

type reviewList struct{ serving.StoreFlags }

// Run prints each order with its age and the reasons.
func (r reviewList) Run(c *terminal.Context) error {
	house, front, err := openReviews(c, r.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	open, err := front.Reviews(c)
	if err != nil {
		return err
	}
	page := newSheet(c)
	for _, i := range open {
		page.Line(0, "%s · %s · %s, lots %s", i.Order.ID, page.since(i.Review.Since), i.Order.Property.Line(), terminal.OrDash(i.Order.Lots))
		for _, reason := range reasonsOf(i) {
			page.Item(8, reason)
		}
	}
	if len(open) == 0 {
		page.Line(0, "Aucune commande n’attend d’opérateur.")
	}
	return page.Err
}

// reasonsOf are why an order waits: those of its last reading, or of the
// collection that stopped.
func reasonsOf(i desk.Inquiry) []string {
	if slices.Contains(i.Review.Reasons, desk.ReasonDamaged) {
		return i.Review.Reasons
	}
	if !i.Stopped() && !i.Run.Read {
		return []string{"En cours de relecture."}
	}
	if len(i.Run.Reasons) > 0 {
		return i.Run.Reasons
	}
	return i.Review.Reasons
}

// since says how long ago an instant was: "3 h", "2 j".
func (p sheet) since(at time.Time) string {
	age := p.now().Sub(at)
	switch {
	case age < time.Hour:
		return fmt.Sprintf("%d min", int(age.Minutes()))
	case age < 48*time.Hour:
		return fmt.Sprintf("%d h", int(age.Hours()))
	}
	return fmt.Sprintf("%d j", int(age.Hours()/24))
}

// decisionFlags say who answers for a decision.
type decisionFlags struct {
	orderFlags
	By string `help:"Who decides (default: the user of this machine)." placeholder:"NAME"`
}

// orderFlags name the order that a command is about.
type orderFlags struct {
	serving.StoreFlags
	Order string `arg:"" help:"The order."`
}

// open gives the named order to a task that reviews it.
func (f orderFlags) open(c *terminal.Context, task func(*desk.Desk, predate.OrderID) error) error {
	id, err := orderNamed(f.Order)
	if err != nil {
		return err
	}
	house, front, err := openReviews(c, f.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	return task(front, id)
}

// orderNamed reads the identifier of an order.
func orderNamed(text string) (predate.OrderID, error) {
	id, err := predate.ParseOrderID(text)
	if err != nil {
		return "", predate.Refuse(predate.CodeNotFound, "« %s » n’est pas une référence de commande.", text)
	}
	return id, nil
}

// decide carries a decision out on an order.
func (f decisionFlags) decide(c *terminal.Context, why string, carryOut func(*desk.Desk, predate.OrderID, desk.Decision) error) error {
	return f.open(c, func(front *desk.Desk, id predate.OrderID) error {
		return carryOut(front, id, desk.Decision{By: strings.TrimSpace(terminal.OrUser(f.By)), Why: strings.TrimSpace(why)})
	})
}

// waitFlags say how long a command waits for the server to read again.
type waitFlags struct {
	Wait time.Duration `help:"How long to wait for the server to read the dossier again." default:"20s"`
}

type reviewSet struct {
	decisionFlags
	waitFlags
	teachFlags
	Values []string `arg:"" help:"KEY=VALUE, such as supplier_debt=1234,56, or a status: néant, non exigé, non communiqué, sans objet; lists as the JSON of the report." placeholder:"KEY=VALUE"`
	Why    string   `help:"Why; printed in the statement." required:"" placeholder:"TEXT"`
}

// Run rules, and tells what is still in doubt once the dossier was read again.
func (r reviewSet) Run(c *terminal.Context) error {
	var rulings []predate.Ruling
	for _, text := range r.Values {
		key, typed, found := strings.Cut(text, "=")
		if !found {
			return predate.Refuse(predate.CodeInvalid, "« %s » : écrivez CLÉ=VALEUR.", text)
		}
		ruling, err := report.ParseRuling(predate.Key(key), typed)
		if err != nil {
			return err
		}
		rulings = append(rulings, ruling)
	}
	return r.decide(c, r.Why, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		var taught []look.Look
		if r.At != "" {
			l, err := r.learn(c, d, id, r.Data, rulings)
			if err != nil {
				return err
			}
			taught = append(taught, l)
		}
		if err := d.Rule(c, id, decision, rulings, taught...); err != nil {
			return err
		}
		page := newSheet(c)
		for _, l := range taught {
			page.learned(l)
		}
		return errors.Join(page.Err, r.tell(c, d, id))
	})
}

type reviewUnset struct {
	decisionFlags
	waitFlags
	Key predate.Key `arg:"" help:"The figure's key."`
	Why string      `help:"Why." required:"" placeholder:"TEXT"`
}

// Run takes a ruling back.
func (r reviewUnset) Run(c *terminal.Context) error {
	return r.decide(c, r.Why, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		if err := d.Withdraw(c, id, decision, r.Key); err != nil {
			return err
		}
		return r.tell(c, d, id)
	})
}

type reviewSeen struct {
	decisionFlags
	waitFlags
	File string `arg:"" help:"The paper, as it is named in the order."`
	Why  string `help:"What was seen on the pages; printed in the statement." required:"" placeholder:"TEXT"`
	Undo bool   `help:"Take it back."`
}

// Run lifts the doubt about the pages of a paper that could not be read, or takes
// that back.
func (r reviewSeen) Run(c *terminal.Context) error {
	return r.decide(c, r.Why, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		lift := d.See
		if r.Undo {
			lift = d.Unsee
		}
		if err := lift(c, id, decision, r.File); err != nil {
			return err
		}
		return r.tell(c, d, id)
	})
}

// tell waits until the dossier was read again and says where it stands.
func (f waitFlags) tell(c *terminal.Context, d *desk.Desk, id predate.OrderID) error {
	const pause = 100 * time.Millisecond
	for deadline := c.Now().Add(f.Wait); ; {
		i, err := d.Inquiry(c, id)
		if err != nil {
			return err // it no longer waits for an operator: say so
		}
		if i.Run.Read {
			page := newSheet(c)
			page.Line(0, "C’est noté, et le dossier %s est relu. Il attend une approbation :", id)
			for _, reason := range reasonsOf(i) {
				page.Item(2, reason)
			}
			return page.Err
		}
		if c.Now().After(deadline) {
			c.Say("C’est noté. Le serveur relira le dossier %s ; regardez-le ensuite avec « predate review show %s ».", id, id)
			return nil
		}
		select {
		case <-c.Done():
			return c.Err()
		case <-time.After(pause):
		}
	}
}

type reviewApprove struct {
	decisionFlags
	Why string `help:"Why the statement may be issued." required:"" placeholder:"TEXT"`
}

// Run approves.
func (r reviewApprove) Run(c *terminal.Context) error {
	return r.decide(c, r.Why, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		if err := d.Approve(c, id, decision); err != nil {
			return err
		}
		if i, err := d.Inquiry(c, id); err == nil && i.FirstIssue != nil {
			c.Say("C’est noté. Ce client demande deux personnes : une autre doit aussi approuver la commande %s.", id)
			return nil
		}
		c.Say("La commande %s continue.", id)
		return nil
	})
}

type reviewAsk struct {
	decisionFlags
	Sentence string          `help:"What the client is asked, in French." required:"" placeholder:"TEXT"`
	Kind     predate.GapKind `help:"What the client must do: send a paper, or act." enum:"document,action" default:"document"`
}

// Run asks the client.
func (r reviewAsk) Run(c *terminal.Context) error {
	return r.decide(c, r.Sentence, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		if err := d.Ask(c, id, decision, r.Kind); err != nil {
			return err
		}
		c.Say("La question est posée au client de la commande %s.", id)
		return nil
	})
}

type reviewLog struct {
	orderFlags
}

// Run prints each act with its instant, who did it and why.
func (r reviewLog) Run(c *terminal.Context) error {
	return r.open(c, func(front *desk.Desk, id predate.OrderID) error {
		acts, err := front.Acts(c, id)
		if err != nil {
			return err
		}
		names := map[string]string{
			"review.set": "retient", "review.unset": "revient sur", "review.seen": "a regardé", "review.unseen": "n’a plus pour vue", "review.approve": "approuve", "review.ask": "interroge le client",
			"review.acknowledge": "prend acte de", "review.unacknowledge": "ne prend plus acte de", "review.issue": "émet la déclaration", "review.first_issue": "approuve, le premier de deux",
			"review.take_over": "reprend la commande", "review.undo": "annule",
		}
		page := newSheet(c)
		for _, act := range acts {
			name, known := names[act.Act]
			if !known {
				name = act.Act
			}
			page.Line(0, "%s · %s %s · %s", act.At.Local().Format("02/01/2006 15:04:05"), act.Who, name, act.Detail)
		}
		if len(acts) == 0 {
			page.Line(0, "Aucun opérateur n’a rien décidé de la commande %s.", id)
		}
		return page.Err
	})
}
