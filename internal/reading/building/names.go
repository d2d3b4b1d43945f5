package building

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
)

var (
	// nameLabel announces the name that follows, behind a colon or in the next
	// run of the line.
	nameLabel = regexp.MustCompile(`^(?:nom d'usage(?: de la copropriete| de l'immeuble| du syndicat)?|nom de (?:la copropriete|la residence|l'immeuble)|immeuble|copropriete|residence|syndicat(?: des coproprietaires)?|sdc) ?[.…]* ?(?::|$)`)
	// nameInText is a name in a sentence.
	nameInText = regexp.MustCompile(`\b(?:de l'immeuble|de la copropriete|de la residence|de l'ensemble immobilier)(?: denommee?)? ([a-z0-9][a-z0-9' .&-]{3,60}?),? (?:sise?s?|situee?s?|qui se tiendra|se sont reunis|dont)\b`)
	codeLabel  = regexp.MustCompile(`\b(?:code(?: (?:immeuble|copropriete|residence))?|n° (?:d'immeuble|immeuble|copropriete)|(?:ref(?:erence)?\.?|immeuble|copropriete) n°|ref(?:erence)?\.? (?:immeuble|copropriete)) ?[.…]* ?:? ?([a-z]{0,6}\d{1,6}[a-z]{0,2})\b`)
	codeAlone  = regexp.MustCompile(`^(?:copropriete|immeuble|code immeuble|code copropriete|code|ref\.?|reference) ?:? ?([a-z0-9]{2,8})(?: ?[·|,-] .*)?$`)
	codeInside = regexp.MustCompile(`\((?:immeuble|code|copropriete|ref\.?) ?:? ?([a-z0-9]{2,8})\)`)
	// account is an owner's account, numbered under the building's code.
	account      = regexp.MustCompile(`\b(?:compte(?: (?:coproprietaire|client))?|reference(?: (?:client|compte|coproprietaire))?|ref\.?(?: client)?|client|dossier)(?: de votre compte)? ?[.…]* ?(?:n° )?:? ?([a-z]{0,6}\d{0,6}[a-z]?)-(\d{2,6})\b`)
	codeOnly     = regexp.MustCompile(`^(?:code(?: (?:immeuble|copropriete|residence))?|n° (?:d'immeuble|immeuble|copropriete))$`)
	bareCode     = regexp.MustCompile(`^[a-z0-9]{2,8}$`)
	accountLabel = regexp.MustCompile(`\b(?:compte|reference|ref\.?|client|dossier)\b`)
	accountOf    = regexp.MustCompile(`^([a-z]{0,6}\d{0,6}[a-z]?)-(\d{3,6})$`)
	// leadCode is a code set before the name: "MIR60 Villa Miramont".
	leadCode = regexp.MustCompile(`^([a-z]{0,6}\d{1,6}[a-z]?) +([a-z].*)$`)
	located  = regexp.MustCompile(`,? ?\b(?:sise?s?|situee?s?)(?: au| a)? *$`)
	inside   = regexp.MustCompile(`\([^)]*\)`)
	notName  = regexp.MustCompile(`^(?:adresse|code|immat[a-z]*|numero|n°|comptes?|syndic|reference|date|lots?|le syndic|la date|du|au|page|edite|nom|type|ordinaire|non|oui|neant)\b|[:@€]|\d{3}`)
)

// namesAt notes the names and codes that a run of words announces.
func (g grid) namesAt(i int, m *Marks) {
	s := g.spots[i]
	for _, form := range []*regexp.Regexp{codeLabel, codeAlone, codeInside} {
		if f := form.FindStringSubmatch(s.text); f != nil {
			m.addCode(f[1])
		}
	}
	for _, f := range account.FindAllStringSubmatch(s.text, -1) {
		m.addAccount(f[1])
	}
	if whole := g.sentence(i); strings.Contains(whole, "de l") { // as all that announces a name in a sentence
		if f := nameInText.FindStringSubmatch(whole); f != nil {
			m.addName(f[1], s.raw)
		}
	}
	if at := nameLabel.FindStringIndex(s.text); at != nil && at[1] < len(s.text) {
		m.addName(s.text[at[1]:], s.raw)
	}
	if left := g.left(i); len(left) > 0 {
		m.afterLabel(strings.TrimRight(left[0].text, " .:…"), s)
	}
	g.nameOverPlace(i, m)
}

