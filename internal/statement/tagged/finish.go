package tagged

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"runtime"
	"sort"
)

// Document is what a file gets beside its pages.
type Document struct {
	Tree     *Tree
	Metadata Metadata
	Files    []File
	// Signature is added after the finished file; nil for none.
	Signature *Signature
	// Cores is on how many cores the file is worked at most; zero means all.
	Cores int
}

// File is an associated file: the document's data in another form.
type File struct {
	Name      string // ASCII
	Describe  string
	MediaType string
	Data      []byte
	// Same says that the file is the document itself in another form, and not only data
	// that belongs to it (ISO 19005-3, annex E).
	Same bool
}

// relationship is what the file is to the document.
func (f File) relationship() name {
	if f.Same {
		return "Alternative"
	}
	return "Data"
}

// Finish rewrites a simple file with the structure of its content, metadata, an
// output intent and associated files, and signs it where that is asked for. The same
// input gives the same bytes, as far as its signature does. An
// error says that the source is not what the package reads, or that the tree
// does not fit it: both are mistakes of the program that made them.
func Finish(source []byte, d Document) ([]byte, error) {
	f, err := parse(source)
	if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	if f.cores = runtime.GOMAXPROCS(0); d.Cores > 0 {
		f.cores = min(f.cores, d.Cores)
	}
	if err := f.finish(d); err != nil {
		return nil, fmt.Errorf("finish the file: %w", err)
	}
	information := f.add(d.Metadata.information())
	finished := f.bytes(information)
	if d.Signature == nil {
		return finished, nil
	}
	return f.sign(finished, *d.Signature)
}

func (f *file) finish(d Document) error {
	pages, err := f.pages()
	if err != nil {
		return err
	}
	used, err := f.inspect(d.Tree, pages)
	if err != nil {
		return err
	}
	for i, page := range pages {
		if f.dictAt(page)["Group"] != nil {
			return fmt.Errorf("page %d may be transparent", i+1)
		}
	}
	if err := f.fonts(pages, used); err != nil {
		return err
	}
	if err := f.structure(d.Tree, pages); err != nil {
		return err
	}
	catalog := f.dictAt(f.root)
	catalog["Lang"] = text(d.Metadata.Language)
	catalog["ViewerPreferences"] = dict{"DisplayDocTitle": true}
	catalog["Metadata"] = f.add(&stream{
		dict: dict{"Type": name("Metadata"), "Subtype": name("XML")}, data: d.Metadata.packet(),
	})
	catalog["OutputIntents"] = array{dict{
		"Type": name("OutputIntent"), "S": name("GTS_PDFA1"), "OutputConditionIdentifier": text("sRGB IEC61966-2.1"),
		"Info": text("sRGB IEC61966-2.1"), "DestOutputProfile": f.add(&stream{dict: dict{"N": 3}, data: profile()}),
	}}
	f.outlines()
	f.attach(d)
	return nil
}

// attach embeds the associated files (ISO 19005-3, 6.8).
func (f *file) attach(d Document) {
	names, associated := array{}, array{}
	files := append([]File(nil), d.Files...)
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	for _, file := range files {
		embedded := f.add(&stream{data: file.Data, dict: dict{
			"Type": name("EmbeddedFile"), "Subtype": name(file.MediaType),
			"Params": dict{"Size": len(file.Data), "ModDate": text(pdfDate(d.Metadata.Date))},
		}})
		specification := f.add(dict{
			"Type": name("Filespec"), "F": text(file.Name), "UF": unicodeText(file.Name), "Desc": unicodeText(file.Describe),
			"AFRelationship": file.relationship(), "EF": dict{"F": embedded, "UF": embedded},
		})
		names = append(names, text(file.Name), specification)
		associated = append(associated, specification)
	}
	catalog := f.dictAt(f.root)
	delete(catalog, "Names")
	if len(files) > 0 {
		catalog["Names"] = dict{"EmbeddedFiles": dict{"Names": names}}
		catalog["AF"] = associated
	}
}

