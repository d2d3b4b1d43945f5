package lookstest

import (
	"fmt"

	"predate"
)

// recipient prints whom the paper is for and the lots it is about.
func (l *list) recipient(lots []int) {
	l.put(at(0, "COMPTE "+l.d.accountCode(lots)), at(80, l.d.sellerName()))
	l.put(at(80, l.d.Street))
	l.put(at(80, l.d.Zip+" "+l.d.City))
	l.skip()
	for _, i := range lots {
		lot := l.d.Lots[i]
		l.put(at(0, fmt.Sprintf("LOT %04d %s BAT %s %s", lot.Number, lot.Type, lot.Building, lot.Floor)), at(60, fmt.Sprintf("TANT. GENERAUX %5d / %d", lot.Shares[0], l.d.Keys[0].Total)))
	}
}

func (l *list) groupLabel(g CallGroup, year string) string {
	switch g.Nature {
	case budget:
		return "PROV. CH. COURANTES EXERCICE " + year
	case works:
		return "TRAVAUX VOTES A.G. DU " + l.Listing.day(g.Work.Voted) + " : " + g.Work.Title
	}
	return "COTIS. FONDS TRAVAUX ART 14-2-1"
}

func (l *list) fundCall(c Call) {
	year := l.d.Exercises[c.Exercise].Period.Label()
	l.title = "APPEL DE PROVISIONS"
	l.newPage()
	l.recipient(c.Lots)
	l.skip()
	l.put(at(0, "APPEL NO "+c.Code), at(30, "PERIODE DU "+l.Listing.day(c.Period.From)+" AU "+l.Listing.day(c.Period.To)), at(80, "EXIGIBLE LE "+l.Listing.day(c.Due)))
	if c.Note != "" {
		l.put(at(0, c.Note))
	}
	l.rule("-", 0, 132)
	l.put(append([]cell{at(0, "LOT"), at(6, "CLE REPART."), upTo(76, "BUDGET"), upTo(94, "A REPARTIR"), upTo(132, "VOTRE PART")}, l.bases("TANT.", "BASE")...)...)
	l.rule("-", 0, 132)
	for _, g := range c.Groups {
		l.put(at(0, l.groupLabel(g, year)))
		for _, line := range g.Lines {
			k := l.d.Keys[line.Key]
			cells := []cell{at(0, fmt.Sprintf("%04d", l.d.Lots[line.Lot].Number)), at(6, k.Code+" "+k.Label), upTo(76, l.sum(line.Annual)), upTo(94, l.sum(line.Called)), upTo(132, l.sum(line.Share))}
			l.put(append(cells, l.bases(itoa(l.d.Lots[line.Lot].Shares[line.Key]), itoa(k.Total))...)...)
		}
		l.total(6, "SOUS-TOTAL", l.sum(g.Total), 132)
	}
	l.rule("=", 100, 132)
	l.total(40, "TOTAL APPEL", l.sum(c.Total), 132)
	l.total(40, "SOLDE ANTERIEUR AU "+l.Listing.day(c.Issued), l.balance(c.Prior), 132)
	l.total(40, "NET A PAYER AVANT LE "+l.Listing.day(c.Due), l.balance(c.ToPay), 132)
	l.rule("=", 100, 132)
	l.skip()
	l.put(at(0, "POUR MEMOIRE - NE PAS REGLER"))
	l.total(4, "1031 AV. TRESORERIE", l.sum(c.Advance), 70)
	l.total(4, "QUOTE-PART FONDS TRAVAUX AU "+l.Listing.day(c.FundDay), l.sum(c.FundAtEnd), 70)
	l.skip()
	l.put(at(0, "REGLEMENT PAR CHEQUE OU VIREMENT   IBAN FR76 1999 9000 0700 0000 0000 007   REF "+l.d.Owners[l.d.SellerAt].Account))
}

// bases places shares and their total, joined or apart.
func (l *list) bases(shares, base string) []cell {
	if l.Apart {
		return []cell{upTo(103, shares), upTo(114, base)}
	}
	return []cell{upTo(112, shares+"/"+base)}
}

// sides places what is debited and what is credited.
func (l *list) sides(debit, credit string) []cell {
	if l.Swapped {
		debit, credit = credit, debit
	}
	return []cell{upTo(88, debit), upTo(104, credit)}
}

// after places a balance, in the column of its side where there are two.
func (l *list) after(c predate.Cents) cell {
	switch {
	case l.Sides != "columns":
		return upTo(132, l.balance(c))
	case c < 0:
		return upTo(132, l.sum(-c))
	}
	return upTo(118, l.sum(c))
}

