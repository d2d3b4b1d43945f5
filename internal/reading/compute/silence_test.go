package compute

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/wording"
)

// owing gives the messages and codes of what is asked for without holding the
// statement back.
func owing(s predate.Statement) (codes []string, messages string) {
	for _, g := range predate.Reserves(s.Outcome.Missing) {
		codes = append(codes, g.Code)
		messages += g.Message + "\n"
	}
	return codes, messages
}

// aged adds a summary sheet that gives the time of construction.
func (s *shelf) aged(from, to string) {
	span := predate.Span{}
	if from != "" {
		span.From = date(from)
	}
	if to != "" {
		span.To = date(to)
	}
	s.drop("fiche.pdf")
	s.add("fiche.pdf", predate.KindSummarySheet, "2026-04-20", predate.Figure{Key: predate.FactConstruction, Value: span})
}

// A dossier without the papers of the law is done, and owes them: none of them
// is absent because it was not handed over.
func TestPapersNotSuppliedAreOwed(t *testing.T) {
	s := soundDossier()
	s.drop("fiche.pdf")
	got := Compute(s.in)
	if got.Outcome.State != predate.OutcomeDone {
		t.Fatalf("%s: %v %v", got.Outcome.State, got.Outcome.Missing, wording.All(got.Outcome.Reasons))
	}
	codes, messages := owing(got)
	want := []string{"summary_sheet", "coownership_rules", "maintenance_log", "ppt", "collective_epc", "asbestos_report", "lead_report"}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Errorf("owed (-want +got):\n%s", diff)
	}
	if n := strings.Count(messages, "si l’immeuble y est soumis"); n != 4 {
		t.Errorf("%d papers depend on the age of the building, which no paper gives, want 4:\n%s", n, messages)
	}
	for _, p := range owedPapers() {
		if f := got.Figure(p.key); f.Status != predate.StatusMissing || f.Derivation.IsZero() {
			t.Errorf("%s is %s (%s)", p.key, f.Status, wording.Of(f.Derivation))
		}
	}
}

// What the law asks for depends on the age and size of the building and on the
// day; what it does not ask for is not asked for.
func TestTheLawAsksByAge(t *testing.T) {
	for name, test := range map[string]struct {
		set  func(*shelf)
		want string // codes: of sure duties, then of those that depend
	}{
		"1972": {func(s *shelf) { s.aged("1972-01-01", "1972-12-31") }, "ppt collective_epc asbestos_report"},
		"before 1949": {
			func(s *shelf) { s.aged("", "1948-12-31") }, "ppt collective_epc asbestos_report lead_report",
		},
		"2001 to 2010": {func(s *shelf) { s.aged("2001-01-01", "2010-12-31") }, "ppt collective_epc"},
		"since 2016":   {func(s *shelf) { s.aged("2016-01-01", "") }, ""},
		"1994 to 2000": {func(s *shelf) { s.aged("1994-01-01", "2000-12-31") }, "ppt collective_epc | asbestos_report"},
		"by its rules alone": {
			func(s *shelf) {
				s.add("rcp.pdf", predate.KindRules, "1985-03-02")
			}, "ppt collective_epc asbestos_report | lead_report",
		},
		"papers that disagree": {
			func(s *shelf) {
				s.aged("1972-01-01", "1972-12-31")
				s.add("carnet.pdf", predate.KindMaintenanceLog, "2025-01-01", predate.Figure{Key: predate.FactConstruction, Value: predate.Span(year(1985))})
			}, "| ppt collective_epc asbestos_report lead_report",
		},
		"papers that disagree, and its rules": {
			func(s *shelf) {
				s.aged("1972-01-01", "1972-12-31")
				s.add("carnet.pdf", predate.KindMaintenanceLog, "2025-01-01", predate.Figure{Key: predate.FactConstruction, Value: predate.Span(year(1985))})
				s.add("rcp.pdf", predate.KindRules, "1953-11-05")
			}, "ppt collective_epc asbestos_report | lead_report",
		},
		"small, before its year": {
			func(s *shelf) {
				s.aged("1972-01-01", "1972-12-31")
				s.add("rnic.pdf", predate.KindRegistration, "2024-01-01", predate.Figure{Key: predate.FactMainLotCount, Value: predate.Count(24)})
				s.in.ReferenceDate = date("2024-12-31")
			}, "asbestos_report",
		},
		"of unknown size, before the last year": {
			func(s *shelf) {
				s.aged("1972-01-01", "1972-12-31")
				s.in.ReferenceDate = date("2024-12-31")
			}, "asbestos_report | ppt collective_epc",
		},
		"large, in its year": {
			func(s *shelf) {
				s.aged("1972-01-01", "1972-12-31")
				s.add("rnic.pdf", predate.KindRegistration, "2024-01-01", predate.Figure{Key: predate.FactMainLotCount, Value: predate.Count(240)})
				s.in.ReferenceDate = date("2024-12-31")
			}, "ppt collective_epc asbestos_report",
		},
		"a plan that a meeting decided": {
			func(s *shelf) {
				s.aged("2016-01-01", "")
				for i := range s.in.Papers {
					if p := &s.in.Papers[i]; p.File == "pv-2025.pdf" {
						change(p, predate.FactResolutions, func(v predate.Value) predate.Value {
							return append(v.(predate.Resolutions), predate.Resolution{Title: "Projet de plan pluriannuel", Subject: predate.SubjectPlan, Outcome: predate.VoteAdopted})
						})
					}
				}
			}, "ppt",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			test.set(s)
			var sure, perhaps []string
			for _, g := range predate.Reserves(Compute(s.in).Outcome.Missing) {
				switch {
				case g.Code == "summary_sheet" || g.Code == "coownership_rules" || g.Code == "maintenance_log" || g.Code == "minutes":
				case strings.Contains(g.Message, ", si "):
					perhaps = append(perhaps, g.Code)
				default:
					sure = append(sure, g.Code)
				}
			}
			got := strings.Join(sure, " ")
			if len(perhaps) > 0 {
				got = strings.TrimSpace(got + " | " + strings.Join(perhaps, " "))
			}
			if got != test.want {
				t.Errorf("asked for %q, want %q", got, test.want)
			}
		})
	}
}

