package bench

import (
	"fmt"
	"slices"
	"time"
)

// Plan says how long and over how many connections each operation is measured.
type Plan struct {
	// For is how long each row is measured.
	For time.Duration
	// Connections are the numbers of connections, a row each.
	Connections []int
}

// The bounds of a plan.
const (
	ShortestFor     = 100 * time.Millisecond
	LongestFor      = 10 * time.Minute
	MostConnections = 1024
)

// Check refuses a plan that measures nothing or never ends, in one sentence with
// its remedy.
func (p Plan) Check() error {
	if p.For < ShortestFor || p.For > LongestFor {
		return fmt.Errorf("for: %s is too short or too long for a measurement: give between %s and %s, such as --for 10s", p.For, ShortestFor, LongestFor)
	}
	if len(p.Connections) == 0 {
		return fmt.Errorf("connections: there are none: give some numbers, such as --connections 1,8,64")
	}
	for i, n := range p.Connections {
		if n < 1 || n > MostConnections {
			return fmt.Errorf("connections: %d is not a number of connections: give between 1 and %d, such as --connections 1,8,64", n, MostConnections)
		}
		if slices.Contains(p.Connections[:i], n) {
			return fmt.Errorf("connections: %d is named twice: name each number once, such as --connections 1,8,64", n)
		}
	}
	return nil
}

// Most is the greatest number of connections.
func (p Plan) Most() int { return slices.Max(p.Connections) }
