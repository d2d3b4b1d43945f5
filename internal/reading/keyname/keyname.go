package keyname

import (
	"regexp"
	"strings"
)

// codeForms find the short name of a key, "GEN", "(ASC2)", "(clé GEN)", "[3]", "BS GEN =" or "CC GEN -", among its words.
var (
	codeBracketed = regexp.MustCompile(`[(\[](?:(?i:cl[ée])(?i:\s+n°)?\s+)?([A-Z0-9]{1,8})[)\]]`)
	codeNamed     = regexp.MustCompile(`^(?i:cl[ée])(?i:\s+n°)?\s+([A-Z0-9]{1,8})\b`)
	codeDashed    = regexp.MustCompile(`^([A-Z][A-Z0-9]{1,5})\s+[–—-]\s`)
	codeEquals    = regexp.MustCompile(`^(?:\S+\s+)?([A-Z0-9]{1,8})\s*=\s+`)
	codeMarked    = regexp.MustCompile(`^[A-Z]{2}\s+([A-Z][A-Z0-9]{1,7})\s+[–—-]\s`)
	codeNumber    = regexp.MustCompile(`^(0?\d{2,3})\s+(?:[–—-]\s)?\p{Lu}`)
	codeFirst     = regexp.MustCompile(`^([A-Z][A-Z0-9]{1,5})\s+(?:[–—-]\s|\p{Lu}\p{Ll}+)`)
	codeLast      = regexp.MustCompile(`(?:^|\s)([A-Z][A-Z0-9]{1,5})(?:\s+[–—-].*)?$`)
)

// lotSentence is the sentence of a lot, which names the key after it and goes on with
// sums: "Lot 8 – Ascenseur [ASC]. Budget de l'année 4 350,00 €".
var lotSentence = regexp.MustCompile(`(?i)^lots?\s+(?:n°\s*)?[\pL\d./]{1,8}(?:\s+\([^)]*\))?\s+[–—:-]\s+([^.:;]{3,80}?)\.\s`)

// InSentence returns the words that name the key in the sentence of a lot; false where
// words are no such sentence.
func InSentence(words string) (string, bool) {
	m := lotSentence.FindStringSubmatch(words)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// sentenceEnd ends the sentence that names a key where another sentence follows:
// "Ascenseur bât. B [ASC]. Budget de l'année". A shortened word ends none.
var sentenceEnd = regexp.MustCompile(`(?:\pL{4,}|[)\]])(\s*\.\s+\p{Lu})`)

// shareTold is the base of a key and the share in it, told behind its name: "Ascenseur –
// base 1 000 – votre part 44 tantièmes".
var shareTold = regexp.MustCompile(`(?i)\s+[–—-]\s+base\s*:?\s*\d.*$`)

// Split parts the code of a key from its words, and drops its share and the sentences
// behind it: "GEN - Charges générales (10 000)" is GEN, Charges générales. The code is
// empty where the words have none.
func Split(words string) (code, label string) {
	if end := sentenceEnd.FindStringSubmatchIndex(words); end != nil {
		words = words[:end[2]]
	}
	for _, form := range []*regexp.Regexp{codeBracketed, codeNamed, codeEquals, codeMarked, codeDashed, codeNumber, codeFirst, codeLast} {
		inCapitals := (form == codeFirst || form == codeLast || form == codeMarked) && strings.ToUpper(words) == words
		if m := form.FindStringSubmatchIndex(words); m != nil && !inCapitals {
			code = words[m[2]:m[3]]
			rest := m[1]
			if form == codeFirst || form == codeNumber {
				rest = m[3]
			}
			words = strings.TrimSpace(words[:m[0]] + " " + words[rest:])
			break
		}
	}
	words = shareTold.ReplaceAllString(words, "")
	if at := strings.IndexAny(words, "("); at > 0 {
		words = words[:at]
	}
	for _, dash := range []string{" – ", " — ", " - "} {
		if at := strings.LastIndex(words, dash); at > 0 && strings.ContainsAny(words[at:], "0123456789/") {
			words = words[:at]
		}
	}
	return code, strings.Trim(words, " –—-:·")
}

// Telling returns the words of a key's folded name that tell it from others, in full:
// "charges communes bat a" is batiment, a.
func Telling(name string) []string {
	var out []string
	for _, w := range strings.Fields(name) {
		switch w {
		case "charges", "charge", "cle", "de", "du", "des", "la", "le", "les", "l", "d", "communes", "commune", "parties", "partie", "relatives", "aux",
			"repartition", "tantiemes", "milliemes":
			continue
		case "bat":
			w = "batiment"
		case "asc":
			w = "ascenseur"
		}
		out = append(out, w)
	}
	return out
}
