package report

import (
	"encoding/json"
	"fmt"

	"predate"
	"predate/internal/reading/wording"
)

// figure is a figure under its key. Type says how to read Value, whose shape
// alone would not tell an amount from a name; it is null when Value is.
type figure struct {
	Value      json.RawMessage `json:"value"`
	Type       optional        `json:"type"`
	Status     predate.Status  `json:"status"`
	Evidence   []evidence      `json:"evidence"`
	Year       *period         `json:"year,omitempty"`
	AsOf       *day            `json:"as_of,omitempty"`
	Derivation string          `json:"derivation,omitempty"`
	Declared   *declaration    `json:"declared,omitempty"`
}

// declaration is who said a figure that no paper prints.
type declaration struct {
	By     predate.Declarant `json:"by"`
	Name   string            `json:"name"`
	On     day               `json:"on"`
	Reason string            `json:"reason"`
}

func toDeclaration(d predate.Declaration) *declaration {
	if d.IsZero() {
		return nil
	}
	return &declaration{d.By, d.Name, day(d.On), d.Why}
}

func (d *declaration) declaration() predate.Declaration {
	if d == nil {
		return predate.Declaration{}
	}
	return predate.Declaration{By: d.By, Name: d.Name, On: predate.Date(d.On), Why: d.Reason}
}

type evidence struct {
	File     string             `json:"file"`
	Document predate.DocumentID `json:"document"` // 0 outside of a server
	Page     int                `json:"page"`
	Box      box                `json:"box"`
	Text     string             `json:"text"`
	Rule     string             `json:"rule"`
}

func toEvidence(e predate.Evidence) evidence {
	return evidence{e.File, e.Document, e.Page, box(e.Box), e.Text, e.Rule}
}

func (e evidence) evidence() predate.Evidence {
	return predate.Evidence{File: e.File, Document: e.Document, Page: e.Page, Box: predate.Box(e.Box), Text: e.Text, Rule: e.Rule}
}

func toFigure(f predate.Figure) (figure, error) {
	out := figure{
		Value: json.RawMessage("null"), Status: f.Status,
		Evidence: each(f.Evidence, toEvidence), Derivation: wording.Of(f.Derivation), Declared: toDeclaration(f.Declared),
	}
	if !f.Year.IsZero() {
		year := toPeriod(f.Year)
		out.Year = &year
	}
	if !f.AsOf.IsZero() {
		asOf := day(f.AsOf)
		out.AsOf = &asOf
	}
	if f.Value == nil {
		return out, nil
	}
	for _, sh := range shapes() {
		if encoded, ok := sh.encode(f.Value); ok {
			if f.Key == predate.KeyPPT {
				encoded = toPlan(encoded)
			}
			raw, err := marshal(encoded)
			out.Value, out.Type = raw, optional(sh.name)
			return out, err
		}
	}
	return figure{}, fmt.Errorf("no shape for a value of type %T", f.Value)
}

func (f figure) figure(key predate.Key) (predate.Figure, error) {
	out := predate.Figure{
		Key: key, Status: f.Status, Evidence: list(f.Evidence, evidence.evidence), Derivation: predate.Worded(f.Derivation), Declared: f.Declared.declaration(),
	}
	if f.Year != nil {
		out.Year = f.Year.period()
	}
	if f.AsOf != nil {
		out.AsOf = predate.Date(*f.AsOf)
	}
	if f.Type == "" {
		return out, nil
	}
	for _, sh := range shapes() {
		if sh.name != string(f.Type) {
			continue
		}
		v, err := sh.decode(f.Value)
		if err != nil {
			return predate.Figure{}, fmt.Errorf("value of type %s: %w", f.Type, err)
		}
		out.Value = v
		return out, nil
	}
	return predate.Figure{}, fmt.Errorf("no value type %q", f.Type)
}
