package form

import (
	"predate"
	"predate/internal/reading/layout"
)

// maxParts limits the parts of a balance whose signs are looked for.
const maxParts = 6

// split states what a balance is made of, where the paper prints it by nature
// after the movements: the parts that make the balance with the only signs that
// do.
func (r *reader) split(l ledger) []predate.Figure {
	var parts []predate.NatureBalance
	var proofs [][]predate.Evidence
	for _, e := range l.entries[l.last.entry+1:] {
		p, ok := e.single()
		nature := predate.NatureOfAccount(e.sub)
		if nature == predate.NatureUnknown {
			nature = r.NatureOf(e.label)
		}
		if !ok || nature == predate.NatureUnknown || !e.day.IsZero() {
			if len(parts) > 0 {
				break
			}
			continue
		}
		parts = append(parts, predate.NatureBalance{Sub: e.sub, Nature: nature, Amount: size(p.cell.Amount.Cents)})
		proofs = append(proofs, []predate.Evidence{p.cell.Proof("account_statement.nature")})
	}
	if len(parts) < 2 {
		if beside, at := r.partsBeside(l); len(beside) > len(parts) {
			parts, proofs = beside, at
		}
	}
	if !onlySigns(parts, l.last.sum) {
		return nil
	}
	var out []predate.Figure
	for k, n := range parts {
		out = append(out, predate.Figure{Key: predate.FactAccountNature, Value: n, Evidence: proofs[k]})
	}
	return out
}

// partsBeside returns the parts of a balance that are printed after the movements
// beside other sums: each right after the words of its nature.
func (r *reader) partsBeside(l ledger) (parts []predate.NatureBalance, proofs [][]predate.Evidence) {
	for i := l.entries[l.last.entry].line + 1; i < len(r.Lines); i++ {
		cells := r.Lines[i].Cells
		for k := range len(cells) - 1 {
			c := cells[k+1]
			nature := r.NatureOf(cells[k].Text)
			if c.Nature != amount || cells[k].Nature != text || nature == predate.NatureUnknown || len(layout.DatesIn(cells[k].Text)) > 0 {
				continue
			}
			parts = append(parts, predate.NatureBalance{Nature: nature, Amount: size(c.Amount.Cents)})
			proofs = append(proofs, []predate.Evidence{c.Proof("account_statement.nature")})
		}
	}
	return parts, proofs
}

// single returns the one sum of an entry that is not nothing; where all are,
// its first.
func (e entry) single() (posted, bool) {
	found := e.sums[0]
	n := 0
	for _, p := range e.sums {
		if p.cell.Amount.Cents != 0 {
			found, n = p, n+1
		}
	}
	return found, n <= 1
}

// onlySigns gives parts the only signs with which they make a whole; false where
// none do, or several.
func onlySigns(parts []predate.NatureBalance, whole predate.Cents) bool {
	if len(parts) == 0 || len(parts) > maxParts {
		return false
	}
	found, ways := 0, 0
	for signs := range 1 << len(parts) {
		var sum predate.Cents
		twice := false
		for k, n := range parts {
			minus := signs>>k&1 == 1
			twice = twice || minus && n.Amount == 0
			if minus {
				sum -= n.Amount
			} else {
				sum += n.Amount
			}
		}
		if sum == whole && !twice {
			found, ways = signs, ways+1
		}
	}
	if ways != 1 {
		return false
	}
	for k := range parts {
		if found>>k&1 == 1 {
			parts[k].Amount = -parts[k].Amount
		}
	}
	return true
}
