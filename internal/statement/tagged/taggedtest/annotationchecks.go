package taggedtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// annotationChecks are those of links and their like (ISO 19005-3, 6.3 and 6.4, and
// checkpoints 25 and 28).
func annotationChecks() []Check {
	add := func(d Dict) func(*File) { return func(f *File) { f.annotate(d) } }
	link := func(change func(Dict)) func(*File) { return func(f *File) { change(f.annotations()[0].dict) } }
	page := func(v any) func(*File) { return func(f *File) { f.Dict(f.Pages()[0])["/Tabs"] = v } }
	form := func(d Dict) func(*File) { return func(f *File) { f.Catalog()["/AcroForm"] = d } }
	return []Check{
		{Refs: []string{"A6.3.1-1", "M28-006", "M28-007", "M28-014", "M28-015", "M28-017", "M28-018"}, Says: "annotations are of types that archives and readers know", Find: subtypes, Break: add(Dict{"/Subtype": "/Screen"})},
		{Refs: []string{"A6.3.2-1"}, Says: "annotations have flags", Find: flagged, Break: link(func(d Dict) { delete(d, "/F") })},
		{Refs: []string{"A6.3.2-2"}, Says: "annotations are printed, and none is hidden", Find: printed, Break: link(func(d Dict) { d["/F"] = 2.0 })},
		{Refs: []string{"A6.3.3-1", "A6.3.3-2"}, Says: "annotations look the same everywhere", Find: appearances, Break: add(Dict{"/Subtype": "/Square"})},
		{Refs: []string{"A6.4.1-1", "A6.4.1-2"}, Says: "no field acts", Find: fieldActions, Break: add(Dict{"/Subtype": "/Widget", "/A": Dict{"/S": "/URI"}})},
		{Refs: []string{"A6.4.1-3"}, Says: "no field is drawn anew", Find: formWithout("/NeedAppearances"), Break: form(Dict{"/NeedAppearances": true})},
		{Refs: []string{"A6.4.2-1", "M25-001"}, Says: "there is no form of XML", Find: formWithout("/XFA"), Break: form(Dict{"/XFA": "u:x"})},
		{Refs: []string{"A6.4.3-1", "A6.4.3-2"}, Says: "a signature covers the whole file", Find: covered, Break: form(Dict{"/Fields": []any{Dict{"/FT": "/Sig", "/V": Dict{"/ByteRange": []any{0.0, 1.0, 2.0, 3.0}}}}})},
		{Refs: []string{"M28-002"}, Says: "annotations are in an element of their type", Find: annots, Break: add(Dict{"/Subtype": "/Square"})},
		{Refs: []string{"M28-004"}, Says: "words stand for each annotation", Find: annotsSpeak, Break: add(Dict{"/Subtype": "/Square"})},
		{Refs: []string{"M28-005"}, Says: "words stand for each field", Find: fieldsSpeak, Break: add(Dict{"/Subtype": "/Widget"})},
		{Refs: []string{"M28-008"}, Says: "a page with annotations says their order", Find: tabs, Break: page(nil)},
		{Refs: []string{"M28-009"}, Says: "the order is that of the structure", Find: tabs, Break: page("/R")},
		{Refs: []string{"M28-010"}, Says: "fields are in an element Form", Find: nested("/Widget", "/Form"), Break: add(Dict{"/Subtype": "/Widget"})},
		{Refs: []string{"M28-011"}, Says: "links are in an element Link", Find: nested("/Link", "/Link"), Break: link(func(d Dict) { delete(d, "/StructParent") })},
		{Refs: []string{"M28-012"}, Says: "words stand for each link", Find: linksSpeak, Break: link(func(d Dict) { d["/Contents"] = "u:" })},
	}
}

func (f *File) perAnnotation(wrong func(a annotation, subtype string) bool) []string {
	var out []string
	for _, a := range f.annotations() {
		subtype, _ := a.dict["/Subtype"].(string)
		out = append(out, found(wrong(a, subtype), onPage(a.page, "%s", subtype))...)
	}
	return out
}

func subtypes(f *File) []string {
	known := strings.Fields("/Text /Link /FreeText /Line /Square /Circle /Polygon /PolyLine /Highlight /Underline /Squiggly /StrikeOut /Stamp /Caret /Ink /Popup /FileAttachment /Widget /Watermark /Redact")
	return f.perAnnotation(func(_ annotation, subtype string) bool { return !slices.Contains(known, subtype) })
}

func flagged(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool { return subtype != "/Popup" && a.dict["/F"] == nil })
}

func printed(f *File) []string {
	return f.perAnnotation(func(a annotation, _ string) bool {
		flags, ok := a.dict["/F"].(float64)
		return ok && int(flags)&(1|2|4|32|256) != 4
	})
}

func appearances(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool {
		rect := f.List(a.dict["/Rect"])
		point := len(rect) == 4 && rect[0] == rect[2] && rect[1] == rect[3]
		look := f.Dict(a.dict["/AP"])
		return !point && subtype != "/Popup" && subtype != "/Link" && look == nil || look != nil && (len(look) != 1 || f.Data(look["/N"]) == nil)
	})
}

