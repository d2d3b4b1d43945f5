package classify

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
)

// Building is what is known of the building of the order. Only the address is
// always known.
type Building struct {
	Address      predate.Address
	Name         string
	Registration string // in any printed form
}

// registrationForm is the number that the register gives: two letters and
// seven digits, with or without hyphens.
var registrationForm = regexp.MustCompile(`\b([a-z]{2}\d)[- ]?(\d{3})[- ]?(\d{3})\b`)

// registrations finds the registration numbers of a folded text, written the
// way the register prints them, each once.
func registrations(text string) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range registrationForm.FindAllStringSubmatch(text, -1) {
		n := strings.ToUpper(m[1] + "-" + m[2] + "-" + m[3])
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// excludes says whether a paper clearly speaks of another building: it names
// one, by a number of the register or by the place where the building stands,
// and nowhere names ours. Silence excludes nothing.
func (b Building) excludes(group []sheet) bool {
	if slices.ContainsFunc(group, func(s sheet) bool { return s.ocr }) {
		return false // a misread street is no other street
	}
	words := textOf(group)
	if b.namedIn(words) {
		return false
	}
	if b.Registration != "" {
		if numbers := registrations(words); len(numbers) > 0 {
			return true
		}
	}
	return len(b.otherPlaces(words)) > 0
}

// textOf is the folded text of some pages.
func textOf(group []sheet) string {
	texts := make([]string, len(group))
	for i, s := range group {
		texts[i] = s.text
	}
	return strings.Join(texts, " ")
}

// namedIn says whether a folded text names the building: by its street, its
// name or its number in the register.
func (b Building) namedIn(text string) bool {
	if b.onStreet(plainStreet(text)) {
		return true
	}
	if name := fold.Text(b.Name); len(name) > 4 && fold.Has(text, name) {
		return true
	}
	own := registrations(fold.Text(b.Registration))
	for _, number := range registrations(text) {
		if len(own) > 0 && own[0] == number {
			return true
		}
	}
	return false
}

// onStreet says whether a text names the street of the order: its words after
// those of a way, "rue de Metz", so that the town of Metz is not taken for it.
// A long name is recognised with a misread letter.
func (b Building) onStreet(text string) bool {
	name := streetName(b.Address.Street)
	if name == "" {
		return false
	}
	if len(name) >= 10 && fold.Near(text, name) {
		return true
	}
	bare := !streetHead.MatchString(fold.Text(b.Address.Street))
	for from := 0; ; {
		at := fold.Index(text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		if bare || wayBefore.MatchString(text[:at]) {
			return true
		}
		from = at + 1
	}
}

// ways are the words with which the name of a street begins.
const ways = `(?:rue|avenue|av\.?|boulevard|bd\.?|bld|place|pl\.?|allees?|impasse|imp\.?|chemin|ch\.?|quai|cours|route|rte|square|sq\.?|passage|traverse|montee|residence|faubourg|fbg|fg|villa|cite|esplanade|promenade|sentier|ruelle|venelle|mail|rond[- ]point|voie|clos|hameau|lotissement|parvis|galerie|cour|digue|levee|corniche|chaussee)`

var (
	streetHead = regexp.MustCompile(`^(?:\d+\s*(?:bis|ter|quater|[a-d])?(?:\s*(?:a|-|/|et|,)\s*\d+\s*(?:bis|ter)?)*,?\s*)?` + ways + `\s+(?:de la |de l'|du |des |de |d'|aux? |la |le |les |l')?(.+)$`)
	wayBefore  = regexp.MustCompile(`\b` + ways + ` (?:(?:de|du|des|d|la|le|les|l|a|au|aux) )*$`)
	// placeForm is where a building stands, in the phrases that papers use. The
	// address of a syndic or of an owner follows none of them.
	placeForm = regexp.MustCompile(`(?:situee?(?: au| a)?|sise?(?: au| a)?|adresse de l'immeuble|adresse du syndicat(?: des coproprietaires)?|adresse de la copropriete|adresse de reference|immeuble [^.;:]{0,60}adresse|(?:immeuble|copropriete|bien concerne|risque assure) ?: ?[^.;]{0,60}?|bien concerne [^.;]{0,60}?|risque assure [^.;]{0,60}?) ?:? ?(\d+[a-z0-9 ,/-]{0,14}? ` + ways + ` [a-z0-9' .-]{3,60}?,?\s*(?:- )?\d{5} [a-z'-]+)`)
)

// streetName is the folded name of a street without number nor kind of way:
// "maraichers fleuris" for "18 rue des Maraîchers-Fleuris".
func streetName(street string) string {
	folded := fold.Text(street)
	if m := streetHead.FindStringSubmatch(folded); m != nil {
		return plainStreet(m[1])
	}
	return plainStreet(folded)
}

// plainStreet writes a folded street without hyphens or apostrophes, and with
// the usual abridgements, since two papers seldom write it alike.
func plainStreet(folded string) string {
	short := map[string]string{
		"saint": "st", "sainte": "ste", "general": "gal", "marechal": "mal", "docteur": "dr", "professeur": "pr",
		"capitaine": "cne", "commandant": "cdt", "colonel": "cl", "president": "pdt",
	}
	words := strings.FieldsFunc(folded, func(r rune) bool { return strings.ContainsRune(" -',.", r) })
	for i, w := range words {
		if s, ok := short[w]; ok {
			words[i] = s
		}
	}
	return strings.Join(words, " ")
}

// otherPlaces are the addresses at which the paper says that its building
// stands, when they are not the order's.
func (b Building) otherPlaces(text string) []string {
	var out []string
	for _, m := range placeForm.FindAllStringSubmatch(text, -1) {
		place := m[1]
		if b.Address.Street != "" && !b.onStreet(plainStreet(place)) {
			out = append(out, place)
		}
	}
	return out
}

// foreignWhole says that a file is another building's: a part says so and none
// of its parts names ours.
func foreignWhole(parts []predate.Part) bool {
	foreign := 0
	for _, p := range parts {
		if p.Foreign {
			foreign++
		}
	}
	return foreign > 0 && foreign == len(parts)
}
