package extract

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// TestChecks holds the checks of fields to values that rules were seen to read,
// right and wrong: what fails is not said, whatever rule read it.
func TestChecks(t *testing.T) {
	texts := func(list ...string) []predate.Value {
		var out []predate.Value
		for _, s := range list {
			out = append(out, predate.Text(s))
		}
		return out
	}
	policy := func(insurer, number string, year int) predate.Value {
		return predate.Policy{Insurer: insurer, Number: number, Until: predate.Date{Year: year, Month: 12, Day: 31}}
	}
	names := texts("Résidence Les Glycines", "Immeuble Le Carillon", "Copropriété 7 impasse du Pressoir", "M. Grimaudet Octave", "Régie Tavernolle & Fils", "Villa Miramont II", "Syndic Martin", "S.A.R.L. Le Floch")
	noNames := texts("Ensemble Les Hauts de", "Fresnaye Syndic &", "Grand Large Sainte-", "Immatriculation :", "Immatriculation", "Adresse", "Syndic en exercice", "AB1-234-567",
		"Réf. FRY · Immatriculation AI2-777-031", "12 rue des Acacias, 35000 Rennes", "69003 Lyon", "Tél. 04 00 11 22 33", "contact@syndic.example", "SIRET 000 111 222 00017",
		"01/01/2025", "du 3 mars", "Néant", "Le syndic est élu pour un an", "12", "1. Données d’identification", "II) Identification")
	cases := map[predate.Key]struct{ good, bad []predate.Value }{
		predate.KeyCondominiumName:    {names, noNames},
		predate.KeyManagingAgent:      {names, noNames},
		predate.KeyRegistrationNumber: {texts("AB1-234-567", "AB1234567"), texts("Immatriculation", "MIR60", "en cours")},
		predate.KeyBuildingAddress:    {texts("12 rue des Acacias, 35000 Rennes", "2 à 6 allée des Courlis", "Le Bourg, 44300 Nantes"), texts("Adresse du syndicat", "Résidence Les Glycines", "néant")},
		predate.KeyAgentAddress:       {texts("4 place du Champ, 35000 Rennes"), texts("Adresse du syndic", "Mandat de syndic")},
		predate.KeyManagingAgentType:  {texts("professional", "volunteer", "cooperative"), texts("Syndic bénévole", "")},
		predate.KeyDifficulty: {
			texts("Mandataire ad hoc désigné par ordonnance du 3 mars 2026 (article 29-1 A)", "Le président du tribunal a désigné un administrateur provisoire."),
			texts("président du tribunal judiciaire a désigné un mandataire ad hoc par", "Le président a désigné un mandataire ad hoc par", "Le tribunal a nommé le",
				"Le syndic informe que le POUR 39 copropriétaires 61 693 voix tribunal a désigné CONTRE 2 copropriétaires 2 499 voix un mandataire."),
		},
		predate.KeyProceedings: {
			[]predate.Value{predate.Texts{}, predate.Texts{"Assignation du copropriétaire du lot n° 6."}, predate.Texts{"Hormis l’assignation du lot n° 6, aucune procédure n’est en cours."}},
			[]predate.Value{predate.Texts{"Aucun contentieux n’est en cours à ce jour."}, predate.Texts{"Il n’y a pas de procédure en cours."}, predate.Texts{"assignation du copropriétaire devant le"}},
		},
		predate.KeyInsurance: {
			[]predate.Value{policy("Mutuelle Assurbrelle", "TRS 121 212", 2026), policy("Mutuelle Assurbrelle", "", 2026)},
			[]predate.Value{policy("Réf. HS10 · Immatriculation AM1-131-219", "TRS 121 212", 2026), policy("", "1", 2026), policy("Mutuelle Assurbrelle", "TRS 1", 1985), policy("Mutuelle Assurbrelle", "du 01/01/2026", 2026)},
		},
	}
	p := paper.Of(paper.Source{Doc: layouttest.Sketch("Résidence Les Glycines, 69003 Lyon"), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindSummarySheet)})
	for key, c := range checks() {
		if c.Reason == "" || len(cases[key].good) == 0 || len(cases[key].bad) == 0 {
			t.Errorf("%s: a check without its reason, or untried", key)
		}
		for _, v := range cases[key].good {
			if !c.Holds(p, v) {
				t.Errorf("%s: %v is refused", key, v)
			}
		}
		for _, v := range cases[key].bad {
			if c.Holds(p, v) {
				t.Errorf("%s: %v is taken", key, v)
			}
		}
	}
}

// TestNoPaperIsOlderThanItsLaw reads papers dated before and after the law that made
// them: the day of an older one is that of another thing.
func TestNoPaperIsOlderThanItsLaw(t *testing.T) {
	for _, c := range []struct {
		kind      predate.Kind
		key       predate.Key
		text      string // with the day to come
		good, bad string
	}{
		{predate.KindSummarySheet, predate.KeySummarySheet, "Fiche synthetique\nEtablie le ", "28/12/2016", "30/11/2016"},
		{predate.KindMaintenanceLog, predate.KeyMaintenanceLog, "Carnet d'entretien\nMis a jour le ", "01/06/2001", "01/01/1999"},
		{predate.KindMaintenanceLog, predate.KeyDTG, "Carnet d'entretien\nDTG realise le ", "01/01/2015", "31/12/2013"},
		{predate.KindDTG, predate.KeyDTG, "Diagnostic technique global\nRapport du ", "01/01/2015", "31/12/2013"},
		{predate.KindPPT, predate.KeyPPT, "Plan pluriannuel de travaux\nRapport du ", "20/06/2024", "01/01/2010"},
		{predate.KindPPTDraft, predate.KeyPPT, "Projet de plan pluriannuel\nRapport du ", "20/06/2024", "01/01/2010"},
		{predate.KindCollectiveEPC, predate.KeyCollectiveEPC, "DPE collectif\nRapport du ", "01/01/2012", "01/01/2005"},
		{predate.KindAsbestos, predate.KeyAsbestosReport, "Dossier technique amiante\nRapport du ", "01/01/1998", "01/01/1990"},
		{predate.KindLead, predate.KeyLeadReport, "Constat de risque d'exposition au plomb\nRapport du ", "09/05/2012", "01/01/1990"},
	} {
		dated := func(day string) int {
			n := 0
			for _, f := range Figures(c.kind, layouttest.Sketch(c.text+day), blanktest.House(t)) {
				if f.Key == c.key {
					n++
				}
			}
			return n
		}
		if dated(c.good) != 1 || dated(c.bad) != 0 {
			t.Errorf("%s of %s: read %d of %s, %d of %s", c.key, c.kind, dated(c.good), c.good, dated(c.bad), c.bad)
		}
	}
}
