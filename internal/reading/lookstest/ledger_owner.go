package lookstest

import (
	"fmt"

	"predate"
)

// recipient tells whose paper it is, and the lots it is about.
func (w *writer) recipient(lots []int) {
	w.put("")
	indent := fmt.Sprintf("%*s", w.Width/2, "")
	w.put(indent + w.d.sellerName())
	w.put(indent + w.d.Street)
	w.put(indent + w.d.Zip + " " + w.d.City)
	w.put("")
	w.put(w.say("account") + " " + w.d.accountCode(lots))
	for _, i := range lots {
		l := w.d.Lots[i]
		w.put(fmt.Sprintf("LOT %4d  %-12s BAT %s  %-16s %6d %s", l.Number, l.Type, l.Building, l.Floor, l.Shares[0], w.say("shares")))
	}
	w.put("")
}

func (w *writer) group(c Call, g CallGroup) string {
	switch g.Nature {
	case budget:
		return w.say("budget") + " " + w.d.Exercises[c.Exercise].Period.Label()
	case works:
		return w.say("works") + " - " + g.Work.Title + " (AG DU " + w.day(g.Work.Voted) + ")"
	}
	return w.say("fund")
}

func (w *writer) fundCall(c Call) {
	w.title = w.say("call") + "\n" + fmt.Sprintf("NO %s - %s - %s %s AU %s", c.Code, w.d.periodName(c.Exercise, c.Due), w.say("period"), w.day(c.Period.From), w.day(c.Period.To))
	w.newPage()
	w.recipient(c.Lots)
	w.put(w.say("due") + " " + w.day(c.Due))
	if c.Note != "" {
		w.prose(0, "*** "+c.Note+" ***")
	}
	cols := []column{text("LOT", 4), text("CLE", 4), text(w.say("designation"), 0), money(w.say("annual"), 12), money(w.say("called"), 12), money("BASE", 9), money(w.say("parts"), 9), money(w.say("share"), 12)}
	if w.Merged {
		cols = cols[1:]
	}
	t := w.table(cols...)
	for _, g := range c.Groups {
		t.over(w.group(c, g))
		lines := g.Lines
		if w.Merged {
			lines = w.byKey(lines)
		}
		for _, l := range lines {
			k := w.d.Keys[l.Key]
			shares, unit := w.d.Lots[l.Lot].Shares[l.Key], ""
			if w.Merged {
				shares = w.d.share(l.Key, c.Lots)
			}
			if k.Metered {
				unit = " m3"
			}
			cells := []string{itoa(w.d.Lots[l.Lot].Number), k.Code, k.Label, w.sum(l.Annual), w.sum(l.Called), itoa(k.Total) + unit, itoa(shares) + unit, w.sum(l.Share)}
			if w.Merged {
				cells = cells[1:]
			}
			t.row(cells...)
		}
		w.totalRow(t, w.say("subtotal"), g.Total)
	}
	t.line()
	w.totalRow(t, w.say("total"), c.Total)
	t.done()
	w.put("")
	end := w.Width - 4
	w.dots(w.Width/3, w.say("total"), w.sum(c.Total), end)
	w.dots(w.Width/3, w.say("prior")+" "+w.day(c.Issued), w.balance(c.Prior), end)
	if c.ToPay < 0 {
		w.dots(w.Width/3, "SOLDE EN VOTRE FAVEUR - RIEN A REGLER", w.balance(c.ToPay), end)
	} else {
		w.dots(w.Width/3, "*** "+w.say("topay"), w.sum(c.ToPay)+" ***", end+4)
	}
	w.put("")
	w.put(w.say("memo"))
	w.dots(2, w.say("advance"), w.sum(c.Advance), w.Width/2+20)
	w.dots(2, w.say("fundshare")+" "+w.day(c.FundDay), w.sum(c.FundAtEnd), w.Width/2+20)
	w.put("")
	w.prose(0, "Les provisions sont exigibles le premier jour de la période (article 14-1 de la loi du 10 juillet 1965). Virement, prélèvement ou chèque à l'ordre du syndicat des copropriétaires.")
}

