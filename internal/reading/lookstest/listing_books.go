package lookstest

import (
	"fmt"
	"sort"
	"strings"

	"predate"
)

// row1 is a row of one side of schedule 1, of the exercise before and closed.
type row1 struct {
	Account, Label string
	Was, Is        predate.Cents
	Total          bool
}

// schedule returns the two sides of schedule 1, first part then second.
func (d *Dossier) schedule(exercise int) (left, right [2][]row1) {
	return d.scheduleOf(exercise, d.States[exercise])
}

// scheduleOf returns the rows for a state, which may be a draft's.
func (d *Dossier) scheduleOf(exercise int, is State) (left, right [2][]row1) {
	var was State
	if exercise > before {
		was = d.States[exercise-1]
	}
	r := func(account, label string, of func(State) predate.Cents) row1 {
		return row1{account, label, of(was), of(is), account == ""}
	}
	left[0] = []row1{
		r("50", "Fonds placés", func(s State) predate.Cents { return s.Placed }),
		r("51", "Banques ou fonds disponibles en banque", func(s State) predate.Cents { return s.Bank }),
		r("53", "Caisse", nothing),
		r("", "Trésorerie disponible Total I", State.TotalI),
	}
	right[0] = []row1{
		r("102", "Provisions pour travaux", nothing),
		r("1031", "Avances de trésorerie", func(s State) predate.Cents { return s.Advances }),
		r("1033", "Autres avances", nothing),
		r("105", "Fonds de travaux", func(s State) predate.Cents { return s.Fund }),
		r("131", "Subventions en instance d'affectation", nothing),
		r("12", "Solde en attente sur travaux et opérations exceptionnelles", func(s State) predate.Cents { return s.Waiting }),
		r("", "Total I", State.TotalProvisions),
	}
	left[1] = []row1{
		r("45", "Copropriétaires - sommes exigibles restant à recevoir", func(s State) predate.Cents { return s.Debtors }),
		r("459", "Copropriétaires - créances douteuses", func(s State) predate.Cents { return s.Doubtful }),
		r("42 à 44", "Autres créances", func(s State) predate.Cents { return s.OtherClaims }),
		r("46", "Débiteurs divers", nothing), r("47", "Compte d'attente", nothing), r("48", "Compte de régularisation", nothing),
		r("", "Total II", State.TotalClaims),
		r("", "Total général (I)+(II)", State.Total),
	}
	right[1] = []row1{
		r("45", "Copropriétaires - excédents versés", func(s State) predate.Cents { return s.Creditors }),
		r("40", "Fournisseurs", func(s State) predate.Cents { return s.Suppliers }),
		r("42 à 44", "Autres dettes", func(s State) predate.Cents { return s.OtherDebts }),
		r("46", "Créditeurs divers", func(s State) predate.Cents { return s.Sundry }),
		r("47", "Compte d'attente", nothing), r("48", "Compte de régularisation", nothing), r("49", "Dépréciation des comptes de tiers", nothing),
		r("", "Total II", State.TotalDebts),
		r("", "Total général (I)+(II)", State.Total),
	}
	return left, right
}

func nothing(State) predate.Cents { return 0 }

func (l *list) schedule1(exercise int) {
	s := l.d.States[exercise]
	l.title = "ANNEXE 1 - ETAT FINANCIER APRES REPARTITION AU " + l.Listing.day(s.Day)
	l.newPage()
	left, right := l.d.schedule(exercise)
	heads := [2][2]string{{"TRESORERIE", "PROVISIONS ET AVANCES"}, {"CREANCES", "DETTES"}}
	for part := range 2 {
		l.put(at(0, []string{"I - SITUATION FINANCIERE ET TRESORERIE", "II - CREANCES ET DETTES"}[part]))
		l.rule("-", 0, 132)
		was, is := "EX. PREC.", "EX. CLOS"
		if l.Swapped {
			was, is = is, was
		}
		l.put(at(8, heads[part][0]), upTo(51, was), upTo(65, is), at(75, heads[part][1]), upTo(117, was), upTo(132, is))
		l.rule("-", 0, 132)
		for i := range max(len(left[part]), len(right[part])) {
			var cells []cell
			if i < len(left[part]) {
				cells = append(cells, l.row1(left[part][i], 0, 51, 65)...)
			}
			if i < len(right[part]) {
				cells = append(cells, l.row1(right[part][i], 67, 117, 132)...)
			}
			l.put(cells...)
		}
		l.rule("=", 0, 132)
	}
	l.owners(s)
}

func (l *list) row1(r row1, col, was, is int) []cell {
	label := l.say(r.Label)
	if room := was - 12 - col - 8; len(label) > room {
		label = label[:room]
	}
	account, before, closed := r.Account, l.sum(r.Was), l.sum(r.Is)
	if l.Anonymous {
		account = ""
	}
	if l.Swapped {
		before, closed = closed, before
	}
	return []cell{at(col, account), said(col+8, label), upTo(was, before), upTo(is, closed)}
}

