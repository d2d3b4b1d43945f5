package lookstest

import (
	"fmt"
	"strings"

	"predate"
)

// side makes one side of schedule 1, in its two columns.
func (f Form) side(title string, rows []row1) *table {
	t := &table{Head: []string{"", title, f.word("col.before"), f.word("col.closed")}, Left: []bool{true, true, false, false}}
	for _, r := range rows {
		label := r.Label
		switch {
		case strings.Contains(label, "sommes exigibles"):
			label = f.word("one.debtors")
		case strings.Contains(label, "excédents"):
			label = f.word("one.creditors")
		}
		t.add(r.Total, r.Account, label, f.money(r.Was), f.money(r.Is))
	}
	order := []int{0, 1, 2, 3}
	if f.ClosedFirst {
		order = []int{0, 1, 3, 2}
	}
	if !f.Numbers {
		order = order[1:]
	}
	t.arrange(order)
	return t
}

func (f Form) schedule1(d *Dossier, exercise int) (string, []block) {
	left, right := d.schedule(exercise)
	heads := [2][2]string{{"Trésorerie", "Provisions et avances"}, {"Créances", "Dettes"}}
	var blocks []block
	for i, heading := range []string{"I - Situation financière et trésorerie", "II - Créances et dettes"} {
		a, b := f.side(heads[i][0], left[i]), f.side(heads[i][1], right[i])
		if f.Stacked {
			blocks = append(blocks, block{Heading: heading, Table: a}, block{Table: b})
			continue
		}
		blocks = append(blocks, block{Heading: heading, Sides: [2]*table{a, b}})
	}
	return "Annexe 1 - État financier après répartition au " + f.day(d.States[exercise].Day), blocks
}

// five makes a table of schedules 2 and 3.
func (f Form) five(title string, rows []row5, width int) *table {
	t := &table{
		Head: []string{"", title, f.word("col.before"), "Exercice clos budget voté", "Exercice clos réalisé", "Budget en cours voté", "Budget à voter"},
		Left: []bool{true, true, false, false, false, false, false},
	}
	for _, r := range rows {
		if r.Strong && r.Account != "" && r.Values == [5]predate.Cents{} {
			t.add(true, r.Label)
			continue
		}
		cells := []string{r.Account, r.Label}
		for _, v := range r.Values {
			cells = append(cells, f.money(v))
		}
		t.add(r.Strong, cells...)
	}
	order := []int{0, 1, 2, 3, 4, 5, 6}[:2+width]
	if f.ClosedFirst {
		order[2], order[4] = order[4], order[2]
	}
	if !f.Numbers {
		order = order[1:]
	}
	t.arrange(order)
	return t
}

func (f Form) schedule23(d *Dossier, p Part) (string, []block) {
	year := d.Exercises[p.Exercise].Period
	span := " - exercice du " + f.day(year.From) + " au " + f.day(year.To)
	if p.Kind == "schedule_3" {
		return "Annexe 3 - Compte de gestion pour opérations courantes et budget prévisionnel" + span, []block{{Table: f.five("Par clé de répartition", d.byKey(p.Exercise), 5)}}
	}
	charges, products := d.general(p.Exercise)
	offCharges, offProducts := d.off(p.Exercise)
	return "Annexe 2 - Compte de gestion général et budget prévisionnel" + span, []block{
		{Table: f.five("Charges pour opérations courantes", charges, 5)},
		{Table: f.five("Produits pour opérations courantes", products, 5)},
		{Table: f.five("Charges pour travaux et autres opérations exceptionnelles", offCharges, 3)},
		{Table: f.five("Produits pour travaux et autres opérations exceptionnelles", offProducts, 3)},
	}
}

func (f Form) schedule4(d *Dossier, exercise int) (string, []block) {
	year := d.Exercises[exercise].Period
	t := &table{Head: []string{"Clé", "Opération", "Dépenses votées", "Dépenses", "Provisions appelées, emprunts et subventions, fonds de travaux", "Solde"}, Left: []bool{true, true, false, false, false, false}}
	rows, total := d.workStates(exercise, true)
	for _, r := range rows {
		t.add(false, r.Key.Label, r.Work.Title+" (AG du "+f.short(r.VotedOn)+")", f.money(r.Voted), f.money(r.Spent), f.money(r.Got), f.money(r.Balance))
	}
	if len(rows) == 0 {
		t.add(false, "Néant")
	}
	t.add(true, "", "Total", f.money(total.Voted), f.money(total.Spent), f.money(total.Got), f.money(total.Balance))
	return "Annexe 4 - Travaux de l'article 14-2 et opérations exceptionnelles hors budget prévisionnel - exercice clos le " + f.day(year.To), []block{{Table: t}}
}

