package typeset

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The file claims PDF/A-3A. Each rule of ISO 19005-3 that a file of this kind
// can break is tried here, on every sample, as qpdf reads the file.
func TestArchival(t *testing.T) {
	rules := map[string]func(t *testing.T, f finished, data []byte){
		"6.1.2 header":                  headerRule,
		"6.1.3 identifier":              identifierRule,
		"6.1.13, 6.2 one colour":        contentRule,
		"6.2.3 output intent":           intentRule,
		"6.2.10 no transparency":        transparencyRule,
		"6.2.11 fonts":                  fontsRule,
		"6.3 annotations":               annotationsRule,
		"6.5 no actions, no scripts":    actionsRule,
		"6.6 metadata":                  metadataRule,
		"6.7 structure and language":    structureRule,
		"6.8 associated files":          filesRule,
		"6.1.12 limits of the software": limitsRule,
	}
	for name, sample := range samples() {
		for file, data := range both(t, sample(), options()) {
			f := inspect(t, data)
			for clause, rule := range rules {
				t.Run(name+"/"+file+"/"+clause, func(t *testing.T) {
					f.t = t
					rule(t, f, data)
				})
			}
		}
	}
}

func headerRule(t *testing.T, _ finished, data []byte) {
	if !bytes.HasPrefix(data, []byte("%PDF-1.7\n%")) {
		t.Errorf("the file begins with %q", data[:12])
	}
	for _, b := range data[10:14] {
		if b < 128 {
			t.Errorf("the second line begins with %q", data[10:14])
		}
	}
	if !bytes.HasSuffix(data, []byte("%%EOF\n")) {
		t.Error("something follows the end")
	}
}

func identifierRule(t *testing.T, f finished, _ []byte) {
	if id := f.list(f.trailer()["/ID"]); len(id) != 2 || len(id[0].(string)) < 16 {
		t.Errorf("the identifier is %v", id)
	}
	if f.trailer()["/Encrypt"] != nil {
		t.Error("the file is encrypted")
	}
}

// contentRule: only colours that the output intent defines, only operators of
// the standard, and no glyph that the font lacks.
func contentRule(t *testing.T, f finished, _ []byte) {
	known := strings.Fields("BT ET Td Tj Tf Tr Tw q Q cm rg RG g G w J j re f m l S BDC EMC n W d")
	for i, page := range f.pages() {
		for _, token := range tokens(f.data(f.dict(page)["/Contents"])) {
			if !operator(token) {
				continue
			}
			found := false
			for _, k := range known {
				found = found || k == token
			}
			if !found {
				t.Errorf("page %d has the operator %q", i+1, token)
			}
		}
	}
}

func intentRule(t *testing.T, f finished, _ []byte) {
	intents := f.list(f.catalog()["/OutputIntents"])
	if len(intents) != 1 {
		t.Fatalf("%d output intents", len(intents))
	}
	intent := f.dict(intents[0])
	if intent["/S"] != "/GTS_PDFA1" || intent["/OutputConditionIdentifier"] != "u:sRGB IEC61966-2.1" {
		t.Errorf("the output intent is %v", intent)
	}
	profile := f.data(intent["/DestOutputProfile"])
	if f.dict(intent["/DestOutputProfile"])["/N"] != 3.0 {
		t.Error("the profile has not three components")
	}
	if int(binary.BigEndian.Uint32(profile)) != len(profile) || string(profile[12:20]) != "mntrRGB " || string(profile[36:40]) != "acsp" || profile[8] > 4 {
		t.Errorf("the profile begins with % x", profile[:40])
	}
}

func transparencyRule(t *testing.T, f finished, _ []byte) {
	for i, page := range f.pages() {
		d := f.dict(page)
		resources := f.dict(d["/Resources"])
		if d["/Group"] != nil || resources["/ExtGState"] != nil || len(f.dict(resources["/XObject"])) > 0 {
			t.Errorf("page %d has %v, %v", i+1, d["/Group"], resources)
		}
	}
}

