package typeset

import (
	"sort"
	"strconv"
	"strings"

	"predate"
	"predate/internal/reading/wording"
	"predate/internal/statement/tagged"
)

// moment is what falls due at one time: a day, or a longer stretch when there
// are many; amounts in the order of the natures.
type moment struct {
	above, below string // its name on two lines
	amounts      []predate.Cents
	sum          predate.Cents
}

// nature is a kind of sum that the buyer will be called for.
type nature struct {
	key  predate.Key
	name string
	hue  hue
}

func natures() []nature {
	return []nature{
		{predate.KeyFutureBudget, "budget", accent},
		{predate.KeyFutureOffBudget, "hors budget", accentMid},
		{predate.KeyFutureWorksFund, "fonds de travaux", accentPale},
		{predate.KeyFutureLoan, "emprunt", hairline},
	}
}

const (
	calendarMost = 12 // moments at most
	barMost      = 54.0
	barWidth     = 26.0
)

// calendar draws when the sums of the tables above fall due. One moment needs no
// drawing, and so does a time without any; the tables say all of it.
func (c *composer) calendar() {
	moments := c.moments()
	highest := predate.Cents(0)
	for _, m := range moments {
		highest = max(highest, m.sum)
	}
	if len(moments) < 2 || highest <= 0 || c.known.brief {
		return
	}
	const h = 26 + barMost + 28
	s := c.sheet
	s.skip(10)
	s.need(h)
	top := s.y
	figure := s.block.Add(tagged.Figure)
	figure.Alt = c.calendarName() + ". " + calendarSaid(moments)
	figure.Box = bottomUp(box{marginLeft, top, contentWidth, h})
	s.within(figure, func() {
		c.calendarHead(top)
		base := top + 26 + barMost
		slot := contentWidth / float64(len(moments))
		for i, m := range moments {
			c.bar(m, marginLeft+slot*(float64(i)+0.5), base, slot, barMost/float64(highest))
		}
		s.rule(marginLeft, rightEdge, base, 0.5, ink)
	})
	s.y = top + h
}

// calendarHead names the drawing and its colours.
func (c *composer) calendarHead(top float64) {
	s := c.sheet
	baseline := top + small.look().baseline()
	s.text(marginLeft, baseline, c.calendarName()+" ", smallBold)
	x := rightEdge
	all := natures()
	for i := len(all) - 1; i >= 0; i-- {
		if list, ok := c.Figure(all[i].key).Value.(predate.CallList); !ok || len(list) == 0 || !c.Figure(all[i].key).Known() {
			continue
		}
		x -= s.width(all[i].name, small)
		s.text(x, baseline, all[i].name+" ", small)
		x -= 9
		s.fill(x, baseline-5, 5.5, 5.5, all[i].hue)
		x -= 12
	}
}

// calendarName does not promise more than is known.
func (c *composer) calendarName() string {
	for _, n := range natures() {
		if f := c.Figure(n.key); !f.Known() && (n.key != predate.KeyFutureLoan || c.told(n.key)) {
			return "Échéancier des sommes connues"
		}
	}
	return "Échéancier des sommes à venir"
}

// bar draws one moment: its parts one above the other, its sum, its name.
func (c *composer) bar(m moment, middle, base, slot, scale float64) {
	s := c.sheet
	w := min(barWidth, slot*0.5)
	y := base
	for i, amount := range m.amounts {
		h := float64(max(amount, 0)) * scale
		y -= h
		if h > 0 {
			s.fill(middle-w/2, y, w, h, natures()[i].hue)
		}
	}
	centred := func(text string, baseline float64, st style) {
		if w := s.width(text, st); w <= slot-2 {
			s.text(middle-w/2, baseline, text+" ", st)
		}
	}
	said := wording.Euros(m.sum)
	if s.width(said, smallInk) > slot-4 {
		said = wording.Number(int64((m.sum+50)/100)) + nbsp + "€"
	}
	centred(said, y-4, smallInk)
	centred(m.above, base+10, small)
	centred(m.below, base+19, small)
}

// moments gathers the calls that are known by days; by quarters, then by years
// when they are many.
func (c *composer) moments() []moment {
	for _, name := range []func(predate.Date) (sort int, above, below string){byDay, byQuarter, byYear} {
		if out := c.momentsBy(name); len(out) <= calendarMost {
			return out
		}
	}
	return nil
}

func (c *composer) momentsBy(name func(predate.Date) (int, string, string)) []moment {
	found := map[int]*moment{}
	var order []int
	for i, n := range natures() {
		f := c.Figure(n.key)
		list, ok := f.Value.(predate.CallList)
		if !ok || !f.Known() {
			continue
		}
		for _, call := range list {
			at, above, below := name(call.Date)
			if found[at] == nil {
				found[at] = &moment{above: above, below: below, amounts: make([]predate.Cents, len(natures()))}
				order = append(order, at)
			}
			found[at].amounts[i] += call.Amount
			found[at].sum += call.Amount
		}
	}
	sort.Ints(order)
	out := make([]moment, 0, len(order))
	for _, at := range order {
		out = append(out, *found[at])
	}
	return out
}

func byDay(d predate.Date) (at int, above, below string) {
	year, day := strconv.Itoa(d.Year), strings.TrimSuffix(spoken(d), nbsp+strconv.Itoa(d.Year))
	return d.Year*10000 + int(d.Month)*100 + d.Day, day, year
}

func byQuarter(d predate.Date) (at int, above, below string) {
	quarter := (int(d.Month) + 2) / 3
	return d.Year*10 + quarter, "T" + strconv.Itoa(quarter), strconv.Itoa(d.Year)
}

func byYear(d predate.Date) (at int, above, below string) {
	return d.Year, strconv.Itoa(d.Year), ""
}

// calendarSaid is the drawing in words.
func calendarSaid(moments []moment) string {
	var said []string
	for _, m := range moments {
		said = append(said, strings.TrimSpace(m.above+" "+m.below)+nbsp+": "+wording.Euros(m.sum))
	}
	return strings.Join(said, " ; ") + "."
}
