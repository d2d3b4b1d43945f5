package typeset

import (
	"predate"
)

// legalItem is one of the four items of CCH art. L.721-2, II, 2°.
type legalItem struct {
	letter  string
	name    string
	note    string
	metrics [][2]metric // two to a line
}

// metric is one large figure with its caption.
type metric struct {
	caption string
	figure  predate.Figure
	detail  string // said below, after the mention
}

func (c *composer) legalItems() []legalItem {
	figure := func(caption string, k predate.Key) metric { return metric{caption: caption, figure: c.Figure(k)} }
	n1, n2 := c.yearName(predate.KeyFiscalYearN1, "N-1"), c.yearName(predate.KeyFiscalYearN2, "N-2")
	contribution := figure("Dernière cotisation versée", predate.KeyWorksFundContribution)
	if v, ok := contribution.figure.Value.(predate.Contribution); ok && !v.Date.IsZero() {
		contribution.detail = "le " + dateWords(v.Date)
	}
	return []legalItem{
		{
			letter: "a", name: "Charges payées par le vendeur",
			note: "pour les deux exercices comptables précédant la vente",
			metrics: [][2]metric{
				{figure("Charges courantes, "+n1, predate.KeyPaidCurrentN1), figure("Hors budget, "+n1, predate.KeyPaidOffBudgetN1)},
				{figure("Charges courantes, "+n2, predate.KeyPaidCurrentN2), figure("Hors budget, "+n2, predate.KeyPaidOffBudgetN2)},
			},
		},
		{
			letter: "b", name: "Sommes que l’acquéreur pourra devoir au syndicat",
			note: "après la situation arrêtée ci-dessus",
			metrics: [][2]metric{
				{figure("Avances à reconstituer", predate.KeyAdvancesToReconstitute), c.toCome("Provisions du budget", predate.KeyFutureBudget)},
				{c.toCome("Provisions hors budget", predate.KeyFutureOffBudget), c.toCome("Fonds de travaux", predate.KeyFutureWorksFund)},
			},
		},
		{
			letter: "c", name: "Impayés et dettes de la copropriété",
			note: c.accountsDate(),
			metrics: [][2]metric{
				{figure("Charges impayées dans le syndicat", predate.KeyArrears), figure("Dette envers les fournisseurs", predate.KeySupplierDebt)},
			},
		},
		{
			letter: "d", name: "Fonds de travaux",
			note: c.fundNote(),
			metrics: [][2]metric{
				{figure("Part attachée aux lots vendus", predate.KeyWorksFundLotShare), contribution},
			},
		},
	}
}

// toCome is a calendar in short: its total, how many calls and until when.
func (c *composer) toCome(caption string, k predate.Key) metric {
	m := metric{caption: caption, figure: c.Figure(k)}
	if list, ok := m.figure.Value.(predate.CallList); ok && m.figure.Known() && len(list) > 0 {
		last := list[0].Date
		for _, call := range list {
			if call.Date.After(last) {
				last = call.Date
			}
		}
		m.detail = counted(len(list), "appel", "appels") + " jusqu’au " + dateWords(last)
	}
	return m
}

func (c *composer) yearName(k predate.Key, otherwise string) string {
	if span, ok := c.Figure(k).Value.(predate.Span); ok {
		return "exercice " + exercise(predate.Period(span))
	}
	return "exercice " + otherwise
}

func (c *composer) accountsDate() string {
	if d, ok := c.Figure(predate.KeyAccountsDate).Value.(predate.Day); ok {
		return "pour l’ensemble du syndicat, au " + dateWords(predate.Date(d))
	}
	return "pour l’ensemble du syndicat"
}

func (c *composer) fundNote() string {
	f := c.Figure(predate.KeyWorksFundExists)
	exists, ok := f.Value.(predate.Flag)
	switch {
	case ok && f.Known() && bool(exists):
		return "la copropriété dispose d’un fonds de travaux"
	case f.Status == predate.StatusNone, ok && f.Known():
		return "le syndicat ne dispose pas de fonds de travaux"
	}
	return "existence du fonds" + nbsp + ": " + sayFigure(f).value
}

const (
	legalLeft    = 30.0  // from the margin to the name of an item
	legalFigures = 186.0 // from the margin to the first figure
)

// legalItem sets one item: its letter and name at the left, its figures at the
// right, two to a line.
func (c *composer) legalItem(item legalItem) {
	s := c.sheet
	s.rule(marginLeft, rightEdge, s.y, 0.8, ink)
	top := s.y + 11
	s.text(marginLeft, top+20, item.letter, letter)
	name := say(item.name, headingLegal).with(item.note, small)
	const w = legalFigures - legalLeft - 20
	lines := s.lines(name, w)
	s.draw(lines, marginLeft+legalLeft, top, w, alignLeft)
	bottom := top + height(lines)
	y := top
	for i, pair := range item.metrics {
		if i > 0 {
			s.rule(marginLeft+legalFigures, rightEdge, y, 0.4, hairline)
			y += 7
		}
		y += c.metricPair(pair, y) + 7
	}
	s.y = max(bottom+11, y+4)
}

// metricPair sets two figures side by side and gives their height.
func (c *composer) metricPair(pair [2]metric, y float64) float64 {
	const gap = 16.0
	w := (contentWidth - legalFigures - gap) / 2
	h := 0.0
	for i, m := range pair {
		lines := c.sheet.lines(c.metricCell(m), w)
		c.sheet.draw(lines, marginLeft+legalFigures+float64(i)*(w+gap), y, w, alignLeft)
		h = max(h, height(lines))
	}
	return h
}

func (c *composer) metricCell(m metric) cell {
	said := sayFigure(m.figure)
	st := bigAmount
	switch {
	case said.verify:
		st = bigVerify
	case !said.known, said.value == "néant":
		st = bigWords
	}
	out := say(m.caption, small).with(said.value, st)
	if m.detail != "" && said.known {
		out = out.with(m.detail, small)
	}
	if said.mention != "" {
		out = out.with(said.mention, small)
	}
	if !said.known && said.note != "" {
		out.paras = append(out.paras, para{text: said.note, style: small, limit: 2})
	}
	numbers := c.sources.cite(m.figure.Evidence)
	if len(numbers) > 0 {
		out.paras = append(out.paras, para{text: plural(len(numbers), "source ", "sources ") + ranges(numbers), style: reference, link: c.sources.linkTo(numbers), limit: 1})
	}
	return out
}
