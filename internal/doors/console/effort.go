package console

import (
	"time"

	"predate/internal/orders/desk"
)

// effort is what a browser says that a decision took.
type effort struct {
	Strokes int     `json:"strokes"` // keys and clicks
	Visible float64 `json:"visible"` // seconds for which the doubt was shown
}

// taken is a decision with what it took. Seconds that are no time at all, or more than
// a day, are no measure.
func (e effort) taken(d desk.Decision) desk.Decision {
	if day := (24 * time.Hour).Seconds(); e.Visible > 0 && e.Visible < day {
		d.Effort = desk.Effort{Strokes: e.Strokes, Visible: time.Duration(e.Visible * float64(time.Second))}
	}
	return d
}
