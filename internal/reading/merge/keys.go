package merge

import (
	"slices"
	"strings"

	"predate"
)

// withKeys fills in the key of call lines that rules read without share and base. It
// takes the key of the proved line of the same printed amount: on such papers the lots
// are printed under the key, and the rules saw the words of the lot only. What is laid by
// shares is no private fee (loi 65-557, art. 10-1): such a line is of the proved nature.
func withKeys(rules, proved []predate.Figure) []predate.Figure {
	out := slices.Clone(rules)
	for i, f := range rules {
		line, ok := f.Value.(predate.CallLine)
		if !ok || line.Base != 0 || line.Metered {
			continue
		}
		k := slices.IndexFunc(proved, func(p predate.Figure) bool {
			known, ok := p.Value.(predate.CallLine)
			return ok && known.Base != 0 && known.Amount == line.Amount && (known.Nature == line.Nature || line.Nature == predate.NatureFees) && samePlace(p.Evidence, f.Evidence)
		})
		if k < 0 {
			continue
		}
		known, _ := proved[k].Value.(predate.CallLine)
		if known.Nature == line.Nature {
			known.Title, known.VotedOn = line.Title, line.VotedOn
		}
		if line.Lot != "" {
			known.Lot = line.Lot
		}
		out[i].Value = known
	}
	return out
}

// keysAsProved gives call lines that rules read the keys of the proved lines of the same
// amounts, where the words that the rules took for keys cannot be: one name has two
// bases, or one share of a lot two names, as what each row is for has.
func keysAsProved(rules, proved []predate.Figure) []predate.Figure {
	if tellKeys(rules) || !tellKeys(proved) {
		return rules
	}
	out := slices.Clone(rules)
	for i, f := range rules {
		line, ok := f.Value.(predate.CallLine)
		k := slices.IndexFunc(proved, func(p predate.Figure) bool {
			known, isLine := p.Value.(predate.CallLine)
			return isLine && known.Base == line.Base && known.Share == line.Share && samePlace(p.Evidence, f.Evidence)
		})
		if !ok || k < 0 {
			continue
		}
		known, _ := proved[k].Value.(predate.CallLine)
		line.Code, line.Label = known.Code, known.Label
		out[i].Value = line
	}
	return out
}

// tellKeys reports whether the names of the keys of some call lines tell them apart.
func tellKeys(figures []predate.Figure) bool {
	type place struct {
		lot         string
		base, share int64
	}
	bases, names := map[string]int64{}, map[place]string{}
	for _, f := range figures {
		l, ok := f.Value.(predate.CallLine)
		if !ok || l.Base == 0 {
			continue
		}
		name, at := l.Code+" "+l.Label, place{l.Lot, l.Base, l.Share}
		if base, seen := bases[name]; seen && base != l.Base {
			return false
		}
		if other, seen := names[at]; seen && other != name {
			return false
		}
		bases[name], names[at] = l.Base, name
	}
	return len(bases) > 0
}

// samePlace reports whether two figures rest on one printed place.
func samePlace(a, b []predate.Evidence) bool {
	return slices.ContainsFunc(a, func(x predate.Evidence) bool {
		return slices.ContainsFunc(b, func(y predate.Evidence) bool { return x.Page == y.Page && x.Box == y.Box })
	})
}

// holdsColumns reports whether the words that rules read of a key go on, after what
// is proved of its name, with the numbers of other columns: "Ascenseur 1 000 40".
func holdsColumns(read, proved string) bool {
	rest, more := strings.CutPrefix(read, proved+" ")
	return proved != "" && more && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}
