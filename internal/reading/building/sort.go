package building

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// Verdict is of which building a part speaks.
type Verdict int

// The four verdicts. A silent part counts as ours.
const (
	Silent Verdict = iota
	Ours
	Foreign
	Doubtful
)

// Finding is the verdict on a part, with what shows it, in French; Why is empty
// for what is ours or silent.
type Finding struct {
	Verdict Verdict
	Why     string
}

// File is the parts of one file, in order.
type File []Marks

// Order is what chooses the building.
type Order struct {
	Address predate.Address
	Owners  []predate.Owner
}

// Sort tells of which building each part of each file speaks. The order of the
// files does not matter.
func Sort(order Order, files []File) [][]Finding {
	s := &sorting{number: map[string]side{}}
	s.ours = []fold.Address{fold.AddressOf(fold.Text(order.Address.Street), strings.TrimSpace(order.Address.Zipcode))}
	for _, o := range order.Owners {
		s.owners = append(s.owners, fold.Text(o.Lastname))
	}
	for _, file := range files {
		for _, marks := range file {
			s.papers = append(s.papers, &paper{Marks: marks})
		}
	}
	s.adoptSeller()
	s.settleNumbers()
	s.settlePlaces()
	for _, p := range s.papers {
		p.lie = s.lies(p)
	}
	for _, p := range s.papers {
		p.Finding = s.judge(p)
	}
	s.spread()
	return s.findings(files)
}

// side is whose an identifier is.
type side int

const (
	unknown side = iota
	own
	other
)

// paper is a part on its way to a verdict.
type paper struct {
	Marks
	Finding
	lie lie // once all our addresses are known
}

// sorting is what is known of the buildings so far.
type sorting struct {
	owners []string
	papers []*paper
	number map[string]side // of the register
	ours   []fold.Address
	theirs []fold.Address
	// seen says that a paper announces one of our addresses exactly.
	seen bool
}

// lie is where a part says that its building lies.
type lie struct {
	here     bool   // at one of our addresses, announced as the building's
	near     bool   // one of our addresses is mentioned
	maybe    *Place // announced: may be ours, or not
	nextDoor *Place // announced: on our street, under other numbers
	away     *Place // announced: on another street
	beside   *Place // only mentioned: on our street, under other numbers
}

func (s *sorting) lies(p *paper) lie {
	var l lie
	for i := range p.Places {
		place := &p.Places[i]
		switch meeting := s.meets(*place); {
		case meeting == fold.SameDoor:
			l.here, l.near = l.here || place.Announced, true
		case !place.Announced:
			l.near = l.near || meeting == fold.MayMeet
			if meeting == fold.NextDoor && l.beside == nil {
				l.beside = place
			}
		case meeting == fold.MayMeet && l.maybe == nil:
			l.maybe = place
		case meeting == fold.NextDoor && l.nextDoor == nil:
			l.nextDoor = place
		case meeting == fold.Elsewhere && l.away == nil:
			l.away = place
		}
	}
	return l
}

// meets tells how a place lies to our addresses: the closest of its own
// decides. What may be ours is not, once it is known to be another's.
func (s *sorting) meets(place Place) fold.Meeting {
	best := closest(place, s.ours)
	if best == fold.MayMeet && closest(place, s.theirs) == fold.SameDoor {
		return fold.NextDoor
	}
	return best
}

func closest(place Place, addresses []fold.Address) fold.Meeting {
	best := fold.Elsewhere
	for _, a := range place.Addresses {
		for _, o := range addresses {
			best = max(best, o.Meets(a))
		}
	}
	return best
}

// adoptSeller takes the addresses and numbers of the seller's papers for ours,
// when no paper bears the order's address: an order may name another entrance.
func (s *sorting) adoptSeller() {
	s.seen = slices.ContainsFunc(s.papers, func(p *paper) bool { return s.lies(p).here })
	if s.seen || slices.ContainsFunc(s.papers, func(p *paper) bool { return s.lies(p).near }) {
		return
	}
	for _, p := range s.papers {
		if p.Recognised || !s.isSellers(p) {
			continue
		}
		for _, place := range p.Places {
			if place.Announced {
				s.ours, s.seen = append(s.ours, place.Addresses...), true
			}
		}
		for _, n := range p.Numbers {
			s.number[n] = own
		}
	}
}

// isSellers reports whether a part names a seller where papers name who receives
// them.
func (s *sorting) isSellers(p *paper) bool {
	return slices.ContainsFunc(p.Heads, func(head string) bool {
		return slices.ContainsFunc(s.owners, func(name string) bool { return len(name) > 2 && fold.Has(head, name) })
	})
}

