package fold

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// told writes an address as "58-60 bigaradiers 06000".
func told(a Address) string {
	var numbers []string
	for _, h := range a.Houses {
		from := fmt.Sprintf("%d%s", h.From.Number, h.From.Mark)
		if h.From != h.To {
			from += fmt.Sprintf("-%d%s", h.To.Number, h.To.Mark)
		}
		numbers = append(numbers, from)
	}
	return strings.TrimSpace(strings.Join(numbers, "+") + " " + a.Street + " " + a.Zip)
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string][]string{
		"58 avenue des Bigaradiers, 06000 Nice":                              {"58 bigaradiers 06000"},
		"58, av. des Bigaradiers - 06000 NICE":                               {"58 bigaradiers 06000"},
		"sis 58–60 avenue des Bigaradiers":                                   {"58-60 bigaradiers"},
		"2 à 6 allée des Courlis, 44300 Nantes":                              {"2-6 courlis 44300"},
		"58 et 60 avenue des Bigaradiers":                                    {"58+60 bigaradiers"},
		"58, 60 et 62 avenue des Bigaradiers":                                {"58+60+62 bigaradiers"},
		"58/60 avenue des Bigaradiers":                                       {"58+60 bigaradiers"},
		"n° 12 bis rue de l'Église":                                          {"12bis eglise"},
		"12bis rue de l’Église":                                              {"12bis eglise"},
		"8 B rue Haute (bâtiment C)":                                         {"8b haute"},
		"lot 12, 14 rue Haute":                                               {"14 haute"},
		"le 26/02/2026, 4 rue du 11 novembre 1918":                           {"4 11 novembre 1918"},
		"1 rond-point Saint-Elme, 06000 Nice":                                {"1 st elme 06000"},
		"12 rue Haute et 4 place Basse, 31000 Toulouse":                      {"12 haute", "4 basse 31000"},
		"3 La Canebière, 13001 Marseille":                                    {"3 canebiere 13001"},
		"Villa Miramont II | 60 avenue des Bigaradiers, 06000 Nice | MIR60":  {"60 bigaradiers 06000"},
		"rue des Lilas sans numéro":                                          nil,
		"du 01/07/2024 au 30/06/2025 avenue du budget":                       nil,
		"60 avenue des Bigaradiers 06000 Nice, 15 rue du Puits, 06300 Nice.": {"60 bigaradiers 06000", "15 puits 06300"},
	} {
		var got []string
		for _, a := range Addresses(Text(text)) {
			got = append(got, told(a))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestMeets(t *testing.T) {
	ours := AddressOf(Text("58 avenue des Bigaradiers"), "06000")
	for _, c := range []struct {
		a, b string
		want Meeting
	}{
		{"58 avenue des Bigaradiers", "58, av. des Bigaradiers", SameDoor},
		{"58 avenue des Bigaradiers", "60 avenue des Bigaradiers", NextDoor},
		{"58 avenue des Bigaradiers", "58-60 avenue des Bigaradiers", SameDoor},
		{"58 avenue des Bigaradiers", "56 à 62 avenue des Bigaradiers", SameDoor},
		{"58 avenue des Bigaradiers", "58 et 60 avenue des Bigaradiers", SameDoor},
		{"58 avenue des Bigaradiers", "58 bis avenue des Bigaradiers", MayMeet},
		{"58 bis avenue des Bigaradiers", "58 ter avenue des Bigaradiers", MayMeet},
		{"58 bis avenue des Bigaradiers", "58bis avenue des Bigaradiers", SameDoor},
		{"59 avenue des Bigaradiers", "58-60 avenue des Bigaradiers", MayMeet},
		{"61 avenue des Bigaradiers", "58-60 avenue des Bigaradiers", NextDoor},
		{"58 avenue des Bigaradiers", "58 avenue des Oliviers", Elsewhere},
		{"avenue des Bigaradiers", "60 avenue des Bigaradiers", MayMeet},
		{"12 rue du Général Leclerc", "12 rue du Gal-Leclerc", SameDoor},
		{"12 rue du Général Leclerc", "12 rue Leclerc", SameDoor},
		{"3 rue de Metz", "3 rue Haute", Elsewhere},
		{"58 avenue des Bigaradiers, 06000 Nice", "58 avenue des Bigaradiers, 06300 Nice", MayMeet},
		{"58 avenue des Bigaradiers, 06000 Nice", "60 avenue des Bigaradiers, 06300 Nice", NextDoor},
	} {
		a, b := AddressOf(Text(c.a), ""), AddressOf(Text(c.b), "")
		if found := Addresses(Text(c.a)); len(found) == 1 {
			a = found[0]
		}
		if found := Addresses(Text(c.b)); len(found) == 1 {
			b = found[0]
		}
		if got, back := a.Meets(b), b.Meets(a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and back %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
	if ours.Zip != "06000" || ours.Street != "bigaradiers" {
		t.Errorf("the address of an order: %+v", ours)
	}
}

// TestAddressesAreLookedForWhereTheyMayBe: what is asked of a text before the forms
// of addresses are tried refuses none that has one.
func TestAddressesAreLookedForWhereTheyMayBe(t *testing.T) {
	numbers := []string{"12", "3 bis", "1b", "58-60", "n° 4", "58, 60 et 62", "26/02/2026", "1 234,56", ""}
	streets := []string{"rue", "ave.", "bd", "allees", "rond point", "rond-point", "grand rue", "cour", "pl", "canebiere", "l'"}
	others := []string{"06000", "nice", "de l'eglise", "haute", " ", ",", ".", "et", "x", "a"}
	some := func(of []string) *rapid.Generator[string] {
		return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(of), 0, 4), func(words []string) string { return strings.Join(words, " ") })
	}
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		gap := rapid.SampledFrom([]string{" ", ", ", ",", ""})
		text := some(others).Draw(t, "before") + gap.Draw(t, "first") + rapid.SampledFrom(numbers).Draw(t, "number") +
			gap.Draw(t, "second") + rapid.SampledFrom(streets).Draw(t, "way") + gap.Draw(t, "third") + some(others).Draw(t, "after")
		if addressForm.MatchString(text) {
			found++
			if !mayNameWay(text) {
				t.Fatalf("%q has an address", text)
			}
		}
		if bareForm.MatchString(text) && !mayHoldZip(text) {
			t.Fatalf("%q has an address with its postal code", text)
		}
	})
	if found == 0 {
		t.Error("no text had an address")
	}
	// Each way by itself.
	for _, way := range strings.Split(wayWords+"|"+wayShort+"|rond point|rond-point|grand rue|grande rue", "|") {
		if text := "12 " + way + " haute"; !addressForm.MatchString(text) || !mayNameWay(text) {
			t.Errorf("%q is no address", text)
		}
	}
}
