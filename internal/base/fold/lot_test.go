package fold_test

import (
	"regexp"
	"strings"
	"testing"

	"predate/internal/base/fold"
)

func TestLotName(t *testing.T) {
	for printed, want := range map[string]string{
		"14": "14", "014": "14", "14 A": "14a", "A12": "a12", "a-12": "a12", "A 012": "a12", "B04": "b4", "C7": "c7", "3bis": "3bis",
	} {
		if got := fold.LotName(printed); got != want {
			t.Errorf("LotName(%q) = %q, want %q", printed, got, want)
		}
	}
}

func TestLot(t *testing.T) {
	form := regexp.MustCompile(`^` + fold.Lot + `$`)
	for words, want := range map[string]bool{
		"14": true, "14a": true, "a12": true, "c-7": true, "bt12": true,
		"a": false, "apt12": false, "a 12": false, "a12-7": false, "450-12": false,
	} {
		if form.MatchString(words) != want {
			t.Errorf("%q is a lot: %v, want %v", words, !want, want)
		}
	}
}

// TestListsLots tells a list of lots from headings of lots.
func TestListsLots(t *testing.T) {
	for lines, want := range map[string]bool{
		"5 13 - -":     true,
		"- 5 13 20 -":  true,
		"5 - 13 -":     false, // sections
		"5 13 - 5 - -": false, // a list, then sections
		"5 13 - + -":   false, // named again beside an amount
		"+ 5 13 -":     false,
		"5 - -":        false,
	} {
		var all []fold.LotLine
		for _, l := range strings.Fields(lines) {
			switch l {
			case "-":
				all = append(all, fold.LotLine{Charged: true})
			case "+":
				all = append(all, fold.LotLine{Names: true, Charged: true})
			default:
				all = append(all, fold.LotLine{Heads: l})
			}
		}
		if got := fold.ListsLots(all); got != want {
			t.Errorf("%s: %v, want %v", lines, got, want)
		}
	}
}