func fieldActions(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool {
		return subtype == "/Widget" && (a.dict["/A"] != nil || a.dict["/AA"] != nil)
	})
}

func formWithout(key string) func(f *File) []string {
	return func(f *File) []string { return found(f.Dict(f.Catalog()["/AcroForm"])[key] != nil, key) }
}

// covered looks at each signature: what it signs is the file but for itself.
func covered(f *File) []string {
	var out []string
	for _, v := range f.List(f.Dict(f.Catalog()["/AcroForm"])["/Fields"]) {
		field := f.Dict(v)
		if field["/FT"] != "/Sig" || field["/V"] == nil {
			continue
		}
		signature := f.Dict(field["/V"])
		span := f.List(signature["/ByteRange"])
		if len(span) != 4 {
			out = append(out, "no range")
			continue
		}
		at := func(i int) int { return int(span[i].(float64)) }
		hole := regexp.MustCompile(`/Contents\s*<[0-9A-Fa-f]*>`).FindIndex(f.Bytes)
		whole := at(0) == 0 && at(2)+at(3) == len(f.Bytes) && hole != nil && at(1) == hole[1]-(hole[1]-hole[0])+strings.IndexByte(string(f.Bytes[hole[0]:hole[1]]), '<') && at(2) == hole[1]
		out = append(out, found(!whole, fmt.Sprint(span))...)
	}
	return out
}

func annots(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool {
		return !slices.Contains([]string{"/Widget", "/Link", "/Popup"}, subtype) && a.parent["/S"] != "/Annot"
	})
}

func annotsSpeak(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool {
		return subtype != "/Widget" && subtype != "/Popup" && subtype != "/Link" && said(a.dict["/Contents"]) == "" && said(a.parent["/Alt"]) == ""
	})
}

func fieldsSpeak(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool {
		return subtype == "/Widget" && said(a.dict["/TU"]) == "" && said(a.parent["/Alt"]) == ""
	})
}

func tabs(f *File) []string {
	var out []string
	for i, page := range f.Pages() {
		d := f.Dict(page)
		out = append(out, found(len(f.List(d["/Annots"])) > 0 && d["/Tabs"] != "/S", onPage(i, "%v", d["/Tabs"]))...)
	}
	return out
}

func nested(subtype, role string) func(f *File) []string {
	return func(f *File) []string {
		return f.perAnnotation(func(a annotation, is string) bool { return is == subtype && a.parent["/S"] != role })
	}
}

func linksSpeak(f *File) []string {
	return f.perAnnotation(func(a annotation, subtype string) bool {
		return subtype == "/Link" && strings.TrimSpace(said(a.dict["/Contents"])) == ""
	})
}

// attachmentChecks are those of embedded files (ISO 19005-3, 6.8, and checkpoint 21).
func attachmentChecks() []Check {
	file := func(change func(specification, embedded Dict)) func(*File) {
		return func(f *File) {
			d := f.Dict(f.List(f.Catalog()["/AF"])[0])
			change(d, f.Dict(f.Dict(d["/EF"])["/F"]))
		}
	}
	return []Check{
		{Refs: []string{"A6.8-1"}, Says: "files have a media type", Find: mediaTypes, Break: file(func(_, e Dict) { e["/Subtype"] = "/json" })},
		{Refs: []string{"A6.8-2", "M21-001", "M28-016"}, Says: "files have a name, in both ways", Find: fileNames, Break: file(func(s, _ Dict) { delete(s, "/UF") })},
		{Refs: []string{"A6.8-3"}, Says: "files say what they are to the document", Find: relations, Break: file(func(s, _ Dict) { delete(s, "/AFRelationship") })},
		{Refs: []string{"A6.8-4"}, Says: "files belong to the document", Find: associated, Break: func(f *File) { delete(f.Catalog(), "/AF") }},
	}
}

// specifications lists those of all embedded files.
func (f *File) specifications() []Dict {
	var out []Dict
	f.each(func(_ string, v any) {
		if d, ok := v.(Dict); ok && d["/EF"] != nil {
			out = append(out, d)
		}
	})
	return out
}

func mediaTypes(f *File) []string {
	var out []string
	for _, d := range f.specifications() {
		kind, _ := f.Dict(f.Dict(d["/EF"])["/F"])["/Subtype"].(string)
		out = append(out, found(!regexp.MustCompile(`^/[-\w+.]+/[-\w+.]+$`).MatchString(kind), kind)...)
	}
	return out
}

func fileNames(f *File) []string {
	var out []string
	for _, d := range f.specifications() {
		out = append(out, found(said(d["/F"]) == "" || said(d["/UF"]) == "", fmt.Sprint(d))...)
	}
	return out
}

func relations(f *File) []string {
	var out []string
	for _, d := range f.specifications() {
		out = append(out, found(d["/AFRelationship"] == nil, fmt.Sprint(d))...)
	}
	return out
}

func associated(f *File) []string {
	return found(len(f.specifications()) != len(f.List(f.Catalog()["/AF"])), "files that are no associated ones")
}
