package main

import (
	"log/slog"
	"os/user"
	"time"

	"predate"
	"predate/internal/desk"
	"predate/internal/queue"
)

// reviewCommand is the operators' queue. It works beside a running server: a
// decision is a transaction like any other, and the server goes on from it.
type reviewCommand struct {
	List    reviewList    `cmd:"" help:"List the orders that wait for an operator, the longest waiting first."`
	Approve reviewApprove `cmd:"" help:"Let an order go on as it stands, or collect again."`
	Ask     reviewAsk     `cmd:"" help:"Put an order to waiting, with a sentence for the client."`
}

// openReviews opens a desk for an operator.
func openReviews(c *commandContext, f storeFlags) (*cellar, *desk.Desk, error) {
	house, err := openCellar(c, f, slog.New(slog.NewTextHandler(c.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return nil, nil, err
	}
	q, err := house.newQueue(queue.Options{})
	if err != nil {
		house.close()
		return nil, nil, err
	}
	front, err := house.frontDesk(q, nil, deskDates{})
	if err != nil {
		house.close()
		return nil, nil, err
	}
	return house, front, nil
}

type reviewList struct{ storeFlags }

// Run prints each order with its age and the reasons.
func (r reviewList) Run(c *commandContext) error {
	house, front, err := openReviews(c, r.storeFlags)
	if err != nil {
		return err
	}
	defer house.close()
	open, err := front.Reviews(c)
	if err != nil {
		return err
	}
	for _, review := range open {
		c.say("%s  waits since %s", review.Order, time.Since(review.Since).Round(time.Minute))
		for _, reason := range review.Reasons {
			c.say("        %s", reason)
		}
	}
	if len(open) == 0 {
		c.say("no order waits for an operator")
	}
	return nil
}

// decisionFlags say who answers for a decision.
type decisionFlags struct {
	storeFlags
	Order string `arg:"" help:"The order."`
	By    string `help:"Who decides (default: the user of this machine)." placeholder:"NAME"`
}

// decide carries a decision out on an order.
func (f decisionFlags) decide(c *commandContext, why string, carryOut func(*desk.Desk, predate.OrderID, desk.Decision) error) error {
	id, err := predate.ParseOrderID(f.Order)
	if err != nil {
		return predate.Refuse(predate.CodeNotFound, "%s is not an order", f.Order)
	}
	by := f.By
	if by == "" {
		if own, err := user.Current(); err == nil {
			by = own.Username
		}
	}
	house, front, err := openReviews(c, f.storeFlags)
	if err != nil {
		return err
	}
	defer house.close()
	return carryOut(front, id, desk.Decision{By: by, Why: why})
}

type reviewApprove struct {
	decisionFlags
	Why string `help:"Why the statement may be issued." required:"" placeholder:"TEXT"`
}

// Run approves.
func (r reviewApprove) Run(c *commandContext) error {
	return r.decide(c, r.Why, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		return d.Approve(c, id, decision)
	})
}

type reviewAsk struct {
	decisionFlags
	Sentence string `help:"What the client is asked, in French." required:"" placeholder:"TEXT"`
}

// Run asks the client.
func (r reviewAsk) Run(c *commandContext) error {
	return r.decide(c, r.Sentence, func(d *desk.Desk, id predate.OrderID, decision desk.Decision) error {
		return d.Ask(c, id, decision)
	})
}
