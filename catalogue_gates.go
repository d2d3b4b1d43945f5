package predate

import "slices"

// GateEntry is the catalogue's description of one gate.
type GateEntry struct {
	ID    string
	Label string // its French name, as the statement's list of checks writes it
	Holds string // the identity in French
}

// GateOf returns the catalogue's entry for a gate. It returns false for an unknown ID.
func GateOf(id string) (GateEntry, bool) {
	entries := Gates()
	i := slices.IndexFunc(entries, func(e GateEntry) bool { return e.ID == id })
	if i < 0 {
		return GateEntry{}, false
	}
	return entries[i], true
}

// Gates returns the catalogue of the gates, in the order in which the statement lists
// them: first those on the owner's papers, then those on the accounts of the syndicat.
func Gates() []GateEntry {
	return []GateEntry{
		{"account.balance", "Relevé de compte : ouverture, mouvements et solde", "Relevé : ouverture + débits − crédits = solde."},
		{"account.running", "Relevé de compte : soldes intermédiaires", "Relevé : chaque solde intermédiaire suit du précédent."},
		{"account.totals", "Relevé de compte : totaux imprimés", "Relevé : totaux imprimés des débits et des crédits."},
		{"advances.cap", "Avance de trésorerie et sixième du budget", "Avance de trésorerie ≤ un sixième du budget (décret du 17 mars 1967, art. 35)."},
		{"advances.mirror", "Avances dues au vendeur et à reconstituer", "Avances à reconstituer par l’acquéreur = avances dues au vendeur."},
		{"calls.budget", "Budgets appelés et budgets votés", "Budgets portés sur les appels = budgets votés par clé."},
		{"calls.exercise_n", "Appels de l’exercice en cours et budget des lots", "Appels de l’exercice en cours = budget annuel des lots."},
		{"calls.sums", "Appels : lignes, sous-totaux et total", "Appels : lignes = sous-totaux = total."},
		{"calls.works_fund_n", "Appels du fonds de travaux de l’exercice en cours et cotisation des lots", "Appels du fonds de travaux de l’exercice en cours = cotisation annuelle des lots."},
		{"calls.year_n1", "Appels et provisions du décompte, N-1", "Appels de l’exercice N-1 = provisions du décompte."},
		{"calls.year_n2", "Appels et provisions du décompte, N-2", "Appels de l’exercice N-2 = provisions du décompte."},
		{"charges.adjustment_n1", "Régularisation N-1 inscrite au compte", "Régularisation de l’exercice N-1 inscrite au compte."},
		{"charges.adjustment_n2", "Régularisation N-2 inscrite au compte", "Régularisation de l’exercice N-2 inscrite au compte."},
		{"charges.keys", "Décompte : clés et total de chaque lot", "Décompte : clés = total de chaque lot."},
		{"charges.recomputation_n1", "Décompte N-1 et annexe 3 par tantièmes", "Charges N-1 : décompte = annexe 3 × tantièmes."},
		{"charges.recomputation_n2", "Décompte N-2 et annexe 3 par tantièmes", "Charges N-2 : décompte = annexe 3 × tantièmes."},
		{"charges.works_n1", "Travaux clos N-1 et tantièmes", "Travaux clos N-1 : quote-part = dépense × tantièmes."},
		{"charges.works_n2", "Travaux clos N-2 et tantièmes", "Travaux clos N-2 : quote-part = dépense × tantièmes."},
		{"part_1.sum", "Ventilation de la partie 1 et solde débiteur", "Ventilation de la partie 1 = solde débiteur."},
		{"schedule_1.balance", "Annexe 1 : équilibre des totaux", "Annexe 1 : total de gauche = total de droite."},
		{"schedule_1.list", "Annexe 1 : liste individuelle et comptes 45", "Annexe 1 : liste individuelle = comptes 45."},
		{"schedule_1.suspense", "Annexe 1 : compte d’attente 47", "Annexe 1 : compte 47 soldé."},
		{"schedule_1.works_pending", "Annexe 1, compte 12, et annexe 5", "Annexe 1, compte 12 = annexe 5, colonne E."},
		{"schedule_2.current", "Annexe 2, partie courante, et annexe 3", "Annexe 2, partie courante = annexe 3."},
		{"schedule_2.works", "Annexe 2, partie travaux, et annexe 4", "Annexe 2, partie travaux = annexe 4."},
		{"schedule_4.lines", "Annexe 4 : provisions et dépenses", "Annexe 4 : solde = provisions − dépenses."},
		{"schedule_5.lines", "Annexe 5 : colonnes C, D et E", "Annexe 5 : E = D − C."},
		{"works.calendar", "Travaux : voté, financé, appelé, à appeler", "Travaux : voté = financé + appelé + à appeler."},
		{"works_fund.share", "Part du fonds de travaux et tantièmes", "Quote-part du fonds de travaux ≈ fonds × tantièmes."},
	}
}
