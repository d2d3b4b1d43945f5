package lookstest

import (
	"fmt"
	"strings"

	"predate"
)

func (s *sheets) financial(exercise int) {
	state := s.d.States[exercise]
	s.title("ANNEXE NO 1", "ETAT FINANCIER APRES REPARTITION AU "+s.day(state.Day))
	t := ruled{s, []int{4, 28, -12, -12, 4, 28, -12, -12}}
	left, right := s.d.schedule(exercise)
	for part := range 2 {
		s.line([]string{"I - SITUATION FINANCIERE ET TRESORERIE", "II - CREANCES ET DETTES"}[part])
		names := [2][]string{{"TRESORERIE", "PROVISIONS ET AVANCES"}, {"CREANCES", "DETTES"}}[part]
		t.open("", names[0], "EX PRECEDENT", "EX CLOS", "", names[1], "EX PRECEDENT", "EX CLOS")
		for i := range max(len(left[part]), len(right[part])) {
			var cells []string
			for _, side := range [2][]row1{left[part], right[part]} {
				if i >= len(side) {
					cells = append(cells, "", "", "", "")
					continue
				}
				account := side[i].Account
				if len(account) > 4 {
					account = account[:2]
				}
				cells = append(cells, account, side[i].Label, s.sum(side[i].Was), s.sum(side[i].Is))
			}
			t.put(cells...)
		}
		t.shut()
	}
	s.sheet()
	s.title("ANNEXE NO 1 - DETAIL DES COMPTES COPROPRIETAIRES AU " + s.day(state.Day))
	t = ruled{s, []int{10, 34, -13, -13, -13, -13, -13}}
	t.open("CODE", "COPROPRIETAIRE", "REPARTITION", "ANCIEN SOLDE", "PROV ANNULEES", "DEBITEURS", "CREDITEURS")
	for _, o := range state.Owners {
		t.put(o.Account, o.Name, s.sum(o.Share), s.sum(o.Before), s.sum(o.Called), s.some(o.Debit), s.some(o.Credit))
	}
	t.rule()
	t.put("", "TOTAUX", "", "", "", s.sum(state.Debtors), s.sum(state.Creditors))
	t.shut()
}

func (s *sheets) five(r row5, columns int) []string {
	cells := []string{r.Account, r.Label}
	if r.Strong && r.Account != "" && r.Values == [5]predate.Cents{} {
		return cells
	}
	for i := range columns {
		cells = append(cells, s.sum(r.Values[i]))
	}
	return cells
}

func (s *sheets) management(exercise int) {
	year := s.d.Exercises[exercise].Period
	s.title("ANNEXE NO 2", "COMPTE DE GESTION GENERAL - EXERCICE DU "+s.day(year.From)+" AU "+s.day(year.To))
	t := ruled{s, []int{4, 42, -13, -13, -13, -13, -13}}
	heads := []string{"CPTE", "", "N-1 APPROUVE", "N VOTE", "N REALISE", "N+1 VOTE", "N+2 A VOTER"}
	part := func(name string, rows []row5, columns int) {
		heads[1] = name
		t.open(heads[:2+columns]...)
		for _, r := range rows {
			if r.Strong {
				t.rule()
			}
			t.put(s.five(r, columns)...)
		}
		t.shut()
	}
	charges, products := s.d.general(exercise)
	part("CHARGES COURANTES", charges, 5)
	part("PRODUITS COURANTS", products, 5)
	charges, products = s.d.off(exercise)
	part("CHARGES TRAVAUX ET OPER. EXCEPTIONNELLES", charges, 3)
	part("PRODUITS TRAVAUX ET OPER. EXCEPTIONNELLES", products, 3)
}

func (s *sheets) byKeys(exercise int) {
	year := s.d.Exercises[exercise].Period
	s.title("ANNEXE NO 3", "COMPTE DE GESTION POUR OPERATIONS COURANTES - EXERCICE DU "+s.day(year.From)+" AU "+s.day(year.To))
	t := ruled{s, []int{4, 42, -13, -13, -13, -13, -13}}
	t.open("CPTE", "CHARGES PAR CLE DE REPARTITION", "N-1 APPROUVE", "N VOTE", "N REALISE", "N+1 VOTE", "N+2 A VOTER")
	for _, r := range s.d.byKey(exercise) {
		t.put(s.five(r, 5)...)
		if r.Strong {
			t.rule()
		}
	}
	t.shut()
}

