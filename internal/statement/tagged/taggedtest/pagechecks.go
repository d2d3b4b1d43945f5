package taggedtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// pageChecks are those of pages, colours and content (ISO 19005-3, 6.2 and 6.5, and
// checkpoint 1).
func pageChecks() []Check {
	front := func(content string) func(*File) {
		return func(f *File) { f.rewrite(func(s string) string { return content + "\n" + s }) }
	}
	resource := func(kind string) func(*File) {
		return func(f *File) {
			f.Dict(f.Dict(f.Pages()[0])["/Resources"])[kind] = Dict{"/X": f.add(Dict{"/Type": kind})}
		}
	}
	catalog := func(key string, v any) func(*File) { return func(f *File) { f.Catalog()[key] = v } }
	return []Check{
		{Refs: []string{"A6.1.13-8"}, Says: "states nest at most 28 deep", Find: nesting, Break: front(strings.Repeat("q ", 29) + strings.Repeat("Q ", 29))},
		{Refs: []string{"A6.1.13-11"}, Says: "pages have from 3 to 14400 points", Find: boxes, Break: func(f *File) { f.Dict(f.Pages()[0])["/MediaBox"] = []any{0.0, 0.0, 2.0, 800.0} }},
		{Refs: []string{"A6.2.2-1", "A6.2.4.3-3", "A6.2.4.2-1", "A6.2.4.2-2", "A6.2.4.4-1", "A6.2.4.4-2", "A6.2.6-1", "A6.1.13-9"}, Says: "pages use plain operators, colours of red, green, blue and grey", Find: operators, Break: front("0 0 0 1 k")},
		{Refs: []string{"A6.2.2-2"}, Says: "each page has its resources", Find: resources, Break: func(f *File) { delete(f.Dict(f.Pages()[0]), "/Resources") }},
		{Refs: []string{"A6.2.3-1"}, Says: "the profile is of a display and of RGB", Find: profile, Break: func(f *File) { copy(f.Data(f.intent()["/DestOutputProfile"])[12:], "scnr") }},
		{Refs: []string{"A6.2.3-2", "A6.2.3-3", "A6.2.4.3-2", "A6.2.4.3-4"}, Says: "there is one output intent", Find: intents, Break: func(f *File) { delete(f.Catalog(), "/OutputIntents") }},
		{Refs: []string{"A6.2.5-1", "A6.2.5-2", "A6.2.5-3", "A6.2.5-4", "A6.2.5-5", "A6.2.5-6", "A6.2.10-1"}, Says: "no graphics state has parameters", Find: none("/ExtGState"), Break: resource("/ExtGState")},
		{Refs: []string{"A6.2.8-1", "A6.2.8-2", "A6.2.8-3", "A6.2.8.3-1", "A6.2.8.3-2", "A6.2.8.3-3", "A6.2.8.3-4", "A6.2.8.3-5", "A6.2.9-1", "A6.2.9-2", "A6.2.9-3", "M30-001", "M30-002"}, Says: "no page has images or forms", Find: none("/XObject"), Break: resource("/XObject")},
		{Refs: []string{"A6.2.10-2"}, Says: "no page is transparent", Find: groups, Break: func(f *File) { f.Dict(f.Pages()[0])["/Group"] = Dict{"/S": "/Transparency"} }},
		{Refs: []string{"A6.5.1-1", "A6.5.1-2"}, Says: "links lead to places and addresses, and nothing else acts", Find: actions, Break: func(f *File) { f.annotations()[0].dict["/A"] = Dict{"/S": "/JavaScript"} }},
		{Refs: []string{"A6.5.2-1", "A6.5.2-2"}, Says: "nothing acts by itself", Find: additional, Break: catalog("/AA", Dict{"/WC": Dict{"/S": "/JavaScript"}})},
		{Refs: []string{"A6.9-1", "A6.9-2", "A6.9-3", "A6.9-4", "M20-001", "M20-002", "M20-003"}, Says: "there are no layers", Find: without("/OCProperties"), Break: catalog("/OCProperties", Dict{})},
		{Refs: []string{"A6.10-1", "A6.10-2"}, Says: "there are no other presentations", Find: presentations, Break: func(f *File) { f.Dict(f.Pages()[0])["/PresSteps"] = Dict{} }},
		{Refs: []string{"A6.11-1"}, Says: "nothing is required of the reader", Find: without("/Requirements"), Break: catalog("/Requirements", []any{})},
		{Refs: []string{"A6.1.12-1", "A6.1.12-2"}, Says: "nothing is permitted or forbidden", Find: without("/Perms"), Break: catalog("/Perms", Dict{})},
		{Refs: []string{"A6.4.2-2"}, Says: "no page is made while it is read", Find: without("/NeedsRendering"), Break: catalog("/NeedsRendering", true)},
		{Refs: []string{"M01-003"}, Says: "no artifact is within content", Find: artifactWithin, Break: front("/P <</MCID 0>> BDC /Artifact BMC EMC EMC")},
		{Refs: []string{"M01-004"}, Says: "no content is within an artifact", Find: contentWithin, Break: front("/Artifact BMC /P <</MCID 0>> BDC EMC EMC")},
		{Refs: []string{"M01-005"}, Says: "all that is shown is content of an element or an artifact", Find: unmarked, Break: front("0 0 9 9 re f")},
	}
}

func nesting(f *File) []string {
	var out []string
	for i, s := range f.sheets() {
		out = append(out, found(s.depth > 28, onPage(i, "%d", s.depth))...)
		for _, wrong := range s.wrong {
			out = append(out, onPage(i, "%s", wrong))
		}
	}
	return out
}

