package console

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/compute"
)

// openOrder is an order with its statement, as an operator sees it: with the rulings
// that are recorded, or with one more that is only tried.
type openOrder struct {
	desk.Opened
	papers *reading.Prepared // nil where there is nothing to compute from
	told   reading.Explanation
	doubts []predate.SettledDoubt
}

// figures reports whether the order has a statement to look at.
func (s *openOrder) figures() bool { return len(s.told.Statement.Figures) > 0 }

// decidable reports whether an operator may decide of the order's figures now.
func (s *openOrder) decidable() bool { return s.Review != nil && s.Run.Collected }

// see reads the order that a visit names.
func (c *Console) see(v *visit) (*openOrder, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	opened, err := c.Desk.Open(v.Context(), id)
	if err != nil {
		return nil, err
	}
	s := &openOrder{Opened: opened}
	if s.doubts, err = c.Desk.Doubts(v.Context(), id); err != nil {
		return nil, err
	}
	if s.Run.Collected && len(s.Documents) > 0 {
		s.papers, s.told, err = c.kept.explain(v.Context(), c, opened.Case)
		if err == nil && !s.Run.Read {
			// What the last reading found is no longer so: something was decided since.
			s.doubts = settled(s.told.Statement, s.Rulings, s.doubts)
		}
	}
	return s, err
}

// tried is the order as it would be with a ruling that is not recorded.
func (s *openOrder) tried(r predate.Ruling) *openOrder {
	trial := *s
	trial.Rulings = reading.Ruled(s.Rulings, r)
	trial.told = s.papers.Explain(trial.Rulings)
	trial.doubts = settled(trial.told.Statement, trial.Rulings, s.doubts)
	return &trial
}

// effect says what a value would change of the gates and the doubts, if it were
// ruled.
func (s *openOrder) effect(key predate.Key, value predate.Value) string {
	after, change := s.papers.Try(s.told.Statement, s.Rulings, predate.Ruling{Key: key, Value: value})
	says := turns(s.told.Statement, after)
	others := slices.DeleteFunc(change.Settled, func(d predate.Doubt) bool { return d.Key == key })
	if n := len(others); n > 0 {
		says = append(says, fmt.Sprintf("lève aussi %d doute%s", n, map[bool]string{true: "s"}[n > 1]))
	}
	return strings.Join(says, " · ")
}

// settled lists the doubts of a statement; what was acknowledged before stays so.
func settled(s predate.Statement, rulings []predate.Ruling, before []predate.SettledDoubt) []predate.SettledDoubt {
	var seen []predate.Acknowledgement
	for _, d := range before {
		if d.State == predate.DoubtAcknowledged {
			seen = append(seen, predate.Acknowledgement{Doubt: d.ID, Says: d.Says, By: d.By, Operator: d.Operator, On: d.On, Why: d.Why})
		}
	}
	return predate.Settle(compute.Doubts(s), rulings, seen)
}

// explanations keeps the last statements that were looked at, since a page asks
// for one several times.
type explanations struct {
	mu   sync.Mutex
	last []explained
}

type explained struct {
	run     predate.RunID
	version int
	made    string // from which papers and corrections
	papers  *reading.Prepared
	told    reading.Explanation
}

// mostExplained bounds what is kept: a large dossier takes some megabytes.
const mostExplained = 16

func (e *explanations) explain(ctx context.Context, c *Console, of desk.Case) (*reading.Prepared, reading.Explanation, error) {
	made := holding(of)
	papers := (*reading.Prepared)(nil)
	e.mu.Lock()
	for _, one := range e.last {
		if one.run == of.Run.ID && one.version == of.Run.Version {
			e.mu.Unlock()
			return one.papers, one.told, nil
		}
		if papers == nil && !of.Run.Read && one.run == of.Run.ID && one.made == made {
			papers = one.papers
		}
	}
	e.mu.Unlock()
	if papers == nil {
		var err error
		if papers, err = c.Reader.Prepare(ctx, c.Dossiers.Dossier(of)); err != nil {
			return nil, reading.Explanation{}, err
		}
	}
	told := papers.Explain(of.Rulings)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = append([]explained{{of.Run.ID, of.Run.Version, made, papers, told}}, e.last...)
	e.last = e.last[:min(len(e.last), mostExplained)]
	return papers, told, nil
}

// holding names what a dossier is prepared from, beside what was learnt: papers and
// corrections. While the order is read again with a ruling, papers that were prepared
// before serve; once it was, they are prepared with what the ruling taught.
func holding(of desk.Case) string {
	var held strings.Builder
	for _, d := range of.Documents {
		fmt.Fprintln(&held, d.ID, d.Hash, d.Filename)
	}
	for _, c := range of.Corrections {
		fmt.Fprintln(&held, c)
	}
	fmt.Fprintln(&held, len(of.Thread))
	return held.String()
}
