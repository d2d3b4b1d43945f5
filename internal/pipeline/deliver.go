package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/desk"
	"predate/internal/link"
	"predate/internal/queue"
	"predate/internal/webhook"
)

// Deliver makes the next attempt of a delivery, if it is due and no earlier
// event of its order is still under way to the same endpoint.
func (p *Pipeline) Deliver(ctx context.Context, id predate.DeliveryID) error {
	c, err := p.Desk.Consignment(ctx, id)
	switch {
	case errors.Is(err, predate.ErrNotFound):
		return nil // its endpoint was deleted
	case err != nil:
		return err
	case c.Blocked != nil:
		return queue.Later(p.until(c.Blocked.Next))
	case !c.Claimed && c.Delivery.Status == predate.DeliveryPending:
		return queue.Later(p.until(c.Delivery.Next))
	case !c.Claimed:
		return nil
	}
	attempt, err := p.attempt(ctx, c)
	if err != nil {
		return err
	}
	verdict := p.judge(attempt, c.Endpoint)
	p.Log.Info("delivery", "order", c.Event.Order, "event", c.Event.State, "delivery", id, "attempt", attempt.Number,
		"status", attempt.Status, "duration", attempt.Duration.Round(time.Millisecond), "error", attempt.Error,
		"delivered", verdict.Delivered)
	return p.Desk.Attempted(ctx, attempt, verdict)
}

// The wait of a delivery that cannot be sent yet. The end of the one before it
// releases it at once; this is the net below that.
const (
	leastWait   = 200 * time.Millisecond
	longestWait = time.Minute
)

func (p *Pipeline) until(at time.Time) time.Duration {
	return min(max(at.Sub(p.Now()), leastWait), longestWait)
}

// attempt sends a delivery. An endpoint that was turned off meanwhile takes
// nothing: the delivery is given up, and recovered when it is on again.
func (p *Pipeline) attempt(ctx context.Context, c desk.Consignment) (predate.Attempt, error) {
	if !c.Endpoint.Enabled {
		return predate.Attempt{
			Delivery: c.Delivery.ID, Number: c.Delivery.Attempts + 1, At: p.Now(),
			Error: "l’adresse de rappel est désactivée",
		}, nil
	}
	body, err := p.body(ctx, c)
	if err != nil {
		return predate.Attempt{}, err
	}
	return p.Sender.Send(ctx, webhook.Sending{
		URL: c.Endpoint.URL, Secrets: c.Secrets, Delivery: c.Delivery, Event: c.Event, Body: body,
	})
}

// judge tells what follows an attempt.
func (p *Pipeline) judge(attempt predate.Attempt, endpoint predate.Endpoint) desk.Verdict {
	if !endpoint.Enabled {
		return desk.Verdict{GivenUp: true}
	}
	wait, verdict := webhook.Next(attempt.Number, attempt, p.Jitter())
	switch verdict {
	case webhook.Delivered:
		return desk.Verdict{Delivered: true}
	case webhook.GiveUp:
		return desk.Verdict{GivenUp: true}
	case webhook.Disable:
		return desk.Verdict{GivenUp: true, Disable: "le récepteur a répondu 410 : cette adresse n’existe plus"}
	}
	return desk.Verdict{Retry: p.Now().Add(wait)}
}

// body builds what every attempt of a delivery sends, from what never changes:
// the event, and the statement and figures of its run.
func (p *Pipeline) body(ctx context.Context, c desk.Consignment) (*webhook.Body, error) {
	notice := webhook.Notice{Event: c.Event, SendDocuments: c.Account.SendDocuments}
	if c.Event.State != predate.Done {
		return webhook.NewBody(notice)
	}
	statement, pdf, err := p.issued(ctx, c)
	if err != nil {
		return nil, err
	}
	size, err := p.Blobs.Size(ctx, pdf)
	if err != nil {
		return nil, fmt.Errorf("find statement %s: %w", pdf, err)
	}
	notice.Statement = &webhook.Content{Size: size, Open: func(ctx context.Context) (io.ReadCloser, error) { return p.Blobs.Open(ctx, pdf) }}
	if number, ok := statement.Figure(predate.KeyRegistrationNumber).Value.(predate.Text); ok && c.Account.SendRegistration {
		notice.Registration = string(number)
	}
	notice.Documents = p.documents(statement, c)
	return webhook.NewBody(notice)
}

// issued gives the figures and the PDF that a done event announces.
func (p *Pipeline) issued(ctx context.Context, c desk.Consignment) (predate.Statement, predate.Hash, error) {
	if c.Event.Simulated {
		return p.specimen(ctx)
	}
	statement, err := p.statement(ctx, c.Run.ReportHash)
	return statement, c.Run.PDFHash, err
}

// documents lists the papers that the statement was made from.
func (p *Pipeline) documents(statement predate.Statement, c desk.Consignment) []webhook.Document {
	rows := map[predate.DocumentID]predate.Document{}
	for _, document := range c.View.Documents {
		rows[document.ID] = document
	}
	expires := c.Event.Created.Add(link.Life)
	var listed []webhook.Document
	for place, read := range statement.Documents {
		document, ok := rows[read.Document]
		address := p.Links.Document(read.Document, expires)
		if c.Event.Simulated {
			document = predate.Document{ID: predate.DocumentID(place + 1), MediaType: "application/pdf", Collected: c.Event.Created}
			address, ok = p.Links.Specimen(place+1, expires), true
		}
		if !ok || read.Foreign || read.DuplicateOf != "" {
			continue
		}
		document.DocType, document.Printed = mainType(document, read), read.Printed
		listed = append(listed, webhook.Document{Document: document, URL: address})
	}
	return listed
}