// settleNumbers tells which number of the register is ours: the one that most
// papers print with our address announced or, failing that, mentioned, and
// fewest with another. With none of them, the one that most papers bear, and two
// at least.
func (s *sorting) settleNumbers() {
	here, near, all, away := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, p := range s.papers {
		if p.Recognised || len(p.Numbers) != 1 {
			continue
		}
		n, l := p.Numbers[0], s.lies(p)
		switch {
		case l.here:
			here[n]++
		case l.nextDoor != nil || l.away != nil:
			away[n]++
		case l.near || l.maybe != nil:
			near[n]++
		}
		all[n]++
	}
	switch {
	case len(s.number) > 0: // the seller's papers tell
	case len(here) > 0:
		s.adoptNumbers(here, away, 1)
	case len(near) > 0:
		s.adoptNumbers(near, away, 1)
	case len(away) == 0:
		s.adoptNumbers(all, away, 2)
	}
	known := len(s.number) > 0
	for _, p := range s.papers {
		l := s.lies(p)
		for _, n := range p.Numbers {
			if s.number[n] == unknown && !p.Recognised && (known || l.nextDoor != nil && !l.here) {
				s.number[n] = other
			}
		}
	}
}

// adoptNumbers takes for ours the number that is counted most, a least count of
// times, and against which least speaks; several where nothing tells them apart.
func (s *sorting) adoptNumbers(count, against map[string]int, least int) {
	weigh := func(a, b string) int {
		return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(against[b], against[a]))
	}
	best := slices.MaxFunc(append(slices.Sorted(maps.Keys(count)), ""), weigh)
	for n, c := range count {
		if c >= least && weigh(n, best) == 0 {
			s.number[n] = own
		}
	}
}

// settlePlaces tells whose the addresses are that papers announce. Those of
// papers with another's number of the register are another's; those said in one
// breath with ours, and the only one of a paper with our number, are ours too: a
// building may have several.
func (s *sorting) settlePlaces() {
	for _, p := range s.papers {
		if p.Recognised || !s.bears(p, other) || s.bears(p, own) {
			continue
		}
		for _, place := range p.Places {
			if place.Announced && closest(place, s.ours) != fold.SameDoor {
				s.theirs = append(s.theirs, place.Addresses...)
			}
		}
	}
	for _, p := range s.papers {
		announced := slices.DeleteFunc(slices.Clone(p.Places), func(place Place) bool { return !place.Announced })
		joined := slices.DeleteFunc(slices.Clone(announced), func(place Place) bool { return s.meets(place) != fold.SameDoor })
		if len(announced) == 1 && s.bears(p, own) && !s.bears(p, other) && !p.Recognised {
			joined = announced
		}
		for _, place := range joined {
			if closest(place, s.theirs) != fold.SameDoor {
				s.ours = append(s.ours, place.Addresses...)
			}
		}
	}
}

// bears reports whether a part bears a number of the register of one side. A
// misread number is the nearest that is known, and another's only when it is
// far from ours.
func (s *sorting) bears(p *paper, want side) bool {
	return slices.ContainsFunc(p.Numbers, func(n string) bool { return s.sideOf(p, n) == want })
}

func (s *sorting) sideOf(p *paper, number string) side {
	known := s.number[number]
	if known != unknown || !p.Recognised {
		return known
	}
	found := unknown
	for n, whose := range s.number {
		switch d := fold.Distance(n, number); {
		case whose == own && d <= 3:
			return own
		case whose == own:
			found = other
		}
	}
	return found
}

// findings returns the verdicts by file. A silent part is what the parts before
// it in its file are: schedules seldom name the building that the notice names.
func (s *sorting) findings(files []File) [][]Finding {
	out := make([][]Finding, len(files))
	next := 0
	for i, file := range files {
		for range file {
			out[i] = append(out[i], s.papers[next].Finding)
			next++
		}
		inherit(out[i])
	}
	return out
}

func inherit(parts []Finding) {
	spoken := slices.DeleteFunc(slices.Clone(parts), func(f Finding) bool { return f.Verdict == Silent })
	if len(spoken) == 0 {
		return
	}
	before := spoken[0]
	if slices.ContainsFunc(spoken, func(f Finding) bool { return f.Verdict != before.Verdict }) {
		before = Finding{} // several buildings in one file: the first pages are nobody's
	}
	for i := range parts {
		if parts[i].Verdict == Silent {
			parts[i] = before
		}
		before = parts[i]
	}
}
