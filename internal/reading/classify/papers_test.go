package classify_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/classify"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/pdftext/enginetest"
)

// read returns a PDF of testdata as a reader sees it.
func read(t *testing.T, name string) layout.Doc {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := enginetest.Printed(t).Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return layout.Analyse(pages)
}

// described writes parts as "1-2 minutes", with what else is said of them.
func described(r classify.Result) string {
	var out []string
	for _, p := range r.Parts {
		s := fmt.Sprintf("%d-%d %s", p.First, p.Last, p.Kind)
		if p.Draft {
			s += " draft"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// TestPapers reads real files: the pages of each kind, composites cut at the
// right page, and the day that each file bears.
func TestPapers(t *testing.T) {
	cases := []struct {
		file    string
		want    string
		printed string
	}{
		{"call_and_account.pdf", "1-1 fund_call, 2-2 account_statement", "2026-06-16"},
		{
			"notice_with_schedules.pdf",
			"1-2 meeting_notice, 3-4 schedule_1 draft, 5-6 schedule_2 draft, 7-7 schedule_3 draft, 8-8 schedule_4 draft, 9-9 schedule_5 draft", "2026-03-14",
		},
		{"minutes.pdf", "1-3 minutes", "2026-04-09"},
		{"minutes_elsewhere.pdf", "1-3 minutes", "2026-04-15"},
		{"call.pdf", "1-2 fund_call", "2025-09-09"},
		{"plan_proposed.pdf", "1-1 ppt_draft", "2025-02-14"},
		{"plan_adopted.pdf", "1-1 ppt", "2024-06-20"},
		{"drawing.pdf", "1-1 plan", ""},
		{"insurance.pdf", "1-1 insurance", "2025-07-02"},
		{"energy.pdf", "1-1 collective_epc", "2024-09-17"},
		{"agent_contract.pdf", "1-1 agent_contract", "2025-11-06"},
		{"unit_diagnostics.pdf", "1-1 other", "2026-09-05"},
		{"amendment.pdf", "1-3 division_amendment", "1996-02-20"},
		{"lead.pdf", "1-1 lead_report", "2012-05-09"},
		{"light_accounts.pdf", "1-2 light_accounts", "2025-01-31"},
	}
	for _, c := range cases {
		t.Run(c.file, func(t *testing.T) {
			got := classify.New(lexicontest.House(t)).Classify(classify.Input{File: c.file, Doc: read(t, c.file)})
			if diff := cmp.Diff(c.want, described(got)); diff != "" {
				t.Errorf("parts (-want +got):\n%s%v", diff, got.Parts)
			}
			if got.Printed.String() != c.printed {
				t.Errorf("printed on %s, want %s", got.Printed, c.printed)
			}
			for _, p := range got.Parts {
				if len(p.Reasons) == 0 {
					t.Errorf("part %d-%d has no reason", p.First, p.Last)
				}
			}
		})
	}
}

// TestReplacedCall finds the call that a later one cancels and replaces.
func TestReplacedCall(t *testing.T) {
	var files []classify.File
	for _, name := range []string{"call.pdf", "call_corrected.pdf"} {
		doc := read(t, name)
		files = append(files, classify.File{Name: name, Hash: predate.Hash(name), Brief: classify.BriefOf(doc), Result: classify.New(lexicontest.House(t)).Classify(classify.Input{File: name, Doc: doc})})
	}
	got := classify.Relate(files)
	want := []classify.Relation{{SupersededBy: "call_corrected.pdf"}, {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("relations (-want +got):\n%s", diff)
	}
}
