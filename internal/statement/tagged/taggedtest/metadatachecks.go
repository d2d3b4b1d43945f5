package taggedtest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// metadataChecks are those of XMP and of the catalog (ISO 19005-3, 6.6, and checkpoints
// 6, 7 and 11).
func metadataChecks() []Check {
	packet := func(old, to string) func(*File) {
		return func(f *File) {
			s := f.Get(f.Catalog()["/Metadata"]).(*Stream)
			s.Data = bytes.ReplaceAll(s.Data, []byte(old), []byte(to))
		}
	}
	return []Check{
		{Refs: []string{"A6.6.2.1-1", "M06-001"}, Says: "the catalog has metadata, not compressed", Find: metadata, Break: func(f *File) { delete(f.Catalog(), "/Metadata") }},
		{Refs: []string{"A6.6.2.1-2", "A6.6.2.1-3"}, Says: "the packet says neither its length nor its encoding", Find: packetHead, Break: packet(`id="W5M0`, `bytes="9" id="W5M0`)},
		{Refs: []string{"A6.6.2.1-4"}, Says: "the packet is well formed", Find: wellFormed, Break: packet("</rdf:RDF>", "")},
		{Refs: []string{"A6.6.2.1-5"}, Says: "the packet is UTF-8", Find: packetUTF8, Break: packet("</dc:title>", "\xe9</dc:title>")},
		{Refs: []string{"A6.6.2.3-1", "A6.6.2.3-2", "A6.6.2.3-3", "A6.6.2.3-5", "A6.6.2.3-6"}, Says: "schemas are described in one bag, each with name, namespace, prefix and properties", Find: schemas, Break: packet("pdfaSchema:prefix", "pdfaSchema:preface")},
		{Refs: []string{"A6.6.2.3-4"}, Says: "each property is described by name, type, category and words", Find: properties, Break: packet(">internal<", ">inner<")},
		{Refs: []string{"A6.6.2.3-7"}, Says: "each property is of XMP or described", Find: described, Break: packet("<pdfaProperty:name>part<", "<pdfaProperty:name>parts<")},
		{Refs: []string{"A6.6.4-1", "A6.6.4-2", "A6.6.4-4"}, Says: "the packet says part 3 of PDF/A", Find: identifies(pdfaid, "part", "3"), Break: packet("<pdfaid:part>3", "<pdfaid:part>2")},
		{Refs: []string{"A6.6.4-3"}, Says: "the packet says level A", Find: identifies(pdfaid, "conformance", "A"), Break: packet("<pdfaid:conformance>A", "<pdfaid:conformance>B")},
		{Refs: []string{"M06-002"}, Says: "the packet says part 1 of PDF/UA", Find: identifies("http://www.aiim.org/pdfua/ns/id/", "part", "1"), Break: packet("<pdfuaid:part>1", "<pdfuaid:part>2")},
		{Refs: []string{"M06-003"}, Says: "the packet has the title", Find: titled, Break: packet("dc:title", "dc:topic")},
		{Refs: []string{"M07-001", "M07-002"}, Says: "readers show the title", Find: shownTitle, Break: func(f *File) { f.Dict(f.Catalog()["/ViewerPreferences"])["/DisplayDocTitle"] = false }},
		{Refs: []string{"M11-001", "M11-002", "M11-003", "M11-004", "M11-005", "M11-006"}, Says: "the document has a language, which is that of all in it", Find: language, Break: func(f *File) { delete(f.Catalog(), "/Lang") }},
		{Refs: []string{"A6.7.4-1"}, Says: "languages are tags", Find: tags, Break: func(f *File) { f.first("/P").dict["/Lang"] = "u:français" }},
		{Refs: []string{"A6.7.2-1"}, Says: "the document says that it is tagged", Find: isMarked, Break: func(f *File) { delete(f.Catalog(), "/MarkInfo") }},
		{Refs: []string{"M01-007"}, Says: "its tags are not suspect", Find: suspects, Break: func(f *File) { f.Dict(f.Catalog()["/MarkInfo"])["/Suspects"] = true }},
	}
}

const (
	pdfaid = "http://www.aiim.org/pdfa/ns/id/"
	rdf    = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
)

// element is one of the packet.
type element struct {
	XMLName xml.Name
	Text    string     `xml:",chardata"`
	Attrs   []xml.Attr `xml:",any,attr"`
	Kids    []element  `xml:",any"`
}

// packet reads the metadata.
func (f *File) packet() (element, error) {
	var out element
	err := xml.Unmarshal(f.Data(f.Catalog()["/Metadata"]), &out)
	return out, err
}

// under lists all elements of a local name below one.
func (e element) under(local string) []element {
	var out []element
	for _, k := range e.Kids {
		if k.XMLName.Local == local {
			out = append(out, k)
		}
		out = append(out, k.under(local)...)
	}
	return out
}

// text is that of the first element of a local name below one.
func (e element) text(local string) string {
	for _, k := range e.under(local) {
		return strings.TrimSpace(k.Text)
	}
	return ""
}

