package compute

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

func text(key predate.Key, value string) predate.Figure {
	return predate.Figure{Key: key, Value: predate.Text(value)}
}

// TestWholeNames takes the longest form on which the papers agree: what a line's
// end cut is a beginning, and one paper that says more is not agreed with.
func TestWholeNames(t *testing.T) {
	for name, test := range map[string]struct {
		sheet  string
		others []string
		want   string
	}{
		"alone":                        {"Les Hauts", nil, "Les Hauts"},
		"cut on the sheet":             {"Les Hauts", []string{"Les Hauts de Sermaise"}, "Les Hauts de Sermaise"},
		"cut on the sheet and on one":  {"Les Hauts", []string{"Les Hauts", "Les Hauts de Sermaise"}, "Les Hauts"},
		"said whole by as many papers": {"Les Hauts", []string{"Les Hauts", "Les Hauts de Sermaise", "LES HAUTS DE SERMAISE"}, "Les Hauts de Sermaise"},
		"another name":                 {"Les Hauts", []string{"Le Petit Cloître"}, "Les Hauts"},
		"a longer word":                {"Les Haut", []string{"Les Hauts de Sermaise"}, "Les Haut"},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			for i := range s.in.Papers {
				s.in.Papers[i].Figures = keep(s.in.Papers[i].Figures, func(f predate.Figure) bool { return f.Key != predate.KeyCondominiumName })
			}
			s.add("fiche-2.pdf", predate.KindSummarySheet, "2026-05-10", text(predate.KeyCondominiumName, test.sheet))
			for i, other := range test.others {
				s.add("pv-"+string(rune('a'+i))+".pdf", predate.KindMinutes, "2020-01-0"+string(rune('1'+i)), text(predate.KeyCondominiumName, other))
			}
			if f := Compute(s.in).Figure(predate.KeyCondominiumName); f.Value != predate.Text(test.want) {
				t.Errorf("name %v, want %s", f.Value, test.want)
			}
		})
	}
}

// TestAgentTypeIsOfTheMandate believes that an agent is a volunteer where a
// paper of the mandate that runs says so, and a professional by his card.
func TestAgentTypeIsOfTheMandate(t *testing.T) {
	type paper struct {
		kind predate.Kind
		on   string
		says string
	}
	volunteer := "volunteer"
	for name, test := range map[string]struct {
		papers []paper
		known  bool
	}{
		"nothing says":                         {nil, false},
		"a sheet of this year":                 {[]paper{{predate.KindSummarySheet, "2026-01-10", volunteer}}, true},
		"a sheet that was not renewed":         {[]paper{{predate.KindSummarySheet, "2024-06-18", volunteer}}, false},
		"minutes that gave no running mandate": {[]paper{{predate.KindMinutes, "2024-05-04", volunteer}}, false},
		"an old sheet of a professional":       {[]paper{{predate.KindSummarySheet, "2024-06-18", "professional"}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			for i := range s.in.Papers {
				s.in.Papers[i].Figures = keep(s.in.Papers[i].Figures, func(f predate.Figure) bool { return f.Key != predate.KeyManagingAgentType })
			}
			for i, p := range test.papers {
				s.add("type-"+string(rune('a'+i))+".pdf", p.kind, p.on, text(predate.KeyManagingAgentType, p.says))
			}
			if f := Compute(s.in).Figure(predate.KeyManagingAgentType); f.Known() != test.known {
				t.Errorf("type %s %v, want it known: %v", f.Status, f.Value, test.known)
			}
		})
	}
	s := soundDossier()
	for i := range s.in.Papers {
		s.in.Papers[i].Figures = keep(s.in.Papers[i].Figures, func(f predate.Figure) bool { return f.Key != predate.KeyManagingAgentType })
	}
	p := s.find(t, "pv-2026.pdf") // voted the mandate that runs
	p.Figures = append(p.Figures, predate.Figure{Key: predate.KeyManagingAgentType, Status: predate.StatusConfirmed, Value: predate.Text(volunteer)})
	if f := Compute(s.in).Figure(predate.KeyManagingAgentType); f.Value != predate.Text(volunteer) {
		t.Errorf("the minutes of the mandate: %s %v", f.Status, f.Value)
	}
}

