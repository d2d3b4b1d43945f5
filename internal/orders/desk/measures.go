package desk

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Measures describes the operators' work in a period, without test orders.
type Measures struct {
	From, To predate.Date // both in it
	Days     []DoneDay
	Doubts   Spread // of the doubts settled
	Orders   Spread // of the orders of which doubts were settled
	// Figures groups the settled doubts by figure, Causes by reason, Places by both and
	// the syndic; the most expensive group is first. Persons groups them by person,
	// sorted by name.
	Figures, Causes, Places, Persons []Group
	Rulings, Overturned              int
	Promise                          time.Duration
	Closed, Kept                     int // reviews that persons closed; of those, in the time promised
	Waiting                          []Waiting
	Oldest                           time.Duration // of the orders that wait for a person now
	Stopped                          int           // of those, because their collection stopped
	Cut                              bool          // there was too much to be gone through
}

// DoneDay is the number of statements issued on a day, in total and without a person's
// work.
type DoneDay struct {
	Day            predate.Date
	Done, Straight int
}

// Waiting is the number of orders that wait for a person now and are older than a part
// of the promised time.
type Waiting struct {
	From  float64
	Count int
}

// Spread is the median and the ninth decile of a value.
type Spread struct {
	Count                      int
	MedianStrokes, MostStrokes int
	MedianVisible, MostVisible time.Duration
}

// Group is the doubts settled about one subject.
type Group struct {
	Figure              predate.Key
	Gate                string
	Cause               predate.ReasonCode
	Syndic              string
	Person              string
	Count               int // doubts settled
	Rulings, Overturned int
	Strokes             int // of those measured
	Visible             time.Duration
	Spread              Spread
	Last                predate.OrderID // the latest

	efforts []Effort
}

// maxMeasured is the maximum number of decisions that are evaluated for one period.
const maxMeasured = 100_000

// Measures returns the measures of a period. Both days are included.
func (d *Desk) Measures(ctx context.Context, from, to predate.Date) (Measures, error) {
	begin, end := startOf(from), startOf(to.AddDays(1))
	var m Measures
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		m = Measures{From: from, To: to, Promise: d.Promise}
		decided, err := store.DecidedBetween(ctx, tx, begin, end, maxMeasured)
		if err != nil {
			return err
		}
		done, err := store.DoneBetween(ctx, tx, begin, end, maxMeasured)
		if err != nil {
			return err
		}
		took, err := store.ReviewTimes(ctx, tx, begin, end, maxMeasured)
		if err != nil {
			return err
		}
		m.Cut = max(len(decided), len(done), len(took)) == maxMeasured
		m.addDays(done)
		m.addDecided(decided)
		m.Closed = len(took)
		for _, one := range took {
			if one <= m.Promise {
				m.Kept++
			}
		}
		return m.addWaiting(ctx, tx, d.now())
	})
	if err != nil {
		return Measures{}, fmt.Errorf("measure: %w", err)
	}
	return m, nil
}

// startOf returns when a day begins in France.
func startOf(day predate.Date) time.Time {
	return time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, paris())
}

func (m *Measures) addDays(done []store.DoneRun) {
	index := map[predate.Date]int{}
	for day := m.From; !m.To.Before(day); day = day.AddDays(1) {
		index[day] = len(m.Days)
		m.Days = append(m.Days, DoneDay{Day: day})
	}
	zone := paris()
	for _, one := range done {
		i, ok := index[predate.DateOf(one.At.In(zone))]
		if !ok {
			continue
		}
		m.Days[i].Done++
		if !one.Persons {
			m.Days[i].Straight++
		}
	}
}

