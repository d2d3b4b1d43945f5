package api

import (
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/statement/typeset"
)

// checklistWire is what an order needs of its client.
type checklistWire struct {
	OrderID   string     `json:"orderid"`
	State     string     `json:"state"`
	Reading   bool       `json:"reading"`
	Settled   int        `json:"settled"`
	CornerURL *string    `json:"corner_url"`
	Items     []itemWire `json:"items"`
}

type itemWire struct {
	Kind       string    `json:"kind"`
	DocType    int       `json:"doctype,omitempty"`
	Code       string    `json:"code"`
	FiscalYear string    `json:"fiscal_year,omitempty"`
	Label      string    `json:"label"`
	State      string    `json:"state"`
	Why        []string  `json:"why"`
	Blocking   bool      `json:"blocking"`
	Said       *saidWire `json:"said"`
}

// saidWire is who said of an item that there is none.
type saidWire struct {
	Answer  string `json:"answer"`
	By      string `json:"by"`
	On      string `json:"on"`
	Comment string `json:"comment"`
}

// cornerURL is where the client's page of an order is shown.
func cornerURL(links *link.Signer, id predate.OrderID, generation int, now time.Time) *string {
	return textOrNull(links.Corner(id, generation, link.Until(now)))
}

func toItem(item predate.Item) itemWire {
	wire := itemWire{
		Kind: string(item.Kind), DocType: int(item.DocType), Code: item.Code, FiscalYear: item.FiscalYear, Label: typeset.ItemName(item),
		State: string(item.State), Why: item.Why, Blocking: item.Blocking,
	}
	if wire.Why == nil {
		wire.Why = []string{}
	}
	if said := item.Said; said != nil {
		answer := predate.SaysAbsent
		if said.About == predate.RemarkUnobtainable {
			answer = predate.SaysUnobtainable
		}
		wire.Said = &saidWire{string(answer), said.Value, said.On.String(), said.Why}
	}
	return wire
}
