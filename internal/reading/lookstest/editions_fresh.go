package lookstest

import "predate"

// newcomers are dossiers in looks that no rule was made for. Those that are not
// mastered are read with -fresh alone, until nothing wrong is read in them.
func newcomers() []Edition {
	return []Edition{
		{Settings: Settings{
			ID: "e21", Seed: 521, Name: "Résidence Le Moulin des Orgères", Street: "12 rue du Pont-Trouvé", Zip: "45000", City: "Orléans",
			Registration: "AC5-219-047", Code: "0087", Notary: "Hippolyte Grandchamp-Roy",
			Agent:  Agent{"Cabinet Tourneroche", "6 place du Vieux-Poids", "45000 Orléans", "02 38 00 00 21"},
			Seller: []Person{{"M.", "Étienne", "Valbuquet"}, {"Mme", "Lise", "Valbuquet"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 13, Total: 1000, Payer: Late, Parking: true, Insurer: "Compagnie Astréole", Policy: "21 874 336",
		}, Typed: Printout{Thousands: " ", Point: ",", Day: "02/01/06", Spaced: true, Deep: 54}, Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e22", Seed: 522, Name: "Les Jardins d'Hermance", Street: "200 cours Lavandière", Zip: "13090", City: "Aix-en-Provence",
			Registration: "AB8-640-915", Code: "HERM", Notary: "Sidonie Malescot",
			Agent:  Agent{"Agence Baudrimont & Fils", "31 rue de l'Aumône-Basse", "13100 Aix-en-Provence", "04 42 00 00 22"},
			Seller: []Person{{"Mme", "Perrine", "Ozenfant"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 12, Owners: 16, Total: 10000, Payer: Punctual, Kept: true, Metered: true, Late3: true, Insurer: "Mutuelle Les Trois Ancres", Policy: "AX-COP-2210",
		}, Typed: Printout{Thousands: ".", Point: ",", Day: "02.01.2006", Trailing: true, Deep: 54}, Right: 68, Kinds: 29, Settled: true},
		{Settings: Settings{
			ID: "e23", Seed: 523, Name: "Square Bellefontaine", Street: "5 allée des Marronniers-Rouges", Zip: "31000", City: "Toulouse",
			Registration: "AD1-087-332", Code: "5120", Notary: "Fulgence Dutilloy",
			Agent:  Agent{"Gérance Capdenac", "14 boulevard des Remparts", "31000 Toulouse", "05 61 00 00 23"},
			Seller: []Person{{"", "", "SCI ARGENTINE"}}, Start: predate.Date{Year: 2025, Month: 4, Day: 1},
			Calls: 2, Owners: 18, Total: 100000, Payer: Overpayer, Building: true, Litigation: true, Doubtful: true, Postponed: true, Insurer: "Compagnie Astréole", Policy: "31-55120",
		}, Typed: Printout{Point: ".", Day: "02-01-2006", Deep: 54}, Right: 68, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e31", Seed: 531, Name: "Résidence Pré-Vauban", Street: "77 avenue de l'Étang-Salé", Zip: "59000", City: "Lille",
			Registration: "AE7-551-208", Code: "PV77", Notary: "Rosemonde Lacaussade",
			Agent:  Agent{"Logigest", "4 quai des Teinturiers", "59000 Lille", "03 20 00 00 31"},
			Seller: []Person{{"M.", "Anatole", "Brisemure"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 14, Total: 10000, Payer: Late, Building: true, Late3: true, Insurer: "Assurances Vermandor", Policy: "LIL-774-B",
		}, Drawn: "espace", Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e32", Seed: 532, Name: "Les Balcons de Morvillars", Street: "15 chemin des Aubépines-Hautes", Zip: "25000", City: "Besançon",
			Registration: "AG2-163-774", Code: "BM", Notary: "Ambroise Courtemanche",
			Agent:  Agent{"Nestilia Syndic", "80 rue des Horlogers", "25000 Besançon", "03 81 00 00 32"},
			Seller: []Person{{"Mme", "Coralie", "Hennequart"}}, Start: predate.Date{Year: 2024, Month: 7, Day: 1},
			Calls: 12, Owners: 12, Total: 1000, Payer: LongLate, Metered: true, Litigation: true, Insurer: "Compagnie Astréole", Policy: "25-88 014",
		}, Drawn: "espace", Style: Style{Font: "DejaVu Sans", Below: true}, Right: 68, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e33", Seed: 533, Name: "Villa des Cèdres", Street: "1 rond-point Saint-Elme", Zip: "06000", City: "Nice",
			Registration: "AF9-720-461", Code: "CED", Notary: "Zélie Montferrand",
			Agent:  Agent{"Azuréenne de Gestion", "52 rue Bellanda", "06000 Nice", "04 93 00 00 33"},
			Seller: []Person{{"M.", "Octave", "Perricholi"}, {"Mme", "Flore", "Perricholi"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 2, Owners: 17, Total: 10003, Payer: Overpayer, Parking: true, Doubtful: true, Postponed: true, Insurer: "Mutuelle Bellarive", Policy: "NCE 4410",
		}, Drawn: "espace", Style: Style{Red: true, Font: "URW Gothic"}, Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e41", Seed: 541, Name: "Le Patio des Glycines", Street: "19 rue Poulbeuf", Zip: "93100", City: "Montreuil",
			Registration: "AH6-318-052", Code: "PG19", Notary: "Gontran Delestaing",
			Agent:  Agent{"Koopimo", "11 passage des Ateliers", "75011 Paris", "01 80 00 00 41"},
			Seller: []Person{{"Mme", "Jade", "Outrebon"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 11, Total: 1000, Payer: Late, Insurer: "Mutuelle Les Trois Ancres", Policy: "KOO-41-7",
		}, Drawn: "phrases", Right: 26, Kinds: 23},
		{Settings: Settings{
			ID: "e42", Seed: 542, Name: "Cour Saint-Fiacre", Street: "8 cour Saint-Fiacre", Zip: "69007", City: "Lyon",
			Registration: "AK4-905-613", Code: "SF", Notary: "Euphrasie Talmont",
			Agent:  Agent{"Bellecopro", "3 rue du Laboratoire", "69007 Lyon", "04 78 00 00 42"},
			Seller: []Person{{"M.", "Sacha", "Lindermann"}, {"M.", "Tom", "Aubrelle"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 4, Owners: 15, Total: 10000, Payer: Overpayer, Building: true, Late3: true, Parking: true, Insurer: "Assurances Vermandor", Policy: "LY 7 2204",
		}, Drawn: "phrases", Style: Style{Font: "Noto Mono"}, Right: 26, Kinds: 22},
		{Settings: Settings{
			ID: "e43", Seed: 543, Name: "Immeuble Kervadec", Street: "26 rue des Goémoniers", Zip: "29200", City: "Brest",
			Registration: "AL9-274-180", Code: "KER", Notary: "Maclou Trévidic",
			Agent:  Agent{"Mon Syndic à Nous", "1 place de la Criée", "29200 Brest", "02 98 00 00 43"},
			Seller: []Person{{"Mme", "Nolwenn", "Guirriec"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 12, Owners: 12, Total: 10000, Payer: Punctual, Kept: true, Litigation: true, Metered: true, Insurer: "Compagnie Astréole", Policy: "29-1180",
		}, Drawn: "phrases", Style: Style{Font: "P052"}, Right: 29, Kinds: 24},
		{Settings: Settings{
			ID: "e51", Seed: 551, Name: "Résidence Beau-Rivage", Street: "19 avenue de l'Écluse-Haute", Zip: "71000", City: "Mâcon",
			Registration: "AT2-336-018", Code: "0051", Notary: "Philibert Ranchot",
			Agent:  Agent{"Cabinet Vauquois", "2 rue du Palais-Neuf", "71000 Mâcon", "03 85 00 00 51"},
			Seller: []Person{{"M.", "Benoît", "Tremblecourt"}, {"Mme", "Anne", "Tremblecourt"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 17, Total: 10000, Payer: Late, Parking: true, Late3: true, Postponed: true, Insurer: "Mutuelle Assurbrelle", Policy: "71 5100 22",
		}, Ledger: Ledger{Width: 130, Deep: 52, Upper: true, Thousands: " ", Negative: "front", Sides: "letters", Day: "02/01/06", Sheet: "white", Font: "Liberation Mono", Size: 8.6}, Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e52", Seed: 552, Name: "Les Ormeaux", Street: "8 place du Marché-aux-Toiles", Zip: "59500", City: "Douai",
			Registration: "AU5-771-940", Code: "ORM", Notary: "Firmine Wattrelot",
			Agent:  Agent{"Régie Delvincourt", "44 rue de la Cloche-d'Or", "59500 Douai", "03 27 00 00 52"},
			Seller: []Person{{"Mme", "Solène", "Van Oosterwick"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 4, Owners: 15, Total: 1000, Payer: Overpayer, Building: true, Doubtful: true, Litigation: true, Insurer: "Compagnie Astréole", Policy: "59-ORM-52",
		}, Ledger: Ledger{Hand: 1, Width: 98, Deep: 70, Bars: "|", Negative: "front", Sides: "words", Day: "02/01/2006", Merged: true, Stacked: true, Sheet: "direct", Size: 8.8, Portrait: true, Page: true}, Right: 68, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e53", Seed: 553, Name: "Ensemble Immobilier Les Charmettes", Street: "103 route de Sainte-Luce", Zip: "42000", City: "Saint-Étienne",
			Registration: "AV7-204-663", Code: "4253", Notary: "Gratien Chazelle",
			Agent:  Agent{"Gérance Forézienne", "15 cours Fauriel-Bas", "42000 Saint-Étienne", "04 77 00 00 53"},
			Seller: []Person{{"", "", "SCI DU PUITS COURIOT"}}, Start: predate.Date{Year: 2024, Month: 7, Day: 1},
			Calls: 4, Owners: 14, Total: 10000, Payer: LongLate, Kept: true, Metered: true, Insurer: "Assurances Vermandor", Policy: "42 8853 K",
		}, Ledger: Ledger{Hand: 2, Width: 132, Deep: 50, Upper: true, Bars: "!", Thousands: ".", Negative: "behind", Sides: "column", Day: "02.01.06", Paired: true, Sheet: "green", Font: "Nimbus Mono PS", Size: 8.8}, Right: 68, Kinds: 29, Settled: true},
		{Settings: Settings{
			ID: "e61", Seed: 661, Name: "Résidence Les Passerelles", Street: "30 quai des Mariniers-Verts", Zip: "33300", City: "Bordeaux",
			Registration: "AQ1-447-260", Code: "0610", Notary: "Léopoldine Chastenet",
			Agent:  Agent{"Cabinet Montrouvel", "12 cours des Tamaris", "33000 Bordeaux", "05 56 00 00 61"},
			Seller: []Person{{"Mme", "Agathe", "Lamborelle"}}, Start: predate.Date{Year: 2025, Month: 1, Day: 1},
			Calls: 4, Owners: 16, Total: 10000, Payer: Late, Parking: true, Late3: true, Insurer: "Mutuelle Assurvigne", Policy: "MRI 610 442",
		}, Drawn: "cartes-lagune", Right: 69, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e62", Seed: 662, Name: "Le Domaine du Colombier", Street: "4 bis rue des Oliviers-Pâles", Zip: "34000", City: "Montpellier",
			Registration: "AR8-902-116", Code: "D62", Notary: "Casimir Fontanieu",
			Agent:  Agent{"Syndicéo Méditerranée", "90 avenue du Lez-Ancien", "34000 Montpellier", "04 67 00 00 62"},
			Seller: []Person{{"M.", "Ruben", "Castagnède"}, {"Mme", "Lola", "Castagnède"}}, Start: predate.Date{Year: 2024, Month: 7, Day: 1},
			Calls: 4, Owners: 14, Total: 10000, Payer: Overpayer, Building: true, Litigation: true, Insurer: "Compagnie Astréole", Policy: "34-62-8810",
		}, Drawn: "cartes-nuit", Right: 68, Kinds: 27, Settled: true},
		{Settings: Settings{
			ID: "e63", Seed: 663, Name: "Villa Miramelle", Street: "61 promenade des Tamarins", Zip: "06400", City: "Cannes",
			Registration: "AS3-118-775", Code: "VM63", Notary: "Apolline Berthuit",
			Agent:  Agent{"Rivagest", "7 rue des Citronniers", "06400 Cannes", "04 93 00 00 63"},
			Seller: []Person{{"Mme", "Garance", "Delorieux"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 4, Owners: 12, Total: 1000, Payer: LongLate, Kept: true, Doubtful: true, Postponed: true, Metered: true, Insurer: "Assurances Vermandor", Policy: "CAN 63-004",
		}, Drawn: "cartes-pastel", Right: 69, Kinds: 29, Settled: true},
		{Settings: Settings{
			ID: "e71", Seed: 771, Name: "Les Allées de Fontcouverte", Street: "45 à 49 rue du Vieux-Lavoir", Zip: "30900", City: "Nîmes",
			Registration: "AW6-553-281", Code: "F045", Notary: "Théodore Mazamet",
			Agent:  Agent{"Régie Castellane & Associés", "3 boulevard des Arènes-Vieilles", "30000 Nîmes", "04 66 00 00 71"},
			Seller: []Person{{"M.", "Hadrien", "Souvestre"}, {"Mme", "Salomé", "Souvestre"}}, Start: predate.Date{Year: 2024, Month: 4, Day: 1}, Months: 18,
			Calls: 4, Owners: 16, Total: 10003, Payer: Late, Parking: true, Split: true, Building: true, Metered: true, Cancelled: true, Replaced: true, Stray: true, Twice: true,
			Redrafted: true, Loose: true, Insurer: "Mutuelle Assurbrelle", Policy: "B30 7100 118",
		}, Drawn: "maison-regie", Scans: "assurance registre", Right: 69, Kinds: 48, Settled: true},
		{Settings: Settings{
			ID: "e72", Seed: 772, Name: "Résidence du Pont-Saint-Clair", Street: "6 rue des Gabarriers", Zip: "16000", City: "Angoulême",
			Registration: "AX3-909-457", Code: "A16", Notary: "Radegonde Chambaud",
			Agent:  Agent{"Cabinet Montalembray", "21 rempart du Midi-Neuf", "16000 Angoulême", "05 45 00 00 72"},
			Seller: []Person{{"Mme", "Clémence", "Brissonnet"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 4, Owners: 15, Total: 10000, Payer: LongLate, Kept: true, Renumbered: true, Building: true, Late3: true, Postponed: true, Cancelled: true, Litigation: true, Doubtful: true,
			Bound: true, Loose: true, Twice: true, Insurer: "Compagnie Astréole", Policy: "16-AX-7702",
		}, Drawn: "maison-cadre", Scans: "reglement carnet", Right: 69, Kinds: 36, Settled: true},
		{Settings: Settings{
			ID: "e73", Seed: 773, Name: "Copropriété 11 rue des Tisserands", Street: "11 rue des Tisserands-Gris", Zip: "68000", City: "Colmar",
			Registration: "AY4-120-806", Code: "11", Notary: "Odile Riegelmann",
			Agent:  Agent{"Mme Waltz Brigitte", "11 rue des Tisserands-Gris", "68000 Colmar", "03 89 00 00 73"},
			Seller: []Person{{"M.", "Marius", "Oberkirch"}}, Start: predate.Date{Year: 2024, Month: 7, Day: 1},
			Calls: 2, Owners: 6, Total: 1000, Payer: Overpayer, Light: true, Insurer: "Mutuelle Assurbrelle", Policy: "PF 0073 11",
		}, Drawn: "maison-lettre", Right: 68, Kinds: 16, Settled: true},
		{Settings: Settings{
			ID: "e75", Seed: 775, Name: "Le Grand Pavois", Street: "2 quai de la Ganterie", Zip: "17000", City: "La Rochelle",
			Registration: "AZ2-604-339", Code: "GP", Notary: "Anatolie Ferchaud",
			Agent:  Agent{"Atlantique Gérance", "70 cours des Dames-Neuves", "17000 La Rochelle", "05 46 00 00 75"},
			Seller: []Person{{"M.", "Elias", "Moulineaux"}}, Start: predate.Date{Year: 2024, Month: 10, Day: 1},
			Calls: 4, Owners: 13, Total: 10000, Payer: Late, Bought: true, Building: true, Parking: true, Late3: true, Replaced: true, Stray: true, Insurer: "Mutuelle Bellarive", Policy: "17 GP 0075",
		}, Drawn: "maison-cadre", Scans: "assurance", Right: 69, Kinds: 29, Settled: true},
	}
}
