package lookstest

import (
	"fmt"
	"strings"

	"predate"
)

// paper returns the title and the blocks of a part.
func (f Form) paper(d *Dossier, p Part) (string, []block) {
	switch p.Kind {
	case "fund_call":
		return f.fundCall(d, p)
	case "account_statement":
		return f.statement(d, p)
	case "charge_statement":
		return f.apportionment(d, p)
	case "schedule_1":
		return f.schedule1(d, p.Exercise)
	case "schedule_2", "schedule_3":
		return f.schedule23(d, p)
	case "schedule_4":
		return f.schedule4(d, p.Exercise)
	case "schedule_5":
		return f.schedule5(d, p.Exercise)
	case "minutes", "meeting_notice":
		return f.meeting(d, p)
	}
	title, facts, notes := d.sheet(p.Kind)
	var blocks []block
	for _, n := range notes {
		blocks = append(blocks, block{Text: n})
	}
	current := block{}
	for _, fact := range facts {
		if fact.Value == "" {
			blocks = append(blocks, current)
			current = block{Heading: fact.Label}
			continue
		}
		current.Pairs = append(current.Pairs, fact)
	}
	return title, append(blocks, current)
}

// recipient tells the owner and the lots.
func (f Form) recipient(d *Dossier, lots []int) []block {
	who := block{Pairs: []fact{{"Copropriétaire", d.sellerName()}, {"Compte", d.accountCode(lots)}}}
	switch f.Lots {
	case 0:
		for _, i := range lots {
			l := d.Lots[i]
			who.Pairs = append(who.Pairs, fact{fmt.Sprintf("Lot n° %d", l.Number), fmt.Sprintf("%s, bât. %s, %s, %d/%d tantièmes", l.Type, l.Building, l.Floor, l.Shares[0], d.Keys[0].Total)})
		}
		return []block{who}
	case 1:
		t := &table{Head: []string{"Lot", "Nature", "Bâtiment", "Étage", "Tantièmes"}, Left: []bool{true, true, true, true, false}}
		for _, i := range lots {
			l := d.Lots[i]
			t.add(false, itoa(l.Number), l.Type, l.Building, l.Floor, itoa(l.Shares[0]))
		}
		return []block{who, {Table: t}}
	}
	var all []string
	for _, i := range lots {
		all = append(all, fmt.Sprintf("lot %d (%s, %d tantièmes)", d.Lots[i].Number, strings.ToLower(d.Lots[i].Type), d.Lots[i].Shares[0]))
	}
	who.Pairs = append(who.Pairs, fact{"Vos lots", strings.Join(all, " ; ")})
	return []block{who}
}

func (f Form) groupLabel(d *Dossier, g CallGroup, exercise int) string {
	switch g.Nature {
	case budget:
		return f.word("call.budget") + " " + d.Exercises[exercise].Period.Label()
	case works:
		return f.word("call.works") + " - " + g.Work.Title + " (AG du " + f.short(g.Work.Voted) + ")"
	}
	return f.word("call.fund")
}

