package lookstest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"predate"
)

// makeResolutions writes what each meeting decided, with votes that add up to
// the shares present.
func (d *Dossier) makeResolutions(random *rand.Rand) {
	refused := refusedWorks()
	for i := range d.Meetings {
		m := &d.Meetings[i]
		m.Absent = nil
		for o := range d.Owners {
			if o != d.SellerAt && random.IntN(4) == 0 {
				m.Absent = append(m.Absent, o)
			}
		}
		m.Present = d.Keys[0].Total
		for _, o := range m.Absent {
			m.Present -= d.share(0, d.Owners[o].Lots)
		}
		d.ordinary(random, m)
		for _, w := range d.Works {
			if w.Voted == m.Date {
				d.decide(random, m, workResolution(d, w))
			}
			if w.GivenUp == m.Date {
				d.decide(random, m, giveUp(w))
			}
		}
		if i > 0 {
			r := refused[(int(d.Seed)+i)%len(refused)]
			title := "Travaux : " + r.title
			d.Rejected = append(d.Rejected, title)
			d.decide(random, m, Resolution{
				Title: title, Article: "25", Outcome: "rejected",
				Text: fmt.Sprintf("Il est proposé à l'assemblée de confier ces travaux à l'entreprise %s pour un montant de %s TTC.", r.firm, euros(predate.Cents(between(random, 42, 99))*10000)),
			})
		}
		if d.Postponed && i == last {
			r := refused[(int(d.Seed)+last+1)%len(refused)]
			m.Resolutions = append(m.Resolutions, Resolution{
				Title: "Travaux : " + r.title, Article: "25", Outcome: "postponed",
				Text: fmt.Sprintf("Le devis de l'entreprise %s, de %s TTC, est présenté à l'assemblée.", r.firm, euros(870000)),
			})
		}
		m.Resolutions = append(m.Resolutions, Resolution{Title: "Procédures en cours", Text: d.litigation()}, Resolution{
			Title: "Questions diverses", Text: "Il est rappelé que les parties communes doivent rester libres de tout encombrant.",
		})
	}
}

func (d *Dossier) litigation() string {
	if d.Litigation {
		return "Le syndic rend compte de la procédure engagée devant le tribunal judiciaire contre le copropriétaire du lot n° 9 en recouvrement de charges ; l'affaire est renvoyée à l'audience du mois de septembre."
	}
	return "Aucune procédure judiciaire n'est en cours à l'encontre ou à l'initiative du syndicat."
}

func (d *Dossier) ordinary(random *rand.Rand, m *Meeting) {
	e := m.Approves
	closed, next := d.Exercises[e].Period, d.Exercises[min(e+2, coming)]
	works, approved := "", "L'assemblée approuve"
	if d.Redrafted && e == last {
		approved = fmt.Sprintf("Une facture ayant été comptée deux fois, le poste « Fournisseurs » de l'annexe 1 est ramené de %s à %s. L'assemblée approuve, ainsi rectifiés et tels qu'annexés au présent procès-verbal,",
			euros(d.States[last].Suppliers+Correction), euros(d.States[last].Suppliers))
	}
	if cost, _ := d.WorksActual(e, d.all()); cost > 0 {
		works = fmt.Sprintf(", et des dépenses de %s pour travaux et opérations exceptionnelles clôturés", euros(cost))
	}
	for _, r := range []Resolution{
		{Title: "Élection du président de séance", Article: "24", Text: fmt.Sprintf("L'assemblée élit %s président de séance.", d.Owners[0].Name)},
		{Title: "Élection du secrétaire de séance", Article: "24", Text: fmt.Sprintf("Le secrétariat est assuré par %s.", d.Agent.Name)},
		{
			Title: "Approbation des comptes de l'exercice du " + day(closed.From) + " au " + day(closed.To), Article: "24",
			Text: fmt.Sprintf("%s les comptes de l'exercice du %s au %s, présentant des charges nettes courantes de %s%s.",
				approved, day(closed.From), day(closed.To), euros(d.Exercises[e].Net(-1)), works),
		},
		{Title: "Quitus donné au syndic", Article: "24", Text: fmt.Sprintf("Quitus est donné à %s pour sa gestion arrêtée au %s.", d.Agent.Name, day(closed.To))},
		{
			Title: "Budget prévisionnel de l'exercice du " + day(next.Period.From) + " au " + day(next.Period.To), Article: "24",
			Text: fmt.Sprintf("Le budget prévisionnel de l'exercice du %s au %s est arrêté à la somme de %s. Il est appelé par provisions %s, exigibles le premier jour de chaque %s.",
				day(next.Period.From), day(next.Period.To), euros(next.Budget(-1)), d.rhythm(), d.spell()),
		},
		{
			Title: "Fonds de travaux de l'article 14-2-1", Article: "25",
			Text: fmt.Sprintf("La cotisation annuelle au fonds de travaux de l'exercice %s est fixée à %s, soit 5 %% du budget prévisionnel, appelée comme les provisions.",
				next.Period.Label(), euros(next.Fund)),
		},
	} {
		r.Outcome = "adopted"
		d.decide(random, m, r)
	}
	if e == last {
		d.decide(random, m, Resolution{
			Title: map[bool]string{true: "Désignation du syndic bénévole", false: "Désignation du syndic"}[d.Light], Article: "25", Outcome: "adopted",
			Text: fmt.Sprintf("%s est désigné en qualité de syndic pour un mandat commençant le %s et expirant le %s.", d.Agent.Name, day(m.Date), day(d.MandateEnd)),
		})
	}
}

