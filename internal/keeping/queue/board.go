package queue

import (
	"sync"
	"time"
)

// The lines: each kind of work has its own, so that slow work of one kind holds
// up none of another.
const (
	lineCollect = "collect" // what extranets answer to
	lineMake    = "make"    // reading, typesetting, issuing: what takes cores
	lineDeliver = "deliver"
	lineSweep   = "sweep"
)

// pace is which seats of a line a job sits on.
type pace int

// What waits long for somebody outside sits apart from what is quick.
const (
	quick pace = iota
	slow
	paces
)

// board knows who sits where in this process, and whose turn it is.
type board struct {
	now func() time.Time

	mu    sync.Mutex
	time  uint64 // counts turns and arrivals
	lines []*line
}

// line is one kind of work.
type line struct {
	name  string
	seats int // of each pace
	width int // at once in one lane; 0 for all
	// linger is how long an account whose job has ended counts as one that has
	// more: the steps of an order follow one another.
	linger time.Duration
	limit  time.Duration // of one execution

	taken    [paces]int
	active   int // accounts that have jobs, as it was at the last choice
	accounts map[string]*account
}

// account is whoever has jobs in a line.
type account struct {
	taken [paces]int
	last  uint64    // when it had its last turn, or arrived
	left  time.Time // when its last job ended
	busy  bool      // it has jobs, or had some just now
	lanes map[string]*lane
}

// lane is where an account's jobs go: an endpoint, or nowhere in particular.
type lane struct {
	taken int
	last  uint64
	// known says that something is known of its pace, and late how many of its
	// jobs have been found slow and are still under way.
	known bool
	pace  pace
	late  int
	rest  time.Time // no job before
}

// pick is a number of seats that are kept for the jobs of a share.
type pick struct {
	line, share string
	most        int
	seats       []*seat
}

// seat is a place that a job has in a line.
type seat struct {
	board   *board
	line    *line
	account *account
	lane    *lane
	pace    pace
	late    bool // found slow
	left    bool
}

// hasRoom says whether a newcomer would find a seat in a line.
func (b *board) hasRoom(l *line) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return l.taken[quick] < 2*l.seats || l.width > 0 && l.taken[slow] < 2*l.seats
}

// offer is a share whose jobs are ready, and how near to its end the first of them
// is.
type offer struct {
	share    string
	nearness int
}

// far is the nearness of jobs of which nothing is known but that they come later.
const far = 1 << 10

// choose keeps the free seats of a line for shares whose jobs are ready: those
// of the account with the fewest seats first, then of the one whose work is nearest
// to its end, then of the one that waits longest for its turn; within an account
// lane by lane in the same way. That what has been begun is ended before the next
// is begun makes nobody wait: whoever has fewer seats comes before it all the same,
// and what is ended began when it was its account's turn.
func (b *board) choose(l *line, offers []offer) []*pick {
	b.mu.Lock()
	defer b.mu.Unlock()
	l.tidy(offers)
	now := b.now()
	for _, one := range l.accounts {
		one.busy = one.taken != [paces]int{} || l.linger > 0 && now.Sub(one.left).Abs() < l.linger
	}
	for _, one := range offers {
		b.meet(l, one.share).busy = true
	}
	l.active = 0
	for _, one := range l.accounts {
		if one.busy {
			l.active++
		}
	}
	picks := map[string]*pick{}
	var all []*pick
	for {
		next := l.next(offers, now)
		if next == nil {
			return all
		}
		share := next.share
		next.nearness = far
		if picks[share] == nil {
			picks[share] = &pick{line: l.name, share: share}
			all = append(all, picks[share])
		}
		picks[share].most++
		picks[share].seats = append(picks[share].seats, b.sit(l, share))
	}
}

// meet makes what is remembered of a share, and gives its account.
func (b *board) meet(l *line, share string) *account {
	name, to := parts(share)
	if l.accounts[name] == nil {
		b.time++
		l.accounts[name] = &account{last: b.time, lanes: map[string]*lane{}}
	}
	if one := l.accounts[name]; one.lanes[to] == nil {
		b.time++
		one.lanes[to] = &lane{last: b.time}
	}
	return l.accounts[name]
}