// totalRow writes a total in the last column.
func (w *writer) totalRow(t register, label string, amount predate.Cents) {
	cells := make([]string, len(t.cols))
	for i, c := range t.cols {
		if c.width > 15 && !c.right {
			cells[i] = label
			break
		}
	}
	cells[len(cells)-1] = w.sum(amount)
	t.row(cells...)
}

// byKey adds the lines of one key over the lots.
func (w *writer) byKey(lines []CallLine) []CallLine {
	var all []CallLine
	place := map[int]int{}
	for _, l := range lines {
		if at, seen := place[l.Key]; seen {
			all[at].Share += l.Share
			continue
		}
		place[l.Key] = len(all)
		all = append(all, l)
	}
	return all
}

func (w *writer) movement(m Movement) string {
	switch m.What {
	case opening:
		return w.say("opening") + " " + w.day(m.Date)
	case payment:
		return w.say("payment")
	case mutation:
		return "CONSTITUTION AV. TRESORERIE (MUTATION)"
	case fee:
		return w.say("fee")
	case adjustment:
		return w.say(map[bool]string{true: "adjustcharges", false: "adjustworks"}[m.Nature == budget]) + " " + w.d.Exercises[m.Exercise].Period.Label()
	}
	switch m.Nature {
	case works:
		return w.say("works") + " - " + m.Work.Title
	case fund:
		return w.say("fund")
	}
	return w.say("budget") + " " + w.d.periodName(m.Exercise, m.Date)
}

func (w *writer) statement(lots []int) {
	a := w.d.AccountOf(lots, w.d.Payer)
	w.title = w.say("statement") + "\nDU " + w.day(a.Movements[0].Date) + " AU " + w.day(w.d.Statement)
	w.newPage()
	w.recipient(lots)
	columns := []column{text("DATE", len(w.day(w.d.Statement))+1), text("CPTE", 5), text(w.say("entry"), 0), money(w.say("debit"), 12), money(w.say("credit"), 12), money(w.say("balance"), 15)}
	if w.Sides == "words" {
		columns[5].width = 20
	}
	t := w.table(columns...)
	var debit, credit, left predate.Cents
	w.carry = func() string { return w.line(t, "", "", "REPORT    ", w.sum(debit), w.sum(credit), w.balance(left)) }
	for _, m := range a.Movements {
		account := fmt.Sprintf("450-%d", m.Nature)
		if m.What == opening {
			account = ""
		}
		t.row(w.day(m.Date), account, w.movement(m), w.filled(m.Debit), w.filled(m.Credit), w.balance(m.Balance))
		debit, credit, left = debit+m.Debit, credit+m.Credit, m.Balance
	}
	t.line()
	w.carry = nil
	t.row("", "", w.say("totals"), w.sum(a.Debit), w.sum(a.Credit), "")
	t.row(w.day(w.d.Statement), "", w.say("closing")+" "+w.day(w.d.Statement), "", "", w.balance(a.Balance))
	t.done()
	w.put("")
	w.put(w.say("natures"))
	natures := a.Natures()
	for _, n := range []int{budget, works, advances, fund} {
		if c, there := natures[n]; there {
			names := map[int]string{budget: "PROVISIONS SUR BUDGET ET CHARGES", works: "TRAVAUX ET OPERATIONS EXCEPTIONNELLES", advances: "AVANCES", fund: "FONDS DE TRAVAUX"}
			w.dots(2, fmt.Sprintf("450-%d %s", n, names[n]), w.balance(c), w.Width/2+24)
		}
	}
}

// line composes a row without writing it.
func (w *writer) line(t register, cells ...string) string {
	bar := w.Bars
	if bar == "" {
		bar = " "
	}
	text := ""
	for i, c := range t.cols {
		text += bar + t.fit(c, cells[i])
	}
	if w.Bars == "" {
		return text[1:]
	}
	return text + bar
}