func workResolution(d *Dossier, w Work) Resolution {
	var calendar []string
	for _, c := range append(w.Planned, w.Calls...) {
		calendar = append(calendar, fmt.Sprintf("%s exigibles le %s", euros(c.Amount), day(c.Due)))
	}
	text := fmt.Sprintf("L'assemblée décide d'exécuter les travaux suivants : %s. Elle retient l'entreprise %s et arrête le budget de l'opération, honoraires compris, à %s TTC.",
		strings.ToLower(w.Title[:1])+w.Title[1:], w.Firm, euros(w.Amount))
	if w.FromFund != 0 {
		text += fmt.Sprintf(" Une somme de %s est prélevée sur le fonds de travaux.", euros(w.FromFund))
	}
	text += fmt.Sprintf(" La dépense est répartie selon la clé « %s » (%d tantièmes) et appelée comme suit : %s.",
		d.Keys[w.Key].Label, d.Keys[w.Key].Total, strings.Join(calendar, " ; "))
	return Resolution{Title: "Travaux : " + w.Title, Article: "25", Outcome: "adopted", Text: text}
}

func giveUp(w Work) Resolution {
	return Resolution{
		Title: "Annulation des travaux : " + w.Title, Article: "25", Outcome: "adopted",
		Text: fmt.Sprintf("L'assemblée décide d'annuler la décision de l'assemblée du %s de confier à l'entreprise %s les travaux « %s » votés pour %s TTC. Ces travaux ne seront pas réalisés et aucun appel de fonds ne sera émis à ce titre.",
			day(w.Voted), w.Firm, strings.ToLower(w.Title[:1])+w.Title[1:], euros(w.Amount)),
	}
}

// decide gives a resolution its votes.
func (d *Dossier) decide(random *rand.Rand, m *Meeting, r Resolution) {
	r.For = m.Present
	voters := len(d.Owners) - len(m.Absent)
	r.ForN = voters
	against := 0
	for o := range d.Owners {
		if contains(m.Absent, o) || o == 0 {
			continue
		}
		shares := d.share(0, d.Owners[o].Lots)
		switch {
		case r.Outcome == "rejected" && against*10 < m.Present*6, random.IntN(9) == 0 && r.Outcome == "adopted" && (against+shares)*10 < m.Present*2:
			r.Against += shares
			r.AgainstN++
			against += shares
		case random.IntN(12) == 0:
			r.Abstain += shares
			r.AbstaN++
		}
	}
	r.For -= r.Against + r.Abstain
	r.ForN -= r.AgainstN + r.AbstaN
	m.Resolutions = append(m.Resolutions, r)
}

func contains(list []int, n int) bool {
	for _, v := range list {
		if v == n {
			return true
		}
	}
	return false
}

func (d *Dossier) rhythm() string {
	return map[int]string{2: "semestrielles", 4: "trimestrielles", 12: "mensuelles"}[d.Calls]
}

func (d *Dossier) spell() string {
	return map[int]string{2: "semestre", 4: "trimestre", 12: "mois"}[d.Calls]
}

// euros writes an amount as a sentence does: "12 345,60 €".
func euros(c predate.Cents) string { return grouped(c, "\u00a0", ",") + "\u00a0€" }

// grouped writes an amount with its thousands apart.
func grouped(c predate.Cents, thousands, point string) string {
	sign := ""
	if c < 0 {
		sign, c = "−", -c
	}
	units := fmt.Sprint(int64(c) / 100)
	for i := len(units) - 3; i > 0; i -= 3 {
		units = units[:i] + thousands + units[i:]
	}
	return fmt.Sprintf("%s%s%s%02d", sign, units, point, int64(c)%100)
}

// day writes 12/03/2026.
func day(d predate.Date) string { return fmt.Sprintf("%02d/%02d/%04d", d.Day, int(d.Month), d.Year) }

// inWords writes "12 mars 2026".
func inWords(d predate.Date) string {
	months := []string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
	first := fmt.Sprint(d.Day)
	if d.Day == 1 {
		first = "1er"
	}
	return first + " " + months[d.Month-1] + " " + fmt.Sprint(d.Year)
}
