package lookstest

import (
	"math/rand/v2"
	"strings"

	"predate"
)

// Where a form puts the values of its labels.
const (
	inline = iota
	dotted
	columns
	cardsAbove
	cardsBelow
)

// How a form rules its tables.
const (
	unruled = iota
	underlined
	boxed
)

// Form is a look drawn at random: fonts, places, numbers, words.
type Form struct {
	Font        string
	Size        float64
	Margin      float64
	Bold, Shout bool
	Letterhead  int
	Pairs       int
	Rules       int
	Repeat      bool // heads of tables on every page
	Landscape   bool
	Euro        bool
	Thousands   string
	Point       string
	Negative    string
	Blank       string // what a nil amount is written as; "" for 0,00
	Days        int
	Balance     int // sides of balances: columns, marks, words, sign
	Swapped     bool
	Lots        int // how lots are told
	Merged      bool
	Posts       bool // posts in the charge statement
	Numbers     bool // account numbers in the schedules
	Stacked     bool // schedule 1, one side under the other
	ClosedFirst bool
	Votes       int
	words       map[string]string
	shuffle     uint64
}

// anyForm draws a form.
func anyForm(seed uint64) Form {
	r := rand.New(rand.NewPCG(seed, 0x666f726d))
	flip := func(n int) bool { return r.IntN(n) == 0 }
	f := Form{
		Font: []string{"Helvetica", "Times", "Courier"}[min(r.IntN(5), 2)%3], Size: 7.6 + float64(r.IntN(4))*0.5, Margin: 26 + float64(r.IntN(30)),
		Bold: !flip(3), Shout: flip(2), Letterhead: r.IntN(3), Pairs: r.IntN(5), Rules: r.IntN(3), Repeat: !flip(4), Landscape: flip(3),
		Euro: flip(2), Thousands: []string{"\u00a0", " ", ".", ""}[r.IntN(4)], Point: ",", Negative: []string{"-", "behind", "brackets"}[r.IntN(3)],
		Blank: []string{"", "", "-"}[r.IntN(3)], Days: r.IntN(4), Balance: r.IntN(5), Swapped: flip(3), Lots: r.IntN(3), Merged: flip(3), Posts: !flip(3),
		Numbers: !flip(5), Stacked: flip(2), ClosedFirst: flip(3), Votes: r.IntN(3), words: map[string]string{}, shuffle: r.Uint64(),
	}
	if f.Font == "Courier" {
		f.Size -= 1.2
	}
	if f.Thousands == " " && flip(3) {
		f.Point = "."
	}
	for _, choice := range terms() {
		f.words[choice[0]] = choice[1+r.IntN(len(choice)-1)]
	}
	return f
}

func (f Form) word(key string) string { return f.words[key] }

// money writes an amount as the form does.
func (f Form) money(c predate.Cents) string {
	if c == 0 && f.Blank != "" {
		return f.Blank
	}
	text := grouped(abs(c), f.Thousands, f.Point)
	if f.Euro {
		text += "\u00a0€"
	}
	switch {
	case c >= 0:
		return text
	case f.Negative == "behind":
		return grouped(-c, f.Thousands, f.Point) + "-"
	case f.Negative == "brackets":
		return "(" + text + ")"
	}
	return "-" + text
}

func (f Form) optional(c predate.Cents) string {
	if c == 0 {
		return ""
	}
	return f.money(c)
}

// balance writes a balance with its side.
func (f Form) balance(c predate.Cents) string {
	f.Blank = ""
	marks := [][2]string{{" D", " C"}, {" DB", " CR"}, {" débiteur", " créditeur"}}
	if f.Balance >= len(marks) {
		return f.money(c)
	}
	switch {
	case c > 0:
		return f.money(c) + marks[f.Balance][0]
	case c < 0:
		return f.money(-c) + marks[f.Balance][1]
	}
	return f.money(0)
}

func (f Form) day(d predate.Date) string {
	switch f.Days {
	case 1:
		return Listing{Short: true}.day(d)
	case 2:
		return strings.ReplaceAll(day(d), "/", ".")
	case 3:
		return inWords(d)
	}
	return day(d)
}

// short writes days in tables: never in words.
func (f Form) short(d predate.Date) string {
	if f.Days == 3 {
		return day(d)
	}
	return f.day(d)
}