// afterLabel notes what stands in the run that follows a label on its line.
func (m *Marks) afterLabel(label string, value spot) {
	switch {
	case nameLabel.MatchString(label):
		m.addName(value.text, value.raw)
	case codeOnly.MatchString(label) && bareCode.MatchString(value.text):
		m.addCode(value.text)
	case accountLabel.MatchString(label):
		if f := accountOf.FindStringSubmatch(value.text); f != nil {
			m.addAccount(f[1])
		}
	}
}

// sentence joins a run to those that closely follow it on its line, and to the
// one that continues it on the next.
func (g grid) sentence(i int) string {
	text := g.spots[i].text
	for j := i; len(g.next(j, 1.5)) > 0; j++ {
		text += " " + g.spots[j+1].text
	}
	if under := g.stack(i, +1, 1); len(under) > 0 {
		text += " " + under[0].text
	}
	return text
}

// nameOverPlace notes the name that stands over the building's address, or
// before it on its line: "Villa Miramont, 60 avenue des Bigaradiers".
func (g grid) nameOverPlace(i int, m *Marks) {
	s := g.spots[i]
	found := fold.Addresses(s.text)
	if len(found) == 0 || g.contextOf(i, found[0]) != ofHouse {
		return
	}
	before := strings.Trim(s.text[:found[0].Start], " ,;|·-")
	if before != "" {
		if at := strings.LastIndex(before, " : "); at >= 0 {
			before = before[at+3:]
		}
		m.addName(before, s.raw)
		return
	}
	if left := g.left(i); len(left) > 0 && len(g.next(i-1, 3)) > 0 {
		m.addName(left[0].text, left[0].raw)
		return
	}
	if over := g.stack(i, -1, 1); len(over) > 0 {
		m.addName(over[0].text, over[0].raw)
	}
}

// addName keeps what may be a name: words, neither a label nor a street. Raw is
// the run in which it is printed.
func (m *Marks) addName(text, raw string) {
	text = strings.Trim(inside.ReplaceAllString(text, " "), " ,;:|·.-")
	if found := fold.Addresses(text); len(found) > 0 {
		text = strings.Trim(located.ReplaceAllString(text[:found[0].Start], ""), " ,;|·-")
	}
	if f := leadCode.FindStringSubmatch(text); f != nil {
		m.addCode(f[1])
		text = f[2]
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) < 5 || len(text) > 60 || notName.MatchString(text) || saysOf(text) == ofOther {
		return
	}
	if len(m.Names) < most && !slices.ContainsFunc(m.Names, func(n Name) bool { return n.Folded == text }) {
		m.Names = append(m.Names, Name{text, inPrint(text, raw)})
	}
}

// inPrint finds folded words in a run as it is printed; without them the folded
// words serve.
func inPrint(text, raw string) string {
	words, n := strings.Fields(raw), len(strings.Fields(text))
	for i := 0; i+n <= len(words); i++ {
		run := strings.Trim(strings.Join(words[i:i+n], " "), " ,;:|·.-()")
		if fold.Text(run) == text {
			return run
		}
	}
	return text
}

// addCode keeps what may be a code.
func (m *Marks) addCode(code string) {
	label := codeOnly.MatchString(code) || slices.Contains([]string{"immeuble", "postal", "client", "ape", "naf", "iban", "bic"}, code)
	if len(code) > 1 && !label {
		m.Codes = keepOnce(m.Codes, code)
	}
}

// addAccount keeps the code under which an owner's account is numbered; 45
// begins them in every syndicat's books.
func (m *Marks) addAccount(code string) {
	if len(code) > 1 && !strings.HasPrefix(code, "45") {
		m.Accounts = keepOnce(m.Accounts, code)
	}
}