// Words prove an absence, and a paper that another one mentions is owed.
func TestWordsProveAnAbsence(t *testing.T) {
	s := soundDossier()
	s.add("carnet.pdf", predate.KindMaintenanceLog, "2026-01-15", predate.Figure{Key: predate.KeyDTG, Status: predate.StatusNone})
	got := Compute(s.in)
	if f := got.Figure(predate.KeyDTG); f.Status != predate.StatusNone || len(f.Evidence) == 0 || !strings.Contains(wording.Of(f.Derivation), "carnet.pdf") {
		t.Errorf("the log denies the survey, which is %s (%s)", f.Status, wording.Of(f.Derivation))
	}
	s = soundDossier()
	s.add("carnet.pdf", predate.KindMaintenanceLog, "2026-01-15", predate.Figure{Key: predate.KeyDTG, Value: predate.Paper{Date: date("2022-11-30")}})
	got = Compute(s.in)
	if codes, _ := owing(got); !strings.Contains(strings.Join(codes, " "), "dtg") || got.Figure(predate.KeyDTG).Status != predate.StatusMissing {
		t.Errorf("the log mentions a survey, which is %s; owed: %v", got.Figure(predate.KeyDTG).Status, codes)
	}
}

// The law wants the minutes of three years, not of three meetings.
func TestYearsWithoutMinutes(t *testing.T) {
	for name, test := range map[string]struct {
		at   string
		held string
		want string
	}{
		"three in spring":                   {"2026-05-18", "2024-03-28 2025-03-27 2026-03-26", ""},
		"the last alone":                    {"2026-05-18", "2026-03-26", "2024 et 2025"},
		"three meetings of one year":        {"2026-05-18", "2026-01-12 2026-03-26 2026-05-02", "2024 et 2025"},
		"the oldest alone":                  {"2026-05-18", "2024-03-28", "2025 et 2026"},
		"the one between":                   {"2026-05-18", "2025-03-27", "2024 et 2026"},
		"the last not held yet":             {"2026-03-02", "2023-04-20 2024-04-18 2025-04-24", ""},
		"the first lacks, the last to come": {"2026-03-02", "2024-04-18 2025-04-24", "2023"},
		"a season that wanders":             {"2026-06-15", "2024-06-20 2025-06-12", ""},
		"on new year's day":                 {"2026-01-01", "2023-06-01 2024-06-01 2025-06-01", ""},
		"none":                              {"2026-05-18", "", "2024 et 2025"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &shelf{in: Input{ReferenceDate: date(test.at)}}
			for _, on := range strings.Fields(test.held) {
				s.add("pv-"+on+".pdf", predate.KindMinutes, on, asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("ordinaire")}, on))
			}
			d := given(s.in)
			if got := strings.Join(namesOf(d.yearsWithoutMinutes()), " et "); got != test.want {
				t.Errorf("without minutes of %q, want %q", got, test.want)
			}
		})
	}
}