// fontsRule: embedded, named as subsets, mapped to Unicode, with the widths of
// the font program.
func fontsRule(t *testing.T, f finished, _ []byte) {
	fonts := f.dict(f.dict(f.dict(f.pages()[0])["/Resources"])["/Font"])
	if plain := f.title() != "Pré-état daté"; !plain && len(fonts) != len(cuts()) || plain && len(fonts) != 2 {
		t.Errorf("%d fonts", len(fonts))
	}
	for key, v := range fonts {
		font := f.dict(v)
		cid := f.dict(f.list(font["/DescendantFonts"])[0])
		descriptor := f.dict(cid["/FontDescriptor"])
		name, _ := font["/BaseFont"].(string)
		if !regexp.MustCompile(`^/[A-Z]{6}\+lato`).MatchString(name) || cid["/BaseFont"] != name || descriptor["/FontName"] != name {
			t.Errorf("%s is called %v, %v, %v", key, name, cid["/BaseFont"], descriptor["/FontName"])
		}
		if font["/Encoding"] != "/Identity-H" || cid["/CIDToGIDMap"] == nil || descriptor["/FontFile2"] == nil {
			t.Errorf("%s is %v, %v, %v", key, font, cid, descriptor)
			continue
		}
		fontWidths(t, f, font, cid, descriptor)
	}
}

// fontWidths compares the widths of the codes that the font maps with those of
// the glyphs in its program.
func fontWidths(t *testing.T, f finished, font, cid, descriptor object) {
	program, glyphs := f.data(descriptor["/FontFile2"]), f.data(cid["/CIDToGIDMap"])
	tables := map[string]int{}
	for i := range int(binary.BigEndian.Uint16(program[4:])) {
		record := program[12+16*i:]
		tables[string(record[:4])] = int(binary.BigEndian.Uint32(record[8:]))
	}
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(program[at:])) }
	units, metrics := float64(u16(tables["head"]+18)), u16(tables["hhea"]+34)
	widths := widthsOf(f.list(cid["/W"]))
	mapped := 0
	for _, run := range regexp.MustCompile(`(?m)^<(....)> <(....)> <(....)>$`).FindAllStringSubmatch(string(f.data(font["/ToUnicode"])), -1) {
		from, _ := strconv.ParseInt(run[1], 16, 32)
		to, _ := strconv.ParseInt(run[2], 16, 32)
		if run[3] != run[1] || run[1][:2] != run[2][:2] {
			t.Errorf("the map has %v", run)
		}
		for code := from; code <= to; code++ {
			mapped++
			glyph := int(binary.BigEndian.Uint16(glyphs[2*code:]))
			if glyph == 0 && code != 0xFFFD {
				t.Errorf("%s shows %q, for which it has no glyph", font["/BaseFont"], rune(code))
				continue
			}
			want := float64(u16(tables["hmtx"]+4*min(glyph, metrics-1))) * 1000 / units
			if math.Abs(widths[int(code)]-want) > 1 {
				t.Errorf("%s: %q is %v wide in the file, %v in the font", font["/BaseFont"], rune(code), widths[int(code)], want)
			}
		}
	}
	if mapped == 0 {
		t.Errorf("%s maps nothing", font["/BaseFont"])
	}
}

func widthsOf(w []any) map[int]float64 {
	out := map[int]float64{}
	for i := 0; i+1 < len(w); {
		first := int(w[i].(float64))
		if list, ok := w[i+1].([]any); ok {
			for j, v := range list {
				out[first+j] = v.(float64)
			}
			i += 2
			continue
		}
		for code := first; code <= int(w[i+1].(float64)); code++ {
			out[code] = w[i+2].(float64)
		}
		i += 3
	}
	return out
}

func annotationsRule(t *testing.T, f finished, _ []byte) {
	for i, page := range f.pages() {
		for _, a := range f.list(f.dict(page)["/Annots"]) {
			d := f.dict(a)
			if d["/Subtype"] != "/Link" || d["/F"] != 4.0 || d["/StructParent"] == nil || d["/Contents"] == nil {
				t.Errorf("page %d has the annotation %v", i+1, d)
			}
		}
	}
}

func actionsRule(t *testing.T, f finished, _ []byte) {
	catalog := f.catalog()
	if catalog["/OpenAction"] != nil || catalog["/AA"] != nil || f.dict(catalog["/Names"])["/JavaScript"] != nil {
		t.Errorf("the catalog acts: %v", catalog)
	}
}

