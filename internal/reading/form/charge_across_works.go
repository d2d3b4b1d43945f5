package form

import (
	"math"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
)

// figuresAcross returns what a statement with columns for each lot proves; nil
// where there is no such table or its totals do not balance.
func (c *charges) figuresAcross() []predate.Figure {
	if !c.readAcross() {
		return figuresByKeys(c)
	}
	current := c.current(c.lots)
	total, ok := c.total(current)
	if !ok {
		c.lots = nil
		return nil
	}
	works := c.worksAcross()
	if works == nil {
		works = c.worksBelow(c.lots)
	}
	return append(append(current, total), works...)
}

// worksBelow returns the operations closed that a table of rows prints under the one with
// columns for each lot; none where a row under it is no work.
func (c *charges) worksBelow(above []lotCharges) []predate.Figure {
	end := 0
	for _, l := range above {
		end = max(end, l.total.Line, l.called.Line)
	}
	return worksUnderLine(c, end)
}

// worksUnderLine returns the operations closed that rows under a line print; none where a
// row with a share is no work.
func worksUnderLine(c *charges, end int) []predate.Figure {
	above := c.lots
	c.findKeys()
	c.keys = slices.DeleteFunc(c.keys, func(k chargeKey) bool { return k.lines[0] <= end })
	c.lots = nil
	c.markWorks()
	c.findLots()
	works := c.lots
	if c.lots = above; slices.ContainsFunc(works, func(l lotCharges) bool { return !l.keys[0].works }) {
		return nil
	}
	return c.works(works)
}

// workAcross is an operation of a table with a column for the building and one
// for each lot.
type workAcross struct {
	net           *node
	parts, called []*node // by lot that has a share
	lots          []string
	base          int64
	shares        []int64
	key, title    string
}

// worksAcross returns the operations closed in the exercise, where what they cost
// the lots makes a sum that is printed apart from them.
func (c *charges) worksAcross() []predate.Figure {
	var works []workAcross
	for i := range c.Lines {
		t, ok := c.headsOfLots(i)
		if ok && c.NatureOf(c.LineText(i)) == predate.NatureWorks {
			works = append(works, c.worksUnder(t)...)
		}
	}
	var out []predate.Figure
	own, sum := map[predate.Box]bool{}, predate.ChargeTotals{HasActual: true, HasCalled: true}
	const rule = "form.charge_statement.work"
	for _, w := range works {
		for n, part := range w.parts {
			v := predate.ChargeWork{Lot: w.lots[n], Title: w.title, Key: w.key, Net: w.net.value(), Base: w.base, Share: w.shares[n], Amount: part.value()}
			e := []predate.Evidence{part.cell.Proof(rule)}
			if w.called != nil {
				v.Called, v.HasCalled = w.called[n].value(), true
				e = append(e, w.called[n].cell.Proof(rule))
				own[w.called[n].cell.Box] = true
			}
			out = append(out, predate.Figure{Key: predate.FactChargeWork, Year: c.year, Value: v, Evidence: e})
			sum.Actual, sum.Called, sum.HasCalled = sum.Actual+v.Amount, sum.Called+v.Called, sum.HasCalled && v.HasCalled
			own[part.cell.Box] = true
		}
	}
	actual, printed := c.printedApart(sum.Actual, own)
	if len(out) == 0 || !printed {
		return nil
	}
	e := []predate.Evidence{actual.Proof(rule)}
	if called, too := c.printedApart(sum.Called, own); sum.HasCalled && too {
		e = append(e, called.Proof(rule))
	} else {
		sum.Called, sum.HasCalled = 0, false
	}
	return append(out, predate.Figure{Key: predate.FactChargeWorkSum, Year: c.year, Value: sum, Evidence: e})
}

// printedApart finds an amount of a magnitude besides those that it sums.
func (r *reader) printedApart(v predate.Cents, own map[predate.Box]bool) (cell, bool) {
	for _, p := range r.printedAs(v) {
		if !own[p.Box] {
			return p, true
		}
	}
	return cell{}, false
}

