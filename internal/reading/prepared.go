package reading

import (
	"context"
	"slices"
	"sync"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading/compute"
)

// Prepared is a dossier whose papers were read. Statements are computed from it with
// any rulings, without opening a paper again: what an operator tries is seen before it
// is recorded. It is safe for concurrent use.
type Prepared struct {
	mu sync.Mutex
	in compute.Input
}

// Prepare reads the papers of a dossier.
func (r *Reader) Prepare(ctx context.Context, d Dossier) (*Prepared, error) {
	ctx = seats.Holding(ctx, string(d.Order.Account))
	sheets, err := r.sheets(ctx, d)
	if err != nil {
		return nil, err
	}
	in, err := r.gather(ctx, d, sheets)
	if err != nil {
		return nil, err
	}
	return &Prepared{in: in}, nil
}

// with is what a statement with some rulings is computed from.
func (p *Prepared) with(rulings []predate.Ruling) compute.Input {
	in := p.in
	in.Rulings = rulings
	return in
}

// Compute makes the statement with some rulings.
func (p *Prepared) Compute(rulings []predate.Ruling) predate.Statement {
	p.mu.Lock()
	defer p.mu.Unlock()
	return compute.Compute(p.with(rulings))
}

// Explain makes the same statement, and lists what papers say of each figure.
func (p *Prepared) Explain(rulings []predate.Ruling) Explanation {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := Explanation{}
	e.Statement, e.Considered = compute.Explain(p.with(rulings))
	return e
}

// Try computes the statement with one more ruling, in the place of any on the same
// figure, and says what it changes of the statement before.
func (p *Prepared) Try(before predate.Statement, rulings []predate.Ruling, one predate.Ruling) (predate.Statement, compute.Change) {
	after := p.Compute(Ruled(rulings, one))
	return after, compute.Compare(before, after)
}

// Ruled returns rulings with one more, in the place of any on the same figure.
func Ruled(rulings []predate.Ruling, one predate.Ruling) []predate.Ruling {
	out := slices.DeleteFunc(slices.Clone(rulings), func(r predate.Ruling) bool { return r.Key == one.Key && r.File == one.File })
	return append(out, one)
}