func metadata(f *File) []string {
	d := f.Dict(f.Catalog()["/Metadata"])
	return found(d["/Type"] != "/Metadata" || d["/Subtype"] != "/XML" || !bytes.Contains(f.Bytes, f.Data(f.Catalog()["/Metadata"])), fmt.Sprint(d))
}

func packetHead(f *File) []string {
	head, _, _ := bytes.Cut(f.Data(f.Catalog()["/Metadata"]), []byte("?>"))
	return found(bytes.Contains(head, []byte("bytes=")) || bytes.Contains(head, []byte("encoding=")), string(head))
}

func wellFormed(f *File) []string {
	if _, err := f.packet(); err != nil {
		return []string{err.Error()}
	}
	return nil
}

func packetUTF8(f *File) []string {
	return found(!utf8.Valid(f.Data(f.Catalog()["/Metadata"])), "another encoding")
}

func schemas(f *File) []string {
	var out []string
	p, _ := f.packet()
	bags := p.under("schemas")
	out = append(out, found(len(bags) > 1, "several bags")...)
	for _, bag := range bags {
		sound := bag.XMLName.Space == "http://www.aiim.org/pdfa/ns/extension/" && len(bag.Kids) == 1 && bag.Kids[0].XMLName == xml.Name{Space: rdf, Local: "Bag"}
		out = append(out, found(!sound, "no bag")...)
		if !sound {
			continue
		}
		for _, one := range bag.Kids[0].Kids {
			var fields []string
			for _, field := range one.Kids {
				fields = append(fields, field.XMLName.Local)
				out = append(out, found(field.XMLName.Space != "http://www.aiim.org/pdfa/ns/schema#", "a field of "+field.XMLName.Space)...)
			}
			slices.Sort(fields)
			out = append(out, found(!slices.Equal(fields, []string{"namespaceURI", "prefix", "property", "schema"}), fmt.Sprint(fields))...)
		}
	}
	return out
}

func properties(f *File) []string {
	var out []string
	p, _ := f.packet()
	for _, list := range p.under("property") {
		for _, one := range list.under("li") {
			category := one.text("category")
			types := []string{"Text", "Integer", "URI", "Date"}
			sound := one.text("name") != "" && one.text("description") != "" && slices.Contains(types, one.text("valueType")) && (category == "internal" || category == "external")
			out = append(out, found(!sound, fmt.Sprintf("%q is %q, %q, %q", one.text("name"), one.text("valueType"), category, one.text("description")))...)
		}
	}
	return out
}

func described(f *File) []string {
	p, _ := f.packet()
	known := map[string]bool{}
	for _, one := range p.under("schemas") {
		for _, schema := range one.under("li") {
			for _, property := range schema.under("name") {
				known[schema.text("namespaceURI")+" "+strings.TrimSpace(property.Text)] = true
			}
		}
	}
	predefined := map[string]string{
		"http://purl.org/dc/elements/1.1/":       " title description creator language format ",
		"http://ns.adobe.com/pdf/1.3/":           " Producer Keywords ",
		"http://ns.adobe.com/xap/1.0/":           " CreateDate ModifyDate MetadataDate CreatorTool ",
		pdfaid:                                   " part conformance ",
		"http://www.aiim.org/pdfa/ns/extension/": " schemas ",
	}
	var out []string
	for _, d := range p.under("Description") {
		for _, k := range d.Kids {
			name := k.XMLName
			ok := known[name.Space+" "+name.Local] || strings.Contains(predefined[name.Space], " "+name.Local+" ")
			out = append(out, found(!ok, name.Space+name.Local)...)
		}
	}
	return out
}

func identifies(space, local, want string) func(f *File) []string {
	return func(f *File) []string {
		p, _ := f.packet()
		var values []string
		for _, e := range p.under(local) {
			if e.XMLName.Space == space {
				values = append(values, strings.TrimSpace(e.Text))
			}
		}
		return found(!slices.Equal(values, []string{want}), fmt.Sprint(values))
	}
}

func titled(f *File) []string {
	p, _ := f.packet()
	for _, title := range p.under("title") {
		if title.XMLName.Space == "http://purl.org/dc/elements/1.1/" && title.text("li") != "" {
			return nil
		}
	}
	return []string{"none"}
}

func shownTitle(f *File) []string {
	return found(f.Dict(f.Catalog()["/ViewerPreferences"])["/DisplayDocTitle"] != true, "not DisplayDocTitle")
}

func language(f *File) []string {
	return found(said(f.Catalog()["/Lang"]) == "", "none")
}

func tags(f *File) []string {
	tag := regexp.MustCompile(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)
	var out []string
	f.each(func(key string, v any) {
		if s := said(v); key == "/Lang" && s != "" {
			out = append(out, found(!tag.MatchString(s), s)...)
		}
	})
	return out
}

func isMarked(f *File) []string {
	return found(f.Dict(f.Catalog()["/MarkInfo"])["/Marked"] != true, "not Marked")
}

func suspects(f *File) []string {
	return found(f.Dict(f.Catalog()["/MarkInfo"])["/Suspects"] == true, "Suspects")
}
