package fold

import (
	"slices"
	"strings"
	"unicode"
)

// NameMatch is how far a printed name is a person's.
type NameMatch int

// From another's name to the whole name; FamilyName has no other name beside it.
const (
	OtherName NameMatch = iota
	FamilyName
	WholeName
)

// Name reports how far a printed name is that of who bears a first and a family name, in
// either order and with civilities. Who has no first name, as a company, bears
// the whole name or none of it.
func Name(printed, first, family string) NameMatch {
	rest, own := NameWords(printed), NameWords(family)
	if len(own) == 0 || !takeAll(&rest, own) {
		return OtherName
	}
	given := NameWords(first)
	switch {
	case len(given) > 0 && takeAll(&rest, given), len(given) == 0 && len(rest) == 0:
		return WholeName
	case len(rest) == 0:
		return FamilyName
	}
	return OtherName
}

// NameWords splits a name into its folded words, without civilities and forms of
// companies.
func NameWords(name string) []string {
	all := strings.FieldsFunc(Text(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if rest := slices.DeleteFunc(slices.Clone(all), isCivility); len(rest) > 0 {
		return rest
	}
	return all
}

// isCivility reports whether a word of a name says who or what bears it.
func isCivility(word string) bool {
	return slices.Contains([]string{
		"m", "mr", "mm", "mme", "mmes", "mlle", "monsieur", "madame", "mademoiselle", "sci", "sarl", "sas", "sa", "eurl", "snc",
		"indivision", "succession", "consorts", "epoux", "et", "ou",
	}, word)
}

// takeAll takes words out of a list, and reports whether it had all of them.
func takeAll(list *[]string, want []string) bool {
	rest := slices.Clone(*list)
	for _, w := range want {
		i := slices.Index(rest, w)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	*list = rest
	return true
}
