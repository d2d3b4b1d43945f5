package lotname

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/lexicon"
)

// Kinds are what a lot may be, in the singular and folded: those that serve another lot,
// and all.
type Kinds struct{ ancillary, all []string }

// KindsIn returns the kinds of lots that a lexicon names.
func KindsIn(words *lexicon.Lexicon) Kinds {
	return Kinds{words.Ways("lot_kind_ancillary"), words.Ways("lot_kind", "lot_kind_ancillary")}
}

// Form is the regular expression of any of them.
func (k Kinds) Form() string { return `(?:` + strings.Join(k.all, "|") + `)` }

// Of reports whether a folded word names a kind of lot, and one that serves another.
func (k Kinds) Of(word string) (known, ancillary bool) {
	is := func(kind string) bool { return word == kind || word == kind+"s" || word == kind+"x" }
	return slices.ContainsFunc(k.all, is), slices.ContainsFunc(k.ancillary, is)
}

// Lists reads lists of lots.
type Lists struct{ numberFirst, kindFirst *regexp.Regexp }

// ListsOf returns the reader of lists of lots of some kinds.
func ListsOf(kinds Kinds) Lists {
	return Lists{
		numberFirst: regexp.MustCompile(`^(?:lot )?(?:n° ?)?(` + fold.Lot + `) ?[:,-]? ?(?:` + kinds.Form() + `)\b`),
		kindFirst:   regexp.MustCompile(`^` + kinds.Form() + ` ?[(,:-]? ?(?:lot ?)?(?:n° ?|# ?)(` + fold.Lot + `)\b`),
	}
}

// itemBreak parts the lots of a list.
var itemBreak = regexp.MustCompile(` ?[/;·] ?`)

// Numbers returns the numbers of the lots that folded words list, each beside its kind:
// "0004 appartement bat a / 0011 cave", "cave n° 11 du batiment a". Nil where they name
// fewer than two, or where something that is no lot stands between two of them.
func (l Lists) Numbers(words string) []string {
	var out []string
	apart := false
	for _, item := range itemBreak.Split(words, -1) {
		number := ""
		for _, form := range []*regexp.Regexp{l.numberFirst, l.kindFirst} {
			if m := form.FindStringSubmatch(item); m != nil {
				number = strings.ToUpper(m[1])
			}
		}
		switch {
		case number == "":
			apart = true
		case apart || slices.Contains(out, number):
			return nil
		default:
			out = append(out, number)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
