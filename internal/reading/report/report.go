package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"predate"
)

// Schema names the form of the reports that this package writes. Members are
// only ever added within it.
const Schema = "predate.report/1"

// Encode writes the statement as indented JSON. The same statement always gives
// the same bytes. It fails only on a value that it does not know, or on a box
// that is not a number: both are faults of the program.
func Encode(s predate.Statement) ([]byte, error) {
	r, err := toReport(s)
	if err != nil {
		return nil, fmt.Errorf("encode report: %w", err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("encode report: %w", err)
	}
	return out.Bytes(), nil
}

// Decode reads what Encode wrote: the same statement, but for what the report
// refuses to tell (see the package) and for empty lists, which come back nil.
// Members it does not know are passed over, so that reports may grow.
func Decode(data []byte) (predate.Statement, error) {
	var r report
	if err := json.Unmarshal(data, &r); err != nil {
		return predate.Statement{}, fmt.Errorf("decode report: %w", err)
	}
	if r.Schema != Schema {
		return predate.Statement{}, fmt.Errorf("decode report: schema %q, want %q", r.Schema, Schema)
	}
	s, err := r.statement()
	if err != nil {
		return predate.Statement{}, fmt.Errorf("decode report: %w", err)
	}
	return s, nil
}

// report is the whole JSON document.
type report struct {
	Schema        string                 `json:"schema"`
	Order         order                  `json:"order"`
	ReferenceDate day                    `json:"reference_date"`
	Outcome       outcome                `json:"outcome"`
	Figures       map[predate.Key]figure `json:"figures"`
	Documents     []document             `json:"documents"`
	Gates         []gate                 `json:"gates"`
}

func toReport(s predate.Statement) (report, error) {
	r := report{
		Schema:        Schema,
		Order:         toOrder(s.Order),
		ReferenceDate: day(s.ReferenceDate),
		Outcome:       toOutcome(s.Outcome),
		Figures:       make(map[predate.Key]figure, len(s.Figures)),
		Documents:     each(s.Documents, toDocument),
		Gates:         each(s.Gates, toGate),
	}
	for key, f := range s.Figures {
		if isFact(key) {
			continue
		}
		encoded, err := toFigure(f)
		if err != nil {
			return report{}, fmt.Errorf("figure %s: %w", key, err)
		}
		r.Figures[key] = encoded
	}
	return r, nil
}

func (r report) statement() (predate.Statement, error) {
	s := predate.Statement{
		Order:         r.Order.order(),
		ReferenceDate: predate.Date(r.ReferenceDate),
		Outcome:       r.Outcome.outcome(),
		Gates:         list(r.Gates, gate.gate),
		Documents:     list(r.Documents, document.document),
	}
	if len(r.Figures) > 0 {
		s.Figures = make(map[predate.Key]predate.Figure, len(r.Figures))
	}
	for key, f := range r.Figures {
		decoded, err := f.figure(key)
		if err != nil {
			return predate.Statement{}, fmt.Errorf("figure %s: %w", key, err)
		}
		s.Figures[key] = decoded
	}
	return s, nil
}

// isFact tells what led to a figure from the figures themselves.
func isFact(k predate.Key) bool { return strings.HasPrefix(string(k), "fact.") }

// each maps a list and never gives nil: a list of the report is [], not null.
func each[A, B any](from []A, to func(A) B) []B {
	out := make([]B, 0, len(from))
	for _, a := range from {
		out = append(out, to(a))
	}
	return out
}

// list maps a list and gives nil for an empty one.
func list[A, B any](from []A, to func(A) B) []B {
	if len(from) == 0 {
		return nil
	}
	return each(from, to)
}
