package building_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/building"
	"predate/internal/reading/layout/layouttest"
)

// sorted tells of which building each paper of a dossier speaks; a paper is one
// file of one part.
func sorted(order building.Order, papers ...string) []building.Finding {
	files := make([]building.File, len(papers))
	for i, text := range papers {
		files[i] = building.File{building.MarksOf(layouttest.Sketch(text), 1, 1)}
	}
	var out []building.Finding
	for _, parts := range building.Sort(order, files) {
		out = append(out, parts[0])
	}
	return out
}

func orderAt(street, zip, city string, owners ...string) building.Order {
	o := building.Order{Address: predate.Address{Street: street, Zipcode: zip, City: city}}
	for _, name := range owners {
		o.Owners = append(o.Owners, predate.Owner{Lastname: name})
	}
	return o
}

// TestOnePaper tells another building's paper from one that is silent, or that
// only prints the agent's, the owner's or a neighbour's address.
func TestOnePaper(t *testing.T) {
	rennes := orderAt("12 bis avenue du Général-Leclerc", "35000", "Rennes")
	nancy := orderAt("3 rue de Metz", "54000", "Nancy")
	nice := orderAt("1 rond-point Saint-Elme", "06000", "Nice")
	cases := []struct {
		name, line string
		order      building.Order
		want       building.Verdict
	}{
		{"ours", "l'immeuble situé 12 bis avenue du Général Leclerc, 35000 Rennes", rennes, building.Ours},
		{"ours, abridged", "l'immeuble situé 12 bis av. du Gal Leclerc, 35000 Rennes", rennes, building.Ours},
		{"another street", "l'immeuble situé 4 rue des Lilas, 35000 Rennes, se sont réunis", rennes, building.Foreign},
		{"another, by label", "Immeuble : Les Lilas, 4 rue des Lilas, 35000 Rennes", rennes, building.Foreign},
		{"next door", "l'immeuble situé 14 avenue du Général-Leclerc, 35000 Rennes", rennes, building.Foreign},
		{"a range that holds ours", "l'immeuble situé 10 à 14 avenue du Général-Leclerc, 35000 Rennes", rennes, building.Ours},
		{"without bis", "l'immeuble situé 12 avenue du Général-Leclerc, 35000 Rennes", rennes, building.Silent},
		{"silent", "l'immeuble Les Tilleuls", rennes, building.Silent},
		{"the agent's address", "Cabinet Untel Syndic de copropriété 4 rue des Lilas 35000 Rennes", rennes, building.Silent},
		{"the agent next door", "Cabinet Untel, syndic, 14 avenue du Général-Leclerc 35000 Rennes", rennes, building.Silent},
		{"an owner next door", "Mme Alix Perrin\n14 avenue du Général-Leclerc\n35000 Rennes", rennes, building.Silent},
		{"an owner next door, by label", "Propriétaire : Mme Alix Perrin, 14 avenue du Général-Leclerc, 35000 Rennes", rennes, building.Silent},
		{"a meeting next door", "Lieu de la réunion : salle des fêtes, 14 avenue du Général-Leclerc", rennes, building.Silent},
		{"a neighbour", "l'immeuble situé 12 bis avenue du Général-Leclerc et mitoyen du 14 avenue du Général-Leclerc", rennes, building.Ours},
		{"a corner", "l'immeuble situé 4 rue des Lilas et 12 bis avenue du Général-Leclerc, 35000 Rennes", rennes, building.Ours},
		{"both", "Immeuble : Les Lilas, 4 rue des Lilas, 35000 Rennes, et 12 bis avenue du Général-Leclerc", rennes, building.Ours},
		{"a street that is no town", "l'immeuble situé 9 rue Haute, 57000 Metz", nancy, building.Foreign},
		{"a comma", "l'immeuble situé 3, rue de Metz, 54000 Nancy", nancy, building.Ours},
		{"capitals and spaces", "l'immeuble situé 3 rue  de  METZ - 54000 Nancy", nancy, building.Ours},
		{"a roundabout", "l'immeuble situé 1 rond-point Saint-Elme, 06000 Nice", nice, building.Ours},
		{"another roundabout", "l'immeuble situé 1 rond-point des Pinsons, 06000 Nice", nice, building.Foreign},
		{"the order, where no paper bears it", "Immeuble : Les Lilas\nRelevé de Mme Perrin", orderAt("3 rue Haute", "54000", "Nancy", "Perrin"), building.Silent},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := sorted(c.order, "PROCES-VERBAL DE L'ASSEMBLEE GENERALE DU 12 MAI 2026\n\n\n"+c.line)
			if got[0].Verdict != c.want {
				t.Errorf("verdict %d (%s), want %d for %q", got[0].Verdict, got[0].Why, c.want, c.line)
			}
		})
	}
}

