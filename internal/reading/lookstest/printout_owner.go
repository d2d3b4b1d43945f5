package lookstest

import (
	"fmt"

	"predate"
)

func (s *sheets) quarter(exercise int, due predate.Date) string {
	for k, d := range s.d.Dues(exercise) {
		if d == due {
			unit := map[int]string{2: "SEM", 4: "TRIM", 12: "MOIS"}[s.d.Calls]
			return fmt.Sprintf("%s %02d %s", unit, k+1, s.d.Exercises[exercise].Period.Label())
		}
	}
	return ""
}

func (s *sheets) call(c Call) {
	year := s.d.Exercises[c.Exercise].Period
	s.title("APPEL DE FONDS", "ECHEANCE DU "+s.day(c.Due))
	s.owner(c.Lots)
	s.line("REFERENCE " + c.Code + "   PERIODE APPELEE : " + s.day(c.Period.From) + " - " + s.day(c.Period.To))
	s.line(c.Note)
	t := ruled{s, []int{4, 40, -14, -14, -9, -9, -14}}
	t.open("LOT", "RUBRIQUE", "BUDGET ANNUEL", "PART APPELEE", "MILLIEMES", "SUR", "VOTRE DU")
	for _, g := range c.Groups {
		switch g.Nature {
		case budget:
			t.put("", "A. OPERATIONS COURANTES "+year.Label())
		case works:
			t.put("", "B. TRAVAUX HORS BUDGET - AG "+s.day(g.Work.Voted))
			t.put("", "   "+g.Work.Title)
		default:
			t.put("", "C. FONDS DE TRAVAUX LOI ALUR")
		}
		for _, l := range g.Lines {
			k := s.d.Keys[l.Key]
			t.put(itoa(s.d.Lots[l.Lot].Number), "   "+k.Label, s.sum(l.Annual), s.sum(l.Called), itoa(s.d.Lots[l.Lot].Shares[l.Key]), itoa(k.Total), s.sum(l.Share))
		}
		t.put("", "   TOTAL RUBRIQUE", "", "", "", "", s.sum(g.Total))
		t.rule()
	}
	t.put("", "MONTANT DE L'APPEL", "", "", "", "", s.sum(c.Total))
	t.put("", "VOTRE COMPTE AU "+s.day(c.Issued), "", "", "", "", s.balance(c.Prior))
	t.put("", "A REGLER POUR LE "+s.day(c.Due), "", "", "", "", s.balance(c.ToPay))
	t.shut()
	s.line("")
	s.line("POUR MEMOIRE :")
	s.dotted("AVANCE DE TRESORERIE (1031) DEJA VERSEE", s.sum(c.Advance))
	s.dotted("VOTRE PART DANS LE FONDS DE TRAVAUX AU "+s.day(c.FundDay), s.sum(c.FundAtEnd))
	s.line("")
	s.line("- - - - - - - - - - - - - - - - - - - -  TALON A JOINDRE A VOTRE CHEQUE  - - - - - - - - - - - - - - - - - - - -")
	s.line("COPRO " + s.d.Code + "   CODE " + s.d.accountCode(c.Lots) + "   ECHEANCE " + s.day(c.Due) + "   MONTANT " + s.balance(c.ToPay))
}

func (s *sheets) said(m Movement) string {
	year := s.d.Exercises[m.Exercise].Period.Label()
	switch {
	case m.What == opening:
		return "SOLDE A NOUVEAU"
	case m.What == payment:
		return "REGLEMENT RECU"
	case m.What == mutation:
		return "MUTATION - AVANCE DE TRESORERIE"
	case m.What == fee:
		return "FRAIS MISE EN DEMEURE (ART 10-1)"
	case m.What == adjustment && m.Nature == budget:
		return "REGUL CHARGES " + year
	case m.What == adjustment:
		return "REGUL TRAVAUX " + year
	case m.Nature == budget:
		return "APPEL PROVISIONS " + s.quarter(m.Exercise, m.Date)
	case m.Nature == works:
		return "APPEL TRAVAUX " + m.Work.Title
	}
	return "FONDS TRAVAUX ALUR " + s.quarter(m.Exercise, m.Date)
}

