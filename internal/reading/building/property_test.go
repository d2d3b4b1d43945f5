package building_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate/internal/reading/building"
	"predate/internal/reading/layout/layouttest"
)

// estate is an invented building.
type estate struct{ name, address, code, number string }

// neighbours draws two buildings on one street that nothing but a house number,
// a "bis" or the end of a name may tell apart.
func neighbours(t *rapid.T) (ours, theirs estate) {
	street := rapid.SampledFrom([]string{"avenue des Bigaradiers", "rue du Général-Leclerc", "quai Saint-Elme", "bd de l’Hôpital", "place du 11 Novembre 1918"}).Draw(t, "street")
	n := rapid.IntRange(1, 300).Draw(t, "house")
	houses := rapid.SampledFrom([][2]string{
		{"%d", "%d"}, {"%d bis", "%d"}, {"%d", "%d ter"}, {"%d à %d", "%d"}, {"%d-%d", "%d bis"}, {"%d et %d", "%d"}, {"%d", "%d-%d"}, {"%d/%d", "%d/%d"},
	}).Draw(t, "houses")
	at := func(form string, from int) string {
		numbers := []any{from, from + 4}[:strings.Count(form, "%d")]
		return fmt.Sprintf(form, numbers...) + " " + street
	}
	far := n + 2*rapid.IntRange(3, 20).Draw(t, "far")
	names := rapid.SampledFrom([][2]string{
		{"Palais Miramont", "Villa Sarlabous"}, {"Villa Miramont", "Villa Miramont II"}, {"Résidence Les Glycines", "Le Petit Cloître"}, {"Le Parc", "Les Terrasses du Parc"},
	}).Draw(t, "names")
	codes := rapid.SampledFrom([][2]string{{"MIR58", "MIR60"}, {"B0147", "B0148"}, {"C318", "GA14"}}).Draw(t, "codes")
	ours = estate{names[0], at(houses[0], n), codes[0], "AO3-606-158"}
	theirs = estate{names[1], at(houses[1], far), codes[1], "AO3-606-159"}
	if rapid.Bool().Draw(t, "swapped names") {
		ours.name, theirs.name = theirs.name, ours.name
	}
	return ours, theirs
}

// some keeps a part of what names a building: a paper seldom prints it all.
func (e estate) some(t *rapid.T, least int) estate {
	for {
		out, left := e, 4
		for _, member := range []*string{&out.name, &out.address, &out.code, &out.number} {
			if rapid.Bool().Draw(t, "left out") {
				*member, left = "", left-1
			}
		}
		if left >= least {
			return out
		}
	}
}

// page prints what names a building as one of five kinds of software do, with
// the agent's address and the home of who receives the paper.
func (e estate) page(t *rapid.T, home string) string {
	agent := rapid.SampledFrom([]string{"Cabinet Orvellac\n15 rue du Puits-Vieux\n06300 Nice", "Régie Tavernolle\n15 rue du Puits-Vieux – 06300 Nice\nTél. 04 00 00 00 00"}).Draw(t, "agent")
	receiver := ""
	if home != "" {
		receiver = "\n\n\n" + pad("Mme Alix Perrin") + "\n" + pad(home) + "\n" + pad("06000 Nice")
	}
	city := ""
	if e.address != "" {
		city = ", 06000 Nice"
	}
	var lines []string
	say := func(form, value string) {
		if value != "" {
			lines = append(lines, fmt.Sprintf(form, value))
		}
	}
	switch look := rapid.IntRange(1, 5).Draw(t, "look"); look {
	case 1:
		say("Immeuble               %s", e.name)
		say("Adresse de l’immeuble  %s", withCity(e.address, city))
		say("Code immeuble          %s", e.code)
		say("N° d’immatriculation   %s", e.number)
	case 2:
		say(pad("%s"), e.name)
		say(pad("%s"), withCity(e.address, city))
		say(pad("Copropriété %s"), e.code)
		say(pad("Immatriculation %s"), e.number)
	case 3:
		text := strings.Join(nonEmpty(e.name, parens(e.code), withCity(e.address, city)), ", ")
		say("Immeuble : %s", strings.ReplaceAll(text, ", (", " ("))
		say("Immatriculation au registre des copropriétés : %s", e.number)
	case 4:
		say("COPROPRIETE...........: %s", strings.Join(nonEmpty(e.code, e.name), " "))
		say("ADRESSE IMMEUBLE......: %s", withCity(e.address, city))
		say("IMMATRICULATION.......: %s", e.number)
	default:
		code, number := e.code, e.number
		if code != "" {
			code = "code " + code
		}
		if number != "" {
			number = "immatriculation " + number
		}
		say("%s", strings.Join(nonEmpty(e.name, withCity(e.address, city), code, number), " | "))
	}
	return agent + "\n\n\n" + strings.Join(lines, "\n") + receiver + "\n\n\nANNEXE 1\n40 Fournisseurs    300,00"
}

func pad(s string) string { return strings.Repeat(" ", 50) + s }

func withCity(address, city string) string { return address + city }

func parens(code string) string {
	if code == "" {
		return ""
	}
	return "(immeuble " + code + ")"
}

func nonEmpty(texts ...string) []string {
	var out []string
	for _, s := range texts {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// TestTwoBuildingsOnOneStreet mixes the papers of two neighbours: nothing is
// ever taken from a paper of the other, and no paper of ours is called foreign.
func TestTwoBuildingsOnOneStreet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ours, theirs := neighbours(t)
		type drawn struct {
			text  string
			ours  bool
			shown estate
		}
		home := func() string {
			return rapid.SampledFrom([]string{"", ours.address, theirs.address, "3 rue Haute"}).Draw(t, "home")
		}
		papers := []drawn{{ours.page(t, home()), true, ours}}
		for range rapid.IntRange(0, 6).Draw(t, "ours") {
			e := ours.some(t, 0)
			papers = append(papers, drawn{e.page(t, home()), true, e})
		}
		sheet := rapid.Bool().Draw(t, "their sheet")
		if sheet {
			papers = append(papers, drawn{theirs.page(t, home()), false, theirs})
		}
		for range rapid.IntRange(0, 6).Draw(t, "theirs") {
			e := theirs.some(t, 1)
			if !sheet && e.number == "" { // a name that nothing ties to a street names nothing
				e.address = theirs.address
			}
			papers = append(papers, drawn{e.page(t, home()), false, e})
		}
		papers = rapid.Permutation(papers).Draw(t, "order")
		var files []building.File
		for _, p := range papers {
			files = append(files, building.File{building.MarksOf(layouttest.Sketch(p.text), 1, 1)})
		}
		street := strings.Replace(strings.Replace(ours.address, " à ", "-", 1), " et ", "/", 1)
		for i, parts := range building.Sort(orderAt(street, "06000", "Nice", "Perrin"), files) {
			got, p := parts[0], papers[i]
			if used := got.Verdict == building.Silent || got.Verdict == building.Ours; used != p.ours {
				t.Fatalf("verdict %d (%s) for %+v of %+v and %+v, printed\n%s", got.Verdict, got.Why, p.shown, ours, theirs, p.text)
			}
			if certain := p.shown.number != ""; certain && !p.ours && got.Verdict != building.Foreign {
				t.Fatalf("verdict %d (%s) for the neighbour's %+v, printed\n%s", got.Verdict, got.Why, p.shown, p.text)
			}
		}
	})
}