const (
	ourSheet = `
		FICHE SYNTHETIQUE
		Immeuble              Palais Miramont
		Adresse               58 avenue des Bigaradiers, 06000 Nice
		Code immeuble         MIR58
		Immatriculation       AO3-606-158`
	theirSheet = `
		FICHE SYNTHETIQUE
		Immeuble              Villa Miramont II
		Adresse               60 avenue des Bigaradiers, 06000 Nice
		Code immeuble         MIR60
		Immatriculation       ZZ9-000-060`
)

// TestDossiers follows identifiers from paper to paper.
func TestDossiers(t *testing.T) {
	order := orderAt("58 avenue des Bigaradiers", "06000", "Nice", "Anglarès")
	finding := func(v building.Verdict, why string) building.Finding { return building.Finding{Verdict: v, Why: why} }
	ours, silent := finding(building.Ours, ""), finding(building.Silent, "")
	foreign := func(why string) building.Finding { return finding(building.Foreign, why) }
	doubt := func(why string) building.Finding { return finding(building.Doubtful, why) }
	cases := []struct {
		name   string
		order  building.Order
		papers []string
		want   []building.Finding
	}{
		{
			"by number, address, name, code and account", order,
			[]string{
				ourSheet, theirSheet,
				"CONVOCATION\nImmatriculation : ZZ9-000-060", "ANNEXE 1\nImmeuble : Villa Miramont II", "ANNEXE 2\nCode immeuble : MIR60",
				"RELEVE\nCompte : MIR60-0008", "MIR60 Villa Miramont II       ANNEXE 3", "MIR58 Palais Miramont      ANNEXE 3", "ANNEXE 4",
			},
			[]building.Finding{
				ours, foreign("immatriculation ZZ9-000-060"), foreign("immatriculation ZZ9-000-060"), foreign("nom « Villa Miramont II »"),
				foreign("code d’immeuble MIR60"), foreign("code d’immeuble MIR60"), foreign("nom « Villa Miramont II »"), ours, silent,
			},
		},
		{
			"a paper that ties two", order,
			[]string{ourSheet, theirSheet, "CONVOCATION\nImmatriculations AO3-606-158 et ZZ9-000-060", "ANNEXE 1\nImmeuble situé 58 avenue des Bigaradiers\nImmatriculation ZZ9-000-060"},
			[]building.Finding{
				ours, foreign("immatriculation ZZ9-000-060"), doubt("numéros d’immatriculation de deux immeubles : AO3-606-158 et ZZ9-000-060"),
				doubt("adresse de l’immeuble, mais immatriculation ZZ9-000-060"),
			},
		},
		{
			"our second entrance", order,
			[]string{ourSheet, "ANNEXE 1\nImmeuble situé 60 avenue des Bigaradiers\nImmatriculation AO3-606-158", "ANNEXE 2\nImmeuble situé 60 avenue des Bigaradiers"},
			[]building.Finding{ours, ours, ours},
		},
		{
			"two doors that nothing but one paper ties", order,
			[]string{"Immeuble situé 58 avenue des Bigaradiers", "Immeuble situé 58 avenue des Bigaradiers, immeuble situé 60 avenue des Bigaradiers", "Immeuble situé 60 avenue des Bigaradiers"},
			[]building.Finding{ours, doubt("adresses de deux immeubles, dont « 60 avenue des Bigaradiers »"), doubt("adresse « 60 avenue des Bigaradiers », qu’une autre pièce donne avec celle de l’immeuble")},
		},
		{
			"two doors said in one breath", order,
			[]string{"Immeuble situé 58 et 60 avenue des Bigaradiers", "Immeuble situé 60 avenue des Bigaradiers", "Immeuble situé 62 avenue des Bigaradiers"},
			[]building.Finding{ours, ours, foreign("adresse « 62 avenue des Bigaradiers »")},
		},
		{
			"a corner, by its other street", order,
			[]string{"Immeuble situé 58 avenue des Bigaradiers et 2 rue du Puits, 06000 Nice", "Immeuble situé 2 rue du Puits, 06000 Nice", "Immeuble situé 4 rue du Puits, 06000 Nice"},
			[]building.Finding{ours, ours, foreign("adresse « 4 rue du Puits »")},
		},
		{
			"bis, told apart by numbers", order,
			[]string{ourSheet, "Immeuble situé 58 bis avenue des Bigaradiers\nImmatriculation ZZ9-000-060", "Immeuble situé 58 bis avenue des Bigaradiers"},
			[]building.Finding{ours, foreign("immatriculation ZZ9-000-060"), foreign("adresse « 58 bis avenue des Bigaradiers »")},
		},
		{
			"bis, told apart by nothing", order,
			[]string{ourSheet, "Immeuble situé 58 bis avenue des Bigaradiers", "Immeuble : Palais Miramont, situé 58 bis avenue des Bigaradiers"},
			[]building.Finding{ours, doubt("adresse « 58 bis avenue des Bigaradiers »"), ours},
		},
		{
			"the neighbour is an owner's home", order,
			[]string{ourSheet, "APPEL DE FONDS\nMme Anglarès\n60 avenue des Bigaradiers\n06000 Nice"},
			[]building.Finding{ours, silent},
		},
		{
			"the seller's home is ours, the paper is not", order,
			[]string{ourSheet, "APPEL DE FONDS\nMme Anglarès\n58 avenue des Bigaradiers\n06000 Nice\n\n\nImmeuble situé 60 avenue des Bigaradiers, 06000 Nice"},
			[]building.Finding{ours, foreign("adresse « 60 avenue des Bigaradiers »")},
		},
		{
			"the seller's account, where no paper bears the order's address", orderAt("7 place Vieille", "06000", "Nice", "Anglarès"),
			[]string{"RELEVE DE COMPTE\nMme Anglarès\n\n\n" + ourSheet[3:], theirSheet, "ANNEXE 1\nImmeuble : Palais Miramont"},
			[]building.Finding{ours, foreign("immatriculation ZZ9-000-060"), ours},
		},
		{
			"most papers, where nothing else tells", orderAt("7 place Vieille", "06000", "Nice"),
			[]string{"Immatriculation AO3-606-158", "Immatriculation AO3606158", "Immatriculation ZZ9-000-060", "ANNEXE 4"},
			[]building.Finding{ours, ours, foreign("immatriculation ZZ9-000-060"), silent},
		},
		{
			"a sum is no number of the register", order,
			[]string{ourSheet, "ANNEXE 5\nImmatriculation AO3-606-158\nMarché OP1 780 000,00"},
			[]building.Finding{ours, ours},
		},
		{
			"a name that no paper ties to a building", order,
			[]string{ourSheet, "ANNEXE 1\nImmeuble : Le Petit Cloître", "ANNEXE 1\nImmeuble : Résidence Palais-Miramont"},
			[]building.Finding{ours, doubt("nom « Le Petit Cloître », qu’aucune autre pièce ne donne à l’immeuble"), silent},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, sorted(c.order, c.papers...)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPartsFollow gives a part that names no building to that of the parts
// before it in its file.
func TestPartsFollow(t *testing.T) {
	const silent = "ETAT FINANCIER\n40 Fournisseurs 300,00"
	file := func(pages ...string) building.File {
		var out building.File
		for i := range pages {
			out = append(out, building.MarksOf(layouttest.Sketch(pages...), i+1, i+1))
		}
		return out
	}
	got := building.Sort(orderAt("58 avenue des Bigaradiers", "06000", "Nice"), []building.File{
		file(ourSheet), file(theirSheet, silent, silent), file(silent, theirSheet), file(silent, ourSheet, silent, theirSheet, silent), file(silent),
	})
	var verdicts [][]building.Verdict
	for _, parts := range got {
		var of []building.Verdict
		for _, f := range parts {
			of = append(of, f.Verdict)
		}
		verdicts = append(verdicts, of)
	}
	const s, o, f = building.Silent, building.Ours, building.Foreign
	if diff := cmp.Diff([][]building.Verdict{{o}, {f, f, f}, {f, f}, {s, o, o, f, f}, {s}}, verdicts); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

// TestScans forgives what recognition misreads: a scan is foreign by a number of
// the register far from ours, never by a street.
func TestScans(t *testing.T) {
	scanned := func(text string) building.File {
		m := building.MarksOf(layouttest.Sketch(text), 1, 1)
		m.Recognised = true
		return building.File{m}
	}
	got := building.Sort(orderAt("58 avenue des Bigaradiers", "06000", "Nice"), []building.File{
		{building.MarksOf(layouttest.Sketch(ourSheet), 1, 1)},
		scanned("Immatriculation AO3-606-188"),
		scanned("Immatriculation ZZ9-000-060"),
		scanned("Immeuble situé 56 avenue des Bigaradiers, 06000 Nice"),
		scanned("Immeuble situé 3 rue des Blgarabiers, 06000 Nice"),
	})
	want := []building.Verdict{building.Ours, building.Ours, building.Foreign, building.Doubtful, building.Silent}
	for i, parts := range got {
		if parts[0].Verdict != want[i] {
			t.Errorf("scan %d: %+v, want %d", i, parts[0], want[i])
		}
	}
}
