package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"predate"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

const (
	mostListeners = 200 // of one node
	changesEvery  = 500 * time.Millisecond
	heartbeat     = 15 * time.Second
	writeTime     = 10 * time.Second
	// listenerBacklog is how many readings of changes a listener may be behind.
	listenerBacklog = 16
)

// live reads the changes once for all pages that listen on this node, while any
// does.
type live struct {
	changes func(ctx context.Context, after int64) (desk.Changes, error)
	log     *slog.Logger
	every   time.Duration
	beat    time.Duration
	most    int

	mu        sync.Mutex
	listeners map[chan desk.Changes]bool
	stop      context.CancelFunc
	drained   chan struct{}
	once      sync.Once
}

func newLive(o Options) *live {
	l := &live{log: o.Log, every: changesEvery, beat: heartbeat, most: mostListeners, listeners: map[chan desk.Changes]bool{}, drained: make(chan struct{})}
	if o.Desk != nil {
		l.changes = o.Desk.Changes
	}
	return l
}

// drain ends every stream, for a server that stops.
func (l *live) drain() { l.once.Do(func() { close(l.drained) }) }

// join makes a listener hear of what changes from now on. A channel that is closed
// says that the listener is too far behind, and should come again.
func (l *live) join(ctx context.Context) (heard chan desk.Changes, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.listeners) >= l.most {
		return nil, &predate.Error{Code: predate.CodeUnavailable, Message: "Trop de pages sont ouvertes : celle-ci ne se met pas à jour d’elle-même.", RetryAfter: 30}
	}
	if len(l.listeners) == 0 {
		// What changes from this position on is heard of; what the listener missed
		// before, it reads after this.
		now, err := l.changes(ctx, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		reading, stop := context.WithCancel(context.WithoutCancel(ctx))
		l.stop = stop
		go l.read(reading, now.Last)
	}
	heard = make(chan desk.Changes, listenerBacklog)
	l.listeners[heard] = true
	return heard, nil
}

func (l *live) leave(heard chan desk.Changes) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.listeners, heard)
	l.rest()
}

// rest ends the reading of changes where nobody listens any more. The lock is held.
func (l *live) rest() {
	if len(l.listeners) == 0 && l.stop != nil {
		l.stop()
		l.stop = nil
	}
}

// read goes through the changes until nobody listens any more.
func (l *live) read(ctx context.Context, after int64) {
	wait := time.NewTicker(l.every)
	defer wait.Stop()
	for failed := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		changes, err := l.changes(ctx, after)
		if err != nil {
			if !failed && ctx.Err() == nil {
				l.log.Error("the changes cannot be read", "error", err)
			}
			failed = true
			continue
		}
		failed = false
		if len(changes.All) == 0 && !changes.Lost {
			continue
		}
		after = changes.Last
		l.tell(ctx, changes)
	}
}

func (l *live) tell(ctx context.Context, changes desk.Changes) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil {
		return // these listeners are gone; others have a reader of their own
	}
	for heard := range l.listeners {
		select {
		case heard <- changes:
		default:
			delete(l.listeners, heard)
			close(heard)
		}
	}
	l.rest() // who joins next has a reader of his own
}

// stream is an answer that lasts: server-sent events, one for each reading of
// changes, whose id is the position that it goes up to.
type stream struct {
	after int64
	token predate.Secret
}

// listen begins a stream where the page, or the stream before, ended.
func (c *Console) listen(v *visit) (answer, error) {
	from := v.Header.Get("Last-Event-ID")
	if from == "" {
		from = v.URL.Query().Get("after")
	}
	after, err := strconv.ParseInt(from, 10, 64)
	if err != nil || after < 0 {
		return nil, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas une position.", from)
	}
	cookie, err := v.Cookie(c.cookieName())
	if err != nil {
		return nil, errSignIn
	}
	return stream{after: after, token: predate.Secret(cookie.Value)}, nil
}

func (s stream) write(c *Console, w http.ResponseWriter, v *visit) error {
	ctx := v.Context()
	heard, err := c.live.join(ctx)
	if err != nil {
		return err
	}
	defer c.live.leave(heard)
	out := eventWriter{to: w, control: http.NewResponseController(w), now: c.Now}
	_ = out.control.SetReadDeadline(time.Time{}) // where the server set one for requests; few cannot
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy would hold events back
	if !out.send("retry: 2000\n\n") || !s.catchUp(ctx, c, &out) {
		return nil
	}
	beat := time.NewTicker(c.live.beat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-c.live.drained:
			return nil
		case changes, ok := <-heard:
			if !ok || !out.changes(changes) {
				return nil
			}
		case <-beat.C:
			if c.over(ctx, s.token) {
				out.send("event: ended\ndata: {}\n\n")
				return nil
			}
			if !out.send(": \n\n") {
				return nil
			}
		}
	}
}

// catchUp sends what changed between the page and the stream.
func (s stream) catchUp(ctx context.Context, c *Console, out *eventWriter) bool {
	out.at = s.after
	for {
		changes, err := c.live.changes(ctx, out.at)
		if err != nil {
			return false
		}
		more := len(changes.All) > 0
		if !out.changes(changes) {
			return false
		}
		if !more {
			return true
		}
	}
}

// eventWriter writes events until the browser is gone.
type eventWriter struct {
	to      http.ResponseWriter
	control *http.ResponseController
	now     func() time.Time
	at      int64 // the position that was sent last
}

func (e *eventWriter) send(text string) bool {
	_ = e.control.SetWriteDeadline(e.now().Add(writeTime)) // few cannot
	if _, err := e.to.Write([]byte(text)); err != nil {
		return false
	}
	return e.control.Flush() == nil
}

// changes sends those that were not sent yet.
func (e *eventWriter) changes(c desk.Changes) bool {
	told := struct {
		Orders []predate.OrderID `json:"orders"`
		Lost   bool              `json:"lost,omitempty"` // draw all again
	}{Orders: []predate.OrderID{}, Lost: c.Lost}
	for _, change := range c.All {
		if change.Position > e.at && !slices.Contains(told.Orders, change.Order) {
			told.Orders = append(told.Orders, change.Order)
		}
	}
	if len(told.Orders) == 0 && !c.Lost {
		return true
	}
	e.at = c.Last
	text, err := json.Marshal(told)
	return err == nil && e.send(fmt.Sprintf("id: %d\nevent: changes\ndata: %s\n\n", c.Last, text))
}

// over reports whether a session has ended. One of which nothing can be learnt now has
// not: the next beat asks again.
func (c *Console) over(ctx context.Context, token predate.Secret) bool {
	_, session, err := c.look(ctx, token)
	return errors.Is(err, predate.ErrNotFound) || err == nil && session == ""
}

// look finds whose session a token opens without keeping the session alive: what a
// page asks by itself is no sign of a person.
func (c *Console) look(ctx context.Context, token predate.Secret) (predate.Operator, string, error) {
	people, ok := c.People.(interface {
		Peek(ctx context.Context, token predate.Secret) (auth.Signed, error)
	})
	if !ok {
		return c.People.Session(ctx, token)
	}
	signed, err := people.Peek(ctx, token)
	return signed.Operator, signed.Session.ID, err
}

// byItself reports whether a page asks, rather than the person before it.
func byItself(r *http.Request) bool {
	return r.URL.Path == "/live" || r.Header.Get("Predate-By-Itself") != ""
}

// Drain ends the streams of changes, for a server that stops: its shutdown waits
// for what it answers.
func (c *Console) Drain() { c.live.drain() }
