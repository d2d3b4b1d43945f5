package lookstest

import (
	"fmt"
	"strings"
)

func (l *list) meeting(p Part) {
	m := l.d.Meetings[p.Meeting]
	notice := p.Kind == "meeting_notice"
	l.title = "PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE DU " + inWords(m.Date)
	if notice {
		l.title = "CONVOCATION A L'ASSEMBLEE GENERALE ORDINAIRE DU " + inWords(m.Date)
	}
	l.title = capitals(l.title)
	l.newPage()
	if notice {
		l.recipient(l.d.Sold)
		l.skip()
		l.paragraph(0, "Vous êtes convoqué à l'assemblée générale ordinaire des copropriétaires qui se tiendra le "+inWords(m.Date)+" à 18 heures 30, salle municipale des Remparts, pour délibérer sur l'ordre du jour suivant :")
	} else {
		l.paragraph(0, fmt.Sprintf("Le %s à 18 heures 30, les copropriétaires de l'immeuble %s, %s %s %s, se sont réunis sur convocation du syndic en date du %s. Il a été dressé une feuille de présence. Présents et représentés : %d copropriétaires totalisant %d tantièmes sur %d.",
			inWords(m.Date), l.d.Name, l.d.Street, l.d.Zip, l.d.City, day(m.Notice), len(l.d.Owners)-len(m.Absent), m.Present, l.d.Keys[0].Total))
		var names []string
		for _, o := range m.Absent {
			names = append(names, l.d.Owners[o].Name)
		}
		l.paragraph(0, "Absents : "+strings.Join(names, ", "))
	}
	for i, r := range m.Resolutions {
		l.skip()
		l.paragraph(0, fmt.Sprintf("%02d - %s", i+1, r.Title))
		l.resolution(m, r, notice)
	}
	if notice {
		l.skip()
		l.paragraph(0, "Pièces jointes : annexes comptables 1 à 5, formulaire de vote par correspondance, pouvoir.")
		return
	}
	l.skip()
	l.paragraph(0, "L'ordre du jour étant épuisé, la séance est levée à 20 heures 45.")
	l.paragraph(0, "Les actions en contestation des décisions doivent être introduites dans un délai de deux mois à compter de la notification du procès-verbal (article 42 de la loi du 10 juillet 1965).")
	l.put(at(0, "LE PRESIDENT"), at(50, "LE SECRETAIRE"))
}

func (l *list) resolution(m Meeting, r Resolution, notice bool) {
	l.paragraph(5, r.Text)
	if r.Outcome == "" {
		l.put(at(5, "POINT SANS VOTE"))
		return
	}
	if notice {
		l.put(at(5, "(MAJORITE ART. "+r.Article+")"))
		return
	}
	l.put(at(5, "POUR .......:"), upTo(26, itoa(r.For)), at(30, fmt.Sprintf("(%d COPROPRIETAIRES)", r.ForN)))
	l.put(at(5, "CONTRE .....:"), upTo(26, itoa(r.Against)), at(30, fmt.Sprintf("(%d COPROPRIETAIRES)", r.AgainstN)))
	l.put(at(5, "ABSTENTIONS :"), upTo(26, itoa(r.Abstain)), at(30, fmt.Sprintf("(%d COPROPRIETAIRES)", r.AbstaN)))
	if r.Outcome == "adopted" {
		l.put(at(5, "*** RESOLUTION ADOPTEE - MAJORITE ART. "+r.Article))
		return
	}
	l.put(at(5, "*** RESOLUTION REJETEE - MAJORITE ART. "+r.Article+" NON ATTEINTE"))
}

// fact is one line of a sheet: a label and its value; no value makes a heading.
type fact struct{ Label, Value string }

// sheet returns the title and the lines of a paper that is a list of facts, and
// the sentences after it.
func (d *Dossier) sheet(kind string) (title string, facts []fact, notes []string) {
	switch kind {
	case "summary_sheet":
		return d.summarySheet()
	case "maintenance_log":
		return "Carnet d'entretien de l'immeuble", []fact{
			{"Immeuble", d.Name},
			{"Adresse", d.Street + ", " + d.Zip + " " + d.City},
			{"Syndic", d.Agent.Name},
			{"Numéro d'immatriculation", d.Registration},
			{"Année de construction", itoa(d.Built)},
			{"Assurance de l'immeuble", ""},
			{"Assureur", d.Insurer},
			{"Numéro de police", d.Policy},
			{"Échéance", day(d.Insured)},
			{"Travaux importants", ""},
			{itoa(d.Works[0].SpentAt.Year), d.Works[0].Title + " - " + d.Works[0].Firm},
			{"Contrats de maintenance", ""},
			{"Ascenseur", "Élévatique Sarrazac"},
			{"Nettoyage", "Propreté Vaillargues"},
		}, []string{"Carnet établi en application du décret n° 2001-477 du 30 mai 2001.", "Aucun diagnostic technique global. Aucun plan pluriannuel de travaux adopté."}
	case "registration_certificate":
		return "Attestation d'immatriculation au registre national des copropriétés", []fact{
			{"Numéro d'immatriculation", d.Registration},
			{"Nom d'usage", d.Name},
			{"Adresse de référence", d.Street + ", " + d.Zip + " " + d.City},
			{"Représentant légal", d.Agent.Name},
			{"Nombre total de lots", itoa(len(d.Lots))},
			{"Date de la dernière mise à jour", day(d.sheetDate().AddDays(-4))},
		}, []string{"Le teneur du registre national d'immatriculation des syndicats de copropriétaires atteste que le syndicat désigné ci-dessus est immatriculé."}
	case "insurance":
		return "Attestation d'assurance multirisque immeuble", []fact{
			{"Assureur", d.Insurer},
			{"Assuré", "Syndicat des copropriétaires " + d.Name},
			{"Risque situé", d.Street + ", " + d.Zip + " " + d.City},
			{"Contrat n°", d.Policy},
			{"Période de garantie", "du " + day(d.Exercises[running].Period.From) + " au " + day(d.Insured)},
		}, []string{"Nous soussignés, " + d.Insurer + ", attestons garantir l'immeuble ci-dessus. La présente attestation vaut présomption de garantie."}
	}
	return d.longPapers(kind)
}