func (f Form) fundCall(d *Dossier, p Part) (string, []block) {
	c := p.Call
	blocks := append(f.recipient(d, p.Lots), block{Pairs: []fact{
		{"Appel n°", c.Code}, {f.word("call.period"), "du " + f.day(c.Period.From) + " au " + f.day(c.Period.To)}, {f.word("call.due"), f.day(c.Due)},
	}})
	if c.Note != "" {
		blocks = append(blocks, block{Text: c.Note})
	}
	t := &table{Head: []string{"Lot", "Désignation", f.word("col.annual"), f.word("col.called"), f.word("col.shares"), f.word("col.base"), f.word("col.share")}, Left: []bool{true, true, false, false, false, false, false}}
	for _, g := range c.Groups {
		t.add(true, f.groupLabel(d, g, c.Exercise))
		for _, l := range f.lines(g.Lines) {
			shares, number := d.Lots[l.Lot].Shares[l.Key], itoa(d.Lots[l.Lot].Number)
			if f.Merged {
				shares, number = d.share(l.Key, p.Lots), d.lotNumbers(p.Lots)
			}
			t.add(false, number, d.Keys[l.Key].Label, f.money(l.Annual), f.money(l.Called), itoa(shares), itoa(d.Keys[l.Key].Total), f.money(l.Share))
		}
		t.add(true, "", f.word("call.subtotal"), "", "", "", "", f.money(g.Total))
	}
	t.arrange(f.order(7, 2))
	return f.word("call.title"), append(
		blocks, block{Table: t},
		block{Pairs: []fact{
			{f.word("call.total"), f.money(c.Total)}, {f.word("call.prior") + " au " + f.day(c.Issued), f.balance(c.Prior)}, {f.word("call.topay"), f.balance(c.ToPay)},
		}},
		block{Heading: f.word("recall"), Pairs: []fact{{f.word("advance"), f.money(c.Advance)}, {f.word("fundshare") + " " + f.day(c.FundDay), f.money(c.FundAtEnd)}}},
		block{Text: "Les provisions sont exigibles le premier jour de la période (loi du 10 juillet 1965, article 14-1). Virement à IBAN FR76 1999 9000 0900 0000 0000 009, référence " + d.accountCode(p.Lots) + "."},
	)
}

func (f Form) lines(lines []CallLine) []CallLine {
	if f.Merged {
		return merged(lines)
	}
	return lines
}

func (f Form) movement(d *Dossier, m Movement) string {
	year := d.Exercises[m.Exercise].Period.Label()
	switch {
	case m.What == opening:
		return f.word("statement.opening") + " au " + f.short(m.Date)
	case m.What == payment:
		return f.word("statement.payment")
	case m.What == mutation:
		return "Constitution de l'avance de trésorerie (mutation)"
	case m.What == fee:
		return f.word("statement.fee")
	case m.What == adjustment && m.Nature == budget:
		return f.word("statement.adjust") + " " + year
	case m.What == adjustment:
		return f.word("statement.adjustworks") + " " + year
	case m.Nature == budget:
		return f.word("call.budget") + " " + d.periodName(m.Exercise, m.Date)
	case m.Nature == works:
		return f.word("call.works") + " - " + m.Work.Title
	}
	return f.word("call.fund") + " " + d.periodName(m.Exercise, m.Date)
}

// sidesOf returns debit and credit in the form's order.
func (f Form) sidesOf(debit, credit string) []string {
	if f.Swapped {
		return []string{credit, debit}
	}
	return []string{debit, credit}
}

// balances returns a balance in one column, or in that of its side.
func (f Form) balances(c predate.Cents) []string {
	if f.Balance != 4 {
		return []string{f.balance(c)}
	}
	f.Blank = ""
	if c < 0 {
		return []string{"", f.money(-c)}
	}
	return []string{f.money(c), ""}
}

func (f Form) statement(d *Dossier, p Part) (string, []block) {
	account := d.AccountOf(p.Lots, d.Payer)
	t := &table{Head: append([]string{"Date", "Libellé"}, f.sidesOf("Débit", "Crédit")...), Left: []bool{true, true, false, false}}
	if f.Balance == 4 {
		t.Head, t.Left = append(t.Head, "Solde débiteur", "Solde créditeur"), append(t.Left, false, false)
	} else {
		t.Head, t.Left = append(t.Head, "Solde"), append(t.Left, false)
	}
	for _, m := range account.Movements {
		cells := append([]string{f.short(m.Date), f.movement(d, m)}, f.sidesOf(f.optional(m.Debit), f.optional(m.Credit))...)
		t.add(false, append(cells, f.balances(m.Balance)...)...)
	}
	total := append([]string{"", f.word("statement.total")}, f.sidesOf(f.money(account.Debit), f.money(account.Credit))...)
	t.add(true, append(total, make([]string, len(t.Head)-4)...)...)
	closing := append([]string{"", f.word("statement.closing") + " " + f.short(d.Statement), "", ""}, f.balances(account.Balance)...)
	t.add(true, closing...)
	detail := block{Heading: f.word("statement.natures")}
	natures := account.Natures()
	for _, n := range []int{budget, works, fund} {
		if v, ok := natures[n]; ok {
			label := map[int]string{budget: "450-1 Charges courantes", works: "450-2 Travaux", fund: "450-5 Fonds de travaux"}[n]
			detail.Pairs = append(detail.Pairs, fact{label, strings.TrimSpace(strings.Join(f.balances(v), " "))})
		}
	}
	blocks := append(f.recipient(d, p.Lots), block{Table: t}, detail)
	if f.Balance == 3 {
		blocks = append(blocks, block{Text: "Un solde négatif est en faveur du copropriétaire."})
	}
	return f.word("statement.title") + " au " + f.day(d.Statement), blocks
}

