package report

import (
	"reflect"
	"time"

	"pgregory.net/rapid"

	"predate"
)

// statements draws from the types themselves, so that a field added to the
// words of the house takes part at once.
func statements() *rapid.Generator[predate.Statement] {
	cfg := config()
	cfg.Types[reflect.TypeFor[predate.Value]()] = values(cfg)
	return rapid.Map(rapid.MakeCustom[predate.Statement](cfg), func(s predate.Statement) predate.Statement {
		for key, f := range s.Figures {
			f.Key = key
			s.Figures[key] = f
		}
		return s
	})
}

func config() rapid.MakeConfig {
	days := rapid.Custom(func(t *rapid.T) predate.Date {
		n := rapid.IntRange(-1, 80000).Draw(t, "day")
		if n < 0 {
			return predate.Date{}
		}
		return predate.Date{Year: 1900, Month: time.January, Day: 1}.AddDays(n)
	})
	boxes := rapid.Custom(func(t *rapid.T) predate.Box {
		at := rapid.Map(rapid.IntRange(-100000, 300000), func(n int) float64 { return float64(n) / 100 })
		return predate.Box{X0: at.Draw(t, "x0"), Y0: at.Draw(t, "y0"), X1: at.Draw(t, "x1"), Y1: at.Draw(t, "y1")}
	})
	cents := rapid.Map(rapid.Int64Range(-1<<61, 1<<61), func(n int64) predate.Cents { return predate.Cents(n) })
	cfg := rapid.MakeConfig{Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[predate.Date]():  days.AsAny(),
		reflect.TypeFor[predate.Day]():   rapid.Map(days, func(d predate.Date) predate.Day { return predate.Day(d) }).AsAny(),
		reflect.TypeFor[predate.Box]():   boxes.AsAny(),
		reflect.TypeFor[predate.Cents](): cents.AsAny(),
		reflect.TypeFor[predate.Money](): rapid.Map(cents, func(c predate.Cents) predate.Money { return predate.Money(c) }).AsAny(),
		reflect.TypeFor[predate.Status](): rapid.SampledFrom([]predate.Status{
			predate.StatusConfirmed, predate.StatusComputed, predate.StatusMissing, predate.StatusNotRequired,
			predate.StatusNone, predate.StatusDeclared, predate.StatusConflicting, predate.StatusNotApplicable,
		}).AsAny(),
		reflect.TypeFor[predate.GateStatus](): rapid.SampledFrom([]predate.GateStatus{
			predate.GateGreen, predate.GateRed, predate.GateNotApplicable,
		}).AsAny(),
		reflect.TypeFor[predate.OutcomeState](): rapid.SampledFrom([]predate.OutcomeState{
			predate.OutcomeDone, predate.OutcomeWaiting, predate.OutcomeReview,
		}).AsAny(),
		// A report keeps the words of a reason, and nothing else.
		reflect.TypeFor[predate.Reason](): rapid.Map(rapid.String(), predate.Worded).AsAny(),
		reflect.TypeFor[predate.Declaration](): rapid.Custom(func(t *rapid.T) predate.Declaration {
			by := rapid.SampledFrom([]predate.Declarant{"", predate.DeclaredByOperator, predate.DeclaredByClient}).Draw(t, "by")
			if by == "" {
				return predate.Declaration{}
			}
			return predate.Declaration{By: by, Name: rapid.String().Draw(t, "name"), On: days.Draw(t, "on"), Why: rapid.String().Draw(t, "why")}
		}).AsAny(),
		reflect.TypeFor[time.Time]():       rapid.Just(time.Time{}).AsAny(),
		reflect.TypeFor[predate.DocType](): rapid.Map(rapid.IntRange(0, 10), func(n int) predate.DocType { return predate.DocType(n) }).AsAny(),
	}}
	movements := rapid.Map(rapid.MakeCustom[predate.Movement](cfg), func(m predate.Movement) predate.Movement {
		if !m.HasBalance {
			m.Balance = 0
		}
		return m
	})
	cfg.Types[reflect.TypeFor[predate.Movement]()] = movements.AsAny()
	return cfg
}

// kind is a type of value and how to draw one.
type kind struct {
	zero predate.Value
	gen  *rapid.Generator[any]
}

func kinds(cfg rapid.MakeConfig) []kind {
	return []kind{
		of[predate.Money](cfg), of[predate.Day](cfg), of[predate.Span](cfg), of[predate.Text](cfg),
		of[predate.Flag](cfg), of[predate.Count](cfg), of[predate.Texts](cfg), of[predate.Days](cfg),
		of[predate.LotList](cfg), of[predate.KeyList](cfg), of[predate.CallList](cfg), of[predate.WorkList](cfg),
		of[predate.LoanList](cfg), of[predate.MovementList](cfg), of[predate.Contribution](cfg),
		of[predate.Policy](cfg), of[predate.Paper](cfg),
	}
}

func of[V predate.Value](cfg rapid.MakeConfig) kind {
	var zero V
	return kind{zero, rapid.MakeCustom[V](cfg).AsAny()}
}

// values draws a value of any type, or none.
func values(cfg rapid.MakeConfig) *rapid.Generator[any] {
	all := kinds(cfg)
	return rapid.Custom(func(t *rapid.T) any {
		n := rapid.IntRange(-1, len(all)-1).Draw(t, "kind")
		if n < 0 {
			return predate.Value(nil)
		}
		return all[n].gen.Draw(t, "value")
	})
}