func (d *Dossier) summarySheet() (title string, facts []fact, notes []string) {
	s, e := d.States[last], d.Exercises[last].Period
	cost, _ := d.WorksActual(last, d.all())
	over := 0
	for _, o := range s.Owners {
		if o.Debit > 30000 {
			over++
		}
	}
	facts = []fact{
		{"Identification", ""},
		{"Nom d'usage", d.Name},
		{"Adresse", d.Street + ", " + d.Zip + " " + d.City},
		{"Numéro d'immatriculation", d.Registration},
		{"Date du règlement de copropriété", day(d.Rules)},
		{"Représentant légal", ""},
		{"Syndic", d.Agent.Name},
		{"Adresse du syndic", d.Agent.Street + " " + d.Agent.Town},
		{"Cadre d'intervention", "Mandat de syndic"},
		{"Fin de mandat", day(d.MandateEnd)},
		{"Organisation juridique", ""},
		{"Type de syndicat", "Syndicat principal"},
		{"Caractéristiques techniques", ""},
		{"Nombre total de lots", itoa(len(d.Lots))},
		{"Nombre de lots principaux", itoa(len(d.Owners))},
		{"Nombre d'ascenseurs", "1"},
		{"Données financières", ""},
		{"Exercice clos", "du " + day(e.From) + " au " + day(e.To)},
		{"Comptes approuvés le", day(d.Meetings[last].Date)},
		{"Charges courantes", euros(d.Exercises[last].Net(-1))},
		{"Travaux et opérations exceptionnelles", euros(cost)},
		{"Dettes fournisseurs, rémunérations et autres", euros(s.Suppliers + s.OtherDebts)},
		{"Sommes restant dues par les copropriétaires", euros(s.Debtors + s.Doubtful)},
		{"Copropriétaires débiteurs de plus de 300 €", itoa(over)},
		{"Fonds de travaux", euros(s.Fund)},
	}
	if d.Light {
		facts = d.lightSheet(facts)
	}
	return "Fiche synthétique de la copropriété", facts, []string{"Fiche établie en application de l'article 8-2 de la loi n° 65-557 du 10 juillet 1965, le " + inWords(d.sheetDate()) + "."}
}

func (d *Dossier) longPapers(kind string) (title string, facts []fact, notes []string) {
	if kind == "agent_contract" {
		return "Contrat de syndic", []fact{
			{"Syndic", d.Agent.Name},
			{"Syndicat des copropriétaires", d.Name},
			{"Carte professionnelle", "CPI 0000 2021 000 000 0" + d.ID[1:]},
			{"Garantie financière", "Caution Orbelune"},
			{"Prise d'effet", day(d.Meetings[last].Date)},
			{"Fin du contrat", day(d.MandateEnd)},
			{"Rémunération forfaitaire annuelle TTC", euros(490000)},
			{"Prestations imputables au seul copropriétaire", ""},
			{"Mise en demeure", euros(4200)},
			{"Frais de relance", euros(Fee)},
			{"Établissement de l'état daté", euros(38000)},
			{"Opposition sur mutation", euros(14500)},
		}, []string{"Contrat type prévu par le décret n° 2015-342 du 26 mars 2015.", "Le syndic assure l'administration et la conservation de l'immeuble, l'exécution du règlement de copropriété et des décisions de l'assemblée."}
	}
	facts = []fact{{"État descriptif de division", ""}}
	for _, l := range d.Lots {
		text := fmt.Sprintf("%s, bâtiment %s, %s, et les %d/%d des parties communes générales", l.Type, l.Building, l.Floor, l.Shares[0], d.Keys[0].Total)
		if len(l.Shares) > 1 && l.Shares[1] > 0 {
			text += fmt.Sprintf(", %d/1000 des charges d'ascenseur", l.Shares[1])
		}
		facts = append(facts, fact{"Lot n° " + itoa(l.Number), text})
	}
	return "Règlement de copropriété et état descriptif de division", facts, []string{
		"L'an " + itoa(d.Rules.Year) + ", le " + inWords(d.Rules) + ", par-devant Maître " + d.Notary + ", notaire, a été établi le règlement de copropriété de l'immeuble situé " + d.Street + ", " + d.Zip + " " + d.City + ".",
	}
}

func (l *list) plain(p Part) {
	title, facts, notes := l.d.sheet(p.Kind)
	l.title = capitals(title)
	l.newPage()
	for _, n := range notes {
		l.paragraph(0, n)
	}
	for _, f := range facts {
		if f.Value == "" {
			l.skip()
			l.put(at(0, "--- "+f.Label+" ---"))
			continue
		}
		label, value := l.say(f.Label), capitals(f.Value)
		head := label + " " + strings.Repeat(".", max(2, 36-len(label))) + " "
		if len(head)+len(value) <= l.width {
			l.put(said(0, head+value))
			continue
		}
		l.put(said(0, head))
		l.paragraph(4, value)
	}
}