func (f Form) apportionment(d *Dossier, p Part) (string, []block) {
	year := d.Exercises[p.Exercise].Period
	blocks := append([]block{{Pairs: []fact{{"Exercice", "du " + f.day(year.From) + " au " + f.day(year.To)}, {f.word("charges.approved"), f.day(d.Meetings[p.Exercise].Date)}}}}, f.recipient(d, p.Lots)...)
	for _, l := range d.lotCharges(p) {
		blocks = append(blocks, f.lotBlock(l))
	}
	actual, called := d.Actual(p.Exercise, p.Lots), d.Called(p.Exercise, p.Lots)
	blocks = append(blocks, block{Pairs: []fact{{f.word("charges.actual"), f.money(actual)}, {f.word("charges.called"), f.money(called)}, {f.outcome(actual - called), f.money(abs(actual - called))}}})
	if rows := d.workRows(p); len(rows) > 0 {
		t := &table{Head: []string{"Lot", "Opération", "Coût", f.word("col.shares"), f.word("col.base"), f.word("col.share")}, Left: []bool{true, true, false, false, false, false}}
		for _, r := range rows {
			t.add(false, itoa(r.Lot.Number), r.Work.Title, f.money(r.Work.Spent), itoa(r.Shares), itoa(r.Base), f.money(r.Share))
		}
		t.arrange(f.order(6, 2))
		cost, asked := d.WorksActual(p.Exercise, p.Lots)
		blocks = append(blocks, block{Heading: f.word("charges.works"), Table: t},
			block{Pairs: []fact{{f.word("charges.workstotal"), f.money(cost)}, {f.word("charges.workscalled"), f.money(asked)}, {f.outcome(cost - asked), f.money(abs(cost - asked))}}})
	}
	blocks = append(blocks, block{Heading: f.word("recall"), Pairs: []fact{
		{f.word("advance"), f.money(of(d.spread(d.Advances, 0), p.Lots))}, {f.word("fundshare") + " " + f.day(year.To), f.money(d.FundShare(year.To, p.Lots))},
	}})
	return f.word("charges.title"), blocks
}

func (f Form) outcome(gap predate.Cents) string {
	if gap > 0 {
		return f.word("charges.owes")
	}
	return f.word("charges.gets")
}

func (f Form) lotBlock(l LotCharges) block {
	t := &table{Head: []string{"Désignation", f.word("col.spent"), f.word("col.base"), f.word("col.shares"), f.word("col.share"), f.word("col.tenant")}, Left: []bool{true, false, false, false, false, false}}
	for _, k := range l.Keys {
		if f.Posts {
			t.add(true, k.Key.Label+" ("+k.Key.Unit+")")
			for _, post := range k.Posts {
				t.add(false, post.Label, f.money(post.Spent), itoa(k.Base), itoa(k.Shares), f.money(post.Share), f.money(post.Tenant))
			}
		}
		label := k.Key.Label
		if f.Posts {
			label = "Total " + label
		}
		t.add(f.Posts, label, f.money(k.Spent), itoa(k.Base), itoa(k.Shares), f.money(k.Share), "")
	}
	t.add(true, "Total lot "+itoa(l.Lot.Number), "", "", "", f.money(l.Total), "")
	t.arrange(f.order(6, 1))
	return block{Heading: fmt.Sprintf("Lot n° %d - %s (%d tantièmes)", l.Lot.Number, l.Lot.Type, l.Lot.Shares[0]), Table: t}
}
