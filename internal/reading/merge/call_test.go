package merge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// TestALineOfTwoNaturesKeepsItsOwn moves a line to the nature that lacks its
// amount, and leaves it where two natures do: the order of a map decides nothing.
func TestALineOfTwoNaturesKeepsItsOwn(t *testing.T) {
	rules := []predate.Figure{
		{Key: predate.FactCallLine, Value: predate.CallLine{Amount: 40000, Nature: predate.NatureBudget}},
		{Key: predate.FactCallLine, Value: predate.CallLine{Amount: 2400, Nature: predate.NatureBudget}},
	}
	want := map[predate.Nature]predate.Cents{predate.NatureBudget: 40000, predate.NatureWorksFund: 2400}
	if l := renatured(rules, want, nil)[1].Value.(predate.CallLine); l.Nature != predate.NatureWorksFund {
		t.Errorf("the line that the works fund lacks is of %s", l.Nature)
	}
	want[predate.NatureFees] = 2400
	for range 50 {
		if diff := cmp.Diff(rules, renatured(rules, want, nil)); diff != "" {
			t.Fatalf("a line that two natures lack was moved (-before +after):\n%s", diff)
		}
	}
}

// A nature whose proved lines make its sum keeps them, with what they are for: no
// line of the rules without a title takes their place.
func TestProvedLinesOfANatureStay(t *testing.T) {
	rules := []predate.Figure{
		{Key: predate.FactCallLine, Value: predate.CallLine{Amount: 40000, Nature: predate.NatureBudget}},
		{Key: predate.FactCallLine, Value: predate.CallLine{Amount: 21804, Nature: predate.NatureBudget}},
	}
	want := map[predate.Nature]predate.Cents{predate.NatureBudget: 40000, predate.NatureWorks: 21804}
	if l := renatured(rules, want, want)[1].Value.(predate.CallLine); l.Nature != predate.NatureBudget {
		t.Errorf("a line of the rules became one of %s", l.Nature)
	}
}

// A line that rules read by the words of its lot, its key on the line over it, has
// the share and the base that the proved line of the same printed amount has.
func TestALineOfALotHasTheKeyOverIt(t *testing.T) {
	at := []predate.Evidence{{Page: 1, Box: predate.Box{X0: 543, Y0: 301, X1: 565, Y1: 310}, Text: "376,74"}}
	elsewhere := []predate.Evidence{{Page: 1, Box: predate.Box{X0: 543, Y0: 346, X1: 565, Y1: 355}, Text: "376,74"}}
	lot := predate.CallLine{Lot: "2", Label: "Lot Appartement - Bât. A 234", Amount: 37674, Nature: predate.NatureBudget}
	keyed := predate.CallLine{Code: "GEN", Label: "Charges communes", Called: 161000, Base: 1000, Share: 234, Unit: "tantièmes", Amount: 37674, Nature: predate.NatureBudget, Title: "450-1"}
	head := predate.Figure{Key: predate.FactCall, Value: predate.CallHead{Total: 37674, HasTotal: true}}
	lines := func(proof []predate.Evidence) []predate.CallLine {
		var out []predate.CallLine
		rules := []predate.Figure{head, {Key: predate.FactCallLine, Value: lot, Evidence: at}}
		for _, f := range Figures(rules, []predate.Figure{head, {Key: predate.FactCallLine, Value: keyed, Evidence: proof}}) {
			if l, ok := f.Value.(predate.CallLine); ok {
				out = append(out, l)
			}
		}
		return out
	}
	want := keyed
	want.Lot, want.Title = "2", ""
	if diff := cmp.Diff([]predate.CallLine{want}, lines(at)); diff != "" {
		t.Errorf("the line (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]predate.CallLine{lot}, lines(elsewhere)); diff != "" {
		t.Errorf("a line has the key of another amount (-want +got):\n%s", diff)
	}
}

// Rules that took what each row is for for its key, which two bases or two names of one
// share show, have the keys of the proved lines; where they name keys, theirs stand.
func TestKeysThatRowsAreFor(t *testing.T) {
	at := func(y float64) []predate.Evidence {
		return []predate.Evidence{{Page: 1, Box: predate.Box{X1: 9, Y0: y, Y1: y + 9}}}
	}
	line := func(y float64, label string, base, share int64) predate.Figure {
		return predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{Label: label, Base: base, Share: share, Amount: 100}, Evidence: at(y)}
	}
	proved := []predate.Figure{line(1, "Charges communes", 10000, 343), line(2, "Charges communes", 10000, 343), line(3, "Ascenseur", 1000, 44)}
	for name, c := range map[string]struct{ rules, want []string }{
		"a name of two bases":      {[]string{"Provisions", "Provisions", "Provisions"}, []string{"Charges communes", "Charges communes", "Ascenseur"}},
		"two names of one share":   {[]string{"Provisions", "Fonds", "Lift"}, []string{"Charges communes", "Charges communes", "Ascenseur"}},
		"names that tell the keys": {[]string{"Générales", "Générales", "Lift"}, []string{"Générales", "Générales", "Lift"}},
	} {
		rules := []predate.Figure{line(1, c.rules[0], 10000, 343), line(2, c.rules[1], 10000, 343), line(3, c.rules[2], 1000, 44)}
		for i, f := range keysAsProved(rules, proved) {
			if l := f.Value.(predate.CallLine); l.Label != c.want[i] {
				t.Errorf("%s: %q, want %q", name, l.Label, c.want[i])
			}
		}
	}
}