func (m *Measures) addDecided(all []store.Judged) {
	figures, causes, places, persons := groups{}, groups{}, groups{}, groups{}
	orders := map[predate.OrderID]Effort{}
	var each []Effort
	for _, one := range all {
		effort := Effort{one.Strokes, one.Visible}
		if effort.Visible > 0 {
			whole := orders[one.Order]
			orders[one.Order] = Effort{whole.Strokes + effort.Strokes, whole.Visible + effort.Visible}
		}
		if one.Undone { // its time is the order’s, and it settled nothing
			continue
		}
		if effort.Visible > 0 {
			each = append(each, effort)
		}
		gate, _ := strings.CutPrefix(one.Item, predate.DoubtOfGate(""))
		if gate == one.Item {
			gate = ""
		}
		about := Group{Figure: one.Figure, Gate: gate}
		if one.Figure == "" && gate == "" {
			about.Cause = one.Cause
		}
		figures.add(about.key(), about, one)
		causes.add(string(one.Cause), Group{Cause: one.Cause}, one)
		about.Syndic, about.Cause = one.Syndic, one.Cause
		places.add(about.key(), about, one)
		persons.add(one.By, Group{Person: one.By}, one)
		if one.What == store.StepRuling {
			m.Rulings++
			if one.Overturned {
				m.Overturned++
			}
		}
	}
	m.Doubts, m.Orders = spreadOf(each), spreadOf(slices.Collect(maps.Values(orders)))
	m.Figures, m.Causes, m.Places, m.Persons = figures.costliest(), causes.costliest(), places.costliest(), persons.costliest()
	slices.SortFunc(m.Persons, func(a, b Group) int { return cmp.Compare(a.Person, b.Person) })
}

// addWaiting counts the orders that wait for a person now by their age.
func (m *Measures) addWaiting(ctx context.Context, tx store.Tx, now time.Time) error {
	for _, from := range []float64{0, .5, .75, 1, 2} {
		m.Waiting = append(m.Waiting, Waiting{From: from})
	}
	for _, section := range []predate.QueueSection{predate.QueueDecide, predate.QueueStopped} {
		since, err := store.QueueSince(ctx, tx, section, maxMeasured)
		if err != nil {
			return err
		}
		if section == predate.QueueStopped {
			m.Stopped = len(since)
		}
		for _, at := range since {
			age := max(0, now.Sub(at))
			m.Oldest = max(m.Oldest, age)
			for i := len(m.Waiting) - 1; i >= 0; i-- {
				if float64(age) >= m.Waiting[i].From*float64(m.Promise) {
					m.Waiting[i].Count++
					break
				}
			}
		}
	}
	return nil
}

// groups are settled doubts by subject.
type groups map[string]*Group

func (g Group) key() string {
	return strings.Join([]string{string(g.Figure), g.Gate, string(g.Cause), g.Syndic}, "\x00")
}

func (g groups) add(key string, fresh Group, one store.Judged) {
	to := g[key]
	if to == nil {
		to = &fresh
		g[key] = to
	}
	to.Count++
	to.Last = one.Order
	if one.What == store.StepRuling {
		to.Rulings++
		if one.Overturned {
			to.Overturned++
		}
	}
	if one.Visible > 0 {
		to.Strokes += one.Strokes
		to.Visible += one.Visible
		to.efforts = append(to.efforts, Effort{one.Strokes, one.Visible})
	}
}

// costliest returns the groups sorted by time spent, then by number.
func (g groups) costliest() []Group {
	var all []Group
	for _, key := range slices.Sorted(maps.Keys(g)) {
		one := *g[key]
		one.Spread, one.efforts = spreadOf(one.efforts), nil
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Visible, a.Visible), cmp.Compare(b.Count, a.Count))
	})
	return all
}

// spreadOf returns the median and the ninth decile of a sorted list, by nearest rank.
func spreadOf(all []Effort) Spread {
	n := len(all)
	if n == 0 {
		return Spread{}
	}
	var strokes []int
	var visible []time.Duration
	for _, one := range all {
		strokes, visible = append(strokes, one.Strokes), append(visible, one.Visible)
	}
	slices.Sort(strokes)
	slices.Sort(visible)
	half, most := (n+1)/2-1, (9*n+9)/10-1
	return Spread{n, strokes[half], strokes[most], visible[half], visible[most]}
}
