package pipeline

import (
	"context"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/look"
)

// Replay reads the papers of orders again with a single look.
type Replay struct {
	Desk   *desk.Desk
	Reader *reading.Reader
	Blobs  blob.Store
	Sample predate.Order // the order as which test orders are read
}

// Replayed is what a look reads in one order.
type Replayed struct {
	Order  predate.OrderID
	Learnt []predate.Learnt
	Err    error // why its papers can no longer be read
}

// Contradicted returns the number of values that the papers contradict.
func (r Replayed) Contradicted() int {
	n := 0
	for _, l := range r.Learnt {
		if l.Fate == predate.LearntContradicted {
			n++
		}
	}
	return n
}

// Look reads up to most of the latest orders with a look. It changes nothing.
func (r Replay) Look(ctx context.Context, says look.Look, most int) ([]Replayed, error) {
	cases, err := r.Desk.LatestRead(ctx, most)
	if err != nil {
		return nil, err
	}
	var all []Replayed
	for _, read := range cases {
		dossier := DossierOf(read, SubjectOf(read, r.Sample), r.Blobs)
		dossier.Looks = []look.Look{says}
		statement, err := r.Reader.Read(ctx, dossier)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all = append(all, Replayed{Order: read.Order.ID, Learnt: statement.Learnt, Err: err})
	}
	return all, nil
}
