package form

import (
	"slices"
	"strings"

	"predate"
)

// owes returns whether a movement of that name increases what is owed, and
// whether its name says so: calls do, payments do not; an adjustment or what
// takes another entry back may do either.
func (r *reader) owes(label string) (owed, said bool) {
	switch {
	case r.Says(label, "movement_adjustment", "movement_reversal", "opening_balance", "brought_forward", "closing_balance"):
		return false, false
	case r.Says(label, "movement_payment"):
		return false, true
	}
	return true, r.NatureOf(label) != predate.NatureUnknown
}

// believed reports whether the words of accounts say the sides that a reading
// gives them, and its proofs are no chance.
func (r *reader) believed(all []ledger) bool {
	for _, l := range all {
		heads := r.headsSay(l)
		right, wrong := 0, 0
		for _, w := range l.steps {
			if w.did != moved || w.amount == 0 {
				continue
			}
			if owed, said := r.owes(l.entries[w.entry].label); said && owed == (w.amount > 0) {
				right++
			} else if said {
				wrong++
			}
		}
		switch {
		case heads < 0:
			return false
		case heads > 0 && wrong > right, heads == 0 && (right == 0 || wrong > 0):
			return false
		}
		if !l.sure(heads > 0 || right >= 2 && wrong == 0) {
			return false
		}
	}
	return len(all) > 0
}

// headsSay returns 1 where the words over the columns name their sides as a
// reading does, -1 where they name them otherwise, 0 where they do not say.
func (r *reader) headsSay(l ledger) int {
	out, sides := 0, l.sidesOf()
	for column, c := range l.places() {
		head := r.headOver(c)
		owed, favour := r.Says(head, "column_debit", "column_balance_debit"), r.Says(head, "column_credit", "column_balance_credit")
		role := l.shape.roles[column]
		if role == oneSide && sides[column] != noRole {
			role = sides[column]
		}
		switch {
		case owed == favour, role == oneSide, role == noRole, l.told(column):
		case role == balanceSide && r.Says(head, "sign_debit") && r.Says(head, "sign_credit"): // a legend of both
		case role == balanceSide && r.Says(head, "minus_legend") && favour == (l.shape.sense > 0):
			out = 1
		case role == balanceSide:
			return -1
		case owed == (role == debitSide || role == balanceOwed):
			out = 1
		default:
			return -1
		}
	}
	return out
}

// told reports whether the words beside the sums of a column say what they are:
// it needs no head.
func (l ledger) told(column int) bool {
	return slices.ContainsFunc(l.entries, func(e entry) bool {
		return slices.ContainsFunc(e.sums, func(p posted) bool { return p.column == column && p.told })
	})
}

// sidesOf returns the side of the columns whose movements are all of it.
func (l ledger) sidesOf() map[int]columnRole {
	out := map[int]columnRole{}
	mixed := map[int]bool{}
	for _, w := range l.steps {
		if w.did != moved || w.amount == 0 {
			continue
		}
		side := debitSide
		if w.amount < 0 {
			side = creditSide
		}
		for _, p := range l.entries[w.entry].sums {
			c := p.column
			mixed[c] = mixed[c] || out[c] != noRole && out[c] != side
			out[c] = side
		}
	}
	for c := range mixed {
		if mixed[c] {
			delete(out, c)
		}
	}
	return out
}

// headOver returns the words right over a column, up to the sums that are over
// them.
func (r *reader) headOver(c cell) string {
	var parts []string
	for i := c.Line - 1; i >= 0 && len(parts) < 3 && r.Lines[i].Page == c.Page; i-- {
		held := ""
		for _, other := range r.Lines[i].Cells {
			switch {
			case over(other.Box, c.Box) < 0.35 || other.Nature == dash:
			case other.Nature == amount:
				return strings.Join(parts, " ")
			default:
				held = strings.TrimSpace(held + " " + other.Text)
			}
		}
		if held != "" {
			parts = append([]string{held}, parts...)
		} else if len(parts) > 0 {
			break
		}
	}
	return strings.Join(parts, " ")
}

// places returns where the columns of an account are on its first page, at
// the line of its first entry: what is over them heads them.
func (l ledger) places() map[int]cell {
	out := map[int]cell{}
	top := l.entries[l.steps[0].entry].sums[0].cell
	if last := l.entries[l.last.entry].sums[0].cell; last.Line < top.Line {
		top = last // the latest movement is printed first
	}
	for _, w := range l.steps {
		for _, p := range l.entries[w.entry].sums {
			c, seen := out[p.column]
			if seen && l.entries[w.entry].role != plainEntry {
				continue // a balance in large print stands over more than its column
			}
			if !seen {
				c = cell{Line: top.Line, Page: top.Page, Box: p.room}
			}
			c.Box.X0, c.Box.X1 = min(c.Box.X0, p.room.X0), max(c.Box.X1, p.room.X1)
			if p.cell.Page == top.Page {
				out[p.column] = c
			}
		}
	}
	return out
}

// sure reports whether the proofs of an account cannot be a chance: balances or
// sums that close one after another, or one where words name the columns or the
// movements.
func (l ledger) sure(named bool) bool {
	switch {
	case l.last.moves < 2 && !(named && l.steps[0].did == opened && l.last.checkedAlone):
		return false
	case l.last.proofs >= 3, l.last.summedSides:
		return true
	}
	return named && l.last.proofs >= 1
}
