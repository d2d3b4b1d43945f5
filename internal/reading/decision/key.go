package decision

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	shared   = regexp.MustCompile(`(?i)r[eé]parti|cl[eé](?:\s|$)`)
	quoted   = regexp.MustCompile(`[«"“]\s*([^»"”]{2,60}?)\s*[»"”]`)
	keyPlain = regexp.MustCompile(`(?i)(?:selon|en|sur|suivant) (?:la cl[eé]|les tanti[eè]mes|les milli[eè]mes|les charges)(?: de r[eé]partition)?(?: des?| d’| d')? ?:? ?([\pL0-9 '’.]{3,50}?)(?:\s*[(.;,]|$)`)
	keyNamed = regexp.MustCompile(`(?i)(?:selon|en|sur|suivant)\s+((?:charges|parties communes|tanti[eè]mes|milli[eè]mes|b[aâ]timent|ascenseur|parkings?|garages?)[\pL0-9 '’.]{0,50}?)(?:\s*[(.;,]|$)`)
)

// Quoted returns the first words between quotation marks; empty where there are none.
func Quoted(words string) string {
	if m := quoted.FindStringSubmatch(words); m != nil {
		return m[1]
	}
	return ""
}

// Key returns the allocation key that a decision names, as printed.
func Key(words string) string {
	at := shared.FindStringIndex(words)
	if at == nil {
		return ""
	}
	rest := words[at[0]:]
	if name := Quoted(rest); name != "" {
		return name
	}
	for _, form := range []*regexp.Regexp{keyPlain, keyNamed} {
		if m := form.FindStringSubmatch(rest); m != nil {
			return strings.TrimSpace(m[1])
		}
	}
	return ""
}

// resolves matches a sentence by which the meeting orders works, up to their name. The
// name ends with the sentence, or where it goes on with money, a contractor or a key.
var resolves = regexp.MustCompile(`(?i)\b(?:d[eé]cide(?:nt)?|approuve(?:nt)?|vote(?:nt)?|adopte(?:nt)?|accepte(?:nt)?|autorise(?:nt)?|valide(?:nt)?|retien(?:t|nent))\s+` +
	`(?:(?:de|d['’])\s*(?:faire |la )?(?:r[eé]aliser?|r[eé]alisation|ex[eé]cuter|ex[eé]cution|effectuer|entreprendre|proc[eé]der|engager|lancer)\s+|l['’]ex[eé]cution\s+|la r[eé]alisation\s+)?` +
	`(?:(?:à|aux?|de|des|du|les|l['’]|d['’])\s*)*travaux(?:\s+(?:suivants|ci-apr[eè]s))?\s*(?::|d['’]|de la |de l['’]|des |du |de )\s*` +
	`([^.;:]{4,120}?)\s*(?:[.;:]|,? (?:pour|moyennant|selon|suivant|conform[eé]ment|confi[eé]|d['’]un montant|au prix|tels? que|et (?:retient|confie|fixe)|dont)\b|$)`)

// WorksNamed returns the name of the works that a sentence orders, "réalise les travaux
// suivants : réfection du hall", with a capital; empty where it names none, or
// several.
func WorksNamed(words string) string {
	found := resolves.FindAllStringSubmatch(words, -1)
	if len(found) != 1 {
		return ""
	}
	name := strings.TrimSpace(found[0][1])
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[n:]
}