// owners prints the individual list.
func (l *list) owners(s State) {
	l.title = "ANNEXE 1 (SUITE) - LISTE INDIVIDUELLE DES CREANCES ET DETTES DES COPROPRIETAIRES"
	l.newPage()
	l.rule("-", 0, 132)
	l.put(at(0, "COMPTE"), at(11, "NOM"), upTo(62, "REPARTITION"), upTo(80, "SOLDE PREC."), upTo(98, "APPELS ANNULES"), upTo(115, "DEBITEUR"), upTo(132, "CREDITEUR"))
	l.rule("-", 0, 132)
	var total OwnerState
	for _, o := range s.Owners {
		l.put(at(0, o.Account), at(11, o.Name), upTo(62, l.sum(o.Share)), upTo(80, l.sum(o.Before)), upTo(98, l.sum(o.Called)), upTo(115, l.optional(o.Debit)), upTo(132, l.optional(o.Credit)))
		total.Share += o.Share
		total.Before += o.Before
		total.Called += o.Called
	}
	l.rule("=", 0, 132)
	l.put(at(11, "TOTAUX"), upTo(62, l.sum(total.Share)), upTo(80, l.sum(total.Before)), upTo(98, l.sum(total.Called)), upTo(115, l.sum(s.Debtors)), upTo(132, l.sum(s.Creditors)))
}

// row5 is a row of schedules 2 and 3: five columns, the last two of budgets.
type row5 struct {
	Account, Label string
	Values         [5]predate.Cents
	Strong         bool
}

// columns returns a post's figures in the five columns of an exercise's schedules.
func (d *Dossier) columns(exercise int, pick func(Post) bool) [5]predate.Cents {
	var v [5]predate.Cents
	add := func(e, column int, spent bool) {
		if e < 0 || e >= exercises {
			return
		}
		for _, p := range d.Exercises[e].Posts {
			if pick(p) {
				if spent {
					v[column] += p.Spent
				} else {
					v[column] += p.Budget
				}
			}
		}
	}
	add(exercise-1, 0, true)
	add(exercise, 1, false)
	add(exercise, 2, true)
	add(exercise+1, 3, false)
	add(exercise+2, 4, false)
	return v
}

// provisions returns the budgets called in the five columns.
func (d *Dossier) provisions(exercise int) [5]predate.Cents {
	var v [5]predate.Cents
	for column, e := range []int{exercise - 1, exercise, exercise, exercise + 1, exercise + 2} {
		if e >= 0 && e < exercises {
			v[column] = d.Exercises[e].Budget(-1)
		}
	}
	return v
}

func minus(a, b [5]predate.Cents) [5]predate.Cents {
	for i := range a {
		a[i] -= b[i]
	}
	return a
}

func opposite(a [5]predate.Cents) [5]predate.Cents { return minus([5]predate.Cents{}, a) }

// general returns the current part of schedule 2, charges then products.
func (d *Dossier) general(exercise int) (charges, products []row5) {
	labels := map[string]string{}
	for _, p := range d.Exercises[exercise].Posts {
		if labels[p.Account] == "" {
			labels[p.Account] = plainLabels()[p.Account]
		}
	}
	accounts := make([]string, 0, len(labels))
	for a := range labels {
		accounts = append(accounts, a)
	}
	sort.Strings(accounts)
	for _, a := range accounts {
		v := d.columns(exercise, func(p Post) bool { return p.Account == a })
		if strings.HasPrefix(a, "7") {
			products = append(products, row5{a, labels[a], opposite(v), false})
			continue
		}
		charges = append(charges, row5{a, labels[a], v, false})
	}
	products = append([]row5{{"701", "Provisions copropriétaires", d.provisions(exercise), false}}, products...)
	charges, products = closed(charges, products, "Total I")
	return charges, products
}

// closed adds sub-totals, the balance on the lesser side, and equal totals.
func closed(charges, products []row5, total string) (c, p []row5) {
	spent, received := added(charges), added(products)
	var excess, lack [5]predate.Cents
	for i := range spent {
		excess[i], lack[i] = max(0, received[i]-spent[i]), max(0, spent[i]-received[i])
	}
	charges = append(charges, row5{"", "Sous-total", spent, true}, row5{"", "Solde (excédent s/opérations affecté aux copropriétaires)", excess, false}, row5{"", total, minus(spent, opposite(excess)), true})
	products = append(products, row5{"", "Sous-total", received, true}, row5{"", "Solde (insuffisance s/opérations affectée aux copropriétaires)", lack, false}, row5{"", total, minus(received, opposite(lack)), true})
	return charges, products
}

