package lookstest

// rate is a post of a budget before any seed: the account, its label, euros for
// 10 000 of general shares, and the tenant's part in per cent.
type rate struct {
	account, label string
	euros          int
	tenant         int
}

func generalRates() []rate {
	return []rate{
		{"602", "Électricité des parties communes", 1290, 100},
		{"606", "Fournitures", 310, 100},
		{"611", "Nettoyage des locaux", 4180, 100},
		{"614", "Contrats de maintenance", 1120, 100},
		{"615", "Entretien et petites réparations", 3350, 25},
		{"616", "Primes d'assurances", 3080, 0},
		{"621", "Rémunération du syndic sur gestion copropriété", 4900, 0},
		{"622", "Autres honoraires du syndic", 560, 0},
		{"624", "Frais du conseil syndical", 90, 0},
		{"63", "Impôts et taxes", 240, 100},
	}
}

func waterRate() rate { return rate{"601", "Eau", 2260, 100} }

func liftRates() []rate {
	return []rate{
		{"602", "Électricité ascenseur", 610, 100},
		{"614", "Contrat de maintenance ascenseur", 2540, 100},
		{"615", "Réparations ascenseur", 870, 25},
	}
}

func buildingRates() []rate {
	return []rate{
		{"602", "Électricité bâtiment", 480, 100},
		{"611", "Nettoyage bâtiment", 1730, 100},
		{"615", "Petites réparations bâtiment", 940, 25},
	}
}

func surnames() []string {
	return []string{
		"Abrivard", "Bessagnet", "Cormoulis", "Delavigerie", "Estrabaut", "Fouquevin", "Grandsaigne", "Hautecloque",
		"Isambourg", "Jolimetz", "Kerdaniou", "Lamourdedieu", "Malvezin", "Nauroy-Blet", "Oursival", "Peyrelongue",
		"Quinsonnat", "Roquetoire", "Sauvebelle", "Tournebride", "Urvillers", "Vaucresson", "Wargnies", "Yvernaumont",
	}
}

func titles() []string { return []string{"M.", "Mme", "M. et Mme", "Mme", "M.", "Consorts"} }

// workNames are the object of an operation and who does it.
type workName struct{ title, firm string }

func smallWorks() []workName {
	return []workName{
		{"Remplacement de l'interphone", "Phonéclair Services"},
		{"Réfection du hall d'entrée", "Peintures Malouvret"},
		{"Mise en conformité du tableau électrique", "Volt & Marnay"},
		{"Remplacement des boîtes aux lettres", "Métallerie Chastagner"},
	}
}

func largeWorks() []workName {
	return []workName{
		{"Ravalement de la façade sur rue", "Façadiers du Val Clément"},
		{"Réfection de la couverture", "Toitures Hémonnet"},
		{"Isolation du pignon nord", "Isolarive"},
		{"Reprise des réseaux d'évacuation", "Canalisations Prudhat"},
	}
}

func lateWorks() []workName {
	return []workName{
		{"Remplacement de la porte du garage", "Fermetures Jalabert-Roux"},
		{"Création d'un local à vélos", "Menuiserie Talendier"},
	}
}

func refusedWorks() []workName {
	return []workName{
		{"Installation de bornes de recharge", "Électromobile Saintours"},
		{"Réfection de la cour", "Pavages Dumoulinet"},
		{"Pose d'une vidéosurveillance", "Vigilance Orbey"},
	}
}
