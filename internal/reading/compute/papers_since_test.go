package compute

import (
	"fmt"
	"testing"

	"predate"
)

// TestASheetOlderThanAChangeOfAgentDoesNotNameHim.
func TestASheetOlderThanAChangeOfAgentDoesNotNameHim(t *testing.T) {
	agent := func(name string) predate.Figure {
		return predate.Figure{Key: predate.KeyManagingAgent, Value: predate.Text(name)}
	}
	for name, c := range map[string]struct {
		sheet, printed, call string
		want                 predate.Figure
	}{
		"another since":            {"Cabinet Aubrac", "2024-05-02", "Régie Belledonne", is(conl, nil)},
		"the same, shorter":        {"SAS Aubrac Gestion", "2024-05-02", "Cabinet Aubrac", is(conf, predate.Text("SAS Aubrac Gestion"))},
		"the same, by initials":    {"Aubrac Gestion Monts Dore", "2024-05-02", "AMD", is(conf, predate.Text("Aubrac Gestion Monts Dore"))},
		"another before":           {"Cabinet Aubrac", "2026-05-02", "Régie Belledonne", is(conf, predate.Text("Cabinet Aubrac"))},
		"another, on a day unread": {"Cabinet Aubrac", "", "Régie Belledonne", is(conf, predate.Text("Cabinet Aubrac"))},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.put("fiche.pdf", agent(c.sheet))
			s.put("appel-2026-2.pdf", agent(c.call))
			p := s.find(t, "fiche.pdf")
			p.Printed = predate.Date{}
			if c.printed != "" {
				p.Printed = date(c.printed)
			}
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyManagingAgent: c.want})
		})
	}
}

// TestANoticeMayPutTheMeetingOff: the newest paper says when it is held.
func TestANoticeMayPutTheMeetingOff(t *testing.T) {
	notice := func(s *shelf, file, printed, on string) {
		s.add(file, predate.KindMeetingNotice, printed, predate.Figure{Key: predate.KeyNextMeeting, Value: predate.Day(date(on))})
	}
	s := soundDossier()
	notice(s, "a.pdf", "2026-05-01", "2026-06-01")
	notice(s, "b.pdf", "2026-05-10", "2026-06-20")
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyNextMeeting: is(conf, predate.Day(date("2026-06-20")))})
	notice(s, "c.pdf", "2026-05-10", "2026-06-24")
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyNextMeeting: is(conl, nil)})
}

// TestAnOlderOperationOfTheSameNameDoesNotFinishAWork: what was closed before a meeting
// voted is not what it voted.
func TestAnOlderOperationOfTheSameNameDoesNotFinishAWork(t *testing.T) {
	s := soundDossier()
	s.drop("annexe-5.pdf")
	before := Compute(s.in)
	for year, finished := range map[int]bool{2024: false, 2025: true} {
		t.Run(fmt.Sprint(year), func(t *testing.T) {
			s := soundDossier()
			s.drop("annexe-5.pdf")
			s.add("annexe-4.pdf", predate.KindSchedule4, "2025-02-28", inYear(predate.Figure{
				Key: predate.FactClosedWorks, Value: predate.ClosedWorks{{Title: "Réfection du hall", Key: "Charges générales", Spent: 300000, Received: 300000}},
			}, year))
			want := before.Figure(predate.KeyFutureOffBudget)
			if finished {
				want = is(nil0, predate.CallList{})
			}
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyFutureOffBudget: is(want.Status, want.Value)})
		})
	}
}

// TestTheKeyOfTheLotsBuildingIsTheirs: calls may have it under a name that annexe 3 does
// not print.
func TestTheKeyOfTheLotsBuildingIsTheirs(t *testing.T) {
	for key, want := range map[string]predate.Figure{
		"Bâtiment A": is(miss, nil),
		"Bâtiment C": is(nil0, predate.CallList{}),
	} {
		s := soundDossier()
		s.drop("appel-2025-4.pdf")
		change(s.find(t, "pv-2025.pdf"), predate.KeyVotedWorks, func(v predate.Value) predate.Value {
			list := append(predate.WorkList{}, v.(predate.WorkList)...)
			list[0].Title, list[0].Key = "Cage d’escalier", key
			return list
		})
		change(s.find(t, "annexe-5.pdf"), predate.FactOpenWorks, func(v predate.Value) predate.Value {
			list := append(predate.OpenWorks{}, v.(predate.OpenWorks)...)
			list[0].Title, list[0].Key = "Cage d’escalier", key
			return list
		})
		change(s.find(t, "annexe-3.pdf"), predate.FactKeyNets, func(v predate.Value) predate.Value {
			return append(append(predate.KeyNets{}, v.(predate.KeyNets)...), predate.KeyNet{
				Code: "B2", Label: key, Total: 700, Amounts: []predate.ColumnAmount{{Column: predate.ColumnClosed, Year: year(2025)}},
			})
		})
		wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyFutureOffBudget: want})
	}
}

// TestACallForWorksThatTheAccountTakesBackIsNotCounted: the account debits it twice, and
// the credit that cancels it is no payment.
func TestACallForWorksThatTheAccountTakesBackIsNotCounted(t *testing.T) {
	for label, want := range map[string]predate.Figure{
		"Annulation appel travaux Réfection du hall": is(miss, nil),
		"Extourne travaux art. 14-2":                 is(miss, nil),
		"Virement appel travaux":                     is(conf, predate.Money(320000)),
		"Annulation frais de relance":                is(conf, predate.Money(320000)),
	} {
		s := soundDossier()
		s.drop("releve.pdf")
		for q := 1; q <= 4; q++ {
			s.drop(fmt.Sprintf("appel-2025-%d.pdf", q))
		}
		var list []predate.Movement
		for _, m := range entries() {
			list = append(list, m)
			if m.Nature == predate.NatureWorks {
				list = append(list, predate.Movement{Date: m.Date.AddDays(3), Label: label, Nature: m.Nature, Credit: m.Debit},
					predate.Movement{Date: m.Date.AddDays(4), Label: m.Label, Nature: m.Nature, Debit: m.Debit})
			}
		}
		s.accountOf("releve.pdf", list)
		got := Compute(s.in).Figure(predate.KeyOffBudgetCalledN1)
		if got.Status != want.Status || got.Value != want.Value {
			t.Errorf("%s: %s %v, want %s %v", label, got.Status, got.Value, want.Status, want.Value)
		}
	}
}
