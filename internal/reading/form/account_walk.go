package form

import (
	"slices"

	"predate"
)

// columnRole is what the sums of a column are in one way to read an account.
type columnRole int

const (
	noRole columnRole = iota
	debitSide
	creditSide
	oneSide // movements of both sides, signed, marked or neither
	balanceSide
	balanceOwed
	balanceFavour
)

// shape is one way to read the columns of an account.
type shape struct {
	roles []columnRole // by column
	// sense is 1 where a sum with a minus is in the owner's favour, -1 where it
	// is owed; it matters in columns that print a minus.
	sense predate.Cents
	minus []bool // by column: some sums bear a minus
	alike []bool // by column: all sums but zeros bear a minus
}

// deed is what an entry does in a reading.
type deed int

const (
	opened deed = iota
	moved
	checked // a balance that the movements lead to
	summed  // the sums of movements
)

// walk is a reading of an account up to an entry.
type walk struct {
	prev          *walk
	entry         int
	did           deed
	amount        predate.Cents // of a movement or an opening: positive is owed
	sum           predate.Cents
	debit, credit predate.Cents // of the movements
	page          [2]predate.Cents
	first         predate.Cents // the opening
	day           predate.Date
	moves         int
	proofs        int  // balances after movements and sums that closed
	loose         int  // dated movements since the last proof
	trail         int  // undated ones
	summedSides   bool // printed sums of both sides closed
	closed        bool // an entry whose words say so closed it
	checkedAlone  bool // a balance that is no movement's own was met
}

// taken is an entry under a shape.
type taken struct {
	moves    []predate.Cents // what it may move; several where nothing says its side
	balance  *posted
	role     columnRole // of the balance
	debit    predate.Cents
	credit   predate.Cents
	sides    int  // sums in columns of movements
	stranger bool // a sum in a column of no role
	aside    bool // the balance is in no column of the table
}

// take reads an entry under a shape.
func (s shape) take(e entry) taken {
	var t taken
	t.moves = []predate.Cents{0}
	for k := range e.sums {
		p := &e.sums[k]
		c := p.cell.Amount.Cents
		role := s.roleOf(p)
		if p.told && p.mark != 0 && len(e.sums) == 1 && role != balanceOwed && role != balanceFavour {
			role = noRole // a sentence, that goes on with the side
		}
		switch role {
		case debitSide:
			t.sides++
			t.debit += s.plain(p)
		case creditSide:
			t.sides++
			t.credit += s.plain(p)
		case oneSide:
			t.sides++
			switch {
			case p.mark != 0:
				t.moves = []predate.Cents{p.mark * size(c)}
			case s.minus[p.column]:
				t.moves = []predate.Cents{s.sense * c}
			case c != 0:
				t.moves = []predate.Cents{c, -c}
			}
		case balanceSide, balanceOwed, balanceFavour:
			if t.balance != nil && (p.cell.Amount.Cents != 0 && t.balance.cell.Amount.Cents != 0) {
				t.stranger = true
			}
			if t.balance == nil || p.cell.Amount.Cents != 0 {
				t.balance, t.role = p, s.roles[p.column]
			}
		default:
			if t.stranger = t.stranger || !p.told || len(e.sums) > 1; !t.stranger {
				t.balance, t.aside = p, true // its words say so, wherever it stands
			}
		}
	}
	if t.debit != 0 || t.credit != 0 {
		t.moves = []predate.Cents{t.debit - t.credit}
	}
	return t
}

// roleOf returns what a sum is: what its words say, else what its column is.
func (s shape) roleOf(p *posted) columnRole {
	if p.side != noRole {
		return p.side
	}
	return s.roles[p.column]
}

// plain is a sum of a column of one side. Where all of them bear a minus, it
// says the side over again, and so does one whose words say its side.
func (s shape) plain(p *posted) predate.Cents {
	if s.alike[p.column] || p.side != noRole {
		return size(p.cell.Amount.Cents)
	}
	return p.cell.Amount.Cents
}

func size(c predate.Cents) predate.Cents { return max(c, -c) }

// values returns what a printed balance may be.
func (s shape) values(p *posted, role columnRole) []predate.Cents {
	c := p.cell.Amount.Cents
	switch {
	case c == 0:
		return []predate.Cents{0}
	case role == balanceOwed:
		return []predate.Cents{c}
	case role == balanceFavour:
		return []predate.Cents{-size(c)}
	case p.mark != 0:
		return []predate.Cents{p.mark * size(c)}
	case s.minus[p.column] && role == balanceSide:
		return []predate.Cents{s.sense * c}
	}
	return []predate.Cents{c, -c}
}

// fits reports whether a printed balance is a sum.
func (s shape) fits(p *posted, role columnRole, sum predate.Cents) bool {
	return slices.Contains(s.values(p, role), sum)
}