func added(rows []row5) [5]predate.Cents {
	var v [5]predate.Cents
	for _, r := range rows {
		v = minus(v, opposite(r.Values))
	}
	return v
}

func plainLabels() map[string]string {
	return map[string]string{
		"601": "Eau", "602": "Électricité", "606": "Fournitures", "611": "Nettoyage des locaux", "614": "Contrats de maintenance",
		"615": "Entretien et petites réparations", "616": "Primes d'assurances", "621": "Rémunération du syndic sur gestion copropriété",
		"622": "Autres honoraires du syndic", "624": "Frais du conseil syndical", "63": "Impôts - taxes et versements assimilés", "716": "Produits financiers",
	}
}

// off returns the works part of schedule 2: three columns.
func (d *Dossier) off(exercise int) (charges, products []row5) {
	var spent, received [5]predate.Cents
	for _, w := range d.Works {
		switch {
		case w.Closed == exercise && w.Closed != 0:
			spent[1], spent[2] = spent[1]+w.Amount, spent[2]+w.Spent
			received[1], received[2] = received[1]+w.Amount, received[2]+w.Amount-w.FromFund
		}
	}
	return closed([]row5{{"671", "Travaux décidés par l'assemblée générale", spent, false}}, []row5{{"702", "Provisions pour travaux", received, false}}, "Total II")
}

// byKey returns schedule 3: a block for each key, and the foot.
func (d *Dossier) byKey(exercise int) []row5 {
	var rows []row5
	for i, k := range d.Keys {
		base := ""
		if !k.Metered {
			base = fmt.Sprintf(" (%d %s)", k.Total, k.Unit)
		}
		rows = append(rows, row5{k.Code, k.Label + base, [5]predate.Cents{}, true})
		seen := map[string]bool{}
		for _, p := range d.Exercises[exercise].Posts {
			if p.Key == i && !seen[p.Account] {
				seen[p.Account] = true
				v := d.columns(exercise, func(q Post) bool { return q.Key == i && q.Account == p.Account })
				rows = append(rows, row5{p.Account, p.Label, v, false})
			}
		}
		rows = append(rows, row5{"", "Total net " + k.Label, d.columns(exercise, func(q Post) bool { return q.Key == i }), true})
	}
	net := d.columns(exercise, func(Post) bool { return true })
	provisions := d.provisions(exercise)
	return append(rows, row5{"", "Total des charges nettes", net, true}, row5{"", "Provisions copropriétaires", provisions, false},
		row5{"", "Solde (excédent ou insuffisance affecté aux copropriétaires)", minus(provisions, net), true})
}

func (l *list) schedule23(p Part) {
	columns := func(works bool) []string {
		line := strings.Repeat("-", 132)
		cells := []cell{at(0, "CPT"), upTo(68, "EX. PREC. APPROUVE"), upTo(84, "VOTE"), upTo(100, "REALISE")}
		if !works {
			cells = append(cells, upTo(116, "BUDGET EN COURS"), upTo(132, "BUDGET A VOTER"))
		}
		return []string{line, l.compose(cells...), line}
	}
	year := l.d.Exercises[p.Exercise].Period
	span := " - EXERCICE DU " + l.Listing.day(year.From) + " AU " + l.Listing.day(year.To)
	if p.Kind == "schedule_3" {
		l.title = "ANNEXE 3 - COMPTE DE GESTION POUR OPERATIONS COURANTES" + span
		l.head = columns(false)
		l.newPage()
		l.rows5(l.d.byKey(p.Exercise), 5)
		return
	}
	l.title = "ANNEXE 2 - COMPTE DE GESTION GENERAL" + span
	l.head = columns(false)
	l.newPage()
	charges, products := l.d.general(p.Exercise)
	l.put(at(0, "CHARGES POUR OPERATIONS COURANTES"))
	l.rows5(charges, 5)
	l.put(at(0, "PRODUITS POUR OPERATIONS COURANTES"))
	l.rows5(products, 5)
	l.head = columns(true)
	l.newPage()
	charges, products = l.d.off(p.Exercise)
	l.put(at(0, "CHARGES POUR TRAVAUX ET AUTRES OPERATIONS EXCEPTIONNELLES"))
	l.rows5(charges, 3)
	l.put(at(0, "PRODUITS POUR TRAVAUX ET AUTRES OPERATIONS EXCEPTIONNELLES"))
	l.rows5(products, 3)
}

func (l *list) rows5(rows []row5, columns int) {
	ends := []int{68, 84, 100, 116, 132}
	for _, r := range rows {
		label := l.say(r.Label)
		if len(label) > 44 {
			label = label[:44]
		}
		cells := []cell{at(0, r.Account), said(8, label)}
		title := r.Strong && r.Account != "" && len(r.Account) == 3 && r.Values == [5]predate.Cents{}
		for i := 0; i < columns && !title; i++ {
			cells = append(cells, upTo(ends[i], l.sum(r.Values[i])))
		}
		l.put(cells...)
		if r.Strong && !title {
			l.rule("-", 54, ends[columns-1])
		}
	}
}

