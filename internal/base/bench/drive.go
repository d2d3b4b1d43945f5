package bench

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Done is what an operation tells of itself.
type Done struct {
	// Bytes that it sent, where they count.
	Bytes int64
	// Latency is how long the part took that is measured; zero means all of it.
	Latency time.Duration
}

// Operation is one thing that a worker does once. The context of the measurement
// may end while it is under way: an operation that waits gives the context's
// error then, and is not counted.
type Operation func(ctx context.Context, worker int) (Done, error)

// Side is one of the things that are measured in turns.
type Side struct {
	Name string
	// Connections, where it is not zero, is how many this side can make use of,
	// whatever the others have.
	Connections int
	Do          Operation
	// Alone, where it is not nil, is called before each turn of this side, so that
	// nothing of the others goes on meanwhile; over ends that.
	Alone func() (over func())
}

// Sample is what was measured of a side.
type Sample struct {
	Latencies []time.Duration
	// Elapsed is the time in which all of it was done.
	Elapsed time.Duration
	Bytes   int64
	Errors  int
	// Causes are the texts of the first errors, each once.
	Causes []string
}

// Driver runs operations one after the other on each of some connections.
type Driver struct {
	Now func() time.Time
	// Slice is how long a side runs before the next has its turn.
	Slice time.Duration
}

// Measure runs each side for so long, in turns, so that what else the machine
// does meets all of them alike. It gives a sample for each side; when the
// context ends, what was measured so far.
func (d Driver) Measure(ctx context.Context, long time.Duration, connections int, sides ...Side) []Sample {
	samples := make([]Sample, len(sides))
	for turn, left := 0, long; left > 0 && ctx.Err() == nil; turn++ {
		slice := left
		if len(sides) > 1 {
			slice = min(left, d.Slice)
		}
		for i := range sides {
			at := (turn + i) % len(sides) // nobody always follows the same neighbour
			samples[at].add(d.slice(ctx, slice, connections, sides[at]))
		}
		left -= slice
	}
	return samples
}

// slice runs one side once. What was begun in time is finished.
func (d Driver) slice(ctx context.Context, long time.Duration, connections int, side Side) Sample {
	if side.Connections > 0 {
		connections = side.Connections
	}
	if side.Alone != nil {
		over := side.Alone()
		defer over()
	}
	began := d.Now()
	parts := make([]Sample, connections)
	var group sync.WaitGroup
	for worker := range connections {
		group.Go(func() { parts[worker] = d.work(ctx, began.Add(long), worker, side.Do) })
	}
	group.Wait()
	whole := Sample{Elapsed: d.Now().Sub(began)}
	for _, part := range parts {
		part.Elapsed = 0
		whole.add(part)
	}
	return whole
}

// afterError keeps a worker whose operations fail from doing nothing but that.
const afterError = 20 * time.Millisecond

func (d Driver) work(ctx context.Context, until time.Time, worker int, do Operation) Sample {
	var own Sample
	for ctx.Err() == nil {
		began := d.Now()
		if !began.Before(until) {
			break
		}
		done, err := do(ctx, worker)
		switch {
		case err != nil && ctx.Err() != nil:
		case err != nil:
			own.fail(err.Error())
			pause(ctx, afterError)
		default:
			if done.Latency == 0 {
				done.Latency = d.Now().Sub(began)
			}
			own.Latencies = append(own.Latencies, done.Latency)
			own.Bytes += done.Bytes
		}
	}
	return own
}

func pause(ctx context.Context, long time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	<-ctx.Done()
}

// mostCauses is how many different errors a sample tells.
const mostCauses = 3

func (s *Sample) fail(cause string) {
	s.Errors++
	s.because(cause)
}

func (s *Sample) because(cause string) {
	if len(s.Causes) < mostCauses && !slices.Contains(s.Causes, cause) {
		s.Causes = append(s.Causes, cause)
	}
}

func (s *Sample) add(other Sample) {
	s.Latencies = append(s.Latencies, other.Latencies...)
	s.Elapsed += other.Elapsed
	s.Bytes += other.Bytes
	s.Errors += other.Errors
	for _, cause := range other.Causes {
		s.because(cause)
	}
}