// The lines with their shares, which are proved, stand for those of a summary by nature.
func TestSharesStandForASummary(t *testing.T) {
	line := func(lot string, share, base int64, amount predate.Cents, n predate.Nature) predate.Figure {
		return predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{Lot: lot, Share: share, Base: base, Amount: amount, Nature: n}}
	}
	head := predate.Figure{Key: predate.FactCall, Value: predate.CallHead{Total: 60340, HasTotal: true}}
	rules := []predate.Figure{head, line("", 0, 0, 54218, predate.NatureBudget), line("", 0, 0, 6122, predate.NatureWorksFund)}
	proved := []predate.Figure{head, line("33", 173, 1000, 27416, predate.NatureBudget), line("52", 164, 1000, 26802, predate.NatureBudget), line("33", 173, 1000, 6122, predate.NatureWorksFund)}
	lots := func(figures []predate.Figure) (out []string) {
		for _, f := range figures {
			if l, ok := f.Value.(predate.CallLine); ok {
				out = append(out, l.Lot)
			}
		}
		return out
	}
	if diff := cmp.Diff([]string{"33", "52", "33"}, lots(Figures(rules, proved))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"", ""}, lots(Figures(rules, proved[:3]))); diff != "" {
		t.Errorf("proved lines that make less (-want +got):\n%s", diff)
	}
}

// What is laid by shares is no private fee, whatever the rules took its words for.
func TestSharesAreNoFees(t *testing.T) {
	at := []predate.Evidence{{Page: 1, Box: predate.Box{X0: 543, Y0: 301, X1: 565, Y1: 310}, Text: "37,56"}}
	head := predate.Figure{Key: predate.FactCall, Value: predate.CallHead{Total: 3756, HasTotal: true}}
	rules := []predate.Figure{head, {Key: predate.FactCallLine, Value: predate.CallLine{Label: "EAU", Amount: 3756, Nature: predate.NatureFees}, Evidence: at}}
	proved := []predate.Figure{head, {Key: predate.FactCallLine, Value: predate.CallLine{Label: "Eau", Share: 58, Base: 1409, Amount: 3756, Nature: predate.NatureBudget}, Evidence: at}}
	for _, f := range Figures(rules, proved) {
		if l, ok := f.Value.(predate.CallLine); ok && (l.Nature != predate.NatureBudget || l.Base != 1409) {
			t.Errorf("%+v", l)
		}
	}
}
