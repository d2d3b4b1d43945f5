package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/commands/terminal"
	"predate/internal/delivering/webhook"
)

// ListenCommand lets a developer receive the events of an account on a machine
// that no webhook reaches.
type ListenCommand struct {
	ClientFlags
	ForwardTo string   `name:"forward-to" help:"Send each event on to this address of yours, signed, as a webhook." placeholder:"URL"`
	Secret    string   `help:"Secret that signs what is sent on (whsec_…); one is drawn and shown when there is none." secret:"" placeholder:"SECRET"`
	After     string   `help:"Begin after this position of the feed, 0 for all it holds, instead of now." default:"latest" placeholder:"POSITION"`
	Events    []string `help:"Kinds of events wanted, instead of all." enum:"confirmed,received,waiting,done,need-refresh" placeholder:"EVENT"`
	TestOnly  bool     `name:"test-only" help:"Leave out the events of real orders."`
	Link      bool     `help:"Bodies with the statement’s address instead of its bytes."`
	Details   bool     `help:"Bodies that tell what a waiting order waits for."`
}

// Latest is the end of the feed, in the words of the API.
const Latest = "latest"

// FedEvent is an event as the feed tells it.
type FedEvent struct {
	ID         predate.EventID `json:"id"`
	Position   int64           `json:"position"`
	OrderID    predate.OrderID `json:"orderid"`
	ExternalID string          `json:"external_id"`
	Status     predate.State   `json:"status"`
	Sequence   int             `json:"sequence"`
	Simulated  bool            `json:"simulated"`
	TestMode   bool            `json:"test_mode"`
	Created    string          `json:"created"`
	Faults     []predate.Fault `json:"faults"`
	Delay      int             `json:"delay"`
	// Body is kept as it was written: its bytes are what is signed.
	Body json.RawMessage `json:"body"`
}

// listener is a listenCommand under way.
type listener struct {
	ListenCommand
	c      *terminal.Context
	client *Client
	sender *webhook.Sender
	secret predate.Secret

	mu sync.Mutex // of the terminal
}

// Run listens until it is interrupted.
func (l ListenCommand) Run(c *terminal.Context) error {
	client, err := l.Open(c)
	if err != nil {
		return err
	}
	on := &listener{ListenCommand: l, c: c, client: client, secret: predate.Secret(l.Secret)}
	if l.ForwardTo != "" {
		if err := on.openForward(); err != nil {
			return err
		}
	}
	after := l.After
	if after == Latest {
		end, err := on.page(Latest, 0)
		if err != nil {
			return err
		}
		after = strconv.FormatInt(end.Next, 10)
	}
	c.Say("Listening to the events of %s at %s, after position %s", l.Email, client.Base, after)
	return on.listen(after)
}

// openForward prepares what is sent on.
func (l *listener) openForward() error {
	u, err := url.Parse(l.ForwardTo)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("forward-to %q: want an absolute URL like http://localhost:3000/predate", l.ForwardTo)
	}
	l.sender = webhook.NewSender(egress.Direct(ClientTimeout), l.c.Now)
	if l.secret != "" {
		if _, err := webhook.Sign([]predate.Secret{l.secret}, "trial", l.c.Now(), strings.NewReader("")); err != nil {
			return fmt.Errorf("secret: %w", err)
		}
		l.c.Say("Sending them on to %s, signed with the secret given", l.ForwardTo)
		return nil
	}
	if l.secret, _, err = webhook.NewKey(predate.HMACSHA256, l.c.Random); err != nil {
		return err
	}
	l.c.Say("Sending them on to %s, signed with %s", l.ForwardTo, l.secret.Reveal())
	return nil
}

// The wait of the server for an event, and ours after a failure of the network.
const (
	feedWait     = 25 * time.Second
	longestPause = 30 * time.Second
)

// listen reads the feed page by page. Neither a restart of the server nor a
// token that expires ends it; a refusal does.
func (l *listener) listen(after string) error {
	pause := time.Second
	for {
		page, err := l.page(after, feedWait)
		var refused *Refusal
		switch {
		case l.c.Err() != nil:
			return nil
		case errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests:
			return err
		case err != nil:
			l.say("%v; asking again in %s", err, pause)
			if !terminal.Sleep(l.c, pause) {
				return nil
			}
			pause = min(2*pause, longestPause)
			continue
		}
		pause, after = time.Second, strconv.FormatInt(page.Next, 10)
		for _, event := range page.Events {
			l.take(event)
		}
	}
}

type FeedPage struct {
	Events []FedEvent `json:"events"`
	Next   int64      `json:"next"`
}

