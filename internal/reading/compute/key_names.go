package compute

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
)

var (
	// codeInName finds the code that a name of a key gives in brackets.
	codeInName = regexp.MustCompile(`\s*[(\[](?:(?i:cl[eé])\s+)?([A-Z0-9]{1,8})[)\]]`)
	// codeNamed finds one behind the word for a key.
	codeNamed = regexp.MustCompile(`^(.*\S)\s+(?i:cl[eé])(?i:\s+n°)?\s+([A-Z0-9]{1,8})$`)
	// codeAhead and codeBehind find one that a dash parts from the name.
	codeAhead  = regexp.MustCompile(`^(?i:cl[eé]\s+)?([A-Z0-9]{1,8})\s*[·:–—|-]\s+(\S.*)$`)
	codeBehind = regexp.MustCompile(`^(.*\S)\s+[·:–—|-]\s+([A-Z0-9]{2,8})$`)
	// codeLast and codeFirst find one that nothing parts from the name.
	codeLast  = regexp.MustCompile(`^(.*\S)\s+([A-Z][A-Z0-9]{2,7})$`)
	codeFirst = regexp.MustCompile(`^([A-Z][A-Z0-9]{2,7})\s+(\S.*)$`)
	// codeLettered finds one behind a letter that says what its line is for.
	codeLettered = regexp.MustCompile(`^[A-Z]\s+([A-Z][A-Z0-9]{1,7})\s+(\p{Lu}\p{Ll}.*)$`)
)

// partCode takes the code out of a name that gives it in brackets or beside a
// dash, behind the word for a key, at the end or ahead: "Charges communes générales
// (GEN)", "GEN – Charges générales", "Ascenseur clé ASC", "CHARGES GENERALES GEN",
// "BATA BATIMENT A", or behind the letter of a nature: "B GEN Parties communes".
func partCode(code, label string) (string, string) {
	label = strings.TrimRight(label, " ·:–—-") // what parts a name from the share behind it
	found, name := "", ""
	if m := codeInName.FindStringSubmatch(label); m != nil {
		found, name = m[1], strings.TrimSpace(strings.Replace(label, m[0], "", 1))
	} else if m := codeNamed.FindStringSubmatch(label); m != nil {
		found, name = m[2], m[1]
	} else if m := codeAhead.FindStringSubmatch(label); m != nil && isCodeOf(m[1], m[2]) {
		found, name = m[1], m[2]
	} else if m := codeBehind.FindStringSubmatch(label); m != nil && isCodeOf(m[2], m[1]) {
		found, name = m[2], m[1]
	} else if m := codeLast.FindStringSubmatch(label); m != nil && (shortens(m[2], m[1]) || consonantsOf(m[2], m[1])) {
		found, name = m[2], m[1]
	} else if m := codeLettered.FindStringSubmatch(label); m != nil {
		found, name = m[1], m[2]
	} else if m := codeFirst.FindStringSubmatch(label); m != nil && (shortens(m[1], m[2]) || consonantsOf(m[1], m[2])) {
		found, name = m[1], m[2]
	}
	if found == "" || code != "" && code != found {
		return code, label
	}
	return found, name
}

// isCodeOf reports whether letters beside a name are its code and not a word of
// it: no word lacks vowels or has figures, and a code may shorten the name.
func isCodeOf(code, name string) bool {
	return !strings.ContainsAny(code, "AEIOUY") || strings.ContainsAny(code, "0123456789") || shortens(code, name)
}

// shortens reports whether a code is made of the beginnings of the words of a
// name, in their order: BATA of "Charges bâtiment A". Letters and numbers that
// are words by themselves tell keys apart and must all be in it.
func shortens(code, name string) bool {
	list := keyname.Telling(plain(name))
	code = plain(code)
	return len(code) >= 2 && len(list) > 0 && code[0] == list[0][0] && shortensWords(code, list)
}

// consonantsOf reports whether a code is some consonants of the first word of a
// name, in their order: CHF of "Chauffage collectif".
func consonantsOf(code, name string) bool {
	list := keyname.Telling(plain(name))
	code = plain(code)
	if len(list) == 0 || code[0] != list[0][0] || strings.ContainsAny(code, "aeiouy") {
		return false
	}
	rest := list[0]
	for _, letter := range code {
		_, behind, ok := strings.Cut(rest, string(letter))
		if !ok {
			return false
		}
		rest = behind
	}
	return true
}

func shortensWords(code string, list []string) bool {
	if len(list) == 0 {
		return code == ""
	}
	word := list[0]
	if len(word) == 1 || isNumber(word) {
		rest, ok := strings.CutPrefix(code, word)
		return ok && shortensWords(rest, list[1:])
	}
	if ofBuilding := []string{"batiment", "escalier", "tour"}; slices.Contains(ofBuilding, word) && shortensWords(code, list[1:]) {
		return true // its letter or number says enough
	}
	for n := 2; n <= len(word) && strings.HasPrefix(code, word[:n]); n++ {
		if shortensWords(code[n:], list[1:]) {
			return true
		}
	}
	return false
}

// keyNamed finds a key by one name that may be its code, its label or both, or
// a code that shortens the label of this key and of no other.
func (r *books) keyNamed(name string) (predate.AllocationKey, bool) {
	for _, k := range r.keys {
		if k.Code != "" && plain(k.Code) == plain(name) {
			return k, true
		}
	}
	code, label := partCode("", name)
	if k, ok := r.key(code, label); ok {
		return k, true
	}
	named := keep(r.keys, func(k predate.AllocationKey) bool {
		return k.Code == "" && shortens(name, k.Label) || code == "" && k.Code != "" && k.Label == "" && shortens(k.Code, name)
	})
	if len(named) != 1 {
		return predate.AllocationKey{}, false
	}
	return named[0], true
}

// isNamed reports whether a name is that of a key, by its code, its label or both.
func isNamed(code, label, name string) bool {
	code, label = partCode(code, label)
	inName, rest := partCode("", name)
	return sameKey(code, label, inName, rest) || sameKey(code, label, name, "")
}

// foreignKey says that a name is a key of the building that the lots sold have
// no part in. One whose words stand in the name of a key of the lots is in doubt,
// not foreign; nor is one told so where no key of the lots is known.
func (r *books) foreignKey(name string) bool {
	if len(r.keys) == 0 || slices.ContainsFunc(r.keys, func(k predate.AllocationKey) bool { return mentions(k.Label, name) || mentions(name, k.Label) }) {
		return false
	}
	if slices.ContainsFunc(r.sold.detail, func(l predate.Lot) bool { return namesBuilding(name, l.Building) }) {
		return false
	}
	for _, c := range typed[predate.KeyNets](r.find(predate.FactKeyNets)) {
		for _, k := range c.value {
			if isNamed(k.Code, k.Label, name) {
				return true
			}
		}
	}
	for _, c := range typed[predate.KeyList](r.find(predate.KeyAllocationKeys)) {
		for _, k := range c.value {
			if isNamed(k.Code, k.Label, name) {
				return true
			}
		}
	}
	return false
}

// namesBuilding reports whether the name of a key is that of a building, "Bâtiment A" of
// A: its own lots bear such a key, under whatever other name their calls have it.
func namesBuilding(name, building string) bool {
	of := words(building)
	if len(of) == 0 {
		return false
	}
	own := of[len(of)-1]
	list := words(name)
	return slices.ContainsFunc(list, func(w string) bool { return strings.HasPrefix(w, "bat") }) && slices.Contains(list, own) || plain(name) == plain(building)
}