func (f Form) schedule5(d *Dossier, exercise int) (string, []block) {
	t := &table{
		Head: []string{"Clé", "Opération", "A - Travaux votés", "B - Travaux payés", "C - Travaux réalisés", "D - Provisions appelées, emprunts et subventions, fonds de travaux", "E = D - C Solde en attente", "F - À recevoir"},
		Left: []bool{true, true, false, false, false, false, false, false},
	}
	rows, total := d.workStates(exercise, false)
	for _, r := range rows {
		t.add(false, r.Key.Label, r.Work.Title+" (AG du "+f.short(r.VotedOn)+")", f.money(r.Voted), f.money(r.Paid), f.money(r.Spent), f.money(r.Got), f.money(r.Balance), f.money(0))
	}
	if len(rows) == 0 {
		t.add(false, "Néant")
	}
	t.add(true, "", "Total", f.money(total.Voted), f.money(total.Paid), f.money(total.Spent), f.money(total.Got), f.money(total.Balance), f.money(0))
	return "Annexe 5 - Travaux de l'article 14-2 et opérations exceptionnelles votés non encore clôturés au " + f.day(d.Exercises[exercise].Period.To), []block{{Table: t}}
}

func (f Form) meeting(d *Dossier, p Part) (string, []block) {
	m := d.Meetings[p.Meeting]
	notice := p.Kind == "meeting_notice"
	title := "Procès-verbal de l'assemblée générale ordinaire du " + inWords(m.Date)
	blocks := []block{{Text: fmt.Sprintf("Les copropriétaires de l'immeuble %s, convoqués le %s, se sont réunis le %s à 18 h 30. Présents et représentés : %d tantièmes sur %d.", d.Name, f.day(m.Notice), inWords(m.Date), m.Present, d.Keys[0].Total)}}
	if notice {
		title = "Convocation à l'assemblée générale ordinaire du " + inWords(m.Date)
		blocks = append(f.recipient(d, d.Sold), block{Text: "Vous êtes convoqué à l'assemblée générale qui se tiendra le " + inWords(m.Date) + " à 18 h 30 pour délibérer sur l'ordre du jour suivant :"})
	}
	for i, r := range m.Resolutions {
		blocks = append(blocks, block{Heading: fmt.Sprintf(f.word("minutes.number"), i+1, r.Title), Text: r.Text})
		if !notice {
			blocks = append(blocks, f.votes(d, r)...)
		}
	}
	if notice {
		return title, append(blocks, block{Text: "Pièces jointes : annexes comptables 1 à 5, pouvoir, formulaire de vote par correspondance."})
	}
	return title, append(blocks, block{Text: "La séance est levée à 20 h 45. Les actions en contestation doivent être introduites dans les deux mois de la notification du procès-verbal (article 42 de la loi du 10 juillet 1965)."})
}

func (f Form) votes(d *Dossier, r Resolution) []block {
	if r.Outcome == "" {
		return []block{{Text: f.word("minutes.none")}}
	}
	if r.Outcome == "postponed" {
		return []block{{Text: "L'assemblée décide de reporter cette question à une prochaine assemblée."}}
	}
	outcome := block{Text: f.word("minutes." + r.Outcome)}
	switch f.Votes {
	case 0:
		return []block{{Text: fmt.Sprintf("Pour : %d - Contre : %d - Abstention : %d (article %s)", r.For, r.Against, r.Abstain, r.Article)}, outcome}
	case 1:
		t := &table{Head: []string{"", "Copropriétaires", "Tantièmes"}, Left: []bool{true, false, false}}
		t.add(false, "Pour", itoa(r.ForN), itoa(r.For)+" / "+itoa(d.Keys[0].Total))
		t.add(false, "Contre", itoa(r.AgainstN), itoa(r.Against)+" / "+itoa(d.Keys[0].Total))
		t.add(false, "Abstention", itoa(r.AbstaN), itoa(r.Abstain)+" / "+itoa(d.Keys[0].Total))
		return []block{{Table: t}, outcome}
	}
	outcome.Text = fmt.Sprintf("Ont voté pour %d tantièmes, contre %d, abstention %d. ", r.For, r.Against, r.Abstain) + outcome.Text
	return []block{outcome}
}
