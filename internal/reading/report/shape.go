package report

import (
	"bytes"
	"encoding/json"

	"predate"
)

// shape is how one type of value is written. encode says false for a value of
// another type.
type shape struct {
	name   string
	encode func(predate.Value) (any, bool)
	decode func(json.RawMessage) (predate.Value, error)
}

// shapes is the closed list of the statement's values; a test holds it against
// value.go. The values of facts have none.
func shapes() []shape {
	return []shape{
		one("money", func(v predate.Money) euros { return euros(v) }, func(w euros) predate.Money { return predate.Money(w) }),
		one("date", func(v predate.Day) day { return day(v) }, func(w day) predate.Day { return predate.Day(w) }),
		one("period", func(v predate.Span) period { return toPeriod(predate.Period(v)) }, func(w period) predate.Span { return predate.Span(w.period()) }),
		one("text", func(v predate.Text) string { return string(v) }, func(w string) predate.Text { return predate.Text(w) }),
		one("flag", func(v predate.Flag) bool { return bool(v) }, func(w bool) predate.Flag { return predate.Flag(w) }),
		one("count", func(v predate.Count) int64 { return int64(v) }, func(w int64) predate.Count { return predate.Count(w) }),
		many[predate.Texts]("texts", same, same),
		many[predate.Days]("dates", func(d predate.Date) day { return day(d) }, func(d day) predate.Date { return predate.Date(d) }),
		many[predate.LotList]("lots", func(l predate.Lot) lot { return lot(l) }, func(l lot) predate.Lot { return predate.Lot(l) }),
		many[predate.KeyList]("allocation_keys", toAllocationKey, allocationKey.allocationKey),
		many[predate.CallList]("calls", toCall, call.call),
		many[predate.WorkList]("works", toWork, work.work),
		many[predate.LoanList]("loans", toLoan, loan.loan),
		many[predate.MovementList]("movements", toMovement, movement.movement),
		one("contribution", toContribution, contribution.contribution),
		one("insurance", toPolicy, policy.policy),
		one("paper", toPaper, paper.paper),
	}
}

// one makes the shape of a value V written as W.
func one[V predate.Value, W any](name string, to func(V) W, from func(W) V) shape {
	return shape{
		name: name,
		encode: func(v predate.Value) (any, bool) {
			typed, ok := v.(V)
			if !ok {
				return nil, false
			}
			return to(typed), true
		},
		decode: func(raw json.RawMessage) (predate.Value, error) {
			var w W
			if err := json.Unmarshal(raw, &w); err != nil {
				return nil, err
			}
			return from(w), nil
		},
	}
}

// many makes the shape of a list L of E, each written as W.
func many[L interface {
	predate.Value
	~[]E
}, E, W any](name string, to func(E) W, from func(W) E) shape {
	return one(name,
		func(v L) []W { return each(v, to) },
		func(w []W) L { return L(list(w, from)) })
}

// marshal keeps the text as people wrote it: "<" and "&" are not escaped.
func marshal(v any) (json.RawMessage, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(out.Bytes()), err
}