func boxes(f *File) []string {
	var out []string
	for i, page := range f.Pages() {
		box := f.List(f.Dict(page)["/MediaBox"])
		if box == nil {
			box = f.List(f.Dict(f.Catalog()["/Pages"])["/MediaBox"])
		}
		if len(box) != 4 {
			out = append(out, onPage(i, "no box"))
			continue
		}
		side := func(a, b int) float64 { return math.Abs(box[a].(float64) - box[b].(float64)) }
		for _, n := range []float64{side(0, 2), side(1, 3)} {
			out = append(out, found(n < 3 || n > 14400, onPage(i, "%v", n))...)
		}
	}
	return out
}

func operators(f *File) []string {
	known := strings.Fields("BT ET Td Tj Tf Tr Tw q Q cm rg RG g G w J j re f m l S BDC BMC EMC n W d")
	var out []string
	for i, s := range f.sheets() {
		for _, o := range s.operators {
			out = append(out, found(!slices.Contains(known, o), onPage(i, "%s", o))...)
		}
	}
	return out
}

func resources(f *File) []string {
	var out []string
	for i, page := range f.Pages() {
		out = append(out, found(f.Dict(f.Dict(page)["/Resources"]) == nil, onPage(i, "none"))...)
	}
	return out
}

// intent is the only output intent; an empty one where there are more or none.
func (f *File) intent() Dict {
	if all := f.List(f.Catalog()["/OutputIntents"]); len(all) == 1 {
		return f.Dict(all[0])
	}
	return Dict{}
}

func intents(f *File) []string {
	return found(f.intent()["/S"] != "/GTS_PDFA1" || f.intent()["/DestOutputProfileRef"] != nil, fmt.Sprint(f.intent()))
}

func profile(f *File) []string {
	p := f.Data(f.intent()["/DestOutputProfile"])
	if len(p) < 128 {
		return nil // intents complains
	}
	sound := int(binary.BigEndian.Uint32(p)) == len(p) && p[8] < 5 && string(p[12:20]) == "mntrRGB " && string(p[36:40]) == "acsp"
	return found(!sound || f.Dict(f.intent()["/DestOutputProfile"])["/N"] != 3.0, fmt.Sprintf("% x", p[:40]))
}

// none complains of a page that has resources of a kind.
func none(kind string) func(f *File) []string {
	return func(f *File) []string {
		var out []string
		for i, page := range f.Pages() {
			out = append(out, found(len(f.Dict(f.Dict(f.Dict(page)["/Resources"])[kind])) > 0, onPage(i, "%s", kind))...)
		}
		return out
	}
}

// without complains of an entry of the catalog.
func without(key string) func(f *File) []string {
	return func(f *File) []string { return found(f.Catalog()[key] != nil, key) }
}

func groups(f *File) []string {
	var out []string
	for i, page := range f.Pages() {
		out = append(out, found(f.Dict(page)["/Group"] != nil, onPage(i, "a group"))...)
	}
	return out
}

func actions(f *File) []string {
	var out []string
	f.each(func(key string, v any) {
		d, ok := v.(Dict)
		if ok && key == "/A" && d["/S"] != nil && d["/O"] == nil && d["/S"] != "/URI" && d["/S"] != "/GoTo" {
			out = append(out, fmt.Sprint(d["/S"]))
		}
	})
	names := f.Dict(f.Catalog()["/Names"])
	return append(out, found(f.Catalog()["/OpenAction"] != nil || names["/JavaScript"] != nil, "the catalog acts")...)
}

func additional(f *File) []string {
	out := without("/AA")(f)
	for i, page := range f.Pages() {
		out = append(out, found(f.Dict(page)["/AA"] != nil, onPage(i, "/AA"))...)
	}
	return out
}

func presentations(f *File) []string {
	out := found(f.Dict(f.Catalog()["/Names"])["/AlternatePresentations"] != nil, "/AlternatePresentations")
	for i, page := range f.Pages() {
		out = append(out, found(f.Dict(page)["/PresSteps"] != nil, onPage(i, "/PresSteps"))...)
	}
	return out
}

func artifactWithin(f *File) []string {
	var out []string
	for i, s := range f.sheets() {
		for _, m := range s.marks {
			for _, around := range m.within {
				out = append(out, found(m.artifact() && !around.artifact(), onPage(i, "in %s %d", around.tag, around.id))...)
			}
		}
	}
	return out
}

func contentWithin(f *File) []string {
	var out []string
	for i, s := range f.sheets() {
		for _, m := range s.marks {
			for _, around := range m.within {
				out = append(out, found(!m.artifact() && around.artifact(), onPage(i, "%s %d", m.tag, m.id))...)
			}
		}
	}
	return out
}

// unmarked looks for what is shown and belongs neither to an element, through the
// parent tree and back through the tree, nor to an artifact.
func unmarked(f *File) []string {
	held := map[place]string{}
	f.tree().each(func(n *node) {
		for _, m := range n.marks {
			held[m] = n.at
		}
	})
	owners := f.owners()
	var out []string
	for i, page := range f.Pages() {
		key, _ := f.Dict(page)["/StructParents"].(float64)
		above := f.List(owners[int(key)])
		for _, p := range f.content(page).painted {
			marked := false
			for _, m := range p.within {
				owned := m.id >= 0 && m.id < len(above) && above[m.id] != nil && held[place{i, m.id}] == above[m.id]
				marked = marked || m.artifact() || owned
			}
			out = append(out, found(!marked, onPage(i, "%s in %v", p.operator, p.within))...)
		}
	}
	return out
}