// next is the offer whose turn it is; nil when none may have a seat.
func (l *line) next(offers []offer, now time.Time) *offer {
	var best *offer
	var first turn
	for i := range offers {
		name, to := parts(offers[i].share)
		one := l.accounts[name]
		its := one.lanes[to]
		if !l.open(one, its, now) || !l.seatFor(one, its.pace) {
			continue
		}
		if its := (turn{one.taken[its.pace], offers[i].nearness, one.last, its.taken, its.last}); best == nil || its.before(first) {
			best, first = &offers[i], its
		}
	}
	return best
}

// turn is by what shares are served: the seats that the account and the lane
// have, how near to its end their work is, and since when they wait.
type turn struct {
	account  int
	nearness int
	since    uint64
	lane     int
	sinceIn  uint64
}

func (t turn) before(other turn) bool {
	switch {
	case t.account != other.account:
		return t.account < other.account
	case t.nearness != other.nearness:
		return t.nearness < other.nearness
	case t.since != other.since:
		return t.since < other.since
	case t.lane != other.lane:
		return t.lane < other.lane
	}
	return t.sinceIn < other.sinceIn
}

// open says whether a lane takes another job: one of which nothing is known yet
// takes one to begin with.
func (l *line) open(a *account, to *lane, now time.Time) bool {
	if to.rest.After(now) {
		return false
	}
	width := l.width
	if width > 0 && !to.known {
		width = 1
	}
	return width == 0 || to.taken < width
}

// seatFor says whether an account may have another seat. Up to an equal share it
// may, beyond the line's own seats if need be; above it what the others of the
// line leave of their shares.
func (l *line) seatFor(a *account, p pace) bool {
	share := max(1, l.seats/max(1, l.active))
	if a.taken[p] < share {
		return l.taken[p] < 2*l.seats
	}
	kept := 0
	for _, other := range l.accounts {
		if l.linger > 0 && other != a && other.busy {
			kept += max(0, share-other.taken[p])
		}
	}
	return l.taken[p]+kept < l.seats
}

func (b *board) sit(l *line, share string) *seat {
	name, to := parts(share)
	one := l.accounts[name]
	its := one.lanes[to]
	b.time++
	one.last, its.last = b.time, b.time
	its.taken++
	one.taken[its.pace]++
	l.taken[its.pace]++
	return &seat{board: b, line: l, account: one, lane: its, pace: its.pace}
}

// leave gives a seat back; a second time it does nothing.
func (s *seat) leave() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.left {
		return
	}
	s.left = true
	s.account.left = s.board.now()
	s.line.taken[s.pace]--
	s.account.taken[s.pace]--
	s.lane.taken--
	if s.late {
		s.lane.late--
	}
}

// creep moves a job that somebody outside keeps waiting to the slow seats, with
// all that go the same way after it.
func (s *seat) creep() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.left {
		return
	}
	s.late = true
	s.lane.late++
	s.lane.known, s.lane.pace = true, slow
	if s.pace == slow {
		return
	}
	s.line.taken[quick]--
	s.account.taken[quick]--
	s.pace = slow
	s.line.taken[slow]++
	s.account.taken[slow]++
}

// hasten notes that somebody outside was quick: its lane is, unless others
// still wait there.
func (s *seat) hasten() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	s.lane.known = true
	if s.lane.late == 0 {
		s.lane.pace = quick
	}
}

// rest keeps a lane shut until an instant.
func (s *seat) rest(until time.Time) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	s.lane.rest = until
}

// remembered is how many accounts a line remembers before it forgets those that
// have neither jobs nor seats.
const remembered = 10_000

func (l *line) tidy(offers []offer) {
	if len(l.accounts) < remembered {
		return
	}
	waits := map[string]bool{}
	for _, one := range offers {
		name, _ := parts(one.share)
		waits[name] = true
	}
	for name, one := range l.accounts {
		if one.taken == [paces]int{} && !waits[name] {
			delete(l.accounts, name)
		}
	}
}
