package lookstest

import (
	"fmt"
	"unicode/utf8"

	"predate"
)

// annex begins one of the five statutory schedules.
func (w *writer) annex(number, title string) {
	year := w.d.Exercises[w.part.Exercise].Period
	w.title = "ANNEXE NO " + number + " - " + title
	under := "EXERCICE DU " + w.day(year.From) + " AU " + w.day(year.To)
	if w.part.Draft {
		under += " - PROJET SOUMIS A L'AG DU " + w.day(w.d.Meetings[w.part.Meeting].Date)
	}
	w.title += "\n" + under
	w.newPage()
}

func (w *writer) schedule1() {
	s := w.d.States[w.part.Exercise]
	w.annex("1", "ETAT FINANCIER APRES REPARTITION AU "+w.day(s.Day))
	left, right := w.d.schedule(w.part.Exercise)
	heads := [2][2]string{{"TRESORERIE", "PROVISIONS ET AVANCES"}, {"CREANCES", "DETTES"}}
	for part, title := range []string{"I - SITUATION FINANCIERE ET TRESORERIE", "II - CREANCES ET DETTES"} {
		w.put(title)
		if w.Stacked {
			w.oneSide(heads[part][0], left[part])
			w.oneSide(heads[part][1], right[part])
			continue
		}
		w.twoSides(heads[part], left[part], right[part])
	}
	w.individuals(s)
}

func (w *writer) oneSide(head string, rows []row1) {
	t := w.table(text("CPTE", 9), text(head, 0), money(w.say("before"), 15), money(w.say("closed"), 15))
	for _, r := range rows {
		t.row(r.Account, r.Label, w.sum(r.Was), w.sum(r.Is))
	}
	t.done()
	w.put("")
}

func (w *writer) twoSides(heads [2]string, left, right []row1) {
	label := (w.Width-1)/2 - 9 - 13 - 13 - 4
	side := func(head string) []column {
		return []column{text("CPTE", 9), text(head, label), money(w.say("before"), 13), money(w.say("closed"), 13)}
	}
	t := w.table(append(side(heads[0]), side(heads[1])...)...)
	for i := range max(len(left), len(right)) {
		cells := make([]string, 8)
		for at, rows := range [][]row1{left, right} {
			if i < len(rows) {
				r := rows[i]
				copy(cells[at*4:], []string{r.Account, r.Label, w.sum(r.Was), w.sum(r.Is)})
			}
		}
		t.row(cells...)
	}
	t.done()
	w.put("")
}

func (w *writer) individuals(s State) {
	w.title = "ANNEXE NO 1 (SUITE)\nLISTE INDIVIDUELLE DES CREANCES ET DETTES DES COPROPRIETAIRES AU " + w.day(s.Day)
	w.newPage()
	t := w.table(text("COMPTE", 9), text("NOM", 0), money("REPARTITION", 12), money("SOLDE PREC.", 12), money("APPELS|ANNULES", 12), money("SOLDE|DEBITEUR", 12), money("SOLDE|CREDITEUR", 12))
	var debit, credit predate.Cents
	w.carry = func() string { return w.line(t, "", "REPORT    ", "", "", "", w.sum(debit), w.sum(credit)) }
	for _, o := range s.Owners {
		t.row(o.Account, o.Name, w.sum(o.Share), w.sum(o.Before), w.sum(o.Called), w.filled(o.Debit), w.filled(o.Credit))
		debit, credit = debit+o.Debit, credit+o.Credit
	}
	w.carry = nil
	t.line()
	t.row("", "TOTAUX", "", "", "", w.sum(s.Debtors), w.sum(s.Creditors))
	t.done()
}

func (w *writer) five(head string) register {
	return w.table(text("CPTE", 6), text(head, 0), money(w.say("n1a")+"|"+w.say("n1b"), 13), money(w.say("na")+"|"+w.say("nb"), 13), money(w.say("nc")+"|"+w.say("nd"), 13), money(w.say("pa")+"|"+w.say("pb"), 13), money(w.say("qa")+"|"+w.say("qb"), 13))
}

func (w *writer) rows(t register, rows []row5, columns int) {
	for _, r := range rows {
		if r.Strong && r.Account != "" && r.Values == [5]predate.Cents{} {
			t.over(r.Account + " " + r.Label)
			continue
		}
		cells := []string{r.Account, r.Label}
		for _, v := range r.Values[:columns] {
			cells = append(cells, w.sum(v))
		}
		t.row(cells...)
		if r.Strong {
			t.line()
		}
	}
}

