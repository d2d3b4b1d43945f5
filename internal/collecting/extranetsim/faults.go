package extranetsim

import (
	"encoding/binary"
	"hash/fnv"
	"net/http"
)

// faultsInARow is the most faults that one request meets when it is repeated: a
// client that tries again comes through.
const faultsInARow = 2

// faulty answers a request by a fault taken at random, or not at all. What
// strikes depends on the seed, on the path and on how often it was asked for,
// so that the same requests meet the same faults in whatever order they come.
func (s *Site) faulty(w http.ResponseWriter, r *http.Request) bool {
	key := r.Method + " " + r.URL.Path
	s.mu.Lock()
	s.faults[key]++
	n := s.faults[key]
	s.mu.Unlock()
	if !s.falls(key, n) {
		return false
	}
	switch s.dice(key, n, 1) % 6 {
	case 0:
		page(w, http.StatusInternalServerError, errorPage)
	case 1:
		w.Header().Set("Retry-After", "1")
		page(w, http.StatusServiceUnavailable, maintenancePage)
	case 2:
		w.Header().Set("Retry-After", "1")
		page(w, http.StatusTooManyRequests, "<html><body><h1>Too Many Requests</h1></body></html>")
	case 3:
		cutShort(w)
	case 4:
		page(w, http.StatusOK, maintenancePage)
	case 5:
		s.dropSessions()
		return false
	}
	return true
}

// falls says whether the nth such request meets a fault.
func (s *Site) falls(key string, n int) bool {
	drawn := func(n int) bool { return n > 0 && float64(s.dice(key, n, 0)%1_000_000) < s.options.Faults*1_000_000 }
	for back := 1; back <= faultsInARow; back++ {
		if !drawn(n - back) {
			return drawn(n)
		}
	}
	return false
}

// dice gives a number that only depends on what it is given.
func (s *Site) dice(key string, n, purpose int) uint64 {
	h := fnv.New64a()
	var bytes [24]byte
	binary.LittleEndian.PutUint64(bytes[:], s.options.Seed)
	binary.LittleEndian.PutUint64(bytes[8:], uint64(n))        //nolint:gosec // a count
	binary.LittleEndian.PutUint64(bytes[16:], uint64(purpose)) //nolint:gosec // a constant
	_, _ = h.Write(bytes[:])
	_, _ = h.Write([]byte(key))
	x := h.Sum64() // its low bits follow its input too closely
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15
	return x ^ x>>29
}

// dropSessions ends every session, as a server does that starts again.
func (s *Site) dropSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sessions)
}
