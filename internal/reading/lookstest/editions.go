package lookstest

import "predate"

// Look draws papers, and tells the pages of each of their parts.
type Look interface {
	Draw(d *Dossier, p Paper) ([]byte, []int, error)
}

// Edition is a dossier in one look: one that draws by itself, or one that a
// browser prints from a template.
type Edition struct {
	Settings
	Look   Look
	Drawn  string   // by a browser, from the template of this name
	Typed  Printout // by a print spooler, when its sheets have lines
	Ledger Ledger   // as an old program prints it, when its pages have a width
	Style  Style
	Scans  string // names of the papers that are there as pictures alone
	// What the product has reached so far: figures read rightly, papers told for
	// what they are, and whether the outcome is the right one.
	Right, Kinds int
	Settled      bool
	Unmastered   bool // not held to anything yet
}

// editions are the dossiers that the product is tried on; those that a browser
// prints are kept in testdata.
func editions() []Edition {
	return []Edition{
		{Settings: Settings{
			ID: "d11", Seed: 11, Name: "Résidence Le Parc aux Ormes", Street: "27 sente des Verriers-Gris", Zip: "76000", City: "Rouen",
			Registration: "AH3-771-204", Code: "0212", Notary: "Aurélien Brassempouy",
			Agent:  Agent{"Gestion Dorvec-Maillebois", "9 quai des Haleurs", "76000 Rouen", "02 35 00 00 11"},
			Seller: []Person{{"Mme", "Céline", "Haubertin"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 17, Total: 10000, Payer: Late, Litigation: true, Insurer: "Assurances Vermandor", Policy: "MR 88 1204 7",
		}, Look: Listing{Short: true}, Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "d14", Seed: 14, Name: "Les Terrasses de Villardeix", Street: "3 bis montée des Tanneurs", Zip: "87000", City: "Limoges",
			Registration: "AK7-204-663", Code: "41", Notary: "Solange Tourvieille",
			Agent:  Agent{"Immobilière du Pont-Vieux", "60 rue des Faïenciers", "87000 Limoges", "05 55 00 00 14"},
			Seller: []Person{{"M.", "Gaspard", "Lormantin"}, {"Mme", "Inès", "Lormantin"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 2, Owners: 14, Total: 1000, Payer: Overpayer, Kept: true, Building: true, Metered: true, Late3: true, Insurer: "Mutuelle Bellarive", Policy: "COP-5512-B",
		}, Look: Listing{Minus: true}, Right: 68, Kinds: 29, Settled: true},
		{Settings: Settings{
			ID: "d12", Seed: 12, Name: "Villa Montbrillant", Street: "41 avenue des Acacias-Bleus", Zip: "35000", City: "Rennes",
			Registration: "AJ1-318-940", Code: "VMB", Notary: "Hermine Castelnovel",
			Agent:  Agent{"Syndibulle", "18 place du Mail-Perché", "35000 Rennes", "02 99 00 00 12"},
			Seller: []Person{{"M.", "Armand", "Duvallis"}}, Start: predate.Date{Year: 2024, Month: 7, Day: 1},
			Calls: 4, Owners: 15, Total: 10000, Payer: LongLate, Parking: true, Late3: true, Insurer: "Assurances Vermandor", Policy: "IMM 70 233",
		}, Drawn: "portal", Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "d13", Seed: 13, Name: "Résidence Clairefontaine-les-Prés", Street: "118 boulevard du Grand-Cerf", Zip: "63000", City: "Clermont-Ferrand",
			Registration: "AI4-902-557", Code: "118", Notary: "Basile Rochemaure",
			Agent:  Agent{"Étude Vauquelin-Sorbets", "2 impasse du Greffe", "63000 Clermont-Ferrand", "04 73 00 00 13"},
			Seller: []Person{{"Mme", "Rosalie", "Quercylat"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 4, Owners: 18, Total: 100000, Payer: Late, Building: true, Doubtful: true, Insurer: "Mutuelle Bellarive", Policy: "63 4410 K",
		}, Drawn: "book", Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "d16", Seed: 16, Name: "Le Clos des Mirabelles", Street: "14 rue Basse-du-Lavoir", Zip: "57000", City: "Metz",
			Registration: "AM8-117-336", Code: "MIR", Notary: "Elvire Santenac",
			Agent:  Agent{"Lorragest", "7 rue des Bateleurs", "57000 Metz", "03 87 00 00 16"},
			Seller: []Person{{"M.", "Thibaut", "Wassermeyer"}, {"Mme", "Odile", "Wassermeyer"}}, Start: predate.Date{Year: 2025, Month: 4, Day: 1},
			Calls: 2, Owners: 13, Total: 10000, Payer: Overpayer, Parking: true, Litigation: true, Insurer: "Assurances Vermandor", Policy: "LG-300-77",
		}, Drawn: "book", Style: Style{Turned: true, Font: "Nimbus Roman"}, Right: 69, Kinds: 27},
		{Settings: Settings{
			ID: "d17", Seed: 17, Name: "Les Hauts de Valmorin", Street: "9 allée des Passeurs", Zip: "38000", City: "Grenoble",
			Registration: "AN6-440-725", Code: "HV", Notary: "Clotilde Besançonnet",
			Agent:  Agent{"Régie des Trois-Vallons", "31 cours Lamirault", "38000 Grenoble", "04 76 00 00 17"},
			Seller: []Person{{"Mme", "Yolande", "Marcilhacy"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 16, Total: 10000, Payer: Late, Parking: true, Postponed: true, Insurer: "Mutuelle Bellarive", Policy: "38/70114",
		}, Drawn: "tableur", Right: 68, Kinds: 27, Settled: true},
	}
}

// others are dossiers that are drawn when asked and not kept: their files are
// heavy.
func others() []Edition {
	return []Edition{
		{Settings: Settings{
			ID: "d15", Seed: 15, Name: "Le Belvédère", Street: "5 rue de l'Échelle-Neuve", Zip: "54000", City: "Nancy",
			Registration: "AL2-650-118", Code: "BV", Notary: "Prosper Lagarrigue",
			Agent:  Agent{"Copro Sereine", "22 rue des Imprimeurs", "54000 Nancy", "03 83 00 00 15"},
			Seller: []Person{{"", "", "SCI DES TROIS PLATANES"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 12, Owners: 16, Total: 10017, Payer: Punctual, Metered: true, Insurer: "Mutuelle Bellarive", Policy: "54-1187",
		}, Drawn: "portal", Style: Style{Before: true}},
		{Settings: Settings{
			ID: "d18", Seed: 18, Name: "Square des Tilleuls Nord", Street: "64 rue du Four-à-Chaux", Zip: "21000", City: "Dijon",
			Registration: "AP3-085-291", Code: "STN", Notary: "Amédée Grangeneuve",
			Agent:  Agent{"Cabinet Ostrevent", "10 rue de la Vieille-Halle", "21000 Dijon", "03 80 00 00 18"},
			Seller: []Person{{"M.", "Ulysse", "Pontcarral"}}, Start: predate.Date{Year: 2024, Month: 7, Day: 1},
			Calls: 2, Owners: 12, Total: 1000, Payer: Overpayer, Building: true, Late3: true, Postponed: true, Insurer: "Assurances Vermandor", Policy: "21-AX-9",
		}, Drawn: "tableur"},
	}
}
