package typeset

// The information notice of CCH art. L.721-2, II, 4°: the rights and duties of
// co-owners, and how the syndicat works. It is the same for every sale; its words
// are this house's, from the law as it stands on noticeDay.

const (
	noticeTitle = "Notice d’information"
	// noticeDay is the last text of law that the notice takes in.
	noticeDay = "Texte à jour de la loi n° 2024-322 du 9 avril 2024."
)

// noticeSection is a heading of the notice with what stands below it.
type noticeSection struct {
	name, law string
	texts     []string
}

func noticeSections() []noticeSection {
	return []noticeSection{
		{"Le lot et le règlement de copropriété", "loi n° 65-557, art. 1 à 9", []string{
			"Un lot réunit une partie privative, dont le copropriétaire use et dispose librement, et une quote-part des parties communes. Les deux ne se vendent pas l’une sans l’autre.",
			"Le règlement de copropriété, l’état descriptif de division et leurs modificatifs publiés s’imposent à l’acquéreur. Ils fixent la destination de l’immeuble, l’usage des parties privatives et communes et la répartition des charges.",
			"Chacun jouit de ses parties privatives à condition de ne porter atteinte ni aux droits des autres ni à la destination de l’immeuble. Les travaux qui touchent aux parties communes ou à l’aspect extérieur demandent l’accord préalable de l’assemblée générale.",
		}},
		{"Les charges", "loi n° 65-557, art. 10 à 10-1", []string{
			"Les charges des services collectifs et des équipements communs se répartissent selon l’utilité objective de chaque service pour chaque lot ; celles de conservation, d’entretien et d’administration, selon la valeur relative des parties privatives, exprimée en tantièmes.",
			"Les frais de recouvrement d’une créance justifiée pèsent sur le seul copropriétaire défaillant. Une provision impayée trente jours après une mise en demeure peut rendre exigibles toutes les autres sommes de l’exercice (art. 19-2).",
			"Une créance de charges se prescrit par cinq ans. Elle est garantie par une hypothèque légale sur le lot ; lors d’une vente, le syndic peut former opposition sur le prix (art. 20).",
		}},
		{"Le budget, les travaux et le fonds de travaux", "loi n° 65-557, art. 14-1 à 14-3", []string{
			"L’assemblée vote chaque année un budget prévisionnel pour les dépenses courantes. Les provisions sont en principe d’un quart par trimestre, exigibles le premier jour du trimestre.",
			"Les travaux hors budget sont votés à part ; leurs provisions sont appelées aux dates que l’assemblée décide. Le vendeur et l’acquéreur peuvent répartir autrement les sommes entre eux : cet accord ne lie pas le syndicat, qui s’adresse à celui qui est copropriétaire le jour où la somme est exigible (décret n° 67-223, art. 6-2 et 6-3).",
			"Dans un immeuble à usage d’habitation de plus de dix ans, un fonds de travaux est en principe obligatoire. La cotisation annuelle est d’au moins 5 % du budget et, lorsqu’un plan pluriannuel de travaux est adopté, d’au moins 2,5 % du coût de ses travaux. Les sommes versées sont attachées au lot et ne sont pas remboursées lors d’une vente.",
		}},
		{"L’assemblée générale", "loi n° 65-557, art. 17 à 26-1 ; décret n° 67-223, art. 7 à 21", []string{
			"Le syndicat réunit tous les copropriétaires. Il conserve l’immeuble et administre les parties communes. Ses décisions sont prises en assemblée générale, réunie au moins une fois par an.",
			"Chacun est convoqué vingt et un jours au moins avant la réunion, sauf urgence, peut demander l’inscription de questions à l’ordre du jour, s’y faire représenter, voter par correspondance ou participer à distance dans les conditions prévues par les textes.",
			"Chacun dispose d’un nombre de voix égal à sa quote-part des parties communes. Les majorités vont de celle des voix exprimées (art. 24) à celle de toutes les voix (art. 25) et à la double majorité des membres et des deux tiers des voix (art. 26) ; certaines décisions demandent l’unanimité.",
			"Les opposants et les défaillants peuvent contester une décision en justice dans les deux mois de la notification du procès-verbal (art. 42).",
		}},
		{"Le syndic et le conseil syndical", "loi n° 65-557, art. 17 à 18-2 et 21", []string{
			"Le syndic, professionnel ou non, est désigné par l’assemblée pour trois ans au plus, renouvelables. Il exécute les décisions, tient la comptabilité, appelle les provisions et représente le syndicat. Son contrat suit un modèle réglementaire.",
			"Le conseil syndical, élu parmi les copropriétaires, assiste le syndic et contrôle sa gestion. Il peut prendre connaissance de toute pièce intéressant le syndicat.",
			"Le syndic professionnel donne à chacun, sauf décision contraire de l’assemblée, un accès en ligne sécurisé aux documents de l’immeuble et de ses lots. Les pièces justificatives des charges peuvent être consultées avant l’assemblée qui approuve les comptes (art. 18-1).",
		}},
		{"Les autres droits et devoirs", "loi n° 65-557, art. 8-2, 9, 9-1, 18 et 42", []string{
			"Tout copropriétaire doit être assuré contre les risques de responsabilité civile dont il répond, qu’il occupe son lot ou non. Le syndicat est assuré de son côté.",
			"Il doit laisser exécuter dans ses parties privatives les travaux d’intérêt collectif régulièrement décidés, s’il n’y a pas d’autre solution ; un préjudice grave ouvre droit à indemnité.",
			"Il notifie au syndic son adresse et tout changement. Le nouveau copropriétaire reçoit ses convocations à l’adresse que le notaire indique dans l’avis de mutation.",
			"Une fiche synthétique de la copropriété est mise à jour chaque année, et le syndicat est inscrit au registre national des copropriétés.",
			"Si l’équilibre financier du syndicat est compromis ou l’immeuble dégradé, le juge peut désigner un mandataire ad hoc ou un administrateur provisoire (art. 29-1 et suivants).",
		}},
	}
}

// notice is the last annex, closely set: a page that is the same for every sale.
func (c *composer) notice() {
	c.sheet.open()
	c.part("ANNEXE", noticeTitle)
	c.paragraph("Droits et obligations des copropriétaires, fonctionnement des instances du syndicat (CCH, art. L.721-2, II, 4°). "+noticeDay, small)
	c.paragraph("Information générale, identique pour toutes les ventes : elle résume la loi n° 65-557 du 10 juillet 1965 et le décret n° 67-223 du 17 mars 1967 "+
		"sans en reproduire le texte, ne tient pas compte du règlement de l’immeuble et n’est pas un conseil juridique. "+
		"Si un modèle est fixé par arrêté à la date de la vente, il prévaut.", smallItalic)
	for _, section := range noticeSections() {
		c.headed(heads{name: section.name, law: section.law, as: noticeHead, above: 7, below: 2, keep: 30})
		c.bulleted(section.texts, noticeText, 1.5)
	}
}

// onPageOf tells the page of a section, once it is known.
func (c *composer) onPageOf(name string) string {
	for _, w := range c.known.waypoints {
		if w.title == name {
			return ", " + onPage(w.page)
		}
	}
	return ""
}
