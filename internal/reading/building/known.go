package building

import (
	"maps"
	"slices"
	"strings"

	"predate/internal/base/fold"
)

// known is the names and codes of the buildings, as the papers judged so far
// tie them: what both sides use tells nothing.
type known struct {
	names, codes map[string]side
	printed      map[string]string
	ours         []string // our names, folded, those that both sides use as well
	coded        bool     // one of our papers announces a code
}

func (s *sorting) names() known {
	k := known{names: map[string]side{}, codes: map[string]side{}, printed: map[string]string{}}
	shared := map[string]bool{}
	note := func(m map[string]side, key string, whose side) {
		if m[key] != unknown && m[key] != whose {
			shared[key] = true
		}
		m[key] = whose
	}
	for _, p := range s.papers {
		whose := own
		switch {
		case p.Recognised, p.Verdict == Silent, p.Verdict == Doubtful:
			continue
		case p.Verdict == Foreign:
			whose = other
		}
		for _, n := range p.Names {
			note(k.names, n.Folded, whose)
			k.printed[n.Folded] = n.Printed
			if whose == own {
				k.ours = append(k.ours, n.Folded)
			}
		}
		for _, code := range slices.Concat(p.Codes, p.Accounts) {
			note(k.codes, code, whose)
		}
		k.coded = k.coded || whose == own && len(p.Codes) > 0
	}
	for key := range shared {
		delete(k.names, key)
		delete(k.codes, key)
	}
	return k
}

// announced returns a name or code of one side that a part announces, in French;
// "" for none.
func (k known) announced(p *paper, whose side) string {
	for _, n := range p.Names {
		if k.names[n.Folded] == whose {
			return "nom " + quoted(n.Printed)
		}
	}
	for _, code := range slices.Concat(p.Codes, p.Accounts) {
		if k.codes[code] == whose {
			return "code d’immeuble " + strings.ToUpper(code)
		}
	}
	return ""
}

// headed returns a name or code of one side at the head or foot of the pages.
func (k known) headed(p *paper, whose side) string {
	for _, head := range p.Heads {
		for _, name := range slices.Sorted(maps.Keys(k.names)) {
			if k.names[name] == whose && isHead(head, name) {
				return "nom " + quoted(k.printed[name])
			}
		}
		for _, code := range slices.Sorted(maps.Keys(k.codes)) {
			if k.codes[code] == whose && distinctive(code) && fold.Has(head, code) {
				return "code d’immeuble " + strings.ToUpper(code)
			}
		}
	}
	return ""
}

// isHead reports whether a run is a name, with a code before it at most and
// something apart behind it: "Villa Miramont" is not "Villa Miramont II".
func isHead(head, name string) bool {
	at := fold.Index(head, name)
	if at < 0 {
		return false
	}
	before, after := strings.TrimSpace(head[:at]), strings.TrimSpace(head[at+len(name):])
	return (before == "" || bareCode.MatchString(before) || strings.HasSuffix(before, ":")) && (after == "" || strings.Contains(",;|(·:-", after[:1]))
}

// distinctive reports whether a code can be told from a day, an amount or a word.
func distinctive(code string) bool {
	return len(code) > 3 && strings.ContainsAny(code, "0123456789") && code[0] >= 'a' && code[0] <= 'z'
}

// judge tells of which building a part speaks by names and codes alone.
func (k known) judge(p *paper) Finding {
	ours, theirs := k.announced(p, own), k.announced(p, other)
	if ours == "" && theirs == "" {
		ours, theirs = k.headed(p, own), k.headed(p, other)
	}
	switch {
	case ours != "" && theirs != "":
		return doubt(ours + ", mais " + theirs)
	case ours != "":
		return Finding{Verdict: Ours}
	case theirs != "":
		return Finding{Foreign, theirs}
	}
	return Finding{}
}

// stranger doubts a part that announces nothing but a name, or a code, that no
// paper ties to any building, where ours has one.
func (k known) stranger(p *paper) Finding {
	if p.Recognised || len(k.ours) == 0 {
		return Finding{}
	}
	for _, n := range p.Names {
		if slices.ContainsFunc(k.ours, func(o string) bool { return akin(o, n.Folded) }) {
			return Finding{}
		}
	}
	if len(p.Names) > 0 {
		return doubt("nom " + quoted(p.Names[0].Printed) + ", qu’aucune autre pièce ne donne à l’immeuble")
	}
	if len(p.Codes) > 0 && k.coded {
		return doubt("code d’immeuble " + strings.ToUpper(p.Codes[0]) + ", qu’aucune autre pièce ne donne à l’immeuble")
	}
	return Finding{}
}

// akin reports whether two names may be one: they share a word of their own.
func akin(a, b string) bool {
	plain := func(s string) []string {
		return slices.DeleteFunc(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" -'.,", r) }), func(w string) bool {
			return len(w) < 4 || slices.Contains([]string{"residence", "copropriete", "immeuble", "villa", "palais", "domaine", "ensemble", "immobilier", "syndicat", "coproprietaires", "batiment", "tour", "tours", "jardins", "parc", "clos"}, w)
		})
	}
	other := plain(b)
	return slices.ContainsFunc(plain(a), func(w string) bool { return slices.Contains(other, w) })
}
