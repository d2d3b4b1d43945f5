package pipeline

import (
	"sync"
	"time"

	"predate"
)

// paces limits deliveries to the rate of their endpoint. The limit is per process: two
// processes together may send twice as much.
type paces struct {
	now func() time.Time

	mu   sync.Mutex
	free map[predate.EndpointID]time.Time // when the next delivery is within the rate
}

func newPaces(now func() time.Time) *paces {
	return &paces{now: now, free: map[predate.EndpointID]time.Time{}}
}

const (
	// burst is how far deliveries to an idle endpoint may run ahead of its rate.
	burst = time.Second
	// keptPaces is the number of endpoints from which on idle ones are
	// dropped.
	keptPaces = 10_000
)

// step returns 0 if a delivery to an endpoint may start now, or how long it must wait.
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