func (l *list) schedule4(exercise int) {
	year := l.d.Exercises[exercise].Period
	l.title = "ANNEXE 4 - TRAVAUX ART. 14-2 ET OPERATIONS EXCEPTIONNELLES HORS BUDGET - EX. " + year.Label()
	line := strings.Repeat("-", 132)
	l.head = []string{
		line, l.compose(at(0, "CLE"), at(6, "OPERATION"), upTo(84, "DEPENSES VOTEES"), upTo(100, "DEPENSES"), upTo(116, "PROV. APPELEES"), upTo(132, "SOLDE")), line,
	}
	l.newPage()
	l.put(at(0, "TRAVAUX DE L'ARTICLE 14-2"))
	var voted, spent, called predate.Cents
	for _, w := range l.d.Works {
		if w.Closed != exercise || w.Closed == 0 {
			continue
		}
		l.put(at(0, l.d.Keys[w.Key].Code), at(6, w.Title), upTo(84, l.sum(w.Amount)), upTo(100, l.sum(w.Spent)), upTo(116, l.sum(w.Amount)), upTo(132, l.sum(w.Amount-w.Spent)))
		l.put(at(6, "A.G. DU "+l.Listing.day(w.Voted)+" - "+w.Firm))
		voted, spent, called = voted+w.Amount, spent+w.Spent, called+w.Amount
	}
	if voted == 0 {
		l.put(at(6, "NEANT"))
	}
	l.rule("=", 6, 132)
	l.put(at(6, "TOTAL TRAVAUX"), upTo(84, l.sum(voted)), upTo(100, l.sum(spent)), upTo(116, l.sum(called)), upTo(132, l.sum(called-spent)))
	l.put(at(0, "OPERATIONS EXCEPTIONNELLES"))
	l.put(at(6, "NEANT"))
	l.rule("=", 6, 132)
	l.put(at(6, "TOTAL"), upTo(84, l.sum(voted)), upTo(100, l.sum(spent)), upTo(116, l.sum(called)), upTo(132, l.sum(called-spent)))
}

func (l *list) schedule5(exercise int) {
	end := l.d.Exercises[exercise].Period.To
	l.title = "ANNEXE 5 - TRAVAUX VOTES NON ENCORE CLOTURES AU " + l.Listing.day(end)
	line := strings.Repeat("-", 132)
	l.head = []string{
		line,
		l.compose(upTo(72, "TRX VOTES"), upTo(84, "TRX PAYES"), upTo(97, "TRX REALISES"), upTo(110, "PROV. APPELEES"), upTo(121, "SOLDE"), upTo(132, "SUBV.")),
		l.compose(at(0, "CLE"), at(6, "OPERATION"), upTo(72, "A"), upTo(84, "B"), upTo(97, "C"), upTo(110, "D"), upTo(121, "E=D-C"), upTo(132, "F")), line,
	}
	l.newPage()
	var v, p, r, g predate.Cents
	for _, w := range l.d.openAt(exercise) {
		spent, got := w.realised(end), l.d.received(w, end)
		l.put(at(0, l.d.Keys[w.Key].Code), at(6, w.Title), upTo(72, l.sum(w.Amount)), upTo(84, l.sum(spent)), upTo(97, l.sum(spent)), upTo(110, l.sum(got)), upTo(121, l.sum(got-spent)), upTo(132, "0,00"))
		l.put(at(6, "A.G. DU "+l.Listing.day(w.Voted)+" - "+w.Firm))
		v, p, r, g = v+w.Amount, p+spent, r+spent, g+got
	}
	if v == 0 {
		l.put(at(6, "NEANT"))
	}
	l.rule("=", 6, 132)
	l.put(at(6, "TOTAL"), upTo(72, l.sum(v)), upTo(84, l.sum(p)), upTo(97, l.sum(r)), upTo(110, l.sum(g)), upTo(121, l.sum(g-r)), upTo(132, "0,00"))
}

// openAt returns the works voted and not closed at the end of an exercise.
func (d *Dossier) openAt(exercise int) []Work {
	var open []Work
	for _, w := range d.Works {
		if !w.Voted.After(d.Exercises[exercise].Period.To) && (w.Closed == 0 || w.Closed > exercise) {
			open = append(open, w)
		}
	}
	return open
}

// realised returns what a work cost up to a day.
func (w Work) realised(day predate.Date) predate.Cents {
	if w.SpentAt.After(day) {
		return 0
	}
	return w.Spent
}
