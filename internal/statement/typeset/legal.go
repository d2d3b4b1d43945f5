package typeset

import (
	"strings"

	"predate"
)

// legalItem is one of the four items of CCH art. L.721-2, II, 2°.
type legalItem struct {
	letter  string
	name    string
	note    string
	metrics [][]metric // two to a line at most
	// total stands below the name: what the figures at the right add up to.
	total *metric
}

// metric is one large figure with its caption.
type metric struct {
	caption string
	figure  predate.Figure
	detail  string // said below, after the mention
	// said is the figure in words, where they are not its own.
	said *saying
}

func (c *composer) legalItems() []legalItem {
	figure := func(caption string, k predate.Key) metric { return metric{caption: caption, figure: c.Figure(k)} }
	n1, n2 := c.shortYear(predate.KeyFiscalYearN1, "N-1"), c.shortYear(predate.KeyFiscalYearN2, "N-2")
	toBuyer := [][]metric{
		{figure("Avances à reconstituer", predate.KeyAdvancesToReconstitute), c.toCome("Provisions du budget", predate.KeyFutureBudget)},
		{c.toCome("Provisions hors budget", predate.KeyFutureOffBudget), c.toCome("Fonds de travaux", predate.KeyFutureWorksFund)},
	}
	if loan := c.toCome("Échéances d’emprunt collectif", predate.KeyFutureLoan); loan.detail != "" {
		toBuyer = append(toBuyer, []metric{loan})
	}
	whole := c.totalMetric("Total à prévoir par l’acquéreur", c.dueByBuyerKeys()...)
	contribution := figure("Dernière cotisation versée", predate.KeyWorksFundContribution)
	if v, ok := contribution.figure.Value.(predate.Contribution); ok && !v.Date.IsZero() {
		contribution.detail = "le " + spoken(v.Date)
	}
	return []legalItem{
		{
			letter: "a", name: "Charges payées par le vendeur",
			note: c.attributed("pour les deux exercices comptables précédant la vente", predate.KeyFiscalYearN1, predate.KeyFiscalYearN2),
			metrics: [][]metric{
				{figure("Charges courantes, "+n1, predate.KeyPaidCurrentN1), figure("Hors budget, "+n1, predate.KeyPaidOffBudgetN1)},
				{figure("Charges courantes, "+n2, predate.KeyPaidCurrentN2), figure("Hors budget, "+n2, predate.KeyPaidOffBudgetN2)},
			},
		},
		{
			letter: "b", name: "Sommes que l’acquéreur pourra devoir au syndicat",
			note:    "après la situation arrêtée ci-dessus",
			metrics: toBuyer,
			total:   &whole,
		},
		{
			letter: "c", name: "Impayés et dettes de la copropriété",
			note: c.accountsDate(),
			metrics: [][]metric{
				{figure("Charges impayées dans le syndicat", predate.KeyArrears), figure("Dette envers les fournisseurs", predate.KeySupplierDebt)},
			},
		},
		{
			letter: "d", name: "Fonds de travaux",
			note: c.fundNote(),
			metrics: [][]metric{
				{figure("Part attachée aux lots vendus", predate.KeyWorksFundLotShare), contribution},
			},
		},
		c.sellersAccount(),
	}
}

// sellersAccount is what the seller owes the syndicat, or has with it: none of the four
// items, and the first that a notary asks.
func (c *composer) sellersAccount() legalItem {
	f := c.Figure(predate.KeyAccountBalance)
	said, side := sayBalance(f)
	balance := metric{caption: "Solde du compte", figure: f, detail: side, said: &said}
	if on, ok := c.Figure(predate.KeyAccountBalanceDate).Value.(predate.Day); ok {
		balance.caption = c.attributed("Solde du compte au "+spoken(predate.Date(on)), predate.KeyAccountBalanceDate)
	}
	return legalItem{
		name: "Compte du vendeur", note: "décret n°" + nbsp + "67-223, art." + nbsp + "5, 1°",
		metrics: [][]metric{{balance, c.totalMetric("Total pouvant rester dû par le vendeur", dueBySellerKeys()...)}},
	}
}

// totalMetric is a sum of figures.
func (c *composer) totalMetric(caption string, keys ...predate.Key) metric {
	sum := c.total(keys...)
	return metric{caption: caption, said: &saying{value: sum.value, known: sum.known, mention: strings.Join(sum.mentions, ", ")}}
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
		m.detail = counted(len(list), "appel", "appels") + " jusqu’au " + spoken(last)
	}
	return m
}

func (c *composer) yearName(k predate.Key, otherwise string) string {
	if span, ok := c.Figure(k).Value.(predate.Span); ok {
		return "exercice " + exercise(predate.Period(span))
	}
	return "exercice " + otherwise
}

// shortYear names an exercise in a caption: "exercice 2024/2025".
func (c *composer) shortYear(k predate.Key, otherwise string) string {
	if span, ok := c.Figure(k).Value.(predate.Span); ok {
		return "exercice " + predate.Period(span).Label()
	}
	return "exercice " + otherwise
}

func (c *composer) accountsDate() string {
	if d, ok := c.Figure(predate.KeyAccountsDate).Value.(predate.Day); ok {
		return c.attributed("pour l’ensemble du syndicat, au "+spoken(predate.Date(d)), predate.KeyAccountsDate)
	}
	return "pour l’ensemble du syndicat"
}

func (c *composer) fundNote() string {
	f := c.Figure(predate.KeyWorksFundExists)
	exists, ok := f.Value.(predate.Flag)
	switch {
	case ok && f.Known() && bool(exists):
		return c.attributed("la copropriété dispose d’un fonds de travaux", f.Key)
	case f.Status == predate.StatusNone, ok && f.Known():
		return c.attributed("le syndicat ne dispose pas de fonds de travaux", f.Key)
	}
	return c.attributed("existence du fonds"+nbsp+": "+sayFigure(f).value, f.Key)
}
