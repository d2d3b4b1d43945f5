package clocktest

import (
	"sync"
	"time"
)

// Clock is a time that several goroutines may ask for.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// At is a clock that shows a time.
func At(t time.Time) *Clock { return &Clock{at: t} }

// Now is the time that it shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Pass lets time pass, or turns the clock back.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