// period names a due day as the listing does: 1T26, 2S25, 03/26.
func (l *list) period(m Movement) string {
	for k, due := range l.d.Dues(m.Exercise) {
		if due == m.Date {
			switch l.d.Calls {
			case 4:
				return fmt.Sprintf("%dT %s", k+1, l.d.Exercises[m.Exercise].Period.Label())
			case 2:
				return fmt.Sprintf("%dS %s", k+1, l.d.Exercises[m.Exercise].Period.Label())
			}
			return fmt.Sprintf("%02d/%d", int(due.Month), due.Year)
		}
	}
	return ""
}

func (l *list) movementLabel(m Movement) string {
	year := l.d.Exercises[m.Exercise].Period.Label()
	switch {
	case m.What == opening:
		return "A NOUVEAU AU " + l.Listing.day(m.Date)
	case m.What == payment:
		return "VOTRE REGLEMENT CHQ"
	case m.What == mutation:
		return "CONSTITUTION AV. TRESORERIE (MUTATION)"
	case m.What == fee:
		return "FRAIS DE RELANCE ART 10-1"
	case m.What == adjustment && m.Nature == budget:
		return "REGUL. CHARGES EXERCICE " + year
	case m.What == adjustment:
		return "REGUL. TRAVAUX EXERCICE " + year
	case m.Nature == budget:
		return "PROV. CH. COURANTES " + l.period(m)
	case m.Nature == works:
		return "APPEL TRX " + m.Work.Title
	}
	return "COTIS. FONDS TRAVAUX " + l.period(m)
}

func (l *list) optional(c predate.Cents) string {
	if c == 0 {
		return ""
	}
	return l.sum(c)
}

func (l *list) statement(p Part) {
	account := l.d.AccountOf(p.Lots, l.d.Payer)
	l.title = "EXTRAIT DE COMPTE COPROPRIETAIRE"
	l.newPage()
	l.recipient(p.Lots)
	first := account.Movements[0].Date
	l.put(at(0, "MOUVEMENTS DU "+l.Listing.day(first)+" AU "+l.Listing.day(l.d.Statement)))
	heads := append([]cell{at(0, "DATE"), at(12, "PIECE"), at(20, "CPT"), at(27, "LIBELLE"), upTo(132, "SOLDE")}, l.sides("DEBIT", "CREDIT")...)
	if l.Sides == "columns" {
		heads[4] = upTo(132, "SOLDE CREDIT.")
		heads = append(heads, upTo(118, "SOLDE DEBIT."))
	}
	columns := l.compose(heads...)
	line := l.compose(at(0, "------------------------------------------------------------------------------------------------------------------------------------"))
	l.head = []string{line, columns, line}
	for _, h := range l.head {
		l.print(h)
	}
	for i, m := range account.Movements {
		if len(l.pages[len(l.pages)-1]) >= l.depth-1 {
			l.put(at(27, "A REPORTER"), l.after(account.Movements[i-1].Balance))
			l.newPage()
			l.put(at(27, "REPORT"), l.after(account.Movements[i-1].Balance))
		}
		code := "450" + itoa(m.Nature)
		if m.What == opening {
			code = ""
		}
		label := l.say(l.movementLabel(m))
		if len(label) > 47 {
			label = label[:47]
		}
		cells := []cell{at(0, l.Listing.day(m.Date)), at(12, fmt.Sprintf("%06d", 3100+i*7)), at(20, code), said(27, label), l.after(m.Balance)}
		l.put(append(cells, l.sides(l.optional(m.Debit), l.optional(m.Credit))...)...)
	}
	l.head = nil
	l.rule("=", 74, 132)
	l.put(append([]cell{at(27, "TOTAUX")}, l.sides(l.sum(account.Debit), l.sum(account.Credit))...)...)
	closing := l.after(account.Balance)
	l.total(27, "SOLDE AU "+l.Listing.day(l.d.Statement), closing.text, closing.col)
	l.rule("=", 74, 132)
	l.skip()
	l.put(at(27, "VENTILATION DU SOLDE"))
	natures := account.Natures()
	for _, n := range []int{budget, works, fund} {
		if v, ok := natures[n]; ok {
			l.total(27, "450"+itoa(n)+" "+map[int]string{budget: "CH. COURANTES", works: "TRAVAUX", fund: "FONDS TRAVAUX"}[n], l.balance(v), 132)
		}
	}
	switch {
	case l.Minus:
		l.put(at(27, "SOLDE PRECEDE OU SUIVI DU SIGNE - : EN VOTRE FAVEUR"))
	case l.Sides == "":
		l.put(at(27, "DB = VOUS DEVEZ    CR = EN VOTRE FAVEUR"))
	}
}

