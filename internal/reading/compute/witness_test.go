package compute

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
	"predate/internal/reading/wording"
)

// again copies a paper as another file would carry it: under another name, at
// other pages, a little beside.
func again(t *rapid.T, p Paper) Paper {
	p.File = rapid.SampledFrom([]string{"0-", "m-", "zz-"}).Draw(t, "name") + p.File
	first := rapid.IntRange(1, 30).Draw(t, "page")
	p.Part.Last += first - p.Part.First
	p.Part.First = first
	p.Figures = slices.Clone(p.Figures)
	for i := range p.Figures {
		p.Figures[i].Evidence = slices.Clone(p.Figures[i].Evidence)
		for e := range p.Figures[i].Evidence {
			place := &p.Figures[i].Evidence[e]
			place.File, place.Page, place.Box.X0 = p.File, first, place.Box.X0+0.5
		}
	}
	return p
}

// blur makes a copy tell less of whose it is, as a scan does: its account is
// misspelt or unread, or its head leaves out the lots.
func blur(t *rapid.T, p Paper) Paper {
	how := rapid.SampledFrom([]string{"", "misspelt", "no account", "no lots"}).Draw(t, "blur")
	account := func(s string) string {
		switch how {
		case "misspelt":
			return strings.ReplaceAll(s, "1", "l")
		case "no account":
			return ""
		}
		return s
	}
	lots := func(list []string) []string {
		if how == "no lots" {
			return nil
		}
		return list
	}
	for i := range p.Figures {
		switch v := p.Figures[i].Value.(type) {
		case predate.CallHead:
			v.Account, v.Lots = account(v.Account), lots(v.Lots)
			p.Figures[i].Value = v
		case predate.ChargeHead:
			v.Account, v.Lots = account(v.Account), lots(v.Lots)
			p.Figures[i].Value = v
		case predate.AccountHead:
			v.Account, v.Lots = account(v.Account), lots(v.Lots)
			p.Figures[i].Value = v
		case predate.AccountBalance:
			v.Account = account(v.Account)
			p.Figures[i].Value = v
		case predate.AccountLine:
			v.Account = account(v.Account)
			p.Figures[i].Value = v
		}
	}
	return p
}

// heads are the facts by which a paper says what it is: a copy without them
// is a paper that could not be read, and a doubt.
var heads = []predate.Key{
	predate.FactCall, predate.FactCharges, predate.FactAccount, predate.FactAccountOpening, predate.FactAccountClosing,
	predate.FactMeeting, predate.FactResolutions, predate.FactApproval,
}

// drawDossier takes one of the dossiers, and one of its papers.
func drawDossier(t *rapid.T) (*shelf, Paper) {
	names := []string{}
	for name := range dossiers() {
		names = append(names, name)
	}
	slices.Sort(names)
	s := dossiers()[rapid.SampledFrom(names).Draw(t, "dossier")]()
	return s, s.in.Papers[rapid.IntRange(0, len(s.in.Papers)-1).Draw(t, "paper")]
}

// with gives the statement with one paper more.
func (s *shelf) with(p Paper) predate.Statement {
	s.in.Papers = append(s.in.Papers, p)
	s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: p.File, Pages: p.Part.Last})
	return Compute(s.in)
}

// A paper that comes twice, in another file, with some of its figures unread,
// says nothing more: no figure, no gate and no outcome changes.
func TestAPaperTwiceIsOneWitness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, p := drawDossier(t)
		want := Compute(s.in)
		copied := blur(t, again(t, p))
		copied.Figures = keep(copied.Figures, func(f predate.Figure) bool {
			return slices.Contains(heads, f.Key) || rapid.IntRange(0, 3).Draw(t, "read") > 0
		})
		got := s.with(copied)
		for key, f := range want.Figures {
			g := got.Figure(key)
			if diff := cmp.Diff(f.Value, g.Value); diff != "" || f.Status != g.Status {
				t.Errorf("%s: %s became %s (%s): %s", key, f.Status, g.Status, wording.Of(g.Derivation), diff)
			}
		}
		if got.Outcome.State != want.Outcome.State {
			t.Errorf("outcome %s became %s: %v %v", want.Outcome.State, got.Outcome.State, wording.All(got.Outcome.Reasons), got.Outcome.Missing)
		}
		for i, g := range want.Gates {
			if (g.Status == predate.GateRed) != (got.Gates[i].Status == predate.GateRed) {
				t.Errorf("gate %s is %s: %s", g.ID, got.Gates[i].Status, wording.Of(got.Gates[i].Detail))
			}
		}
	})
}

// summed are the figures that are gathered over papers.
func summed() []predate.Key {
	var out []predate.Key
	for _, key := range predate.KeysThat(predate.Decisive) {
		if key != predate.KeyLots && key != predate.KeyAllocationKeys {
			out = append(out, key)
		}
	}
	return append(out, predate.KeyAdvancesToReconstitute, predate.KeyNextYearBudgetShare, predate.KeyWorksFundBalance)
}

// A copy in which an amount is misread makes a doubt at most: no figure takes
// another value.
func TestAMisreadCopyNeverGivesAnotherFigure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, p := drawDossier(t)
		want := Compute(s.in)
		copied := blur(t, again(t, p))
		i := rapid.IntRange(0, len(copied.Figures)-1).Draw(t, "figure")
		by := predate.Cents(rapid.SampledFrom([]int{1, -1, 100, 90000, -90000, 7000000}).Draw(t, "by"))
		copied.Figures[i].Value = misread(copied.Figures[i].Value, by)
		got := s.with(copied)
		for _, key := range summed() {
			f, g := want.Figure(key), got.Figure(key)
			if f.Known() && g.Known() && cmp.Diff(f.Value, g.Value) != "" {
				t.Errorf("%s: %v became %v with %v", key, f.Value, g.Value, copied.Figures[i].Value)
			}
		}
	})
}

// misread changes an amount of a value, if it has any.
func misread(v predate.Value, by predate.Cents) predate.Value {
	switch v := v.(type) {
	case predate.Money:
		return v + predate.Money(by)
	case predate.CallHead:
		v.Total += by
		return v
	case predate.CallLine:
		v.Amount += by
		return v
	case predate.AccountLine:
		v.Debit += by
		return v
	case predate.AccountBalance:
		v.Amount += by
		return v
	case predate.ChargeLot:
		v.Actual += by
		return v
	case predate.ChargeTotals:
		v.Called += by
		return v
	case predate.ChargeWork:
		v.Amount += by
		return v
	case predate.KeyNets:
		v = slices.Clone(v)
		v[0].Amounts = slices.Clone(v[0].Amounts)
		for i := range v[0].Amounts {
			v[0].Amounts[i].Amount += by
		}
		return v
	case predate.ClosedWorks:
		v = slices.Clone(v)
		v[0].Spent += by
		return v
	case predate.OpenWorks:
		v = slices.Clone(v)
		v[0].Received += by
		return v
	case predate.WorkList:
		v = slices.Clone(v)
		v[0].Amount += by
		return v
	case predate.OwnerRows:
		v = slices.Clone(v)
		v[0].Charges += by
		return v
	case predate.MovementList:
		v = slices.Clone(v)
		v[len(v)-1].Debit += by
		return v
	}
	return v
}
