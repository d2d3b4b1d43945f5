package typeset

import (
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

func (c *composer) partOne() {
	c.part("PREMIÈRE PARTIE", "Partie financière")
	c.paragraph("Modèle de l’état daté (décret n° 67-223 du 17 mars 1967, article 5). "+
		"Les montants concernent les seuls lots vendus, en euros, à la date de la situation.", bodyGrey)
}

// dueBySellerKeys are what the total of the seller's dues is made of.
func dueBySellerKeys() []predate.Key {
	return []predate.Key{
		predate.KeyDueBudgetProvisions, predate.KeyDueOffBudgetProvisions, predate.KeyDuePriorYears,
		predate.KeyDueTriggeredBySale, predate.KeyDueAdvances, predate.KeyDueWorksFund, predate.KeyDuePrivateFees,
		predate.KeyLoanShareDue,
	}
}

// dueByBuyerKeys are what the total that the buyer has to expect is made of.
func (c *composer) dueByBuyerKeys() []predate.Key {
	keys := []predate.Key{
		predate.KeyAdvancesToReconstitute, predate.KeyFutureBudget, predate.KeyFutureOffBudget,
		predate.KeyFutureWorksFund,
	}
	if c.told(predate.KeyFutureLoan) {
		keys = append(keys, predate.KeyFutureLoan)
	}
	return keys
}

func (c *composer) dueBySeller() {
	c.section("1. Sommes pouvant rester dues par le vendeur au syndicat", "décret n° 67-223, art. 5, 1°", 68)
	keys := dueBySellerKeys()
	t := table{columns: ledger("Nature de la somme", "Montant")}
	t.rows = append(t.rows, c.balance())
	for _, k := range keys {
		t.rows = append(t.rows, c.entry(Label(k), k))
	}
	t.rows = append(t.rows, c.sum("Total pouvant rester dû par le vendeur", keys...))
	c.sheet.table(t)
	c.sheet.y += 10
	c.sheet.need(70)
	c.sheet.table(table{columns: ledger("Pour information", ""), rows: []row{
		c.entry(Label(predate.KeyGuarantee), predate.KeyGuarantee),
		c.entry(Label(predate.KeySyndicFees), predate.KeySyndicFees),
	}})
}

// balance is the row of the seller's account: its side is said in words, since
// a sign alone is read in either way.
func (c *composer) balance() row {
	f := c.Figure(predate.KeyAccountBalance)
	name := "Solde du compte du vendeur"
	if d, ok := c.Figure(predate.KeyAccountBalanceDate).Value.(predate.Day); ok {
		name += " au " + spoken(predate.Date(d))
	}
	r := c.entryOf(name, f)
	on := c.Figure(predate.KeyAccountBalanceDate)
	day := sayFigure(on)
	switch {
	case !day.known:
		r.cells[0] = r.cells[0].with(joinNote("Date du solde"+nbsp+": "+day.value, day.note), small)
	case on.Declared != f.Declared && !on.Declared.IsZero():
		r.cells[0] = r.cells[0].with(joinNote("Date du solde"+nbsp+": "+day.mention, day.note), small)
	}
	said, side := sayBalance(f)
	if side == "" {
		return r
	}
	r.cells[1] = say(said.value, amount).with(side, smallInk).with(said.mention, small).right()
	return r
}

// sayBalance puts the balance of the seller's account into words, and its side: a sign
// alone is read in either way. The side of what is not known is empty.
func sayBalance(f predate.Figure) (said saying, side string) {
	said = sayFigure(f)
	balance, ok := f.Value.(predate.Money)
	if !ok || !f.Known() || f.Status == predate.StatusNone {
		return said, ""
	}
	side = "solde nul"
	switch {
	case balance > 0:
		side = "débiteur" + nbsp + ": dû par le vendeur"
	case balance < 0:
		side = "créditeur" + nbsp + ": dû au vendeur"
		said.value = wording.Euros(predate.Cents(-balance))
	}
	if f.Status == predate.StatusConfirmed {
		said.mention = restsOn(f.Evidence) // « solde nul » says already that a zero is one
	}
	return said, side
}

func (c *composer) dueBySyndicat() {
	c.section("2. Sommes dont le syndicat pourrait être débiteur envers le vendeur", "décret n° 67-223, art. 5, 2°", 68)
	keys := []predate.Key{
		predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance, predate.KeyCreditBalancePrior,
	}
	t := table{columns: ledger("Nature de la somme", "Montant")}
	for _, k := range keys {
		t.rows = append(t.rows, c.entry(Label(k), k))
	}
	t.rows = append(t.rows, c.sum("Total pouvant être dû au vendeur", keys...))
	c.sheet.table(t)
}

func (c *composer) dueByBuyer() {
	c.section("3. Sommes incombant à l’acquéreur", "décret n° 67-223, art. 5, 3° ; CCH, art. L.721-2, II, 2° b", 90)
	keys := c.dueByBuyerKeys()
	t := table{columns: ledger("Nature de la somme", "Montant")}
	t.rows = append(t.rows, c.entry(Label(keys[0]), keys[0]))
	for _, k := range keys[1:] {
		t.rows = append(t.rows, c.calls(Label(k), k)...)
	}
	t.rows = append(t.rows, c.sum("Total à prévoir par l’acquéreur", keys...))
	c.sheet.table(t)
	c.calendar()
	c.sheet.y += 4
	c.paragraph("« Appelé » : la somme figure dans un appel de fonds fourni. « Calendrier » : elle résulte du budget ou des travaux votés, "+
		"aux dates décidées par l’assemblée générale.", small)
	c.sheet.y += 2
	c.paragraph(otherLines(c), small)
	if c.told(predate.KeyNextYearBudgetShare) {
		c.sheet.y += 4
		c.sheet.need(50)
		c.sheet.table(table{columns: ledger("Pour information", ""), rows: []row{
			c.entry(Label(predate.KeyNextYearBudgetShare), predate.KeyNextYearBudgetShare),
		}})
	}
}

// otherLines are the lines of the model for which papers have no amount: each with « sans
// objet » and why, or « non communiqué ». What only a debtor may owe is without object where
// the seller's account shows that he is none; instalments of a loan, where no paper mentions one.
func otherLines(c *composer) string {
	const inDebit = "condamnations prononcées contre le vendeur, provisions que la déchéance du terme rend exigibles (loi n° 65-557, art. 19-2)"
	said := "Autres lignes du modèle. Non communiqué : " + inDebit + "."
	balance := c.Figure(predate.KeyAccountBalance)
	if amount, known := moneyOf(balance); known && amount <= 0 && balance.Known() && balance.Declared.IsZero() {
		said = "Autres lignes du modèle. Sans objet, car le compte du vendeur n’est pas débiteur : " + inDebit + "."
	}
	switch {
	case c.told(predate.KeyFutureLoan): // among the sums
	case silent(c.Figure(predate.KeyLoans)):
		said += " Sans objet, car aucune pièce ne mentionne d’emprunt collectif : échéances d’emprunt à venir."
	case c.Figure(predate.KeyLoans).Status == predate.StatusNone:
		said += " Sans objet, car le syndicat n’a pas d’emprunt collectif : échéances d’emprunt à venir."
	default:
		said += " Non communiqué : échéances d’emprunt collectif à venir."
	}
	return typographic(said)
}

// chargesAnnex is the table of the two exercises: what was called, what was
// borne, what was paid.
func (c *composer) chargesAnnex() {
	c.section("Annexe. Charges des deux derniers exercices", "CCH, art. L.721-2, II, 2° a", 110)
	n1, n2 := c.yearName(predate.KeyFiscalYearN1, "N-1"), c.yearName(predate.KeyFiscalYearN2, "N-2")
	t := table{columns: []column{
		{title: "Quote-part des lots vendus"},
		{title: "Appelée", width: 98, align: alignRight},
		{title: "Réelle", width: 98, align: alignRight},
		{title: "Payée par le vendeur", width: 98, align: alignRight},
	}}
	line := func(name string, keys ...predate.Key) row {
		cells := []cell{say(name, body)}
		for _, k := range keys {
			cells = append(cells, c.chargeCell(c.Figure(k)))
		}
		return row{cells: cells}
	}
	t.rows = []row{
		heading(c.attributed(capital(n1), predate.KeyFiscalYearN1)),
		line("Charges courantes du budget", predate.KeyCurrentCalledN1, predate.KeyCurrentActualN1, predate.KeyPaidCurrentN1),
		line("Charges hors budget", predate.KeyOffBudgetCalledN1, predate.KeyOffBudgetActualN1, predate.KeyPaidOffBudgetN1),
		heading(c.attributed(capital(n2), predate.KeyFiscalYearN2)),
		line("Charges courantes du budget", predate.KeyCurrentCalledN2, predate.KeyCurrentActualN2, predate.KeyPaidCurrentN2),
		line("Charges hors budget", predate.KeyOffBudgetCalledN2, predate.KeyOffBudgetActualN2, predate.KeyPaidOffBudgetN2),
	}
	c.sheet.table(t)
	c.sheet.y += 4
	c.offBudgetDiffers()
	c.derivations(keysOf(predate.SectionCharges))
}

// offBudgetDiffers explains, where they differ, why what was called off budget, what it
// cost and what was paid are not one amount.
func (c *composer) offBudgetDiffers() {
	var years []string
	for _, y := range []struct {
		name string
		keys []predate.Key
	}{
		{c.attributed(c.yearName(predate.KeyFiscalYearN1, "N-1"), predate.KeyFiscalYearN1), []predate.Key{predate.KeyOffBudgetCalledN1, predate.KeyOffBudgetActualN1, predate.KeyPaidOffBudgetN1}},
		{c.attributed(c.yearName(predate.KeyFiscalYearN2, "N-2"), predate.KeyFiscalYearN2), []predate.Key{predate.KeyOffBudgetCalledN2, predate.KeyOffBudgetActualN2, predate.KeyPaidOffBudgetN2}},
	} {
		seen := map[predate.Cents]bool{}
		for _, k := range y.keys {
			if amount, known := moneyOf(c.Figure(k)); known {
				seen[amount] = true
			}
		}
		if len(seen) > 1 {
			years = append(years, y.name)
		}
	}
	if len(years) == 0 {
		return
	}
	c.paragraph("Hors budget ("+strings.Join(years, " ; ")+"), les trois sommes diffèrent parce qu’elles ne mesurent pas la même chose : "+
		"« appelée » est ce qui a été demandé dans l’exercice pour des travaux votés, achevés ou non ; "+
		"« réelle », la quote-part du coût des seules opérations closes dans l’exercice, financements déduits ; "+
		"« payée », ce que le vendeur a acquitté de cette quote-part. Ce qui est appelé pour des travaux non clos reste en attente dans les comptes du syndicat.", small)
}

func (c *composer) chargeCell(f predate.Figure) cell {
	said := sayFigure(f)
	out := said.cell(amount)
	out.paras = append(out.paras[:1:1], c.namedSources(said.mention, small, f))
	return out.right()
}

// derivations tells, below a table, how its figures were computed or why they
// are absent, once for those of which the same is said; all on one page.
func (c *composer) derivations(keys []predate.Key) {
	var notes cell
	said := map[string][]string{}
	var order []string
	for _, k := range keys {
		note := sayFigure(c.Figure(k)).note
		if note == "" {
			continue
		}
		if said[note] == nil {
			order = append(order, note)
		}
		said[note] = append(said[note], Label(k))
	}
	for _, note := range order {
		notes = notes.with(strings.Join(said[note], " ; ")+nbsp+": "+note, small)
	}
	c.sheet.need(min(height(c.sheet.lines(notes, contentWidth)), bodyBottom-bodyTop))
	c.sheet.place(notes, marginLeft, contentWidth)
}

func (c *composer) syndicat() {
	t := table{columns: ledger("Pour l’ensemble du syndicat", "Montant")}
	for _, k := range []predate.Key{predate.KeyArrears, predate.KeySupplierDebt, predate.KeyAccountsDate} {
		t.rows = append(t.rows, c.entry(Label(k), k))
	}
	t.rows = append(t.rows, heading("Fonds de travaux"))
	t.rows = append(t.rows, c.entry(Label(predate.KeyWorksFundExists), predate.KeyWorksFundExists))
	for _, k := range []predate.Key{predate.KeyWorksFundBalance, predate.KeyWorksFundLotShare, predate.KeyWorksFundContribution} {
		t.rows = append(t.rows, c.entryOf(Label(k)+asOf(c.Figure(k)), c.Figure(k)))
	}
	c.section("Situation financière de la copropriété", "CCH, art. L.721-2, II, 2° c et d", least(c.sheet, t))
	c.sheet.table(t)
}

// asOf tells the day of a balance or of a payment.
func asOf(f predate.Figure) string {
	if v, ok := f.Value.(predate.Contribution); ok && !v.Date.IsZero() {
		return ", le " + spoken(v.Date)
	}
	if f.AsOf.IsZero() {
		return ""
	}
	return ", au " + spoken(f.AsOf)
}
