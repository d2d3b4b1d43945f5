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
	out.WriteString("</rdf:Description>\n</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return out.Bytes()
}
