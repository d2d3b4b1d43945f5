package typeset

import (
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// What is open is on the first page, in clear: what the statement waits for,
// what the seller still owes the buyer, who said what no paper prints, and the
// reservations. It is set in full where there is room, closer where there is
// little, and never cut: at worst it is counted, with the page where it is in
// full.

// openGroup is some sentences of one sort under a title.
type openGroup struct {
	title string
	items []string
	// below says that the figures concerned bear the same words themselves.
	below bool
}

// openGroups gathers what is open, by sort.
func (c *composer) openGroups() []openGroup {
	var owed []predate.Gap
	for _, g := range predate.Reserves(c.Outcome.Missing) {
		if g.Code != predate.CodeUnreadable { // a reservation names it
			owed = append(owed, g)
		}
	}
	var groups []openGroup
	for _, g := range []openGroup{
		{title: "Ce qui manque pour émettre ce pré-état daté", items: messages(predate.Blocking(c.Outcome.Missing))},
		{title: "Pièces dues par le vendeur" + nbsp + ": " + notSupplied, items: messages(owed)},
		{title: "Réserves", items: c.warnings()},
		{title: "Saisi ou déclaré, et imprimé dans aucune pièce", items: c.declarations(), below: true},
	} {
		if len(g.items) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

func messages(gaps []predate.Gap) []string {
	var out []string
	for _, g := range gaps {
		out = append(out, typographic(g.Message))
	}
	return out
}

func (c *composer) warnings() []string {
	var out []string
	for _, w := range c.Outcome.Warnings {
		out = append(out, typographic(wording.Of(w)))
	}
	return out
}

// declarations lists the figures that persons said, those of one person and
// reason together.
func (c *composer) declarations() []string {
	names := map[predate.Declaration][]string{}
	var order []predate.Declaration
	for _, entry := range predate.Figures() {
		k := entry.Key
		d := c.Figure(k).Declared
		if d.IsZero() {
			continue
		}
		if names[d] == nil {
			order = append(order, d)
		}
		names[d] = append(names[d], Label(k))
	}
	var out []string
	for _, d := range order {
		said := strings.Join(names[d], ", ") + nbsp + ": " + declaredBy(d)
		out = append(out, joinNote(said, reasonOf(d))+".")
	}
	return out
}

// reviewed says who let the statement go, and lists what they saw and let be, with
// what one person gave as one reason together.
func (c *composer) reviewed() []string {
	review := c.options.Review
	if len(review.By) == 0 {
		return nil
	}
	out := []string{typographic("Cette déclaration a été relue avant d’être émise par " + strings.Join(review.By, ", puis par ") + ".")}
	type reason struct {
		by, why string
		on      predate.Date
	}
	says := map[reason][]string{}
	var order []reason
	for _, d := range review.Seen {
		r := reason{d.By, d.Why, d.On}
		if says[r] == nil {
			order = append(order, r)
		}
		says[r] = append(says[r], strings.TrimSuffix(d.Says, "."))
	}
	for _, r := range order {
		said := typographic("Vu et admis par " + r.by + " le " + spoken(r.on) + " : " + strings.Join(says[r], " ; "))
		out = append(out, joinNote(said, reasonOf(predate.Declaration{Why: r.why}))+".")
	}
	return out
}

// density is how closely an open group is set.
type density int

const (
	inLines   density = iota // a line for each sentence
	inOneRun                 // the sentences of a group one after the other
	asNumbers                // only how many, and where
)

const (
	openGap = 7.0 // the white above what is open
	openPad = 5.5 // around the legal items, at least, for what is open to be in full
)

// layFront breaks the legal items and what is open so that both fit on the
// page: the items give up white and notes, what is open its lines. What the
// figures say themselves is the first to be counted only.
func (c *composer) layFront(room float64) (laid []laidItem, pad float64, open []line) {
	for _, d := range []struct{ groups, below density }{
		{inLines, inLines}, {inLines, asNumbers}, {inOneRun, inOneRun}, {inOneRun, asNumbers}, {asNumbers, asNumbers},
	} {
		open = c.layOpen(d.groups, d.below)
		if len(open) == 0 {
			laid, pad = c.layItems(c.legalItems(), room, legalPad)
			break
		}
		laid, pad = c.layItems(c.legalItems(), room-height(open)-openGap, openPad)
		if pad >= openPad {
			break
		}
	}
	return laid, pad, open
}

func (c *composer) layOpen(groups, below density) []line {
	var set cell
	for i, g := range c.openGroups() {
		title := para{text: g.title, style: smallBold}
		if i > 0 {
			title.above = 3
		}
		d := groups
		if g.below {
			d = below
		}
		switch d {
		case inLines:
			set.paras = append(set.paras, title)
			for _, item := range g.items {
				set.paras = append(set.paras, para{text: "–" + nbsp + item, style: smallInk})
			}
		case inOneRun:
			set.paras = append(set.paras, title, para{text: strings.Join(g.items, " "), style: smallInk})
		default:
			title.text += nbsp + ": " + wording.Number(int64(len(g.items))) + c.onPageOf(openTitle)
			set.paras = append(set.paras, title)
		}
	}
	return c.sheet.lines(set, contentWidth)
}

func (c *composer) drawOpen(open []line) {
	if len(open) == 0 {
		return
	}
	c.sheet.draw(open, marginLeft, c.sheet.y+openGap, contentWidth, alignLeft)
	c.sheet.y += openGap + height(open)
}
