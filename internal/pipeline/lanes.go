package pipeline

import (
	"context"
	"sync"
	"time"

	"predate"
)

// defaultAtOnce is far below the number of deliverers, so that a receiver that
// swallows everything and says nothing leaves most of them to the others.
const defaultAtOnce = 8

// lanes keep the deliveries to one endpoint from taking all deliverers, and to
// the pace that the endpoint asked for. They are this process's: two processes
// send twice as much.
type lanes struct {
	width int
	now   func() time.Time

	mu  sync.Mutex
	all map[predate.EndpointID]*lane
}

// lane is the way to one endpoint. Its members but seats belong to lanes.mu.
type lane struct {
	seats chan struct{}
	users int
	// mean is the usual time of a delivery, by which a full lane tells a busy
	// receiver, worth a moment's wait, from a stuck one.
	mean time.Duration
	// free is when the next delivery keeps to the endpoint's own pace, and turn
	// when the last of those that were sent away comes back.
	free, turn time.Time
}

func newLanes(width int, now func() time.Time) *lanes {
	return &lanes{width: width, now: now, all: map[predate.EndpointID]*lane{}}
}

const (
	// patience is how long a delivery waits for its lane in its deliverer's
	// hands.
	patience = 50 * time.Millisecond
	// longestTurn bounds the guess of when a lane has drained.
	longestTurn = 30 * time.Second
	// burst is how far a quiet endpoint may run ahead of its pace.
	burst = time.Second
	// idleLanes is how many endpoints are remembered while nothing goes to them.
	idleLanes = 10_000
)

// enter takes a place in an endpoint's lane; leave gives it back. Without one
// leave is nil, and wait says when to come again.
func (l *lanes) enter(ctx context.Context, to predate.Endpoint) (leave func(), wait time.Duration) {
	one, quick := l.use(to)
	if one == nil {
		return nil, l.turnOf(to)
	}
	if !one.sit(ctx, quick) {
		l.part(to.ID, one, 0)
		return nil, l.turnOf(to)
	}
	began := l.now()
	return func() {
		<-one.seats
		l.part(to.ID, one, l.now().Sub(began))
	}, 0
}

// use opens the lane, unless the endpoint's pace forbids it, and says whether
// its seats change hands fast.
func (l *lanes) use(to predate.Endpoint) (one *lane, quick bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one = l.all[to.ID]
	if one == nil {
		one = &lane{seats: make(chan struct{}, l.width)}
		l.all[to.ID] = one
	}
	if to.MaxRate > 0 {
		now := l.now()
		if one.free.After(now) {
			return nil, false
		}
		one.free = later(one.free, now.Add(-burst)).Add(time.Second / time.Duration(to.MaxRate))
	}
	one.users++
	return one, one.mean <= patience
}

// turnOf tells one that is sent away when those before it will be through.
func (l *lanes) turnOf(to predate.Endpoint) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.all[to.ID]
	if one == nil {
		return leastWait
	}
	step := one.mean / time.Duration(l.width)
	if to.MaxRate > 0 {
		step = max(step, time.Second/time.Duration(to.MaxRate))
	}
	now := l.now()
	one.turn = later(one.turn, now).Add(step)
	return min(max(one.turn.Sub(now), leastWait), longestTurn)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// sit takes a seat, or waits a moment for one.
func (o *lane) sit(ctx context.Context, quick bool) bool {
	select {
	case o.seats <- struct{}{}:
		return true
	default:
	}
	if !quick {
		return false
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case o.seats <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// part leaves a lane that was used for a time.
func (l *lanes) part(id predate.EndpointID, one *lane, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one.users--
	if took > 0 {
		one.mean += (took - one.mean) / 8
	}
	if one.users == 0 && len(l.all) > idleLanes {
		delete(l.all, id)
	}
}
