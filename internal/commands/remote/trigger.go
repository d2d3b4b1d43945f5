package remote

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"predate/internal/commands/terminal"
)

// TriggerCommand rehearses an event of a test order.
type TriggerCommand struct {
	ClientFlags
	Fault    []string      `help:"What the delivery does wrong on purpose; may be repeated." enum:"duplicate,out_of_order,bad_signature,stale_timestamp" placeholder:"FAULT"`
	Delay    time.Duration `help:"Wait before the first attempt, up to an hour." default:"0s"`
	FeedOnly bool          `name:"feed-only" help:"Send nothing to the account's endpoints: the event is for «predate listen»."`
	Event    string        `arg:"" help:"Kind of event: confirmed, received, waiting, done or need-refresh." enum:"confirmed,received,waiting,done,need-refresh"`
	Order    string        `arg:"" help:"The test order."`
}

// Run asks for the rehearsal and tells where it goes.
func (t TriggerCommand) Run(c *terminal.Context) error {
	client, err := t.Open(c)
	if err != nil {
		return err
	}
	asked := map[string]any{"orderid": t.Order, "event": t.Event, "feed_only": t.FeedOnly}
	if len(t.Fault) > 0 {
		asked["faults"] = t.Fault
	}
	if t.Delay > 0 {
		asked["delay"] = int(t.Delay.Round(time.Second).Seconds())
	}
	var simulated struct {
		OrderID    string `json:"orderid"`
		Deliveries []struct {
			ID       string `json:"id"`
			Endpoint string `json:"endpoint"`
		} `json:"deliveries"`
	}
	err = client.Call(c, http.MethodPost, "/order/test/webhook-events", asked, &simulated)
	if refused := (*Refusal)(nil); errors.As(err, &refused) && refused.Code == "no_endpoint" {
		return fmt.Errorf("%w (or rehearse for «predate listen» alone, with --feed-only)", err)
	}
	if err != nil {
		return err
	}
	c.Say("%s of order %s is rehearsed; predate listen shows it", t.Event, simulated.OrderID)
	for _, delivery := range simulated.Deliveries {
		c.Say("  delivery %s to endpoint %s", delivery.ID, delivery.Endpoint)
	}
	return nil
}
