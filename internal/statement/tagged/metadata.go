package tagged

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"
)

// Metadata is what the file says about itself, in the document information and
// in XMP alike.
type Metadata struct {
	Title, Subject, Author string // Author may be empty
	Creator                string // the program
	Language               string // as in RFC 3066: "fr-FR"
	Date                   time.Time
	// Conformance is the level of PDF/A-3 that the maker vouches for, "A" or
	// "B"; empty for no claim.
	Conformance string
	// Accessible says that the file was built for part 1 of PDF/UA (ISO 14289-1).
	Accessible bool
	// Schema is what a kind of document says about itself beyond that; nil for nothing.
	Schema *Schema
}

// Schema is properties of a kind of document, with the description of each that PDF/A
// wants in the file (ISO 19005-3, 6.6.2.3.3).
type Schema struct {
	Name, Space, Prefix string // of the schema, its namespace and its usual prefix
	Properties          []Property
}

// Property is one of a schema: a text that the maker of the document sets.
type Property struct{ Name, Value, Describe string }

// accessible is the schema in which a file says that it is built for PDF/UA (ISO 14289-1, 5).
func accessible() extension {
	return extension{
		Schema: Schema{
			Name: "PDF/UA Universal Accessibility Schema", Space: "http://www.aiim.org/pdfua/ns/id/", Prefix: "pdfuaid",
			Properties: []Property{{Name: "part", Value: "1", Describe: "The part of ISO 14289 that the file was built for"}},
		},
		kind: "Integer", category: "internal",
	}
}

// extension is a schema with the type and the category of its properties.
type extension struct {
	Schema
	kind, category string
}

// extensions lists the schemas of the file that XMP does not know.
func (m Metadata) extensions() []extension {
	var out []extension
	if m.Accessible {
		out = append(out, accessible())
	}
	if m.Schema != nil {
		out = append(out, extension{Schema: *m.Schema, kind: "Text", category: "external"})
	}
	return out
}

// describe writes the properties of the schemas, then what they are: one bag for all.
func describe(out *bytes.Buffer, all []extension) {
	escaped := func(text string) string {
		var to bytes.Buffer
		_ = xml.EscapeText(&to, []byte(text)) // writes to memory do not fail
		return to.String()
	}
	for _, s := range all {
		fmt.Fprintf(out, "<rdf:Description rdf:about=\"\" xmlns:%s=\"%s\">\n", s.Prefix, escaped(s.Space))
		for _, p := range s.Properties {
			fmt.Fprintf(out, "<%s:%s>%s</%s:%s>\n", s.Prefix, p.Name, escaped(p.Value), s.Prefix, p.Name)
		}
		out.WriteString("</rdf:Description>\n")
	}
	out.WriteString(`<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"` +
		` xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">` + "\n" +
		`<pdfaExtension:schemas><rdf:Bag>`)
	for _, s := range all {
		fmt.Fprintf(out, "<rdf:li rdf:parseType=\"Resource\">\n<pdfaSchema:schema>%s</pdfaSchema:schema>\n"+
			"<pdfaSchema:namespaceURI>%s</pdfaSchema:namespaceURI>\n<pdfaSchema:prefix>%s</pdfaSchema:prefix>\n<pdfaSchema:property><rdf:Seq>\n",
			escaped(s.Name), escaped(s.Space), s.Prefix)
		for _, p := range s.Properties {
			fmt.Fprintf(out, `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>%s</pdfaProperty:name><pdfaProperty:valueType>%s</pdfaProperty:valueType>`+
				"<pdfaProperty:category>%s</pdfaProperty:category><pdfaProperty:description>%s</pdfaProperty:description></rdf:li>\n",
				p.Name, s.kind, s.category, escaped(p.Describe))
		}
		out.WriteString("</rdf:Seq></pdfaSchema:property>\n</rdf:li>")
	}
	out.WriteString("</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n")
}

// information is the document information (ISO 32000-1, 14.3.3).
func (m Metadata) information() dict {
	out := dict{}
	put := func(key name, s string) {
		if s != "" {
			out[key] = unicodeText(s)
		}
	}
	put("Title", m.Title)
	put("Subject", m.Subject)
	put("Author", m.Author)
	put("Creator", m.Creator)
	put("Producer", m.Creator)
	put("CreationDate", pdfDate(m.Date))
	put("ModDate", pdfDate(m.Date))
	return out
}

func pdfDate(t time.Time) string { return t.UTC().Format("D:20060102150405+00'00'") }

// packet is the same in XMP (ISO 16684-1), with the claim of conformance.
func (m Metadata) packet() []byte {
	var out bytes.Buffer
	out.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + "\n" +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"` +
		` xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">` + "\n")
	put := func(before, s, after string) {
		if s == "" {
			return
		}
		out.WriteString(before)
		_ = xml.EscapeText(&out, []byte(s)) // writes to memory do not fail
		out.WriteString(after + "\n")
	}
	const language = `<rdf:Alt><rdf:li xml:lang="x-default">`
	put("<dc:title>"+language, m.Title, "</rdf:li></rdf:Alt></dc:title>")
	put("<dc:description>"+language, m.Subject, "</rdf:li></rdf:Alt></dc:description>")
	put("<dc:creator><rdf:Seq><rdf:li>", m.Author, "</rdf:li></rdf:Seq></dc:creator>")
	put("<dc:language><rdf:Bag><rdf:li>", m.Language, "</rdf:li></rdf:Bag></dc:language>")
	put("<dc:format>", "application/pdf", "</dc:format>")
	at := m.Date.UTC().Format("2006-01-02T15:04:05Z")
	put("<xmp:CreateDate>", at, "</xmp:CreateDate>")
	put("<xmp:ModifyDate>", at, "</xmp:ModifyDate>")
	put("<xmp:MetadataDate>", at, "</xmp:MetadataDate>")
	put("<xmp:CreatorTool>", m.Creator, "</xmp:CreatorTool>")
	put("<pdf:Producer>", m.Creator, "</pdf:Producer>")
	if m.Conformance != "" {
		fmt.Fprintf(&out, "<pdfaid:part>3</pdfaid:part>\n<pdfaid:conformance>%s</pdfaid:conformance>\n", m.Conformance)
	}
	out.WriteString("</rdf:Description>\n")
	if all := m.extensions(); len(all) > 0 {
		describe(&out, all)
	}
	out.WriteString("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return out.Bytes()
}