// silent lists the figures that papers state by not speaking of them.
func silent() []predate.Key {
	return []predate.Key{
		predate.KeyProceedings, predate.KeyLoans, predate.KeyLoanShareDue, predate.KeyGuarantee,
		predate.KeyDifficulty, predate.KeyDueTriggeredBySale, predate.KeyFutureLoan,
	}
}

// What no paper mentions is absent only where minutes of three years and
// accounts would have mentioned it.
func TestSilenceCountsOnlyWhereAllWouldSpeak(t *testing.T) {
	whole := Compute(soundDossier().in)
	for _, key := range silent() {
		f := whole.Figure(key)
		if f.Status != predate.StatusNone || len(f.Evidence) > 0 || !strings.Contains(wording.Of(f.Derivation), "dans les procès-verbaux des 11/04/2024, 10/04/2025 et 09/04/2026 ni dans les comptes de l’exercice 2025.") {
			t.Errorf("%s is %s with %d places (%s)", key, f.Status, len(f.Evidence), wording.Of(f.Derivation))
		}
	}
	two := soundDossier()
	two.drop("pv-2024.pdf")
	got := Compute(two.in)
	if got.Outcome.State != predate.OutcomeDone {
		t.Errorf("%s: %v %v", got.Outcome.State, predate.Blocking(got.Outcome.Missing), wording.All(got.Outcome.Reasons))
	}
	if _, messages := owing(got); !strings.Contains(messages, "tenue en 2024 ") {
		t.Errorf("the year is not named:\n%s", messages)
	}
	for _, key := range silent() {
		if f := got.Figure(key); f.Status != predate.StatusMissing {
			t.Errorf("with two of three minutes, %s is %s (%s)", key, f.Status, wording.Of(f.Derivation))
		}
	}
}

// Without accounts, minutes alone prove nothing.
func TestSilenceWithoutAccounts(t *testing.T) {
	s := soundDossier()
	s.drop("annexe-1.pdf", "decompte-2025.pdf")
	got := Compute(s.in)
	for _, key := range []predate.Key{predate.KeyLoans, predate.KeyDifficulty} {
		if f := got.Figure(key); f.Status != predate.StatusMissing || !strings.Contains(wording.Of(f.Derivation), "comptes") {
			t.Errorf("%s is %s (%s)", key, f.Status, wording.Of(f.Derivation))
		}
	}
}

// Words count where silence does not.
func TestWordsCountWithoutThreeYears(t *testing.T) {
	s := soundDossier()
	s.drop("pv-2024.pdf")
	annexe := s.find(t, "annexe-1.pdf")
	annexe.Figures = append(annexe.Figures, predate.Figure{
		Key: predate.FactLoansOutstanding, Status: predate.StatusNone, Value: predate.Money(0), AsOf: date("2025-12-31"),
		Evidence: []predate.Evidence{{File: "annexe-1.pdf", Page: 1, Text: "Emprunts : néant"}},
	})
	last := s.find(t, "pv-2026.pdf")
	last.Figures = append(last.Figures, predate.Figure{
		Key: predate.KeyProceedings, Status: predate.StatusNone, Value: predate.Texts{}, AsOf: date("2026-04-09"),
		Evidence: []predate.Evidence{{File: "pv-2026.pdf", Page: 3, Text: "Aucune procédure en cours."}},
	})
	got := Compute(s.in)
	for _, key := range []predate.Key{predate.KeyProceedings, predate.KeyLoans, predate.KeyLoanShareDue} {
		if f := got.Figure(key); f.Status != predate.StatusNone || len(f.Evidence) == 0 {
			t.Errorf("%s is %s (%s)", key, f.Status, wording.Of(f.Derivation))
		}
	}
	if f := got.Figure(predate.KeyGuarantee); f.Status != predate.StatusMissing {
		t.Errorf("the guarantee, of which no word is said, is %s", f.Status)
	}
}

