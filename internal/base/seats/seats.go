package seats

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Options sets up a pool.
type Options struct {
	// Seats is how many are taken at once; at least one.
	Seats int
	// Extra is how many more there are for holders that have less than an equal
	// share: a newcomer need not wait until those who came first get up.
	Extra int
	// Each is how many one holder may have; zero means all.
	Each int
	// Line is how many of one holder may wait; zero means any number.
	Line int
	// Linger is how long a holder that has left counts as one that comes back:
	// its share is kept free for it meanwhile, as the pieces of one thing follow
	// one another. Zero means that whoever asks may have its share at once.
	Linger time.Duration
}

// ErrFull says that as many of the holder wait as may.
var ErrFull = errors.New("no seat, and too many wait for one")

// Pool is a number of seats. It is safe for concurrent use.
type Pool struct {
	options Options

	mu      sync.Mutex
	taken   int
	time    uint64 // counts arrivals and turns
	holders map[string]*holder
}

// holder is whoever has a seat or waits for one.
type holder struct {
	held int
	last uint64 // when it had its last turn, or arrived
	line []chan struct{}
	gone *time.Timer // forgets it; nil while it sits or waits
}

// New makes a pool.
func New(o Options) *Pool {
	o.Seats = max(o.Seats, 1)
	return &Pool{options: o, holders: map[string]*holder{}}
}

// Take waits for a seat and gives what leaves it. The error is ErrFull, or the
// context's when it ends first.
func (p *Pool) Take(ctx context.Context, name string) (leave func(), err error) {
	turn, err := p.queue(name)
	if err != nil {
		return nil, err
	}
	select {
	case <-turn:
	case <-ctx.Done():
		if p.abandon(name, turn) {
			return nil, ctx.Err()
		}
	}
	return sync.OnceFunc(func() { p.leave(name) }), nil
}

// Waits reports whether a holder has more to do than it has seats for.
func (p *Pool) Waits(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.holders[name]
	return one != nil && len(one.line) > 0
}

// queue puts one of a holder in the line, and seats whoever may sit.
func (p *Pool) queue(name string) (turn chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.holders[name]
	if one == nil {
		p.time++
		one = &holder{last: p.time}
		p.holders[name] = one
	}
	one.stay()
	turn = make(chan struct{})
	one.line = append(one.line, turn)
	p.seat()
	if len(one.line) > 0 && one.line[len(one.line)-1] == turn && p.options.Line > 0 && len(one.line) > p.options.Line {
		one.line = one.line[:len(one.line)-1]
		return nil, ErrFull
	}
	return turn, nil
}

// abandon takes one out of the line; false when its turn had come already.
func (p *Pool) abandon(name string, turn chan struct{}) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.holders[name]
	place := slices.Index(one.line, turn)
	if place < 0 {
		return false
	}
	one.line = slices.Delete(one.line, place, place+1)
	p.forget(name, one)
	return true
}

func (p *Pool) leave(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.holders[name]
	one.held--
	p.taken--
	p.forget(name, one)
	p.seat()
}

// forget drops a holder that neither sits nor waits, once it has lingered.
func (p *Pool) forget(name string, one *holder) {
	if one.held > 0 || len(one.line) > 0 {
		return
	}
	if p.options.Linger <= 0 {
		delete(p.holders, name)
		return
	}
	one.stay()
	var timer *time.Timer
	timer = time.AfterFunc(p.options.Linger, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if one.gone == timer {
			delete(p.holders, name)
			p.seat()
		}
	})
	one.gone = timer
}

// stay keeps a holder from being forgotten.
func (h *holder) stay() {
	if h.gone != nil {
		h.gone.Stop()
		h.gone = nil
	}
}

// seat assigns seats to waiting holders, as long as any may have one.
func (p *Pool) seat() {
	for {
		next := p.next()
		if next == nil {
			return
		}
		p.time++
		p.taken++
		next.held++
		next.last = p.time
		close(next.line[0])
		next.line = next.line[1:]
	}
}

// next is the holder whose turn it is: of those that may sit the one with the
// fewest seats, and of these the one that waits longest for its turn.
func (p *Pool) next() *holder {
	var next *holder
	for _, one := range p.holders {
		if len(one.line) == 0 || !p.mayHave(one) {
			continue
		}
		if next == nil || one.held < next.held || one.held == next.held && one.last < next.last {
			next = one
		}
	}
	return next
}

// mayHave reports whether there is a seat for a holder. Up to an equal share it
// may have one, beside the others if need be; above it what they leave of theirs.
func (p *Pool) mayHave(one *holder) bool {
	if p.options.Each > 0 && one.held >= p.options.Each {
		return false
	}
	share := max(1, p.options.Seats/len(p.holders))
	if one.held < share && p.taken < p.options.Seats+p.options.Extra {
		return true
	}
	kept := 0
	for _, other := range p.holders {
		if p.options.Linger > 0 && other != one {
			kept += max(0, share-other.held)
		}
	}
	return p.taken+kept < p.options.Seats
}

type holderKey struct{}

// Holding names in a context who holds what is taken in it, for those who take
// a seat far below whoever knows.
func Holding(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, holderKey{}, name)
}

// HolderOf is who holds what is taken in a context; empty when nobody said.
func HolderOf(ctx context.Context) string {
	name, _ := ctx.Value(holderKey{}).(string)
	return name
}
