package compute

import (
	"testing"

	"predate"
)

// eachQuote changes, in all papers, the lines that lay an amount on a key of some code:
// those for which with gives none go.
func eachQuote(s *shelf, code string, with func(kind predate.Kind, l predate.CallLine) (predate.CallLine, bool)) {
	for i := range s.in.Papers {
		p := &s.in.Papers[i]
		var kept []predate.Figure
		for _, f := range p.Figures {
			ok := true
			switch v := f.Value.(type) {
			case predate.CallLine:
				if v.Code == code {
					v, ok = with(p.Part.Kind, v)
				}
				f.Value = v
			case predate.ChargeKey:
				if v.Code == code {
					l, kept := with(p.Part.Kind, predate.CallLine{Code: v.Code, Label: v.Label, Base: v.Base, Share: v.Share})
					v.Code, v.Label, v.Base, v.Share, ok = l.Code, l.Label, l.Base, l.Share, kept
				}
				f.Value = v
			}
			if ok {
				kept = append(kept, f)
			}
		}
		p.Figures = kept
	}
}

// TestKeysAreProven states no list of keys that lacks one, has one twice, or has one
// that was misread.
func TestKeysAreProven(t *testing.T) {
	none := predate.ReasonCode("")
	calls := func(s *shelf, with func(*Paper)) {
		for i := range s.in.Papers {
			if p := &s.in.Papers[i]; p.Part.Kind == predate.KindFundCall {
				with(p)
			}
		}
	}
	noTotals := func(p *Paper) {
		change(p, predate.FactCall, func(v predate.Value) predate.Value {
			head := v.(predate.CallHead)
			head.Total, head.HasTotal = 0, false
			return head
		})
	}
	subTotals := func(p *Paper) {
		sums := map[predate.Nature]predate.Cents{}
		for _, f := range p.Figures {
			if l, ok := f.Value.(predate.CallLine); ok {
				sums[l.Nature] += l.Amount
			}
		}
		for n, sum := range sums {
			p.Figures = append(p.Figures, predate.Figure{Key: predate.FactCallSubtotal, Status: predate.StatusConfirmed, Value: predate.CallSubtotal{Nature: n, Amount: sum}})
		}
	}
	for name, c := range map[string]struct {
		set  func(s *shelf)
		want predate.ReasonCode
	}{
		"as it is": {func(*shelf) {}, none},
		"a key of which no line was read": {func(s *shelf) {
			eachQuote(s, "ASC", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) { return l, false })
		}, predate.ReasonKeysUnsure},
		"a key of which no line was read, in calls whose totals were not either": {func(s *shelf) {
			eachQuote(s, "ASC", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) { return l, false })
			calls(s, noTotals)
		}, predate.ReasonKeysUnsure},
		"calls without their totals, whose lines make those of each nature": {func(s *shelf) {
			calls(s, noTotals)
			calls(s, subTotals)
		}, none},
		"no line of the general key": {func(s *shelf) {
			eachQuote(s, "GEN", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) { return l, false })
		}, predate.ReasonNoGeneralKey},
		"a key that works go by another name": {func(s *shelf) {
			eachQuote(s, "GEN", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) {
				if l.Nature != predate.NatureBudget {
					l.Code, l.Label = "", "Tonneliers"
				}
				return l, true
			})
		}, predate.ReasonKeysAlike},
		"a total that does not make the amounts": {func(s *shelf) {
			eachQuote(s, "ASC", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) { l.Base /= 7; return l, true })
		}, predate.ReasonKeysUnsure},
		"a share that does not make the amounts": {func(s *shelf) {
			eachQuote(s, "ASC", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) { l.Share++; return l, true })
		}, predate.ReasonKeysUnsure},
		"a line of the provisions whose share was not read": {func(s *shelf) {
			eachQuote(s, "ASC", func(_ predate.Kind, l predate.CallLine) (predate.CallLine, bool) {
				l.Base, l.Share = 0, 0
				return l, true
			})
		}, predate.ReasonKeysUnsure},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			c.set(s)
			got := Compute(s.in).Figures[predate.KeyAllocationKeys]
			if got.Derivation.Code != c.want || got.Known() != (c.want == none) {
				t.Errorf("%s because of %q, want %q", got.Status, got.Derivation.Code, c.want)
			}
		})
	}
}