func (l *list) apportionment(p Part) {
	year := l.d.Exercises[p.Exercise]
	l.title = "REPARTITION INDIVIDUELLE DES CHARGES"
	l.newPage()
	l.put(at(0, "EXERCICE DU "+l.Listing.day(year.Period.From)+" AU "+l.Listing.day(year.Period.To)), at(80, "COMPTES APPROUVES LE "+l.Listing.day(l.d.Meetings[p.Exercise].Date)))
	l.recipient(p.Lots)
	line := l.compose(at(0, "------------------------------------------------------------------------------------------------------------------------------------"))
	columns := l.compose(at(0, "CPT"), at(7, "NATURE DE LA DEPENSE"), upTo(76, "A REPARTIR"), upTo(88, "TANT."), upTo(98, "BASE"), upTo(114, "VOTRE PART"), upTo(132, "DT LOCATIF"))
	l.head = []string{line, columns, line}
	for _, h := range l.head {
		l.print(h)
	}
	for _, lot := range p.Lots {
		l.lotCharges(p.Exercise, lot)
	}
	actual, called := l.d.Actual(p.Exercise, p.Lots), l.d.Called(p.Exercise, p.Lots)
	l.rule("=", 98, 132)
	l.total(7, "TOTAL CHARGES DE L'EXERCICE", l.sum(actual), 114)
	l.total(7, "A DEDUIRE PROVISIONS APPELEES", l.sum(called), 114)
	l.total(7, l.side(actual-called), l.sum(abs(actual-called)), 114)
	l.worksCharges(p)
	l.skip()
	l.head = nil
	l.put(at(7, "POUR MEMOIRE"))
	l.total(7, "1031 AV. TRESORERIE", l.sum(of(l.d.spread(l.d.Advances, 0), p.Lots)), 114)
	l.total(7, "QUOTE-PART FONDS TRAVAUX AU "+l.Listing.day(year.Period.To), l.sum(l.d.FundShare(year.Period.To, p.Lots)), 114)
}

func (l *list) side(c predate.Cents) string {
	if c < 0 {
		return "TROP PERCU EN VOTRE FAVEUR"
	}
	return "COMPLEMENT A VOTRE CHARGE"
}

func abs(c predate.Cents) predate.Cents {
	if c < 0 {
		return -c
	}
	return c
}

func (l *list) lotCharges(exercise, lot int) {
	only := []int{lot}
	l.put(at(0, fmt.Sprintf("*** LOT %04d %s", l.d.Lots[lot].Number, l.d.Lots[lot].Type)))
	for i, k := range l.d.Keys {
		shares, base := l.d.bases(exercise, i, lot)
		if shares == 0 {
			continue
		}
		l.put(at(0, "CLE "+k.Code+" "+k.Label+" ("+k.Unit+")"))
		var total, part predate.Cents
		for _, post := range l.d.Exercises[exercise].Posts {
			if post.Key != i {
				continue
			}
			share := of(l.d.spent(exercise, post), only)
			l.put(at(0, post.Account), at(7, post.Label), upTo(76, l.sum(post.Spent)), upTo(88, itoa(shares)), upTo(98, itoa(base)), upTo(114, l.sum(share)),
				upTo(132, l.sum(share*predate.Cents(post.RecoverableRate)/100)))
			total += post.Spent
			part += share
		}
		l.put(at(7, "TOTAL CLE "+k.Code), upTo(76, l.sum(total)), upTo(88, itoa(shares)), upTo(98, itoa(base)), upTo(114, l.sum(part)))
	}
	l.total(7, fmt.Sprintf("TOTAL LOT %04d", l.d.Lots[lot].Number), l.sum(l.d.Actual(exercise, only)), 114)
	l.total(7, fmt.Sprintf("PROVISIONS APPELEES LOT %04d", l.d.Lots[lot].Number), l.sum(l.d.Called(exercise, only)), 114)
}

func (l *list) worksCharges(p Part) {
	cost, called := l.d.WorksActual(p.Exercise, p.Lots)
	if cost == 0 {
		return
	}
	l.skip()
	l.put(at(0, "TRAVAUX ET OPERATIONS EXCEPTIONNELLES CLOS DANS L'EXERCICE"))
	for _, w := range l.d.Works {
		if w.Closed != p.Exercise {
			continue
		}
		for _, lot := range p.Lots {
			part := of(l.d.spread(w.Spent, w.Key), []int{lot})
			l.put(at(0, fmt.Sprintf("%04d", l.d.Lots[lot].Number)), at(7, w.Title), upTo(76, l.sum(w.Spent)), upTo(88, itoa(l.d.Lots[lot].Shares[w.Key])), upTo(98, itoa(l.d.Keys[w.Key].Total)), upTo(114, l.sum(part)))
		}
	}
	l.total(7, "TOTAL TRAVAUX", l.sum(cost), 114)
	l.total(7, "A DEDUIRE PROVISIONS TRAVAUX APPELEES", l.sum(called), 114)
	l.total(7, l.side(cost-called), l.sum(abs(cost-called)), 114)
}
