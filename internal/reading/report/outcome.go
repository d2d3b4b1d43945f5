package report

import (
	"predate"
	"predate/internal/reading/wording"
)

type outcome struct {
	State    predate.OutcomeState `json:"state"`
	Missing  []gap                `json:"missing"`
	Reasons  []string             `json:"review_reasons"`
	Warnings []string             `json:"warnings"`
}

type gap struct {
	Kind       predate.GapKind `json:"kind"`
	Code       string          `json:"code"`
	DocType    predate.DocType `json:"doctype"` // 0: no type of the contract
	FiscalYear string          `json:"fiscal_year"`
	Message    string          `json:"message"`
	Blocking   *bool           `json:"blocking"` // absent from older reports: everything was
}

func toGap(g predate.Gap) gap {
	blocking := g.Blocking()
	return gap{g.Kind, g.Code, g.DocType, g.FiscalYear, g.Message, &blocking}
}

func (g gap) gap() predate.Gap {
	return predate.Gap{
		Kind: g.Kind, Code: g.Code, DocType: g.DocType, FiscalYear: g.FiscalYear, Message: g.Message,
		Reserve: g.Blocking != nil && !*g.Blocking,
	}
}

func toOutcome(o predate.Outcome) outcome {
	return outcome{
		State:    o.State,
		Missing:  each(o.Missing, toGap),
		Reasons:  each(o.Reasons, wording.Of),
		Warnings: each(o.Warnings, wording.Of),
	}
}

func (o outcome) outcome() predate.Outcome {
	return predate.Outcome{
		State:    o.State,
		Missing:  list(o.Missing, gap.gap),
		Reasons:  list(o.Reasons, predate.Worded),
		Warnings: list(o.Warnings, predate.Worded),
	}
}

func same[T any](v T) T { return v }

type gate struct {
	ID       string             `json:"id"`
	Status   predate.GateStatus `json:"status"`
	Detail   string             `json:"detail"`
	Evidence []evidence         `json:"evidence"`
}

func toGate(g predate.Gate) gate {
	return gate{ID: g.ID, Status: g.Status, Detail: wording.Of(g.Detail), Evidence: each(g.Evidence, toEvidence)}
}

func (g gate) gate() predate.Gate {
	return predate.Gate{ID: g.ID, Status: g.Status, Detail: predate.Worded(g.Detail), Evidence: list(g.Evidence, evidence.evidence)}
}
