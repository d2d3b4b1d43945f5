package form

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
