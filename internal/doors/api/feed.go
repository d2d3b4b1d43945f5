package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

// Waiting for events.
const (
	longestPoll = 30 // seconds
	// pollEvery bounds how late an event is told that another process wrote.
	pollEvery = 200 * time.Millisecond
)

// feed answers GET /order/events with the bodies that were pushed, or would
// have been.
func (s *Server) feed(r *http.Request) (any, error) {
	q := queryOf(r)
	caller := callOf(r).caller
	asked := asking{
		FeedRange: predate.FeedRange{Account: caller.Account.ID, After: q.position(), Limit: q.limit(), TestOnly: caller.Key.Test},
		wait:      q.integer("wait", 0, 0, longestPoll),
	}
	form := predate.Form{Link: q.oneOf("content", "inline", "link") == "link", Details: q.oneOf("details", "false", "true") == "true"}
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	if asked.After == latest {
		last, err := s.Desk.LastPosition(r.Context(), asked.Account, asked.TestOnly)
		if err != nil {
			return nil, err
		}
		asked.After = last
	}
	page, err := s.await(r.Context(), asked)
	if err != nil {
		return nil, err
	}
	answer := feedAnswer{next: asked.After}
	for _, one := range page {
		one.Form.Link, one.Form.Details = form.Link, form.Details
		body, err := s.Bodies.Body(r.Context(), one)
		if err != nil && !errors.Is(err, predate.ErrNotFound) {
			return nil, fmt.Errorf("body of event %s: %w", one.Event.ID, err)
		}
		item, err := encode(toEvent(one.Event))
		if err != nil {
			return nil, err
		}
		answer.items = append(answer.items, feedItem{bytes.TrimSpace(item), body})
		answer.form, answer.next = one.Form, one.Event.Position
	}
	return answer, nil
}

// asking is what a caller wants of the feed.
type asking struct {
	predate.FeedRange
	wait int // seconds, for the first event
}

// await reads a page of the feed; an empty one is waited for as long as the
// caller allows, and as the house stays open.
func (s *Server) await(ctx context.Context, asked asking) ([]desk.Contents, error) {
	page, err := s.Desk.FeedContents(ctx, asked.FeedRange)
	if err != nil || len(page) > 0 || asked.wait == 0 {
		return page, err
	}
	if !s.polls.enter(asked.Account) {
		return nil, errPolls
	}
	defer s.polls.leave(asked.Account)
	over := time.NewTimer(time.Duration(asked.wait) * time.Second)
	defer over.Stop()
	look := time.NewTicker(pollEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.polls.closing:
			return nil, nil
		case <-over.C:
			return nil, nil
		case <-look.C:
		}
		page, err := s.Desk.FeedContents(ctx, asked.FeedRange)
		if err != nil || len(page) > 0 {
			return page, err
		}
	}
}

// Drain answers those that wait for events, so that a server can stop.
func (s *Server) Drain() { s.polls.close() }

// polls counts who waits for events.
type polls struct {
	most    int
	closing chan struct{}

	mu     sync.Mutex
	closed bool
	at     map[predate.AccountID]int
}

func newPolls(most int) *polls {
	return &polls{most: most, closing: make(chan struct{}), at: map[predate.AccountID]int{}}
}

func (p *polls) enter(account predate.AccountID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at[account] >= p.most {
		return false
	}
	p.at[account]++
	return true
}

func (p *polls) leave(account predate.AccountID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at[account]--; p.at[account] == 0 {
		delete(p.at, account)
	}
}

func (p *polls) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		close(p.closing)
	}
}

// feedAnswer is a page of the feed. Its bodies flow from the store, and are
// never whole in memory.
type feedAnswer struct {
	items []feedItem
	form  predate.Form
	next  int64
}

type feedItem struct {
	event []byte // a JSON object
	body  *webhook.Body
}

// write answers with the page, unless the caller holds it already: an event
// and the form of its body say what the body is.
func (f feedAnswer) write(s *Server, w http.ResponseWriter, r *http.Request) {
	tag := fmt.Appendf(nil, "%s %d %+v", callOf(r).language, f.next, f.form)
	for _, item := range f.items {
		tag = append(tag, item.event...)
	}
	if unchanged(w, r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	speak(w, callOf(r).language)
	parts := f.parts(callOf(r).done())
	length := int64(0)
	for _, part := range parts {
		length += part.size()
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.FormatInt(length, 10))
	w.WriteHeader(http.StatusOK)
	for _, part := range parts {
		if err := part.copy(r.Context(), w); err != nil {
			callOf(r).err = err // the answer ends short of its length: the caller sees it broken
			return
		}
	}
}

// parts are the texts and bodies that make the answer, one after the other.
func (f feedAnswer) parts(message string) []feedPart {
	parts := []feedPart{{text: `{"message":` + strconv.Quote(message) + `,"payload":{"events":[`}}
	for i, item := range f.items {
		head := string(item.event[:len(item.event)-1]) + `,"body":`
		if i > 0 {
			head = "," + head
		}
		parts = append(parts, feedPart{text: head}, feedPart{text: "null", body: item.body}, feedPart{text: "}"})
	}
	return append(parts, feedPart{text: `],"next":` + strconv.FormatInt(f.next, 10) + `},"success":true}` + "\n"})
}

// feedPart is a body, or a text where there is none.
type feedPart struct {
	text string
	body *webhook.Body
}

func (p feedPart) size() int64 {
	if p.body != nil {
		return p.body.Size()
	}
	return int64(len(p.text))
}

func (p feedPart) copy(ctx context.Context, w io.Writer) error {
	if p.body == nil {
		_, err := io.WriteString(w, p.text)
		return err
	}
	reader, err := p.body.Open(ctx)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, reader)
	return errors.Join(err, reader.Close())
}
