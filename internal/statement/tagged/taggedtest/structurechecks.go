package taggedtest

import (
	"fmt"
	"slices"
	"strings"
)

// structureChecks are those of the tree of the structure (ISO 19005-3, 6.7, and
// checkpoints 2, 9, 13, 14, 17 and 19).
func structureChecks() []Check {
	rename := func(from, to string) func(*File) { return func(f *File) { f.first(from).dict["/S"] = to } }
	roles := func(m Dict) func(*File) {
		return func(f *File) {
			f.Dict(f.Catalog()["/StructTreeRoot"])["/RoleMap"] = m
			f.first("/P").dict["/S"] = "/Paragraphe"
		}
	}
	return []Check{
		{Refs: []string{"A6.7.3-1"}, Says: "the document has a structure", Find: func(f *File) []string { return found(f.tree() == nil, "none") }, Break: func(f *File) { delete(f.Catalog(), "/StructTreeRoot") }},
		{Refs: []string{"A6.7.3-2", "M02-001"}, Says: "types are standard, or mapped to one that is", Find: types, Break: rename("/P", "/Paragraphe")},
		{Refs: []string{"M02-003"}, Says: "no type is mapped to itself", Find: circles, Break: roles(Dict{"/Paragraphe": "/Alinea", "/Alinea": "/Paragraphe"})},
		{Refs: []string{"M02-004"}, Says: "no standard type is mapped", Find: remapped, Break: roles(Dict{"/Paragraphe": "/P", "/P": "/Span"})},
		{Refs: []string{"M09-004"}, Says: "the parts of tables stand where they may", Find: grammar("/Table", "/THead", "/TBody", "/TFoot", "/TR", "/TH", "/TD"), Break: rename("/TBody", "/Div")},
		{Refs: []string{"M09-005"}, Says: "the parts of lists stand where they may", Find: grammar("/L", "/LI", "/LBody"), Break: rename("/LI", "/P")},
		{Refs: []string{"M09-006"}, Says: "the parts of contents stand where they may", Find: grammar("/TOC", "/TOCI"), Break: rename("/P", "/TOCI")},
		{Refs: []string{"M09-007"}, Says: "the parts of ruby stand where they may", Find: grammar("/Ruby", "/RB", "/RT", "/RP"), Break: rename("/P", "/RB")},
		{Refs: []string{"M09-008"}, Says: "the parts of warichu stand where they may", Find: grammar("/Warichu", "/WT", "/WP"), Break: rename("/P", "/WT")},
		{Refs: []string{"M13-004"}, Says: "words stand for each figure", Find: speaks("/Figure"), Break: func(f *File) { delete(f.first("/Figure").dict, "/Alt") }},
		{Refs: []string{"M17-002"}, Says: "words stand for each formula", Find: speaks("/Formula"), Break: rename("/P", "/Formula")},
		{Refs: []string{"M14-002"}, Says: "the first heading is of the first level", Find: firstHeading, Break: rename("/H1", "/H2")},
		{Refs: []string{"M14-003"}, Says: "no level of headings is skipped", Find: skippedHeadings, Break: rename("/H2", "/H4")},
		{Refs: []string{"M14-006"}, Says: "no element has two headings without level", Find: plainHeadings, Break: func(f *File) {
			for _, n := range f.every("/P")[:2] {
				n.dict["/S"] = "/H"
			}
		}},
		{Refs: []string{"M14-007"}, Says: "headings have levels, or none has", Find: mixedHeadings, Break: rename("/P", "/H")},
		{Refs: []string{"M19-003"}, Says: "notes have an identifier", Find: notes, Break: rename("/P", "/Note")},
		{Refs: []string{"M19-004"}, Says: "no two notes have the same", Find: sameNotes, Break: func(f *File) {
			for _, n := range f.every("/P")[:2] {
				n.dict["/S"], n.dict["/ID"] = "/Note", "u:a"
			}
		}},
	}
}

func types(f *File) []string {
	var out []string
	f.tree().each(func(n *node) { out = append(out, found(n.role == "", n.String())...) })
	return out
}

func circles(f *File) []string {
	var out []string
	f.tree().each(func(n *node) {
		_, circular := f.mapped(n.own)
		out = append(out, found(circular, n.String())...)
	})
	return out
}

func remapped(f *File) []string {
	var out []string
	for role := range f.Dict(f.Dict(f.Catalog()["/StructTreeRoot"])["/RoleMap"]) {
		out = append(out, found(standard(role), role)...)
	}
	return out
}