// A loan that a paper mentions is never absent, even though nothing is read of
// it; the figures say where the words are.
func TestMentionedLoanIsNotAbsent(t *testing.T) {
	s := soundDossier()
	last := s.find(t, "pv-2026.pdf")
	last.Figures = append(last.Figures, predate.Figure{
		Key: predate.FactLoanMentioned, Value: predate.Text("L'assemblée décide de souscrire un emprunt collectif."), AsOf: date("2026-04-09"),
		Evidence: []predate.Evidence{{File: "pv-2026.pdf", Page: 3, Text: "décide de souscrire un emprunt collectif"}},
	})
	got := Compute(s.in)
	for _, key := range []predate.Key{predate.KeyLoans, predate.KeyLoanShareDue, predate.KeyGuarantee} {
		if f := got.Figure(key); f.Status != predate.StatusMissing || len(f.Evidence) != 1 {
			t.Errorf("%s is %s with %d proofs (%s)", key, f.Status, len(f.Evidence), wording.Of(f.Derivation))
		}
	}
}

// A paper that could not be read, or that the extranet lists and did not give,
// exists: it is named and asked for, and nothing that it may be is absent.
func TestUnreadablePapersAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		document      predate.ReadDocument
		ask, asbestos string
	}{
		"not read": {
			predate.ReadDocument{File: "DTA.pdf", Unreadable: "le fichier est protégé par un mot de passe"},
			"Le document « DTA.pdf » sous une forme lisible : le fichier est protégé par un mot de passe.",
			"peut être celui-ci : « DTA.pdf ».",
		},
		"listed under a name that says nothing": {
			predate.ReadDocument{File: "Divers 12", Listed: true, Unreadable: "Le fichier est incomplet."},
			"Le document « Divers 12 », que l’extranet propose et qui n’a pas pu être obtenu : Le fichier est incomplet.",
			"peut être celui-ci : « Divers 12 ».",
		},
		"listed under its name": {
			predate.ReadDocument{File: "DTA", Listed: true, Guess: predate.KindAsbestos, Unreadable: "le fichier est incomplet"},
			"Le document « DTA », que l’extranet propose et qui n’a pas pu être obtenu : le fichier est incomplet.",
			"Le document « DTA », que l’extranet propose, n’a pas pu être obtenu : le fichier est incomplet.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.in.Documents = append(s.in.Documents, c.document)
			got := Compute(s.in)
			codes, messages := owing(got)
			if !strings.Contains(messages, c.ask) || !strings.Contains(strings.Join(codes, " "), "asbestos_report") {
				t.Errorf("asked for %v:\n%s", codes, messages)
			}
			if f := got.Figure(predate.KeyAsbestosReport); f.Status != predate.StatusMissing || !strings.Contains(wording.Of(f.Derivation), c.asbestos) {
				t.Errorf("the report is %s (%s)", f.Status, wording.Of(f.Derivation))
			}
			if all := strings.Join(wording.All(got.Outcome.Warnings), "\n"); !strings.Contains(all, "« "+c.document.File+" »") {
				t.Errorf("no warning:\n%s", all)
			}
		})
	}
}

// A cellar that is sold alone needs neither minutes nor log (CCH L.721-2).
func TestAncillaryLotsNeedFewerPapers(t *testing.T) {
	s := soundDossier()
	s.in.Order.Lots = "8"
	s.drop("pv-2024.pdf")
	codes, _ := owing(Compute(s.in))
	if all := strings.Join(codes, " "); strings.Contains(all, "minutes") || strings.Contains(all, "maintenance_log") {
		t.Errorf("owed: %s", all)
	}
}