// metadataRule: the packet is sound XML, claims what is held to here, and agrees
// with the document information.
func metadataRule(t *testing.T, f finished, _ []byte) {
	stream := f.catalog()["/Metadata"]
	if f.dict(stream)["/Filter"] != nil {
		t.Error("the metadata is compressed")
	}
	packet := f.data(stream)
	var x struct {
		Description struct {
			Title       string `xml:"title>Alt>li"`
			Subject     string `xml:"description>Alt>li"`
			Author      string `xml:"creator>Seq>li"`
			Tool        string `xml:"CreatorTool"`
			Producer    string `xml:"Producer"`
			Created     string `xml:"CreateDate"`
			Modified    string `xml:"ModifyDate"`
			Part        string `xml:"http://www.aiim.org/pdfa/ns/id/ part"`
			Conformance string `xml:"conformance"`
		} `xml:"RDF>Description"`
	}
	if err := xml.Unmarshal(packet, &x); err != nil {
		t.Fatalf("%v in\n%s", err, packet)
	}
	d, info := x.Description, f.dict(f.trailer()["/Info"])
	if d.Part != "3" || d.Conformance != "A" {
		t.Errorf("the claim is PDF/A-%s%s", d.Part, d.Conformance)
	}
	for key, want := range map[string]string{"/Title": d.Title, "/Subject": d.Subject, "/Author": d.Author, "/Creator": d.Tool, "/Producer": d.Producer} {
		if got, _ := info[key].(string); strings.TrimPrefix(got, "u:") != want {
			t.Errorf("%s is %q in the information, %q in the metadata", key, got, want)
		}
	}
	for key, at := range map[string]string{"/CreationDate": d.Created, "/ModDate": d.Modified} {
		digits := strings.NewReplacer("-", "", ":", "", "T", "", "Z", "+00'00'").Replace(at)
		if info[key] != "u:D:"+digits {
			t.Errorf("%s is %v in the information, %s in the metadata", key, info[key], at)
		}
	}
}

func structureRule(t *testing.T, f finished, _ []byte) {
	catalog := f.catalog()
	if f.dict(catalog["/MarkInfo"])["/Marked"] != true || catalog["/Lang"] != "u:fr-FR" || catalog["/StructTreeRoot"] == nil {
		t.Errorf("the catalog is %v", catalog)
	}
	if f.dict(catalog["/ViewerPreferences"])["/DisplayDocTitle"] != true {
		t.Error("the title is not displayed")
	}
	// The parent tree leads from each piece of content to an element that has it.
	numbers := f.list(f.dict(f.dict(catalog["/StructTreeRoot"])["/ParentTree"])["/Nums"])
	for i, page := range f.pages() {
		if f.dict(page)["/StructParents"] != numbers[2*i] || f.dict(page)["/Tabs"] != "/S" {
			t.Errorf("page %d is %v", i+1, f.dict(page))
		}
		owners := f.list(numbers[2*i+1])
		for _, m := range f.marks(page) {
			if m.id < 0 {
				continue
			}
			owner := f.dict(owners[m.id])
			if owner["/S"] != m.tag || !strings.Contains(fmt.Sprint(owner["/K"]), strconv.Itoa(m.id)) && !strings.Contains(fmt.Sprint(f.get(owner["/K"])), strconv.Itoa(m.id)) {
				t.Errorf("page %d: %s %d belongs to %v", i+1, m.tag, m.id, owner)
			}
		}
	}
}

func filesRule(t *testing.T, f finished, _ []byte) {
	for _, v := range f.list(f.catalog()["/AF"]) {
		d := f.dict(v)
		if d["/AFRelationship"] == nil || d["/F"] == nil || d["/UF"] == nil || d["/EF"] == nil || d["/Desc"] == nil {
			t.Errorf("the file is %v", d)
		}
	}
}

func limitsRule(t *testing.T, f finished, data []byte) {
	if len(f.objects) > 8388607 {
		t.Errorf("%d objects", len(f.objects))
	}
	for _, name := range regexp.MustCompile(`/[A-Za-z0-9+#-]{128,}`).FindAll(data, 3) {
		t.Errorf("the name %.40s… is too long", name)
	}
}