// begin returns the readings in which an entry is the first of an account.
func (s shape) begin(e entry, k int) []*walk {
	t := s.take(e)
	if t.stranger || t.aside || e.role == totalEntry || e.role == carriedEntry {
		return nil
	}
	var out []*walk
	open := func(first, move predate.Cents, did deed) {
		w := &walk{entry: k, did: did, sum: first + move, first: first, day: e.day}
		if did == opened {
			w.amount = first
		} else {
			w.count(move)
		}
		out = append(out, w)
	}
	switch {
	case t.balance != nil && t.sides == 0:
		if e.role == closingEntry {
			return nil
		}
		for _, v := range s.values(t.balance, t.role) {
			open(v, 0, opened)
		}
	case e.role == openingEntry:
		for _, v := range t.moves {
			if t.balance == nil || s.fits(t.balance, t.role, v) {
				open(v, 0, opened)
			}
		}
	case t.sides > 0 && !e.day.IsZero():
		for _, v := range t.moves {
			if t.balance == nil {
				open(0, v, moved)
				continue
			}
			for _, b := range s.values(t.balance, t.role) {
				open(b-v, v, moved)
			}
		}
	}
	return out
}

// count books a movement.
func (w *walk) count(move predate.Cents) {
	w.amount = move
	w.moves++
	if move > 0 {
		w.debit += move
		w.page[0] += move
	} else {
		w.credit -= move
		w.page[1] -= move
	}
}

// after returns a reading one entry further.
func (w *walk) after(k int, did deed) *walk {
	n := *w
	n.prev, n.entry, n.did, n.amount = w, k, did, 0
	return &n
}

// next returns the readings that go on with an entry; none where it does not
// fit.
func (s shape) next(w *walk, e entry, k int) []*walk {
	t := s.take(e)
	if t.stranger {
		return nil
	}
	summing := t.sides > 0 && (t.balance == nil || s.fits(t.balance, t.role, w.sum)) && w.sums(e, t)
	if out := s.move(w, e, k, t); len(out) > 0 && !(summing && e.day.IsZero()) {
		return out
	}
	if t.balance != nil && t.sides == 0 && s.fits(t.balance, t.role, w.sum) {
		return []*walk{w.check(k, e)}
	}
	if summing {
		n := w.after(k, summed)
		n.proofs, n.loose, n.trail, n.page = n.proofs+1, 0, 0, [2]predate.Cents{}
		n.summedSides = n.summedSides || t.debit != 0 && t.credit != 0
		return []*walk{n}
	}
	if t.sides == 1 && e.role == closingEntry && size(t.moves[0]) == size(w.sum) && (t.balance == nil || s.fits(t.balance, t.role, w.sum)) {
		return []*walk{w.check(k, e)} // on its side, or on the other to close the account
	}
	return nil
}

// check books a balance that the movements lead to.
func (w *walk) check(k int, e entry) *walk {
	n := w.after(k, checked)
	if n.loose+n.trail > 0 {
		n.proofs++
	}
	n.loose, n.trail, n.checkedAlone = 0, 0, true
	n.closed = e.role == closingEntry && n.moves > 0
	return n
}

// move returns the readings in which an entry moves the account: a day before
// its words, or the day of the entry over it; the balance after it proves it.
func (s shape) move(w *walk, e entry, k int, t taken) []*walk {
	undated := e.day.IsZero()
	if t.sides == 0 || e.role == totalEntry || e.role == carriedEntry || undated && (e.label == "" || w.day.IsZero() || e.role != plainEntry) {
		return nil
	}
	if undated && t.isNothing() {
		return nil // a part of the balance
	}
	if !undated && e.day.Before(w.day.AddMonths(-12)) {
		return nil
	}
	var out []*walk
	for _, v := range t.moves {
		if t.balance != nil && !s.fits(t.balance, t.role, w.sum+v) {
			continue
		}
		if t.balance == nil && e.role == closingEntry && size(v) == size(w.sum) {
			continue // the balance itself, on its side
		}
		n := w.after(k, moved)
		n.sum += v
		n.count(v)
		switch {
		case t.balance != nil:
			n.loose, n.trail = 0, 0
			if v != 0 {
				n.proofs++
			}
		case undated:
			n.trail++
		default:
			n.loose++
		}
		if !undated {
			n.day = e.day
		}
		out = append(out, n)
	}
	return out
}

// isNothing reports whether an entry moves nothing and says no balance.
func (t taken) isNothing() bool {
	return t.balance == nil && t.debit == 0 && t.credit == 0 && len(t.moves) == 1 && t.moves[0] == 0
}

// sums reports whether an entry prints the sums of the movements: of all, with
// the opening or without, or of those since the last such sums.
func (w *walk) sums(e entry, t taken) bool {
	if e.role == plainEntry && t.sides < 2 || w.moves == 0 {
		return false
	}
	d, c := max(0, w.first), max(0, -w.first)
	for _, p := range [][2]predate.Cents{{w.debit, w.credit}, {w.debit + d, w.credit + c}, w.page} {
		if t.debit == p[0] && t.credit == p[1] || e.role == totalEntry && t.sides == 1 && t.sumsOneOf(p) {
			return true
		}
	}
	return false
}

// sumsOneOf reports whether the only sum of an entry is that of the movements of
// one side, whose other side has a line of its own.
func (t taken) sumsOneOf(sides [2]predate.Cents) bool {
	switch {
	case t.debit != 0 || t.credit != 0:
		return t.debit == sides[0] && t.credit == 0 || t.credit == sides[1] && t.debit == 0
	case t.moves[0] == 0:
		return false
	}
	return size(t.moves[0]) == sides[0] || size(t.moves[0]) == sides[1]
}