// worksUnder lists the operations under the heads of the lots: a title, what is
// apportioned, the base with the shares, and what they make.
func (c *charges) worksUnder(t lotsAcross) []workAcross {
	var out []workAcross
	top := t.line
	for i := t.line + 1; i < len(c.Lines); i++ {
		if _, another := c.headsOfLots(i); another {
			break
		}
		base, of := c.countsAcross(i)
		if len(of) == 0 {
			continue
		}
		w, at := workAcross{base: base}, c.firstLine(i+1, i+3, c.hasAmounts)
		for h := i - 1; h > top && w.net == nil; h-- {
			if len(c.at[h]) == 1 {
				w.net = c.at[h][0]
			}
		}
		if at < 0 || w.net == nil || len(c.at[at]) != len(of) {
			return nil // half the works would be too little
		}
		for n, share := range of {
			part := c.at[at][n]
			if !explains(shares{share: share.Counts[0], base: base}, w.net, part) {
				return nil
			}
			w.parts, w.shares, w.lots = append(w.parts, part), append(w.shares, share.Counts[0]), append(w.lots, t.lotOver(part.cell))
		}
		w.key, w.title = c.titleAcross(top, i)
		w.called = c.calledAcross(at, w.parts)
		out, top = append(out, w), at
	}
	return out
}

// countsAcross reads a line of words and counts alone: a base, and the shares
// right of it, none of them above the base.
func (c *charges) countsAcross(i int) (base int64, of []cell) {
	for k, x := range c.Lines[i].Cells {
		switch {
		case k == 0 && x.Nature == text && c.Says(x.Text, "unit_shares", "column_base", "column_share"):
		case k == 1 && x.Nature == count:
			base = x.Counts[0]
		case k > 1 && x.Nature == count && x.Counts[0] <= base:
			of = append(of, x)
		default:
			return 0, nil
		}
	}
	return base, of
}

// lotOver returns the lot whose head stands over an amount: the nearest one by its
// left edge, its right edge or its middle.
func (t lotsAcross) lotOver(x cell) string {
	best, least := 0, math.Inf(1)
	for n, head := range t.lots {
		d := min(math.Abs(head.Box.X0-x.Box.X0), math.Abs(head.Box.X1-x.Box.X1), math.Abs(head.Box.X0+head.Box.X1-x.Box.X0-x.Box.X1)/2)
		if d < least {
			best, least = n, d
		}
	}
	return t.names[best]
}

// titleAcross returns the key and the title of an operation: the last line of words
// alone between two lines.
func (c *charges) titleAcross(top, end int) (key, title string) {
	for i := end - 1; i > top; i-- {
		if slices.ContainsFunc(c.Lines[i].Cells, func(x cell) bool { return x.Nature != text }) {
			continue
		}
		title = c.LineText(i)
		if open := strings.LastIndex(title, "("); open > 0 && strings.HasSuffix(title, ")") {
			if key, _ = keyname.Split(title[open+1 : len(title)-1]); key != "" {
				title = strings.TrimSpace(title[:open])
			}
		}
		return key, title
	}
	return "", ""
}

// calledAcross returns what was called of each part of an operation, where the
// words say so and the difference to each part is printed.
func (c *charges) calledAcross(at int, parts []*node) []*node {
	const near = 4 // lines from the parts to what was called and the difference
	for i := at + 1; i < min(at+near, len(c.Lines)); i++ {
		if len(c.at[i]) != len(parts) || !c.Says(c.LineText(i), "column_called", "provisions_total", "movement_call") {
			continue
		}
		gap := c.firstLine(i+1, at+near, func(g int) bool {
			for n, part := range parts {
				if len(c.at[g]) != len(parts) || !isGap(c.at[g][n].value(), part.value(), c.at[i][n].value()) {
					return false
				}
			}
			return true
		})
		if gap >= 0 {
			return c.at[i]
		}
	}
	return nil
}

// isGap reports whether an amount is the difference of two others, of either sign.
func isGap(gap, a, b predate.Cents) bool { return gap == a-b || gap == b-a }