// above says below which types an element may stand; of others nothing is asked.
func above(role string) []string {
	switch role {
	case "/TR":
		return []string{"/Table", "/THead", "/TBody", "/TFoot"}
	case "/THead", "/TBody", "/TFoot":
		return []string{"/Table"}
	case "/TH", "/TD":
		return []string{"/TR"}
	case "/LI":
		return []string{"/L"}
	case "/LBody":
		return []string{"/LI"}
	case "/TOCI":
		return []string{"/TOC"}
	case "/RB", "/RT", "/RP":
		return []string{"/Ruby"}
	case "/WT", "/WP":
		return []string{"/Warichu"}
	}
	return nil
}

// below says which types may stand below an element; below others any may.
func below(role string) []string {
	switch role {
	case "/Table":
		return []string{"/TR", "/THead", "/TBody", "/TFoot", "/Caption"}
	case "/THead", "/TBody", "/TFoot":
		return []string{"/TR"}
	case "/TR":
		return []string{"/TH", "/TD"}
	case "/L":
		return []string{"/L", "/LI", "/Caption"}
	case "/LI":
		return []string{"/Lbl", "/LBody"}
	case "/TOC":
		return []string{"/TOC", "/TOCI", "/Caption"}
	case "/Ruby":
		return []string{"/RB", "/RT", "/RP"}
	case "/Warichu":
		return []string{"/WT", "/WP"}
	}
	return nil
}

// grammar complains of elements of some types that stand where they may not, or have
// below them what may not stand there; and of a table with two heads, or a head alone.
func grammar(roles ...string) func(f *File) []string {
	return func(f *File) []string {
		var out []string
		f.tree().each(func(n *node) {
			if !slices.Contains(roles, n.role) {
				return
			}
			if may := above(n.role); may != nil && !slices.Contains(may, n.up.role) {
				out = append(out, fmt.Sprintf("%v in %v", n, n.up))
			}
			counts := map[string]int{}
			for i, k := range n.kids {
				counts[k.role]++
				if may := below(n.role); may != nil && (!slices.Contains(may, k.role) || k.role == "/Caption" && i > 0 && i < len(n.kids)-1) {
					out = append(out, fmt.Sprintf("%v in %v", k, n))
				}
			}
			heads, feet := counts["/THead"], counts["/TFoot"]
			out = append(out, found(heads > 1 || feet > 1 || heads+feet > 0 && counts["/TBody"] == 0, fmt.Sprintf("%v has %v", n, counts))...)
		})
		return out
	}
}

func speaks(role string) func(f *File) []string {
	return func(f *File) []string {
		var out []string
		for _, n := range f.every(role) {
			out = append(out, found(strings.TrimSpace(n.says()) == "", n.String())...)
		}
		return out
	}
}

// headings lists those with a level, in reading order.
func (f *File) headings() []*node {
	var out []*node
	f.tree().each(func(n *node) {
		if len(n.role) == 3 && strings.HasPrefix(n.role, "/H") && n.role[2] >= '1' && n.role[2] <= '6' {
			out = append(out, n)
		}
	})
	return out
}

func firstHeading(f *File) []string {
	all := f.headings()
	return found(len(all) > 0 && all[0].role != "/H1", "another level")
}

func skippedHeadings(f *File) []string {
	var out []string
	last := byte('1')
	for _, n := range f.headings() {
		out = append(out, found(n.role[2] > last+1, fmt.Sprintf("%v after level %c", n, last))...)
		last = n.role[2]
	}
	return out
}

func plainHeadings(f *File) []string {
	counts := map[*node]int{}
	var out []string
	for _, n := range f.every("/H") {
		counts[n.up]++
		out = append(out, found(counts[n.up] > 1, n.String())...)
	}
	return out
}

func mixedHeadings(f *File) []string {
	return found(len(f.every("/H")) > 0 && len(f.headings()) > 0, "both")
}

func notes(f *File) []string {
	var out []string
	for _, n := range f.every("/Note") {
		out = append(out, found(said(n.dict["/ID"]) == "", n.String())...)
	}
	return out
}

func sameNotes(f *File) []string {
	seen := map[string]bool{}
	var out []string
	for _, n := range f.every("/Note") {
		id := said(n.dict["/ID"])
		out = append(out, found(id != "" && seen[id], n.String())...)
		seen[id] = true
	}
	return out
}
