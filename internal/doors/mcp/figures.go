package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
)

type explainIn struct {
	orderIn
	Figure string `json:"figure,omitempty" jsonschema:"The key of a figure, such as condominium_arrears; none lists all figures."`
}

// figure is one figure of a statement.
type figure struct {
	Key        string     `json:"key"`
	Name       string     `json:"name" jsonschema:"Its French name."`
	Value      any        `json:"value" jsonschema:"Null where there is none: it is then unknown, never zero. Money is in euros."`
	Type       *string    `json:"type"`
	Status     string     `json:"status"`
	AsOf       *string    `json:"as_of,omitempty" jsonschema:"The day for which it holds."`
	Derivation any        `json:"derivation,omitempty" jsonschema:"How it was computed, or why there is none, in French."`
	Evidence   []evidence `json:"evidence,omitempty"`
}

// evidence is where something was read.
type evidence struct {
	File     string    `json:"file"`
	Document *int64    `json:"document"`
	Page     int       `json:"page"`
	Box      []float64 `json:"box" jsonschema:"Left, top, right, bottom, in points."`
	Text     string    `json:"text" jsonschema:"The printed words."`
	Rule     string    `json:"rule"`
}

type explainOut struct {
	OrderID       string   `json:"orderid"`
	ReferenceDate string   `json:"reference_date"`
	Figures       []figure `json:"figures"`
}

func (t tools) explain(ctx context.Context, in explainIn) (explainOut, error) {
	out := explainOut{Figures: []figure{}}
	path, err := in.path("/report")
	if err != nil {
		return out, err
	}
	raw, err := t.API.Get(ctx, path)
	if err != nil {
		return out, err
	}
	var report struct {
		ReferenceDate string            `json:"reference_date"`
		Figures       map[string]figure `json:"figures"`
	}
	if err := json.Unmarshal(raw, &report); err != nil {
		return out, fmt.Errorf("read the report: %w", err)
	}
	id, _ := predate.ParseOrderID(in.Order) // path has refused what is none
	out.OrderID, out.ReferenceDate = string(id), report.ReferenceDate
	for _, entry := range predate.Figures() {
		f, there := report.Figures[string(entry.Key)]
		if !there || in.Figure != "" && in.Figure != string(entry.Key) {
			continue
		}
		f.Key, f.Name = string(entry.Key), entry.Label
		if in.Figure == "" {
			f.Evidence, f.Derivation = nil, nil
		}
		out.Figures = append(out.Figures, f)
	}
	if in.Figure != "" && len(out.Figures) == 0 {
		return out, fmt.Errorf("the statement has no figure %q: ask without one for the list", in.Figure)
	}
	return out, nil
}

type verifyIn struct {
	ID        string `json:"webhook_id" jsonschema:"The header webhook-id."`
	Timestamp string `json:"webhook_timestamp" jsonschema:"The header webhook-timestamp, in seconds."`
	Signature string `json:"webhook_signature" jsonschema:"The header webhook-signature."`
	Body      string `json:"body" jsonschema:"The body, exactly as it came."`
	Received  string `json:"received,omitempty" jsonschema:"When it came (RFC 3339); now without it."`
}

type verifyOut struct {
	Genuine  bool      `json:"genuine" jsonschema:"A receiver must take the delivery."`
	Findings []finding `json:"findings"`
}

type finding struct {
	Part string `json:"part"`
	Good bool   `json:"good"`
	Says string `json:"says"`
}

func (t tools) verify(_ context.Context, in verifyIn) (verifyOut, error) {
	out := verifyOut{Genuine: true, Findings: []finding{}}
	if t.Secret == "" {
		return out, fmt.Errorf("there is no secret to verify with: start predate mcp with PREDATE_SECRET set to the endpoint's")
	}
	received := webhook.Received{Header: http.Header{}, Body: []byte(in.Body), At: t.Now()}
	if in.Received != "" {
		at, err := time.Parse(time.RFC3339, in.Received)
		if err != nil {
			return out, fmt.Errorf("received: %w", err)
		}
		received.At = at
	}
	for name, value := range map[string]string{"webhook-id": in.ID, "webhook-timestamp": in.Timestamp, "webhook-signature": in.Signature} {
		if value != "" {
			received.Header.Set(name, value)
		}
	}
	for _, one := range webhook.Examine(received, t.Secret) {
		out.Genuine = out.Genuine && one.Good
		out.Findings = append(out.Findings, finding{one.Part, one.Good, one.Says})
	}
	return out, nil
}