func (l *listener) page(after string, wait time.Duration) (FeedPage, error) {
	query := url.Values{"after": {after}, "limit": {"10"}, "wait": {strconv.Itoa(int(wait.Seconds()))}}
	if l.Link {
		query.Set("content", "link")
	}
	if l.Details {
		query.Set("details", "true")
	}
	var page FeedPage
	err := l.client.Again(l.c, http.MethodGet, "/order/events?"+query.Encode(), nil, &page)
	return page, err
}

// take shows an event and sends it on. One that is delayed on purpose holds
// nobody else up.
func (l *listener) take(event FedEvent) {
	if len(l.Events) > 0 && !slices.Contains(l.Events, string(event.Status)) || l.TestOnly && !event.TestMode {
		return
	}
	if event.Delay == 0 {
		l.forward(event)
		return
	}
	l.say("%s: in %d s", event, event.Delay)
	go func() {
		if terminal.Sleep(l.c, time.Duration(event.Delay)*time.Second) {
			l.forward(event)
		}
	}()
}

// patience is the longest wait for another attempt; the service is more
// patient, and a developer less.
const patience = 10 * time.Second

// forward sends an event on as the service would deliver it, its mistakes on
// purpose included.
func (l *listener) forward(event FedEvent) {
	switch {
	case string(event.Body) == "null":
		l.say("%s: its statement is no longer kept", event)
		return
	case l.sender == nil:
		l.say("%s", event)
		return
	}
	sending := event.sending(l.ForwardTo, l.secret)
	for {
		attempt, err := l.sender.Send(l.c, sending)
		if err != nil {
			if l.c.Err() == nil {
				l.say("%s: %v", event, err)
			}
			return
		}
		wait, verdict, rehearsed := webhook.Rehearsed(sending.Event, &attempt)
		if !rehearsed {
			wait, verdict = webhook.Next(attempt.Number, attempt, 0.5)
		}
		again := verdict == webhook.Retry && wait <= patience
		l.say("%s → %s%s", event, outcome(attempt), then(verdict, wait, again))
		if !again || !terminal.Sleep(l.c, wait) {
			return
		}
		sending.Delivery.Attempts = attempt.Number
	}
}

// sending is the delivery of an event; its id is the event's, for there is no
// endpoint.
func (e FedEvent) sending(to string, secret predate.Secret) webhook.Sending {
	event := predate.Event{
		ID: e.ID, Order: e.OrderID, ExternalID: e.ExternalID, State: e.Status, Seq: e.Sequence,
		Simulated: e.Simulated, TestMode: e.TestMode, Rehearsal: predate.Rehearsal{Faults: e.Faults},
	}
	return webhook.Sending{
		URL: to, Secrets: []predate.Secret{secret}, Event: event, Body: webhook.BodyOf(e.Body),
		Delivery: predate.Delivery{ID: predate.DeliveryID(e.ID), Event: e.ID, Order: e.OrderID, Seq: e.Sequence},
	}
}

// String is an event on one line.
func (e FedEvent) String() string {
	marks := ""
	if e.TestMode {
		marks = "  test"
	}
	if e.Simulated {
		marks = "  rehearsal"
	}
	for _, fault := range e.Faults {
		marks += " " + string(fault)
	}
	number := ""
	if e.Sequence > 0 {
		number = fmt.Sprintf(" #%d", e.Sequence)
	}
	if len(e.Body) > 2048 {
		marks += fmt.Sprintf("  %d KB", len(e.Body)/1024)
	}
	return fmt.Sprintf("%-12s %s%-4s at %d  %s%s", e.Status, e.OrderID, number, e.Position, e.ExternalID, marks)
}

func outcome(attempt predate.Attempt) string {
	took := attempt.Duration.Round(time.Millisecond)
	if attempt.Succeeded() {
		return fmt.Sprintf("%d in %s", attempt.Status, took)
	}
	answer, _, _ := strings.Cut(strings.TrimSpace(attempt.Answer), "\n")
	if answer != "" {
		answer = " : " + answer
	}
	return fmt.Sprintf("%s%s (%s)", attempt.Error, answer, took)
}

func then(verdict webhook.Verdict, wait time.Duration, again bool) string {
	switch {
	case again:
		return "; again in " + wait.String()
	case verdict == webhook.Retry:
		return "; the service would try again in " + wait.String()
	case verdict == webhook.Disable:
		return "; the service would switch the endpoint off"
	}
	return ""
}

func (l *listener) say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.c.Say("%s  %s", l.c.Now().Format(time.TimeOnly), strings.TrimSpace(fmt.Sprintf(format, args...)))
}