func (w *writer) schedule2() {
	w.annex("2", "COMPTE DE GESTION GENERAL DE L'EXERCICE CLOS REALISE ET BUDGET PREVISIONNEL")
	charges, products := w.d.general(w.part.Exercise)
	for i, rows := range [][]row5{charges, products} {
		t := w.five([]string{"CHARGES POUR OPERATIONS COURANTES", "PRODUITS POUR OPERATIONS COURANTES"}[i])
		w.rows(t, rows, 5)
		t.done()
		w.put("")
	}
	charges, products = w.d.off(w.part.Exercise)
	for i, rows := range [][]row5{charges, products} {
		w.room(10)
		t := w.table(text("CPTE", 6), text([]string{"CHARGES POUR TRAVAUX ET AUTRES OPERATIONS EXCEPTIONNELLES", "PRODUITS POUR TRAVAUX ET AUTRES OPERATIONS EXCEPTIONNELLES"}[i], 0),
			money(w.say("n1a")+"|"+w.say("n1b"), 13), money(w.say("na")+"|"+w.say("nb"), 13), money(w.say("nc")+"|"+w.say("nd"), 13))
		w.rows(t, rows, 3)
		t.done()
		w.put("")
	}
}

func (w *writer) schedule3() {
	w.annex("3", "COMPTE DE GESTION POUR OPERATIONS COURANTES ET BUDGET PREVISIONNEL")
	t := w.five("CHARGES PAR CLE DE REPARTITION")
	w.rows(t, w.d.byKey(w.part.Exercise), 5)
	t.done()
}

func (w *writer) schedule4() {
	w.annex("4", "COMPTE DE GESTION POUR TRAVAUX DE L'ARTICLE 14-2 ET OPERATIONS EXCEPTIONNELLES\nHORS BUDGET PREVISIONNEL")
	t := w.table(text("CLE", 4), text("OPERATION", 0), money("DEPENSES|VOTEES", 14), money("DEPENSES", 14), money("PROV. APPELEES|FONDS TRAVAUX", 15), money("SOLDE", 14))
	rows, total := w.d.workStates(w.part.Exercise, true)
	t.over("TRAVAUX DE L'ARTICLE 14-2")
	for _, r := range rows {
		t.row(r.Key.Code, fmt.Sprintf("%s (AG DU %s) - %s", r.Work.Title, w.day(r.VotedOn), r.Work.Firm), w.sum(r.Voted), w.sum(r.Spent), w.sum(r.Got), w.sum(r.Balance))
	}
	if len(rows) == 0 {
		t.row("", "NEANT")
	}
	t.line()
	t.row("", "TOTAL TRAVAUX DE L'ARTICLE 14-2", w.sum(total.Voted), w.sum(total.Spent), w.sum(total.Got), w.sum(total.Balance))
	t.over("OPERATIONS EXCEPTIONNELLES")
	t.row("", "NEANT")
	t.line()
	t.row("", "TOTAL GENERAL", w.sum(total.Voted), w.sum(total.Spent), w.sum(total.Got), w.sum(total.Balance))
	t.done()
}

func (w *writer) schedule5() {
	w.annex("5", "ETAT DES TRAVAUX DE L'ARTICLE 14-2 ET OPERATIONS EXCEPTIONNELLES VOTES\nNON ENCORE CLOTURES AU "+w.day(w.d.Exercises[w.part.Exercise].Period.To))
	t := w.table(text("OPERATION / MARCHE", 0), money("TRX VOTES|A", 12), money("TRX PAYES|B", 12), money("TRX REALISES|C", 12), money("PROV.APPELEES|D", 13), money("SOLDE ATTENTE|E=D-C", 13), money("SUBV.A RECEV.|F", 13))
	rows, total := w.d.workStates(w.part.Exercise, false)
	for _, r := range rows {
		t.row(fmt.Sprintf("%s %s (AG DU %s)", r.Key.Code, r.Work.Title, w.day(r.VotedOn)), w.sum(r.Voted), w.sum(r.Paid), w.sum(r.Spent), w.sum(r.Got), w.sum(r.Balance), w.sum(0))
	}
	if len(rows) == 0 {
		t.row("NEANT")
	}
	t.line()
	t.row("TOTAL", w.sum(total.Voted), w.sum(total.Paid), w.sum(total.Spent), w.sum(total.Got), w.sum(total.Balance), w.sum(0))
	t.done()
}

