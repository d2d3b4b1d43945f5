package building

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
)

// context is what some words say of an address beside them.
type context int

const (
	silent    context = iota
	ofHouse           // of the building itself
	ofOther           // of the agent, of who receives the paper, of a meeting, of a neighbour
	someLabel         // "adresse": the labels around it say whose
)

var (
	houseWords = regexp.MustCompile(`\b(?:immeubles?|coproprietes?|ensemble immobilier|syndicat(?: des coproprietaires)?|sdc|sise?s?|situee?s?|bien concerne|adresse du bien|risque assure|assure|immat[a-z]*|code (?:immeuble|coproprietes?|residence|[a-z]*\d[a-z0-9]*)|nom d'usage|adresse de reference|adresse principale|batiments?)\b`)
	otherWords = regexp.MustCompile(`\b(?:syndics? (?:de coproprietes?|benevole|professionnel)|syndic|cabinet|agence|gestion(?:naire)?|regie|administrat(?:eur|ion) de biens|representant legal|siege(?: social)?|tel|telephone|siret|siren|cpi|notaires?|etude|assureur|assurances?|compagnie|mutuelle|entreprise|diagnosti[a-z]+|operateur|huissier|banque|expert|lieu|salle|reunion|se (?:tiendra|tient|sont reunis dans)|destinataires?|proprietaires?|coproprietaires?|vendeurs?|acquereurs?|demeurant|domicilie(?:e|s|es)?|donneur d'ordre|votre adresse|voisine?s?|mitoyen(?:ne)?s?|limitrophe|contigue?|en face)\b|@|\bfait a\b`)
	addressed  = regexp.MustCompile(`^(?:m\.?|mme\.?|mlle\.?|mr\.?|mm\.?|m\. (?:et|ou) mme|monsieur|madame|mademoiselle|messieurs|mesdames|maitre|me|sci|sarl|sas|eurl|snc|indivision|succession|consorts|epoux|ste|societe)\b`)
	plainLabel = regexp.MustCompile(`^(?:l')?adresses?(?: complete)? ?[.:]*$`)
)

// saysOf judges words by the last that tells: in "le syndic de l'immeuble sis 4
// rue Haute" the address is the building's.
func saysOf(text string) context {
	switch {
	case addressed.MatchString(text):
		return ofOther
	case plainLabel.MatchString(text):
		return someLabel
	case len(numbersIn(text)) > 0:
		return ofHouse
	}
	house, other := lastOf(houseWords, text), lastOf(otherWords, text)
	switch {
	case house[0] < 0 && other[0] < 0:
		return silent
	case house[0] <= other[0] && other[1] <= house[1]: // "syndicat des copropriétaires"
		return ofHouse
	case other[1] >= house[1]: // "syndic de copropriété"
		return ofOther
	}
	return ofHouse
}

// lastOf is where the last match of a form is.
func lastOf(form *regexp.Regexp, text string) []int {
	all := form.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return []int{-1, -1}
	}
	return all[len(all)-1]
}

// joins is what stands between two addresses of one building.
var joins = regexp.MustCompile(`^[ ,]*(?:\d{5} [a-z' -]+?)?[ ,]*(?:et|&|/|ou|ainsi que|(?:a l')?angle(?: de la| du)?|faisant l'angle avec)[ ,]*(?:(?:au|du|aux|le) )?$`)

// placesAt notes the addresses that begin in a run of words.
func (g grid) placesAt(i int, m *Marks) {
	s := g.spots[i]
	whole := g.sentence(i)
	var last *Place
	end := 0
	for _, a := range fold.Addresses(whole) {
		if a.Start >= len(s.text) || len(m.Places) == most {
			break
		}
		if last != nil && joins.MatchString(whole[end:a.Start]) {
			last.Addresses = append(last.Addresses, a)
			end = a.End
			continue
		}
		what := g.contextOf(i, a)
		if what == ofOther {
			last = nil
			continue
		}
		last, end = m.addPlace(Place{Addresses: []fold.Address{a}, Printed: printed(s, whole, a), Announced: what == ofHouse}), a.End
	}
}

// addPlace keeps a place once, announced if it is anywhere.
func (m *Marks) addPlace(p Place) *Place {
	k := slices.IndexFunc(m.Places, func(q Place) bool { return q.Printed == p.Printed })
	if k < 0 {
		m.Places = append(m.Places, p)
		return &m.Places[len(m.Places)-1]
	}
	m.Places[k].Announced = m.Places[k].Announced || p.Announced
	return &m.Places[k]
}

// printed is an address in the words of the page, where folding kept their
// number; it may run on into the next line, where the folded words serve.
func printed(s spot, whole string, a fold.Address) string {
	raw := strings.Fields(s.raw)
	from, to := len(strings.Fields(whole[:a.Start])), len(strings.Fields(whole[:a.End]))
	if a.End > len(s.text) || len(raw) != len(strings.Fields(s.text)) {
		return whole[a.Start:a.End]
	}
	return strings.Trim(strings.Join(raw[from:to], " "), " ,;.:()|")
}

// contextOf asks the words around an address whose it is; the nearest that tell
// decide: those before it on its run, those after it, its label, the lines over
// it, what is at its right, the lines under it.
func (g grid) contextOf(i int, a fold.Address) context {
	s := g.spots[i]
	before := strings.TrimSpace(s.text[:a.Start])
	if what := saysOf(before); what == ofHouse || what == ofOther {
		return what
	}
	if a.End < len(s.text) {
		if what := saysOf(s.text[a.End:]); what == ofHouse {
			return what
		}
	}
	for k, l := range g.left(i) {
		if k > 2 {
			break
		}
		switch what := saysOf(l.text); what {
		case ofHouse, ofOther:
			return what
		case someLabel:
			if what := g.aroundLabel(i, l); what != silent {
				return what
			}
		}
	}
	for _, around := range [][]spot{g.stack(i, -1, 3), g.next(i, 3), g.stack(i, +1, 3)} {
		for _, near := range around {
			if what := saysOf(near.text); what == ofHouse || what == ofOther {
				return what
			}
		}
	}
	return silent
}

// aroundLabel asks the labels over and under "adresse" whose address it is.
func (g grid) aroundLabel(i int, label spot) context {
	j := slices.IndexFunc(g.spots, func(s spot) bool { return s.box == label.box && s.line == label.line })
	for _, near := range append(g.stack(j, -1, 2), g.stack(j, +1, 1)...) {
		if what := saysOf(near.text); what == ofHouse || what == ofOther {
			return what
		}
	}
	return silent
}