// reachable lists the objects that the catalog and the information lead to, in
// the order of their numbers: what the source wrote and nothing uses is left out.
func (f *file) reachable(from ...ref) []ref {
	seen := map[ref]bool{}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case ref:
			if !seen[v] {
				seen[v] = true
				visit(f.objects[v])
			}
		case array:
			for _, item := range v {
				visit(item)
			}
		case dict:
			for _, item := range v {
				visit(item)
			}
		case *stream:
			visit(v.dict)
		}
	}
	for _, r := range from {
		visit(r)
	}
	out := make([]ref, 0, len(seen))
	for r := range seen {
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// entry is where an object is: at an offset, or inside an object stream.
type entry struct {
	within ref // the object stream; 0 for none
	at     int // the offset, or the index in the object stream
}

// packed is how many objects share a stream.
const packed = 200

// bytes writes the file: streams one by one, all else in object streams (7.5.7),
// then the cross-reference stream.
func (f *file) bytes(information ref) []byte {
	var streams, loose []ref
	for _, r := range f.reachable(f.root, information) {
		if _, ok := f.objects[r].(*stream); ok {
			streams = append(streams, r)
		} else {
			loose = append(loose, r)
		}
	}
	entries := map[ref]entry{}
	for len(loose) > 0 {
		n := min(len(loose), packed)
		within := f.add(f.pack(loose[:n]))
		for i, r := range loose[:n] {
			entries[r] = entry{within: within, at: i}
		}
		streams = append(streams, within)
		loose = loose[n:]
	}
	f.deflate(streams)
	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	for _, r := range streams {
		entries[r] = entry{at: out.Len()}
		f.put(&out, r)
	}
	f.crossReferences(&out, entries, information)
	return out.Bytes()
}

// put writes a stream.
func (f *file) put(out *bytes.Buffer, r ref) {
	s := f.objects[r].(*stream)
	fmt.Fprintf(out, "%d 0 obj\n", int(r))
	s.dict["Length"] = len(s.data)
	write(out, s.dict)
	out.WriteString("\nstream\n")
	out.Write(s.data)
	out.WriteString("\nendstream\nendobj\n")
}

// pack makes an object stream.
func (f *file) pack(refs []ref) *stream {
	var index, body bytes.Buffer
	for _, r := range refs {
		fmt.Fprintf(&index, "%d %d ", int(r), body.Len())
		write(&body, f.objects[r])
		body.WriteByte('\n')
	}
	first := index.Len()
	return &stream{dict: dict{"Type": name("ObjStm"), "N": len(refs), "First": first}, data: append(index.Bytes(), body.Bytes()...)}
}

// crossReferences ends the file with its cross-reference stream (7.5.8). The
// identifier of the file is the hash of all that precedes.
func (f *file) crossReferences(out *bytes.Buffer, entries map[ref]entry, information ref) {
	sum := sha256.Sum256(out.Bytes())
	self := f.last + 1
	at := out.Len()
	entries[self] = entry{at: at}
	var table []byte
	for r := ref(0); r <= self; r++ {
		e, used := entries[r]
		kind, place, index := 1, e.at, 0
		switch {
		case !used:
			kind, place, index = 0, 0, 0xFFFF
		case e.within > 0:
			kind, place, index = 2, int(e.within), e.at
		}
		table = append(table, byte(kind), byte(place>>24), byte(place>>16), byte(place>>8), byte(place), byte(index>>8), byte(index))
	}
	id := text(sum[:16])
	f.objects[self] = &stream{data: table, dict: dict{
		"Type": name("XRef"), "Size": int(self) + 1, "W": array{1, 4, 2}, "Root": f.root, "Info": information, "ID": array{id, id},
	}}
	f.last, f.table, f.tableAt = self, self, at
	f.deflate([]ref{self})
	f.put(out, self)
	fmt.Fprintf(out, "startxref\n%d\n%%%%EOF\n", at)
}