// extract carries its totals from sheet to sheet.
func (s *sheets) extract(p Part) {
	a := s.d.AccountOf(p.Lots, s.d.Payer)
	s.title("EXTRAIT DE VOTRE COMPTE", "DU "+s.day(a.Movements[0].Date)+" AU "+s.day(s.d.Statement))
	s.owner(p.Lots)
	t := ruled{s, []int{max(8, len(s.Day)), 3, 6, 42, -13, -13, -13, 1}}
	heads := []string{"DATE", "JAL", "COMPTE", "LIBELLE DE L'OPERATION", "DEBIT", "CREDIT", "SOLDE", "S"}
	t.open(heads...)
	var debit, credit, balance predate.Cents
	plain := t.again
	carried := func(label string) string {
		return t.row("", "", "", label, s.sum(debit), s.sum(credit), s.plainBalance(balance), s.letter(balance))
	}
	for i, m := range a.Movements {
		if len(s.pages[len(s.pages)-1]) >= s.Deep-2 {
			s.raw(carried("A REPORTER"))
			s.raw(t.edge())
			s.sheet()
			plain()
			s.raw(carried("REPORT"))
		}
		journal := map[string]string{opening: "AN", payment: "BQ", call: "AF", adjustment: "OD", fee: "OD", mutation: "OD"}[m.What]
		account := "450-" + itoa(m.Nature)
		if m.What == opening || m.What == payment {
			account = "450"
		}
		debit, credit, balance = debit+m.Debit, credit+m.Credit, m.Balance
		if i == 0 {
			account = ""
		}
		t.put(s.day(m.Date), journal, account, s.said(m), s.some(m.Debit), s.some(m.Credit), s.plainBalance(balance), s.letter(balance))
	}
	t.rule()
	t.put("", "", "", "TOTAUX", s.sum(debit), s.sum(credit), s.plainBalance(balance), s.letter(balance))
	t.put("", "", "", "SOLDE AU "+s.day(s.d.Statement), s.some(max(0, balance)), s.some(max(0, -balance)))
	t.shut()
	s.line("D = VOUS DEVEZ AU SYNDICAT   C = LE SYNDICAT VOUS DOIT")
	s.line("")
	s.line("VENTILATION DU SOLDE PAR COMPTE :")
	natures := a.Natures()
	for _, n := range []int{budget, works, fund} {
		if v, told := natures[n]; told {
			s.dotted("450-"+itoa(n)+" "+map[int]string{budget: "BUDGET PREVISIONNEL", works: "TRAVAUX ART 14-2", fund: "FONDS DE TRAVAUX"}[n], s.balance(v))
		}
	}
}

func (s *sheets) plainBalance(c predate.Cents) string {
	if s.Trailing {
		return s.sum(c)
	}
	return s.sum(abs(c))
}

func (s *sheets) letter(c predate.Cents) string {
	switch {
	case s.Trailing || c == 0:
		return ""
	case c < 0:
		return "C"
	}
	return "D"
}

func (s *sheets) yearly(p Part) {
	year := s.d.Exercises[p.Exercise].Period
	s.title("DECOMPTE INDIVIDUEL DE CHARGES", "EXERCICE DU "+s.day(year.From)+" AU "+s.day(year.To))
	s.owner(p.Lots)
	s.line("COMPTES APPROUVES EN ASSEMBLEE GENERALE LE " + s.day(s.d.Meetings[p.Exercise].Date))
	s.line("")
	t := ruled{s, []int{4, 44, -14, -9, -9, -14, -14}}
	t.open("CPTE", "NATURE", "TOTAL DEPENSE", "SUR", "MILLIEMES", "VOTRE PART", "DT LOCATAIRE")
	for _, lot := range s.d.lotCharges(p) {
		t.put("", fmt.Sprintf("*** LOT %d - %s ***", lot.Lot.Number, lot.Lot.Type))
		for _, k := range lot.Keys {
			t.put("", "CLE "+k.Key.Code+" : "+k.Key.Label)
			for _, post := range k.Posts {
				t.put(post.Account, post.Label, s.sum(post.Spent), itoa(k.Base), itoa(k.Shares), s.sum(post.Share), s.sum(post.Tenant))
			}
			t.put("", "TOTAL CLE "+k.Key.Code, s.sum(k.Spent), itoa(k.Base), itoa(k.Shares), s.sum(k.Share))
		}
		t.put("", fmt.Sprintf("TOTAL LOT %d", lot.Lot.Number), "", "", "", s.sum(lot.Total))
		t.put("", fmt.Sprintf("PROVISIONS LOT %d", lot.Lot.Number), "", "", "", s.sum(lot.Called))
		t.rule()
	}
	actual, called := s.d.Actual(p.Exercise, p.Lots), s.d.Called(p.Exercise, p.Lots)
	t.put("", "VOS CHARGES REELLES", "", "", "", s.sum(actual))
	t.put("", "VOS PROVISIONS APPELEES", "", "", "", s.sum(called))
	t.put("", s.outcome(actual-called), "", "", "", s.sum(abs(actual-called)))
	t.shut()
	if rows := s.d.workRows(p); len(rows) > 0 {
		s.line("")
		s.line("TRAVAUX HORS BUDGET TERMINES DANS L'EXERCICE")
		t.open("LOT", "OPERATION", "COUT TOTAL", "SUR", "MILLIEMES", "VOTRE PART")
		for _, w := range rows {
			t.put(itoa(w.Lot.Number), w.Work.Title, s.sum(w.Work.Spent), itoa(w.Base), itoa(w.Shares), s.sum(w.Share))
		}
		cost, worksCalled := s.d.WorksActual(p.Exercise, p.Lots)
		t.rule()
		t.put("", "VOS TRAVAUX", "", "", "", s.sum(cost))
		t.put("", "VOS APPELS DE TRAVAUX", "", "", "", s.sum(worksCalled))
		t.put("", s.outcome(cost-worksCalled), "", "", "", s.sum(abs(cost-worksCalled)))
		t.shut()
	}
	s.line("")
	s.dotted("AVANCE DE TRESORERIE (1031)", s.sum(of(s.d.spread(s.d.Advances, 0), p.Lots)))
	s.dotted("VOTRE PART DANS LE FONDS DE TRAVAUX AU "+s.day(year.To), s.sum(s.d.FundShare(year.To, p.Lots)))
}

func (s *sheets) outcome(c predate.Cents) string {
	if c > 0 {
		return "COMPLEMENT PORTE A VOTRE DEBIT"
	}
	return "EXCEDENT PORTE A VOTRE CREDIT"
}
