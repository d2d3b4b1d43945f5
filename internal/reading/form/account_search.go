package form

import "slices"

// Bounds of the search for the columns of an account. What exceeds them is not
// read.
const (
	maxEntries  = 1500
	maxColumns  = 5  // of sums on lines with a day
	maxReadings = 32 // of one account under one shape
	maxAccounts = 6  // of one paper
	maxStarts   = 8  // lines on which the account may begin
)

// proved returns the accounts of a paper: the one reading of their columns that
// closes and that their words do not deny. Two readings are none.
func (r *reader) proved(entries []entry) ([]ledger, bool) {
	columns, common := r.tableColumns(entries)
	if len(columns) == 0 || len(entries) > maxEntries {
		return nil, false
	}
	var best [][]ledger
	for _, s := range shapes(entries, columns, common) {
		for _, found := range r.under(s, entries, 0, 0) {
			if !r.believed(found) {
				continue
			}
			if k := slices.IndexFunc(best, func(b []ledger) bool { return sameLedgers(b, found) }); k < 0 {
				best = append(best, found)
			} else if proofs(found) > proofs(best[k]) {
				best[k] = found
			}
		}
		if len(best) > maxReadings {
			return nil, false
		}
	}
	best = fullest(best)
	if len(best) != 1 {
		return nil, false
	}
	return best[0], true
}

// fullest leaves the readings that explain the most movements: a reading of some
// of them is a part of it.
func fullest(all [][]ledger) [][]ledger {
	moves := func(ls []ledger) int {
		n := 0
		for _, l := range ls {
			n += l.last.moves
		}
		return n
	}
	most := 0
	for _, ls := range all {
		most = max(most, moves(ls))
	}
	return slices.DeleteFunc(all, func(ls []ledger) bool { return moves(ls) < most })
}

// tableColumns returns the columns of sums on lines that begin with a day, or go
// on with one that does; those with the most sums first. The second result is how
// many of them are common: no account leaves them out.
func (r *reader) tableColumns(entries []entry) ([]int, int) {
	count := map[int]int{}
	inside := false
	for k, e := range entries {
		inside = !e.day.IsZero() || inside && !r.headedBetween(entries[k-1].line, e.line)
		if !inside {
			continue
		}
		for _, p := range e.sums {
			count[p.column]++
		}
	}
	var out []int
	for c := range count {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b int) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return a - b
	})
	out = out[:min(len(out), maxColumns)]
	common := 0
	for _, c := range out {
		if 3*count[c] >= count[out[0]] {
			common++
		}
	}
	return out, common
}

// shapes lists the ways to read the columns of an account: two sides or one,
// with balances in a column, in two or in none.
func shapes(entries []entry, columns []int, common int) []shape {
	base := marksOf(entries)
	var out []shape
	for _, sides := range [][]columnRole{{debitSide, creditSide}, {oneSide}} {
		for _, balances := range [][]columnRole{{balanceSide}, {balanceOwed, balanceFavour}, {balanceOwed}, nil} {
			out = append(out, assign(base, columns, common, append(slices.Clone(sides), balances...))...)
		}
	}
	return out
}

// assign returns every assignment of roles to columns in which each role has a column; a
// column that is not common may have no role. Columns that print a minus are read in
// both senses.
func assign(base shape, columns []int, common int, roles []columnRole) []shape {
	out := []shape{}
	var rec func(k int, s shape)
	rec = func(k int, s shape) {
		if k == len(columns) {
			for _, role := range roles {
				if !slices.Contains(s.roles, role) {
					return
				}
			}
			signed := false
			for c, role := range s.roles {
				signed = signed || s.minus[c] && (role == oneSide || role == balanceSide)
			}
			out = append(out, s)
			if signed {
				other := s
				other.sense = -1
				out = append(out, other)
			}
			return
		}
		for _, role := range append([]columnRole{noRole}, roles...) {
			if role == noRole && k < common {
				continue
			}
			if role == oneSide && slices.Contains(s.roles, oneSide) {
				continue // two columns are two sides
			}
			next := s
			next.roles = slices.Clone(s.roles)
			next.roles[columns[k]] = role
			rec(k+1, next)
		}
	}
	rec(0, base)
	return out
}

// marksOf reads which columns print a minus.
func marksOf(entries []entry) shape {
	n := 0
	for _, e := range entries {
		for _, p := range e.sums {
			n = max(n, p.column+1)
		}
	}
	s := shape{roles: make([]columnRole, n), sense: 1, minus: make([]bool, n), alike: make([]bool, n)}
	for i := range s.alike {
		s.alike[i] = true
	}
	for _, e := range entries {
		for _, p := range e.sums {
			c := p.cell.Amount.Cents
			s.minus[p.column] = s.minus[p.column] || c < 0 && p.mark == 0
			s.alike[p.column] = s.alike[p.column] && c <= 0
		}
	}
	return s
}

// under returns the ways to read all accounts of a paper under a shape, from an
// entry on. An account after another begins with its opening balance.
func (r *reader) under(s shape, entries []entry, from, accounts int) [][]ledger {
	var out [][]ledger
	tried := 0
	for k := from; k < len(entries); k++ {
		e := entries[k]
		t := s.take(e)
		part := t.sides > 0 || t.balance != nil
		// What is over the first line that is read is no part of the account.
		first := part && (!e.day.IsZero() || e.role == openingEntry)
		if accounts > 0 && e.role != openingEntry && !e.opens {
			if first && t.sides > 0 {
				return nil
			}
			continue
		}
		starts := s.begin(e, k)
		if len(starts) > 0 {
			tried++
		}
		for _, w := range starts {
			for _, end := range r.follow(s, entries, w) {
				out = append(out, r.withNext(s, entries, end, accounts)...)
			}
		}
		if len(out) > 0 || tried >= maxStarts || first {
			break
		}
	}
	return out
}