func (w *writer) apportionment(p Part) {
	year := w.d.Exercises[p.Exercise].Period
	w.title = w.say("charges") + "\nEXERCICE DU " + w.day(year.From) + " AU " + w.day(year.To) + " - COMPTES APPROUVES LE " + w.day(w.d.Meetings[p.Exercise].Date)
	w.newPage()
	w.recipient(p.Lots)
	for _, lot := range w.d.lotCharges(p) {
		w.lotCharges(lot)
	}
	actual, called := w.d.Actual(p.Exercise, p.Lots), w.d.Called(p.Exercise, p.Lots)
	cost, worksCalled := w.d.WorksActual(p.Exercise, p.Lots)
	if rows := w.d.workRows(p); len(rows) > 0 {
		w.room(8 + len(rows))
		w.put(w.say("closedworks"))
		t := w.table(text("LOT", 4), text("CLE", 4), text("OPERATION", 0), money("DEPENSE", 12), money("BASE", 8), money("PARTS", 7), money(w.say("share"), 12), money(w.say("workcalled"), 12))
		for _, r := range rows {
			t.row(itoa(r.Lot.Number), w.d.Keys[r.Work.Key].Code, r.Work.Title, w.sum(r.Work.Spent-r.Work.FromFund), itoa(r.Base), itoa(r.Shares), w.sum(r.Share), w.sum(r.Called))
		}
		t.row("", "", "TOTAL", "", "", "", w.sum(cost), w.sum(worksCalled))
		t.done()
		w.put("")
	}
	w.room(12)
	w.put(w.say("summary"))
	end := w.Width/2 + 24
	w.dots(2, w.say("actual"), w.sum(actual), end)
	w.dots(2, w.say("provisions"), w.sum(called), end)
	w.gap(actual-called, "", end)
	if cost != 0 || worksCalled != 0 {
		w.dots(2, w.say("worksactual"), w.sum(cost), end)
		w.dots(2, w.say("worksprovisions"), w.sum(worksCalled), end)
		w.gap(cost-worksCalled, " TRAVAUX", end)
	}
	w.put("")
	w.put(w.say("memo"))
	w.dots(2, w.say("advance"), w.sum(of(w.d.spread(w.d.Advances, 0), p.Lots)), end)
	w.dots(2, w.say("fundshare")+" "+w.day(year.To), w.sum(w.d.FundShare(year.To, p.Lots)), end)
}

func (w *writer) gap(c predate.Cents, of string, end int) {
	label := w.say("excess")
	if c > 0 {
		label = w.say("lack")
	}
	w.dots(2, label+of, w.sum(abs(c)), end)
}

func (w *writer) lotCharges(l LotCharges) {
	w.room(10)
	w.put(fmt.Sprintf("LOT NO %d - %s - BAT %s - %s - %d %s", l.Lot.Number, l.Lot.Type, l.Lot.Building, l.Lot.Floor, l.Lot.Shares[0], w.say("shares")))
	t := w.table(text("CPTE", 5), text(w.say("post"), 0), money(w.say("tospread"), 13), money("BASE", 8), money(w.say("parts"), 9), money(w.say("share"), 12), money(w.say("tenant"), 11))
	var carried predate.Cents
	w.carry = func() string { return w.line(t, "", "REPORT    ", "", "", "", w.sum(carried), "") }
	for _, k := range l.Keys {
		t.over(k.Key.Code + " " + k.Key.Label + " (" + k.Key.Unit + ")")
		var tenant predate.Cents
		for _, p := range k.Posts {
			carried += p.Share
			tenant += p.Tenant
			t.row(p.Account, p.Label, w.sum(p.Spent), itoa(k.Base), itoa(k.Shares), w.sum(p.Share), w.filled(p.Tenant))
		}
		t.row("", "TOTAL "+k.Key.Label, w.sum(k.Spent), itoa(k.Base), itoa(k.Shares), w.sum(k.Share), w.filled(tenant))
	}
	w.carry = nil
	t.line()
	t.row("", fmt.Sprintf("TOTAL LOT %d", l.Lot.Number), "", "", "", w.sum(l.Total), "")
	t.row("", w.say("lotcalled"), "", "", "", w.sum(l.Called), "")
	t.done()
	w.put("")
}
