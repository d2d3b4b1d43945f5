package connector

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"predate"
)

func order(street, zipcode, lots string, owners ...string) subject {
	o := subject{address: predate.Address{Street: street, Zipcode: zipcode, City: "Nantes"}, lots: lots}
	for _, name := range owners {
		o.owners = append(o.owners, predate.Owner{Lastname: name})
	}
	return o
}

// TestChooseAccounts: the account of the order, or a failure; never a guess.
func TestChooseAccounts(t *testing.T) {
	at := func(address, zipcode, owner, lots string) Account {
		return Account{Address: address, Zipcode: zipcode, Owner: owner, Lots: lots}
	}
	mine := at("12 rue Félix Éboué", "44300", "KERBRAT Léa", "12, 45")
	for _, tc := range []struct {
		name  string
		order subject
		all   []Account
		want  string
	}{
		{"the only one", order("12, rue Félix-Éboué", "44300", "", "Kerbrat"), []Account{mine}, "[0] "},
		{"the only one, another town", order("12 rue Félix Éboué", "75011", "", "Kerbrat"), []Account{mine}, "[] account_not_found"},
		{"the only one, another entrance", order("3 place du Marché", "44300", "", "Kerbrat"), []Account{mine}, "[0] "},
		{"the only one, another person", order("12 rue Félix Éboué", "44300", "", "Martin"), []Account{mine}, "[] account_not_found"},
		{"nothing is said", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{{Label: "Mon bien"}}, "[0] "},
		{"nothing is said of two", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{{Label: "1"}, {Label: "2"}}, "[] account_ambiguous"},
		{"none", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), nil, "[] account_not_found"},
		{"by street", order("12 r. Felix Eboue", "44300", "", "Kerbrat"), []Account{at("4 allée des Charmilles", "44300", "KERBRAT Léa", "7"), mine}, "[1] "},
		{"by number", order("14 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{mine, at("14 rue Félix Éboué", "44300", "KERBRAT Léa", "")}, "[1] "},
		{"by a range of numbers", order("14 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{mine, at("14-18 rue Félix Éboué", "44300", "KERBRAT Léa", "")}, "[1] "},
		{"bis is another number", order("12 bis rue Félix Éboué", "44300", "", "Kerbrat"), []Account{mine, at("12bis rue Félix Éboué", "44300", "KERBRAT Léa", "")}, "[1] "},
		{"by owner", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{at("12 rue Félix Éboué", "44300", "SCI LES TILLEULS", "3"), mine}, "[1] "},
		{"one owner of several", order("12 rue Félix Éboué", "44300", "", "Martin", "Le Goff"), []Account{at("12 rue Félix Éboué", "44300", "M. LE GOFF Yann", "3"), mine}, "[0] "},
		{"a known owner before an unknown", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{at("12 rue Félix Éboué", "44300", "", ""), mine}, "[1] "},
		{"by lot", order("12 rue Félix Éboué", "44300", "Lot n° 45", "Kerbrat"), []Account{at("12 rue Félix Éboué", "44300", "KERBRAT Léa", "951"), mine}, "[1] "},
		{"two lots, two accounts", order("12 rue Félix Éboué", "44300", "45 et 951", "Kerbrat"), []Account{at("12 rue Félix Éboué", "44300", "KERBRAT Léa", "951"), mine}, "[0 1] "},
		{"no lot is named", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{at("12 rue Félix Éboué", "44300", "KERBRAT Léa", "951"), mine}, "[] account_ambiguous"},
		{"twins", order("12 rue Félix Éboué", "44300", "45", "Kerbrat"), []Account{mine, mine}, "[] account_ambiguous"},
		{"another street that begins alike", order("12 rue du Général Leclerc", "44300", "", "Kerbrat"), []Account{at("12 rue du Général de Gaulle", "44300", "KERBRAT", ""), at("12 av Gal Leclerc", "44300", "KERBRAT", "")}, "[1] "},
		{"a residence before the street", order("12 rue Félix Éboué", "44300", "", "Kerbrat"), []Account{at("Résidence de l’Erdre, 12 rue Félix Éboué", "44300", "KERBRAT", ""), at("9 rue Haute", "44300", "KERBRAT", "")}, "[0] "},
		{"a date is no number", order("8 rue du 8 mai 1945", "44300", "", "Kerbrat"), []Account{at("1 rue du 8 mai 1945", "44300", "KERBRAT", ""), at("8 rue du 8 Mai 1945", "44300", "KERBRAT", "")}, "[1] "},
	} {
		chosen, code := chooseAccounts(tc.all, tc.order)
		if got := fmt.Sprint(chosen, " ", code); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// TestChosenAccountsAreTheOrders: whatever a site lists, what is chosen has no
// other postcode, no other street among several, and no other owner.
func TestChosenAccountsAreTheOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		streets := []string{"", "12 rue Félix Éboué", "14 rue Félix Éboué", "3 place du Marché"}
		zips, owners, lots := []string{"", "44300", "75011"}, []string{"", "KERBRAT Léa", "MARTIN"}, []string{"", "12", "951"}
		var all []Account
		for range rapid.IntRange(0, 5).Draw(t, "accounts") {
			all = append(all, Account{
				Address: rapid.SampledFrom(streets).Draw(t, "street"), Zipcode: rapid.SampledFrom(zips).Draw(t, "zip"),
				Owner: rapid.SampledFrom(owners).Draw(t, "owner"), Lots: rapid.SampledFrom(lots).Draw(t, "lots"),
			})
		}
		o := order("12 rue Félix Éboué", "44300", rapid.SampledFrom(lots).Draw(t, "ours"), "Kerbrat")
		chosen, code := chooseAccounts(all, o)
		if (code == "") != (len(chosen) > 0) {
			t.Fatalf("%v, %q", chosen, code)
		}
		for _, i := range chosen {
			a := all[i]
			if a.Zipcode == "75011" || a.Owner == "MARTIN" || len(all) > 1 && (a.Address == streets[2] || a.Address == streets[3]) {
				t.Fatalf("%+v of %+v", a, all)
			}
			if len(chosen) > 1 && !o.lot(a) {
				t.Fatalf("%+v is not named", a)
			}
		}
	})
}
