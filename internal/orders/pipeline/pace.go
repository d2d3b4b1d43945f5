package pipeline

import (
	"sync"
	"time"

	"predate"
)

// paces keep deliveries to the pace that their endpoint asked for. They are
// this process's: two processes send twice as much.
type paces struct {
	now func() time.Time

	mu   sync.Mutex
	free map[predate.EndpointID]time.Time // when the next delivery keeps to the pace
}

func newPaces(now func() time.Time) *paces {
	return &paces{now: now, free: map[predate.EndpointID]time.Time{}}
}

const (
	// burst is how far a quiet endpoint may run ahead of its pace.
	burst = time.Second
	// keptPaces is how many endpoints are remembered before those are forgotten
	// to which nothing goes.
	keptPaces = 10_000
)

// step takes the next delivery to an endpoint, or says how long it must wait.
func (p *paces) step(to predate.Endpoint) (wait time.Duration) {
	if to.MaxRate <= 0 {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	free := p.free[to.ID]
	if free.After(now) {
		return free.Sub(now)
	}
	if earliest := now.Add(-burst); free.Before(earliest) {
		free = earliest
	}
	if len(p.free) >= keptPaces {
		p.forget(now)
	}
	p.free[to.ID] = free.Add(time.Second / time.Duration(to.MaxRate))
	return 0
}

func (p *paces) forget(now time.Time) {
	for id, free := range p.free {
		if free.Before(now) {
			delete(p.free, id)
		}
	}
}