// TestMentionIsNoAbsence never states that there is no proceeding, nor agent of
// a judge, where a paper speaks of one; a later meeting that was told that there
// is none settles it.
func TestMentionIsNoAbsence(t *testing.T) {
	none := predate.Figure{Key: predate.KeyProceedings, Value: predate.Texts{}, Status: predate.StatusNone}
	for name, test := range map[string]struct {
		fact   predate.Key
		key    predate.Key
		file   string
		denied string
		want   predate.Status
	}{
		"nothing":                          {"", predate.KeyProceedings, "", "", predate.StatusNone},
		"a proceeding":                     {predate.FactProceedingsMentioned, predate.KeyProceedings, "pv-2026.pdf", "", predate.StatusMissing},
		"a proceeding, none a year on":     {predate.FactProceedingsMentioned, predate.KeyProceedings, "pv-2025.pdf", "pv-2026.pdf", predate.StatusNone},
		"a proceeding after a denial":      {predate.FactProceedingsMentioned, predate.KeyProceedings, "pv-2026.pdf", "pv-2025.pdf", predate.StatusMissing},
		"an agent of the judge":            {predate.FactDifficultyMentioned, predate.KeyDifficulty, "pv-2025.pdf", "", predate.StatusMissing},
		"an agent of the judge on a sheet": {predate.FactDifficultyMentioned, predate.KeyDifficulty, "fiche.pdf", "", predate.StatusMissing},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			if test.fact != "" {
				p := s.find(t, test.file)
				p.Figures = append(p.Figures, text(test.fact, "Le syndic parle d’une affaire."))
			}
			if test.denied != "" {
				p := s.find(t, test.denied)
				p.Figures = append(p.Figures, asOf(none, p.Printed.String()))
			}
			got := Compute(s.in)
			f := got.Figure(test.key)
			if f.Status != test.want {
				t.Errorf("%s is %s (%s), want %s", test.key, f.Status, wording.Of(f.Derivation), test.want)
			}
			told := slices.ContainsFunc(wording.All(got.Outcome.Reasons), func(r string) bool { return strings.Contains(r, "parle d’une affaire") })
			if told != (test.want == predate.StatusMissing) {
				t.Errorf("reasons: %v", wording.All(got.Outcome.Reasons))
			}
		})
	}
}

// TestPapersOfAnotherBuilding takes nothing from pages of another building, nor
// from those that may be; the first are warned of, the second a person sees.
func TestPapersOfAnotherBuilding(t *testing.T) {
	for name, test := range map[string]struct {
		mark            func(*predate.Part)
		warning, reason string
	}{
		"foreign": {
			func(p *predate.Part) { p.Foreign, p.Whose = true, "immatriculation ZZ9-000-060" },
			"La pièce « voisin.pdf » est celle d’un autre immeuble (immatriculation ZZ9-000-060) : elle est écartée.", "",
		},
		"doubtful": {
			func(p *predate.Part) { p.Doubtful, p.Whose = true, "adresse « 58 bis rue Haute »" },
			"", "La pièce « voisin.pdf » est peut-être celle d’un autre immeuble (adresse « 58 bis rue Haute ») : rien n’en est repris.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			want := Compute(s.in)
			p := s.add("voisin.pdf", predate.KindSummarySheet, "2026-05-15", text(predate.KeyCondominiumName, "Villa Miramont II"), text(predate.KeyRegistrationNumber, "ZZ9-000-060"))
			test.mark(&p.Part)
			s.in.Documents[len(s.in.Documents)-1].Parts = []predate.Part{p.Part}
			got := Compute(s.in)
			for _, key := range []predate.Key{predate.KeyCondominiumName, predate.KeyRegistrationNumber} {
				if got.Figure(key).Value != want.Figure(key).Value {
					t.Errorf("%s is %v, want %v", key, got.Figure(key).Value, want.Figure(key).Value)
				}
			}
			if test.warning != "" && !slices.Contains(wording.All(got.Outcome.Warnings), test.warning) {
				t.Errorf("warnings: %v", wording.All(got.Outcome.Warnings))
			}
			if test.reason != "" && !slices.Contains(wording.All(got.Outcome.Reasons), test.reason) {
				t.Errorf("reasons: %v", wording.All(got.Outcome.Reasons))
			}
		})
	}
}

// TestSameAddress tells a neighbour's address from a looser form of ours.
func TestSameAddress(t *testing.T) {
	ours := predate.Address{Street: "58 avenue du Général de Gaulle", Zipcode: "06000", City: "Nice"}
	for printed, want := range map[string]bool{
		"58 avenue du Général de Gaulle, 06000 Nice": true,
		"58, av. du Gal de Gaulle – 06000 NICE":      true,
		"56 à 60 avenue du Général de Gaulle":        true,
		"60 avenue du Général de Gaulle, 06000 Nice": false,
		"58 avenue du Général de Gaulle, 06300 Nice": false,
		"58 avenue Foch, 06000 Nice":                 false,
	} {
		if sameAddress(printed, ours) != want {
			t.Errorf("%q: want %v", printed, want)
		}
	}
}

// TestAnotherFirm tells firms apart by the words that are their own: those of the trade,
// the form and the initials make no other firm.
func TestAnotherFirm(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Cabinet Vaudrel", "Régie Mansoy", true},
		{"Cabinet Vaudrel", "SAS Vaudrel Immobilier", false},
		{"Cabinet Vaudrel", "Vaudrel Gestion", false},
		{"Cabinet Vaudrel", "Cabinet du syndic", false}, // no word of its own
		{"Agence Gestion Services", "Régie Mansoy", false},
		{"Compagnie Immobilière du Sermon", "CS", false}, // its initials
		{"Vaudrel", "Vaudrelle", false},                  // a line's end
	} {
		if got := tradeOf(houseWords()).anotherFirm(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