// order shuffles columns; the first n stay where they are.
func (f Form) order(total, fixed int) []int {
	r := rand.New(rand.NewPCG(f.shuffle, uint64(total)))
	order := make([]int, total)
	for i := range order {
		order[i] = i
	}
	rest := order[fixed:]
	if f.Swapped {
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	return order
}

// terms are the words of the forms: a key, then what publishers print.
func terms() [][]string {
	return [][]string{
		{"issued", "Édité le", "Date d'édition :", "Le", "Établi le", "Émis le"},
		{"call.title", "Appel de fonds", "Avis d'appel de fonds", "Appel de provisions", "Appel de charges", "Avis d'échéance", "Appel de cotisations"},
		{"call.period", "Période", "Période appelée", "Provisions de la période"},
		{"call.due", "Date d'exigibilité", "Exigible le", "À payer pour le", "Échéance", "Date limite de paiement"},
		{"call.budget", "Provisions sur budget prévisionnel", "Charges courantes", "Budget courant", "Provisions pour charges", "Acompte sur charges courantes"},
		{"call.works", "Travaux votés", "Travaux art. 14-2", "Hors budget", "Appel travaux", "Travaux décidés en assemblée"},
		{"call.fund", "Fonds de travaux", "Cotisation fonds de travaux", "Fonds travaux ALUR", "Cotisation au fonds de travaux (art. 14-2-1)"},
		{"call.subtotal", "Sous-total", "Total", "Total rubrique"},
		{"call.total", "Total de l'appel", "Montant de cet appel", "Total appelé", "Montant du présent appel", "Total du présent appel"},
		{"call.prior", "Solde antérieur", "Solde précédent", "Report de solde", "Solde de votre compte avant appel", "Position de votre compte"},
		{"call.topay", "Total à payer", "Net à payer", "Reste à payer", "Montant à régler", "Solde à régler", "Total à régler"},
		{"advance", "Avance de trésorerie", "Fonds de roulement", "Avance permanente", "Avance de trésorerie (compte 1031)", "Réserve (avance de trésorerie)"},
		{"fundshare", "Votre part du fonds de travaux au", "Quote-part du fonds de travaux attachée à vos lots au", "Fonds de travaux rattaché à vos lots au", "Cumul du fonds de travaux de vos lots au"},
		{"recall", "Pour mémoire", "Pour information", "Rappel", "Sommes attachées à vos lots"},
		{"statement.title", "Relevé de compte", "Extrait de compte", "Situation de compte", "Historique de compte", "Relevé de compte copropriétaire", "Compte individuel"},
		{"statement.opening", "À nouveau", "Report à nouveau", "Solde précédent", "Solde antérieur", "Report"},
		{"statement.payment", "Virement reçu", "Prélèvement", "Règlement", "Paiement par carte", "Votre chèque", "Encaissement"},
		{"statement.fee", "Frais de relance", "Mise en demeure", "Relance (frais art. 10-1)", "Frais de mise en demeure"},
		{"statement.adjust", "Régularisation charges", "Solde de charges", "Répartition des charges", "Apurement des charges", "Arrêté des comptes"},
		{"statement.adjustworks", "Régularisation travaux", "Solde de travaux", "Répartition des travaux", "Apurement des travaux"},
		{"statement.total", "Total des mouvements", "Totaux", "Total de la période", "Total général"},
		{"statement.closing", "Solde au", "Nouveau solde au", "Solde du compte au", "Solde arrêté au", "Situation au"},
		{"statement.natures", "Détail du solde", "Ventilation du solde", "Solde par nature"},
		{"charges.title", "Décompte de charges", "Décompte individuel de charges", "État individuel de répartition", "Répartition individuelle des charges", "Régularisation des charges", "Relevé individuel de charges"},
		{"charges.approved", "Comptes approuvés le", "Approuvés par l'assemblée du", "Assemblée du"},
		{"charges.actual", "Total de vos charges", "Charges réelles", "Charges de l'exercice", "Votre quote-part de charges", "Total des charges"},
		{"charges.called", "Provisions appelées", "Moins provisions appelées", "À déduire : provisions appelées", "Total des provisions", "Acomptes appelés"},
		{"charges.owes", "Solde à votre charge", "Complément à payer", "Solde débiteur", "Reste dû", "Insuffisance de provisions"},
		{"charges.gets", "Solde en votre faveur", "Trop perçu", "Solde créditeur", "À vous rembourser", "Excédent de provisions"},
		{"charges.works", "Travaux clôturés dans l'exercice", "Travaux et opérations exceptionnelles", "Travaux terminés", "Travaux soldés"},
		{"charges.workstotal", "Total de vos travaux", "Quote-part de travaux", "Coût des travaux", "Total travaux"},
		{"charges.workscalled", "Provisions travaux appelées", "Moins appels de travaux", "Appels de travaux"},
		{"col.annual", "Budget", "Budget annuel", "Montant annuel", "Montant voté"},
		{"col.called", "Appel", "Montant appelé", "À répartir", "Total immeuble"},
		{"col.spent", "Dépenses", "À répartir", "Montant total", "Dépense de l'immeuble"},
		{"col.shares", "Tantièmes", "Vos tantièmes", "Tant.", "Millièmes"},
		{"col.base", "Base", "Total", "Sur", "Base de répartition"},
		{"col.share", "Quote-part", "Votre part", "Votre quote-part", "À votre charge"},
		{"col.tenant", "Dont récupérable", "Part locative", "Récupérable"},
		{"col.before", "Exercice précédent approuvé", "Exercice précédent", "N-1", "Exercice N-1"},
		{"col.closed", "Exercice clos", "Exercice N", "N", "Clos"},
		{"one.debtors", "Copropriétaires - sommes exigibles restant à recevoir", "Copropriétaires débiteurs", "Copropriétaires - sommes restant à recevoir"},
		{"one.creditors", "Copropriétaires - excédents versés", "Copropriétaires créditeurs", "Copropriétaires - excédents"},
		{"minutes.adopted", "Cette résolution est adoptée.", "Résolution adoptée à la majorité requise.", "La résolution est approuvée.", "Cette proposition est acceptée.", "Vote : adopté"},
		{"minutes.rejected", "Cette résolution est rejetée.", "La résolution n'est pas adoptée.", "La résolution est refusée.", "Cette proposition est repoussée.", "Vote : rejeté"},
		{"minutes.none", "Ce point ne donne pas lieu à un vote.", "Sans vote.", "Point d'information."},
		{"minutes.number", "Résolution n° %d - %s", "%d. %s", "Question n° %d : %s", "%d) %s", "%d - %s"},
	}
}
