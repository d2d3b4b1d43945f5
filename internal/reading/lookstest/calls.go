package lookstest

import (
	"fmt"

	"predate"
)

// CallLine is one lot's part in one key of a call.
type CallLine struct {
	Lot, Key              int
	Annual, Called, Share predate.Cents
}

// CallGroup holds the lines of one nature.
type CallGroup struct {
	Nature int
	Work   *Work
	Lines  []CallLine
	Total  predate.Cents
}

// Call is one call for funds, for some lots.
type Call struct {
	Exercise, Number    int
	Code                string
	Issued, Due         predate.Date
	Period              predate.Period
	Lots                []int
	Groups              []CallGroup
	Total, Prior, ToPay predate.Cents
	Advance, FundAtEnd  predate.Cents
	FundDay             predate.Date
	Note                string
}

// CallOf makes the call number k of an exercise for lots; its account gives the
// balance before it.
func (d *Dossier) CallOf(exercise, k int, lots []int) Call {
	due := d.Dues(exercise)[k]
	year := d.Exercises[exercise]
	call := Call{
		Exercise: exercise, Number: k + 1, Code: fmt.Sprintf("%d-%d", year.Period.From.Year, k+1),
		Issued: due.AddDays(-15), Due: due, Lots: lots,
		Period:  predate.Period{From: due, To: due.AddMonths(12 / d.Calls).AddDays(-1)},
		Advance: of(d.spread(d.Advances, 0), lots),
		FundDay: due.AddDays(-1),
	}
	call.FundAtEnd = d.FundShare(call.FundDay, lots)
	current := CallGroup{Nature: budget}
	for key := range d.Keys {
		annual := year.Budget(key)
		if annual == 0 {
			continue
		}
		current.add(d, key, annual, d.callsOf(annual, exercise)[k], lots)
	}
	call.Groups = append(call.Groups, current)
	for i := range d.Works {
		w := &d.Works[i]
		group := CallGroup{Nature: works, Work: w}
		for _, c := range w.Calls {
			if c.Due == due {
				group.add(d, w.Key, w.Amount, c.Amount, lots)
			}
		}
		if len(group.Lines) > 0 {
			call.Groups = append(call.Groups, group)
		}
	}
	contribution := CallGroup{Nature: fund}
	contribution.add(d, 0, year.Fund, d.callsOf(year.Fund, exercise)[k], lots)
	call.Groups = append(call.Groups, contribution)
	for _, g := range call.Groups {
		call.Total += g.Total
	}
	return call
}

func (g *CallGroup) add(d *Dossier, key int, annual, called predate.Cents, lots []int) {
	parts := d.spread(called, key)
	for _, l := range lots {
		if d.Lots[l].Shares[key] == 0 {
			continue
		}
		g.Lines = append(g.Lines, CallLine{Lot: l, Key: key, Annual: annual, Called: called, Share: parts[l]})
		g.Total += parts[l]
	}
}

// Part returns the total of a nature in a call.
func (c Call) Part(nature int) predate.Cents {
	var total predate.Cents
	for _, g := range c.Groups {
		if g.Nature == nature {
			total += g.Total
		}
	}
	return total
}

// FundShare returns the works fund attached to lots on a day.
func (d *Dossier) FundShare(day predate.Date, lots []int) predate.Cents {
	total := of(d.spread(d.FundBase, 0), lots)
	for e := range d.Exercises {
		for k, due := range d.Dues(e) {
			if !due.After(day) {
				total += of(d.spread(d.callsOf(d.Exercises[e].Fund, e)[k], 0), lots)
			}
		}
	}
	for _, w := range d.Works {
		if w.FromFund != 0 && !w.FundAt.After(day) {
			total -= of(d.spread(w.FromFund, 0), lots)
		}
	}
	return total
}

// FundTotal returns the works fund of the syndicate on a day.
func (d *Dossier) FundTotal(day predate.Date) predate.Cents { return d.FundShare(day, d.all()) }

func (d *Dossier) all() []int {
	lots := make([]int, len(d.Lots))
	for i := range lots {
		lots[i] = i
	}
	return lots
}

// Called returns the budget called on lots in an exercise.
func (d *Dossier) Called(exercise int, lots []int) predate.Cents {
	var total predate.Cents
	for k := range d.Dues(exercise) {
		total += d.CallOf(exercise, k, lots).Part(budget)
	}
	return total
}

// Actual returns what the exercise's current charges really were for lots.
func (d *Dossier) Actual(exercise int, lots []int) predate.Cents {
	var total predate.Cents
	for _, p := range d.Exercises[exercise].Posts {
		total += of(d.spent(exercise, p), lots)
	}
	return total
}

// WorkCalled returns what a work called on lots up to a day, both included.
func (d *Dossier) WorkCalled(w Work, lots []int, from, to predate.Date) predate.Cents {
	var total predate.Cents
	for _, c := range w.Calls {
		if !c.Due.Before(from) && !c.Due.After(to) {
			total += of(d.spread(c.Amount, w.Key), lots)
		}
	}
	return total
}

// WorksActual returns the cost to lots of the works that an exercise closed.
func (d *Dossier) WorksActual(exercise int, lots []int) (cost, called predate.Cents) {
	for _, w := range d.Works {
		if w.Closed != exercise || w.Closed == 0 {
			continue
		}
		cost += of(d.spread(w.Spent-w.FromFund, w.Key), lots)
		called += d.WorkCalled(w, lots, predate.Date{}, predate.Date{Year: 9999, Month: 12, Day: 31})
	}
	return cost, called
}
