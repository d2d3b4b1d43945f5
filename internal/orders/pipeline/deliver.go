package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
)

// Deliver makes the next attempt of a delivery if it is due, no earlier event of its
// order is pending for the same endpoint, and the endpoint is neither parked nor above
// its rate.
func (p *Pipeline) Deliver(ctx context.Context, id predate.DeliveryID) error {
	c, err := p.Desk.Consignment(ctx, id)
	switch {
	case errors.Is(err, predate.ErrNotFound):
		return nil // its endpoint was deleted
	case err != nil:
		return err
	case c.Delivery.Status != predate.DeliveryPending:
		return nil
	case c.Blocked != nil, c.Endpoint.Enabled && c.Health.Parked.After(p.Now()):
		return p.sleep(ctx, id)
	case c.Delivery.Next.After(p.Now()):
		return queue.Later(c.Delivery.Next.Sub(p.Now()))
	case !c.Endpoint.Enabled:
		return p.Desk.GiveUp(ctx, id)
	}
	if wait := p.paces.step(c.Endpoint); wait > 0 {
		return queue.Rest(wait)
	}
	claimed, err := p.Desk.Claim(ctx, c)
	if err != nil {
		return err
	}
	if !claimed {
		return queue.Later(leastWait)
	}
	return p.send(ctx, c)
}

// send makes an attempt of a claimed delivery and records it, in the trace of its event.
func (p *Pipeline) send(ctx context.Context, c desk.Consignment) (err error) {
	ctx, span := p.Trace.Begin(trace.Into(ctx, c.Event.Trace), trace.Request, "deliver")
	span.Say(trace.Order(c.Event.Order), trace.Event(c.Event.State), trace.Attempt(c.Delivery.Attempts+1))
	queue.Note(ctx)
	defer func() { span.End(err) }()
	body, err := p.Body(ctx, c.Contents)
	if errors.Is(err, predate.ErrNotFound) {
		p.Log.ErrorContext(ctx, "statement gone before its delivery", "order", c.Event.Order, "delivery", c.Delivery.ID, "error", err)
		return p.Desk.GiveUp(ctx, c.Delivery.ID)
	}
	if err != nil {
		return err
	}
	over := queue.Outside(ctx)
	attempt, err := p.Sender.Send(ctx, webhook.Sending{
		URL: c.Endpoint.URL, Secrets: c.Secrets, Delivery: c.Delivery, Event: c.Event, Body: body,
		Trace: trace.Of(ctx),
	})
	over()
	if err != nil {
		return err
	}
	span.Say(trace.StatusClass(attempt.Status))
	if !attempt.Succeeded() {
		span.Fail()
	}
	verdict := p.judge(&attempt, c)
	health, err := p.Desk.Attempted(ctx, attempt, verdict)
	p.Log.InfoContext(ctx, "delivery", "order", c.Event.Order, "event", c.Event.State, "delivery", c.Delivery.ID, "endpoint", c.Endpoint.ID,
		"attempt", attempt.Number, "status", attempt.Status, "took", attempt.Duration,
		"error", attempt.Error, "delivered", verdict.Delivered)
	if err == nil && health.Failures >= webhook.ParkAfter {
		p.Log.WarnContext(ctx, "endpoint fails", "endpoint", c.Endpoint.ID, "failures", health.Failures, "since", health.Since,
			"parked", health.Parked, "disabled_at", webhook.DeadAt(health))
	}
	return err
}

// leastWait is the delay that lets a conflicting transaction finish.
const leastWait = 200 * time.Millisecond

// sleep ends the job of a delivery that waits. The transaction that ends the wait
// enqueues the delivery again.
func (p *Pipeline) sleep(ctx context.Context, id predate.DeliveryID) error {
	asleep, err := p.Desk.Sleep(ctx, id)
	if err == nil && !asleep {
		return queue.Later(leastWait) // the wait has just ended
	}
	return err
}

// judge returns what follows an attempt.
func (p *Pipeline) judge(attempt *predate.Attempt, c desk.Consignment) desk.Verdict {
	if wait, verdict, rehearsed := webhook.Rehearsed(c.Event, attempt); rehearsed {
		return desk.Verdict{GivenUp: verdict == webhook.GiveUp, Retry: p.Now().Add(wait), Rehearsed: true}
	}
	wait, verdict := webhook.Next(attempt.Number-c.Delivery.Earlier, *attempt, p.Jitter())
	switch verdict {
	case webhook.Delivered:
		return desk.Verdict{Delivered: true}
	case webhook.GiveUp:
		return desk.Verdict{GivenUp: true}
	case webhook.Disable:
		return desk.Verdict{GivenUp: true, Disable: whyDisabled(*attempt)}
	}
	return desk.Verdict{Retry: p.Now().Add(wait)}
}

func whyDisabled(attempt predate.Attempt) string {
	if attempt.Control == predate.ControlDisable {
		return "le récepteur l’a demandé par predate-control: disable"
	}
	return "le récepteur a répondu 410 : cette adresse n’existe plus"
}

// Body builds the body of every attempt of a delivery, from data that never changes:
// the event, and the statement and figures of its run. The feed shows the same. It
// returns predate.ErrNotFound if the statement was deleted after its retention.
func (p *Pipeline) Body(ctx context.Context, c desk.Contents) (*webhook.Body, error) {
	notice := webhook.Notice{Event: c.Event, SendDocuments: c.Form.Documents, SendMissing: c.Form.Details}
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
	notice.Link = &webhook.Link{URL: p.address(c), SHA256: pdf, Always: c.Form.Link}
	if number, ok := statement.Figure(predate.KeyRegistrationNumber).Value.(predate.Text); ok && c.Form.Registration {
		notice.Registration = string(number)
	}
	notice.Documents = p.documents(statement, c)
	return webhook.NewBody(notice)
}

// address returns the URL of the statement of a done event.
func (p *Pipeline) address(c desk.Contents) string {
	expires := c.Event.Created.Add(link.Life)
	if c.Event.Simulated {
		return p.Links.Specimen(0, expires)
	}
	return p.Links.Statement(c.Event.Order, c.Event.Run, expires)
}

// issued returns the figures and the PDF that a done event announces.
func (p *Pipeline) issued(ctx context.Context, c desk.Contents) (predate.Statement, predate.Hash, error) {
	if c.Event.Simulated {
		return p.SpecimenStatement(ctx)
	}
	if c.Run.PDFHash == "" {
		return predate.Statement{}, "", fmt.Errorf("statement of run %s: %w", c.Event.Run, predate.ErrNotFound)
	}
	statement, err := p.statement(ctx, c.Run.ReportHash)
	return statement, c.Run.PDFHash, err
}

// documents returns the papers from which the statement was made, and marks those that
// were set aside as another building's.
func (p *Pipeline) documents(statement predate.Statement, c desk.Contents) []webhook.Document {
	rows := map[predate.DocumentID]predate.Document{}
	for _, document := range c.Documents {
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
		if !ok || read.DuplicateOf != "" {
			continue
		}
		document.DocType, document.Printed, document.Foreign = mainType(document, read), read.Printed, read.Foreign
		listed = append(listed, webhook.Document{Document: document, URL: address})
	}
	return listed
}
