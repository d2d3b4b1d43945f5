package predate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// TestChecklist: a checklist lists the papers that the run still asks for, those that
// somebody declared not to exist, and those that the order holds.
func TestChecklist(t *testing.T) {
	run := predate.Run{Gaps: []predate.Gap{
		{Kind: predate.GapDocument, Code: "schedule_1", FiscalYear: "2025", Message: "L’annexe 1."},
		{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, Message: "Le procès-verbal de 2023.", Reserve: true},
		{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, Message: "Le procès-verbal de 2024. N’existe pas.", Reserve: true},
		{Kind: predate.GapDocument, Code: predate.CodeUnreadable, Message: "Scan 7.", Reserve: true},
	}}
	said := []predate.Correction{{
		About: predate.RemarkAbsent, Code: "minutes", Value: "Mme Vassorelle", By: "Mme Vassorelle", Declarant: predate.DeclaredByClient, Asked: []string{"Le procès-verbal de 2024."},
	}}
	papers := []predate.ReadDocument{
		{Parts: []predate.Part{{Kind: predate.KindFundCall}, {Kind: predate.KindOther}, {Kind: predate.KindRules, Foreign: true}}},
		{Foreign: true, Parts: []predate.Part{{Kind: predate.KindChargeStatement}}},
		{Parts: []predate.Part{{Kind: predate.KindMinutes}}},
	}
	want := []string{
		"schedule_1 2025 missing true", "minutes  missing false", "minutes  declared_absent false", "unreadable_document  unreadable false", "fund_call  satisfied true",
	}
	if diff := cmp.Diff(want, told(predate.Checklist(run, papers, said))); diff != "" {
		t.Error(diff)
	}
	before := told(predate.Checklist(predate.Run{}, nil, nil))
	if len(before) != 7 || before[0] != "fund_call  missing true" || before[6] != "maintenance_log  missing false" {
		t.Errorf("before any reading: %q", before)
	}
	if unread := told(predate.Checklist(run, nil, said)); len(unread) != 9 || unread[4] != "fund_call  missing true" {
		t.Errorf("what is asked for before any reading is there once: %q", unread)
	}
}

func told(items []predate.Item) []string {
	var out []string
	for _, i := range items {
		line := i.Code + " " + i.FiscalYear + " " + string(i.State)
		if i.Blocking {
			line += " true"
		} else {
			line += " false"
		}
		if (i.Said != nil) != (i.State == predate.ItemDeclared) {
			line += " says nobody"
		}
		out = append(out, line)
	}
	return out
}
