package desk

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Effort is the time and the clicks that a decision cost, as the browser reports them.
// It is for charts only, because it cannot be verified.
type Effort struct {
	Strokes int           // keys and clicks
	Visible time.Duration // for which the doubt was before his eyes; zero when nobody measured
}

// The upper bounds of a credible effort.
const (
	maxStrokes = 2000
	maxVisible = time.Hour
)

// believed returns the effort limited to credible values. Without a time nothing was
// measured.
func (e Effort) believed() Effort {
	if e.Visible <= 0 {
		return Effort{}
	}
	return Effort{Strokes: min(max(e.Strokes, 0), maxStrokes), Visible: min(e.Visible, maxVisible)}
}

// took stores the effort of an act. If several decisions are made at once, the first
// one carries the effort.
func (a *act) took(ctx context.Context, tx store.Tx, d store.Decided) error {
	effort := a.Effort.believed()
	a.Effort = Effort{}
	d.Act, d.Order, d.Run, d.By, d.Operator, d.At = a.id, a.order.ID, a.run, a.By, a.Operator, a.at
	d.Strokes, d.Visible = effort.Strokes, effort.Visible
	return store.InsertDecided(ctx, tx, d)
}

// tookRuling stores the effort of a ruling, with the reason why the figure was in
// doubt.
func (a *act) tookRuling(ctx context.Context, tx store.Tx, r store.Ruling) error {
	d := store.Decided{Item: string(r.Key), What: store.StepRuling, Figure: r.Key, Said: digest(string(r.Status) + " " + r.Value)}
	if file, ok := strings.CutPrefix(string(r.Key), seenPrefix); ok { // a name of a file is its client’s
		d.Item, d.Figure, d.Cause = predate.DoubtOf(predate.ReasonMayWeigh, file), "", predate.ReasonMayWeigh
		return a.took(ctx, tx, d)
	}
	if i := slices.IndexFunc(a.found, func(f predate.Doubt) bool { return f.Key == r.Key }); i >= 0 {
		d.Cause = a.found[i].Code
	}
	return a.took(ctx, tx, d)
}

// digest returns an identifier of a ruling's words that does not reveal them.
func digest(said string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(said)))[:16] }