func (s *sheets) operations(p Part) {
	year := s.d.Exercises[p.Exercise].Period
	finished := p.Kind == "schedule_4"
	rows, total := s.d.workStates(p.Exercise, finished)
	if finished {
		s.title("ANNEXE NO 4", "COMPTE DE GESTION POUR TRAVAUX ART 14-2 ET OPER. EXCEPTIONNELLES HORS BUDGET", "EXERCICE DU "+s.day(year.From)+" AU "+s.day(year.To))
		t := ruled{s, []int{3, 50, -14, -14, -14, -14}}
		t.open("CLE", "TRAVAUX DE L'ARTICLE 14-2", "VOTE", "DEPENSE", "APPELE", "SOLDE")
		for _, w := range rows {
			t.put(w.Key.Code, w.Work.Title+" (AG "+s.day(w.VotedOn)+")", s.sum(w.Voted), s.sum(w.Spent), s.sum(w.Got), s.sum(w.Balance))
		}
		t.rule()
		t.put("", "TOTAL TRAVAUX", s.sum(total.Voted), s.sum(total.Spent), s.sum(total.Got), s.sum(total.Balance))
		t.put("", "OPERATIONS EXCEPTIONNELLES", "NEANT")
		t.put("", "TOTAL GENERAL", s.sum(total.Voted), s.sum(total.Spent), s.sum(total.Got), s.sum(total.Balance))
		t.shut()
		return
	}
	s.title("ANNEXE NO 5", "TRAVAUX ART 14-2 ET OPER. EXCEPTIONNELLES VOTES NON CLOTURES AU "+s.day(year.To))
	t := ruled{s, []int{3, 46, -11, -11, -11, -11, -11, -8}}
	t.open("CLE", "OPERATION", "A VOTES", "B PAYES", "C REALISES", "D APPELES", "E = D-C", "F SUBV")
	for _, w := range rows {
		t.put(w.Key.Code, w.Work.Title+" AG "+s.day(w.VotedOn), s.sum(w.Voted), s.sum(w.Paid), s.sum(w.Spent), s.sum(w.Got), s.sum(w.Balance), s.sum(0))
	}
	if len(rows) == 0 {
		t.put("", "NEANT")
	}
	t.rule()
	t.put("", "TOTAUX", s.sum(total.Voted), s.sum(total.Paid), s.sum(total.Spent), s.sum(total.Got), s.sum(total.Balance), s.sum(0))
	t.shut()
}

func (s *sheets) assembly(p Part) {
	m := s.d.Meetings[p.Meeting]
	notice := p.Kind == "meeting_notice"
	if notice {
		s.title("CONVOCATION", "ASSEMBLEE GENERALE ORDINAIRE DU "+inWords(m.Date))
		s.owner(s.d.Sold)
		s.wrap(0, "Nous vous prions d'assister à l'assemblée générale qui aura lieu le "+inWords(m.Date)+" à 18 h. A défaut vous pouvez donner pouvoir.")
		s.line("ORDRE DU JOUR")
	} else {
		s.title("PROCES-VERBAL", "ASSEMBLEE GENERALE ORDINAIRE DU "+inWords(m.Date))
		s.wrap(0, fmt.Sprintf("L'an deux mille, les copropriétaires de la résidence %s se sont réunis le %s sur convocation du syndic. La feuille de présence fait apparaître %d présents ou représentés sur %d, soit %d / %d millièmes.",
			s.d.Name, inWords(m.Date), len(s.d.Owners)-len(m.Absent), len(s.d.Owners), m.Present, s.d.Keys[0].Total))
	}
	for i, r := range m.Resolutions {
		s.line("")
		s.line(fmt.Sprintf("RESOLUTION NO %d", i+1))
		s.line(r.Title)
		s.line(strings.Repeat("-", len([]rune(r.Title))))
		s.wrap(4, r.Text)
		if notice || r.Outcome == "" {
			continue
		}
		s.vote(m, r)
	}
	if notice {
		s.line("")
		s.line("P.J. : ANNEXES COMPTABLES, POUVOIR")
		return
	}
	s.line("")
	s.wrap(0, "Plus rien n'étant à l'ordre du jour, la séance est levée. Le présent procès-verbal peut être contesté dans les deux mois de sa notification (art. 42 loi du 10 juillet 1965).")
}

func (s *sheets) vote(m Meeting, r Resolution) {
	switch r.Outcome {
	case "postponed":
		s.wrap(4, "Ce point est reporté à une prochaine assemblée.")
		return
	case "adopted":
		s.line(fmt.Sprintf("    VOTENT POUR : %d     VOTENT CONTRE : %d     S'ABSTIENNENT : %d", r.For, r.Against, r.Abstain))
		s.wrap(4, "Cette résolution est ADOPTEE à la majorité de l'article "+r.Article+".")
	default:
		s.line(fmt.Sprintf("    VOTENT POUR : %d     VOTENT CONTRE : %d     S'ABSTIENNENT : %d", r.For, r.Against, r.Abstain))
		s.wrap(4, "Cette résolution est REJETEE, la majorité de l'article "+r.Article+" n'étant pas atteinte.")
	}
}

func (s *sheets) facts(p Part) {
	title, facts, notes := s.d.sheet(p.Kind)
	s.title(title)
	for _, n := range notes {
		s.wrap(0, n)
	}
	s.line("")
	t := ruled{s, []int{40, 83}}
	t.rule()
	for _, f := range facts {
		if f.Value == "" {
			t.rule()
		}
		label := f.Label
		for _, value := range folded(f.Value, 83) {
			t.put(label, value)
			label = ""
		}
		if f.Value == "" {
			t.rule()
		}
	}
	t.rule()
}

// folded cuts a text into lines of some width.
func folded(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(capitals(text)) {
		last := len(lines) - 1
		switch {
		case lines[last] == "":
			lines[last] = word
		case len(lines[last])+1+len(word) > width:
			lines = append(lines, word)
		default:
			lines[last] += " " + word
		}
	}
	return lines
}