func (w *writer) meeting(p Part) {
	m := w.d.Meetings[p.Meeting]
	notice := p.Kind == "meeting_notice"
	w.title = "PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE\nDU " + inWords(m.Date)
	if notice {
		w.title = "CONVOCATION A L'ASSEMBLEE GENERALE ORDINAIRE\nDU " + inWords(m.Date)
	}
	w.newPage()
	if notice {
		w.recipient(w.d.Sold)
		w.prose(0, "Nous avons l'honneur de vous convoquer à l'assemblée générale ordinaire des copropriétaires de l'immeuble "+w.d.Name+" qui se tiendra le "+inWords(m.Date)+" à 18 h 30, salle des associations, à l'effet de délibérer sur l'ordre du jour suivant.")
	} else {
		w.prose(0, "L'an "+itoa(m.Date.Year)+", le "+inWords(m.Date)+", les copropriétaires de l'immeuble "+w.d.Name+", situé "+w.d.Street+", "+w.d.Zip+" "+w.d.City+", se sont réunis en assemblée générale ordinaire sur convocation régulière adressée par le syndic.")
		w.put("")
		w.dots(2, "PRESENTS ET REPRESENTES", itoa(m.Present), 60)
		w.dots(2, "ENSEMBLE DES COPROPRIETAIRES", itoa(w.d.Total), 60)
		for _, o := range m.Absent {
			w.dots(2, "ABSENT : "+w.d.Owners[o].Name, itoa(w.d.share(0, w.d.Owners[o].Lots)), 60)
		}
	}
	for i, r := range m.Resolutions {
		w.put("")
		w.room(7)
		w.resolution(i+1, r, notice)
	}
	w.put("")
	if notice {
		w.prose(0, "Pièces jointes : annexes comptables 1 à 5, projet de budget, contrat de syndic, formulaire de vote par correspondance.")
		return
	}
	w.prose(0, "L'ordre du jour étant épuisé, la séance est levée à 21 h 10. Les actions en contestation des décisions des assemblées générales doivent, à peine de déchéance, être introduites dans un délai de deux mois à compter de la notification du procès-verbal (article 42 de la loi du 10 juillet 1965).")
	w.ends("LE PRESIDENT DE SEANCE", "LE SECRETAIRE")
	w.ends(w.d.Owners[0].Name, w.d.Agent.Name)
}

func (w *writer) resolution(n int, r Resolution, notice bool) {
	title := fmt.Sprintf("%s %d - %s", w.say("resolution"), n, r.Title)
	w.prose(0, title)
	w.put(fmt.Sprintf("%.*s", min(w.Width, utf8.RuneCountInString(title)), "----------------------------------------------------------------------------------------------------------------------------------------------"))
	if notice {
		if r.Article != "" {
			w.put("   MAJORITE : ARTICLE " + r.Article)
		}
		return
	}
	w.prose(3, r.Text)
	if r.Outcome != "adopted" && r.Outcome != "rejected" {
		w.put("   " + w.say(map[bool]string{true: "postponed", false: "novote"}[r.Outcome == "postponed"]))
		return
	}
	w.put(fmt.Sprintf("   POUR       : %8d TANTIEMES  (%d COPROPRIETAIRES)", r.For, r.ForN))
	w.put(fmt.Sprintf("   CONTRE     : %8d TANTIEMES  (%d COPROPRIETAIRES)", r.Against, r.AgainstN))
	w.put(fmt.Sprintf("   ABSTENTION : %8d TANTIEMES  (%d COPROPRIETAIRES)", r.Abstain, r.AbstaN))
	w.put("   " + fmt.Sprintf(w.say(r.Outcome), r.Article))
}

func (w *writer) facts(kind string) {
	title, facts, notes := w.d.sheet(kind)
	w.title = title
	w.newPage()
	for _, n := range notes {
		w.prose(0, n)
	}
	w.put("")
	if !w.Paired || kind == "coownership_rules" {
		for _, f := range facts {
			w.fact(f)
		}
		return
	}
	half := w.Width/2 - 2
	var held string
	flush := func() {
		if held != "" {
			w.put(held)
		}
		held = ""
	}
	for _, f := range facts {
		cell := w.flat(f.Label + " : " + f.Value)
		switch {
		case f.Value == "":
			flush()
			w.put("")
			w.put("*** " + f.Label + " ***")
		case utf8.RuneCountInString(cell) > half:
			flush()
			w.put(cell)
		case held == "":
			held = fmt.Sprintf("%-*s", w.Width/2, cell)
		default:
			held += cell
			flush()
		}
	}
	flush()
}

func (w *writer) fact(f fact) {
	switch {
	case f.Value == "":
		w.put("")
		w.put("*** " + f.Label + " ***")
	case utf8.RuneCountInString(f.Label)+utf8.RuneCountInString(f.Value) > w.Width-8:
		w.put(f.Label + " :")
		w.prose(4, f.Value)
	default:
		w.put(f.Label + " " + fmt.Sprintf("%.*s", max(2, 50-utf8.RuneCountInString(f.Label)), "..................................................") + " " + f.Value)
	}
}
