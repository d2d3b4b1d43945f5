package queue

import (
	"sync"
	"time"
)

// The lines: each kind of work has its own, so that slow work of one kind does not
// delay another.
const (
	lineCollect = "collect" // collecting, which waits for extranets
	lineMake    = "make"    // reading, typesetting, issuing: work that needs cores
	lineDeliver = "deliver"
	lineSweep   = "sweep"
)

// pace is the class of seats of a line that a job uses.
type pace int

// Jobs that wait long for an outside party use other seats than quick jobs.
const (
	quick pace = iota
	slow
	paces
)

// board records which jobs use which seats in this process, and decides whose turn it is.
type board struct {
	now func() time.Time

	mu    sync.Mutex
	time  uint64 // counts turns and arrivals
	lines []*line
}

// line is the queue of one kind of work.
type line struct {
	name  string
	seats int // of each pace
	width int // the maximum of simultaneous jobs in one lane; 0 for no limit
	// linger is how long an account counts as active after its job has ended, since
	// the next step of the order usually follows.
	linger time.Duration
	limit  time.Duration // of one execution

	taken    [paces]int
	active   int // the number of accounts with jobs, at the last choice
	accounts map[string]*account
}

// account is an account with jobs in a line.
type account struct {
	taken [paces]int
	last  uint64    // when it had its last turn, or arrived
	left  time.Time // when its last job ended
	busy  bool      // it has jobs, or had some within linger
	lanes map[string]*lane
}

// lane is the common destination of jobs of an account: an endpoint, or none.
type lane struct {
	taken int
	last  uint64
	// known is true if the lane's pace is known. late is the number of its running
	// jobs that have proved slow.
	known bool
	pace  pace
	late  int
	rest  time.Time // no job may start before
}

// pick is a number of seats reserved for the jobs of a share.
type pick struct {
	line, share string
	most        int
	seats       []*seat
}

// seat is the permission of a job to run in a line.
type seat struct {
	board   *board
	line    *line
	account *account
	lane    *lane
	pace    pace
	late    bool // the job has proved slow
	left    bool
}

// hasRoom reports whether a line has a free seat for a new account.
func (b *board) hasRoom(l *line) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return l.taken[quick] < 2*l.seats || l.width > 0 && l.taken[slow] < 2*l.seats
}

// offer is a share with ready jobs, and the nearness of its first job to the end of
// its order.
type offer struct {
	share    string
	nearness int
}

// far is the nearness of jobs that merely come later.
const far = 1 << 10

// choose reserves the free seats of a line for shares with ready jobs. The account with
// the fewest seats comes first, then the one whose work is nearest to its end, then the
// one that has waited longest for its turn. Lanes within an account are chosen in the
// same way. Preferring work near its end is fair: accounts with fewer seats come first
// anyway, and work near its end was started when it was its account's turn.
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

// meet creates the records of a share if they are missing, and returns its account.
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

// next returns the offer whose turn it is; nil if none may have a seat.
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

// turn is the sort key of shares: the seats of the account and of the lane, the
// nearness of their work to its end, and since when they wait.
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

// open reports whether a lane may run another job. A lane of unknown pace may run
// one.
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

// seatFor reports whether an account may have another seat. It may have an equal share
// of the seats, even beyond the line's own number. It may have more than that only if
// other accounts do not use their shares.
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

// leave releases a seat. A second call does nothing.
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

// creep moves a job that waits long for an outside party to the slow seats, with all
// later jobs of its lane.
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

// hasten records that the outside party was quick. The lane is then quick, unless
// other jobs still wait there.
func (s *seat) hasten() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	s.lane.known = true
	if s.lane.late == 0 {
		s.lane.pace = quick
	}
}

// rest blocks a lane until an instant.
func (s *seat) rest(until time.Time) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	s.lane.rest = until
}

// remembered is how many accounts a line records before it drops those that have
// neither jobs nor seats.
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
