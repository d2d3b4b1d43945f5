package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"predate/internal/reading/classify"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestCallsOfSeveralOwners cuts a file that prints the calls of several owners at
// each of them; pages of one owner, and a second page without an address, go on.
func TestCallsOfSeveralOwners(t *testing.T) {
	call := func(owner, lot string) string {
		return fmt.Sprintf(`
			                       Appel de Fonds
			%s                                                Date : 01/04/2026
			3 rue du Moulinet, 31500 Toulouse                 Échéance : 15/04/2026
			Appel de fonds T2 2026 - Charges générales
			Lot         Bâtiment                  Tantièmes
			%s           BAT A                     128
			                     Total tantièmes                      128
			Montant à régler :                                        863,10 €`, owner, lot)
	}
	next := strings.Replace(call("", "7"), "3 rue du Moulinet, 31500 Toulouse", "", 1)
	for name, c := range map[string]struct {
		pages []string
		want  string
	}{
		"three owners":       {[]string{call("Gérard Allemandou", "1"), call("Norbert Castelain", "2"), call("SCI Garonnette", "3")}, "1-1 Gérard Allemandou, 2-2 Norbert Castelain, 3-3 SCI Garonnette"},
		"namesakes":          {[]string{call("Julie Martin", "1"), call("Paul Martin", "2")}, "1-1 Julie Martin, 2-2 Paul Martin"},
		"one owner":          {[]string{call("Gérard Allemandou", "1"), call("Gérard Allemandou", "2")}, "1-2 "},
		"a page without one": {[]string{call("Gérard Allemandou", "1"), next}, "1-2 "},
	} {
		var got []string
		for _, p := range classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layouttest.Sketch(c.pages...)}).Parts {
			got = append(got, fmt.Sprintf("%d-%d %s", p.First, p.Last, p.Addressee))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