// withNext returns the readings that an account begins, with those of the
// accounts after it where movements go on.
func (r *reader) withNext(s shape, entries []entry, end *walk, accounts int) [][]ledger {
	l := ledger{shape: s, entries: entries, steps: end.steps(), last: end}
	if !s.another(entries[end.entry+1:]) {
		return [][]ledger{{l}}
	}
	if accounts+1 >= maxAccounts {
		return nil
	}
	var out [][]ledger
	for _, rest := range r.under(s, entries, end.entry+1, accounts+1) {
		out = append(out, append([]ledger{l}, rest...))
	}
	return out
}

// follow goes on with a reading to the end of its account, and returns those
// that are proved.
func (r *reader) follow(s shape, entries []entry, w *walk) []*walk {
	now := []*walk{w}
	var ended []*walk
	for k := w.entry + 1; k < len(entries) && len(now) > 0; k++ {
		var next []*walk
		for _, w := range now {
			on := s.next(w, entries[k], k)
			if !r.goesOn(entries, k) {
				on = slices.DeleteFunc(on, func(n *walk) bool { return n.trail > w.trail })
			}
			if len(on) == 0 && r.mayEnd(s, w, entries, k) {
				ended = append(ended, w)
			}
			for _, n := range on {
				switch {
				case n.closed:
					ended = append(ended, n)
				case r.named(s, entries[k], n):
					next = append(next, n)
				}
			}
		}
		if len(next) > maxReadings {
			return nil
		}
		now = next
	}
	ended = append(ended, now...)
	return slices.DeleteFunc(ended, func(w *walk) bool { return w.loose+w.trail > 0 || w.proofs == 0 })
}

// another reports whether entries go on with movements, or with the balance
// before some: those of an account that a proof of the one before says nothing of.
func (s shape) another(rest []entry) bool {
	return slices.ContainsFunc(rest, func(e entry) bool {
		return e.role == openingEntry || e.opens || !e.day.IsZero() && s.take(e).sides > 0
	})
}

// named reports whether the words of a movement allow the side that a reading
// gives it, where nothing printed says its side.
func (r *reader) named(s shape, e entry, w *walk) bool {
	if w.did != moved || w.amount == 0 || !s.guesses(e) {
		return true
	}
	owed, said := r.owes(e.label)
	return !said || owed == (w.amount > 0)
}

// guesses reports whether nothing printed says the side of a movement: neither
// its column, a mark or a minus, nor the balance after it.
func (s shape) guesses(e entry) bool {
	one := false
	for _, p := range e.sums {
		role := s.roles[p.column]
		if p.mark != 0 || s.minus[p.column] || role != oneSide && role != balanceSide {
			return false
		}
		one = one || role == oneSide
	}
	return one
}

// goesOn reports whether entry k is in the table of the entry before it, as
// far as can be told: a page may break a table.
func (r *reader) goesOn(entries []entry, k int) bool {
	over, e := entries[k-1].line, entries[k].line
	return r.Lines[over].Page != r.Lines[e].Page || !r.headedBetween(over, e)
}

// mayEnd reports whether an account may be at its end before entry k: what
// follows goes on with none of its columns, or is in others under a heading
// of its own.
func (r *reader) mayEnd(s shape, w *walk, entries []entry, k int) bool {
	if t := s.take(entries[k]); w.loose+w.trail > 0 || r.goesOn(entries, k) && (t.sides > 0 || t.balance != nil) && !t.isNothing() {
		return false
	}
	if opensNext(entries, k) {
		return true
	}
	for i := k; i < len(entries); i++ {
		e := entries[i]
		if !e.day.IsZero() && (s.take(e).sides > 0 || !r.headedBetween(entries[i-1].line, e.line)) {
			return false
		}
	}
	return true
}

// headedBetween reports whether words that go on with no line of a table stand
// between two lines.
func (r *reader) headedBetween(from, to int) bool {
	from, to = min(from, to), max(from, to)
	for i := from + 1; i < to; i++ {
		l, over := r.Lines[i], r.Lines[i-1]
		if l.Page != over.Page || l.Box.Y0-over.Box.Y1 > 1.2*max(l.Size, 6) {
			return true
		}
	}
	return false
}

// steps returns what a reading made of each entry, in printed order.
func (w *walk) steps() []*walk {
	var out []*walk
	for n := w; n != nil; n = n.prev {
		out = append(out, n)
	}
	slices.Reverse(out)
	return out
}

// sameLedgers reports whether two readings book the same: what a column without a
// movement is said to hold is no difference, nor where the same opening is printed.
func sameLedgers(a, b []ledger) bool {
	return slices.EqualFunc(a, b, func(x, y ledger) bool {
		return x.last.sum == y.last.sum && slices.EqualFunc(x.booked(), y.booked(), func(v, w *walk) bool {
			return (v.entry == w.entry || v.did == opened) && v.did == w.did && v.amount == w.amount
		})
	})
}

// booked returns the opening and the movements of an account. One that opens with nothing
// and one whose opening is not read are the same.
func (l ledger) booked() []*walk {
	return slices.DeleteFunc(slices.Clone(l.steps), func(w *walk) bool { return w.did != moved && (w.did != opened || w.amount == 0) })
}

// proofs counts what closed in some accounts.
func proofs(all []ledger) int {
	n := 0
	for _, l := range all {
		n += l.last.proofs
	}
	return n
}
