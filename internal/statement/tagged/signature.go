package tagged

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Signature is a signature that a file is to bear (ISO 32000-1, 12.8; ETSI EN 319 142-1).
// It is invisible: no page shows it, readers tell of it beside the pages.
type Signature struct {
	By, Reason, Place string    // who signs, why and where, as readers show them; any may be empty
	Says              string    // what is read out for the field of the signature
	At                time.Time // the time that the signer claims
	Room              int       // bytes that Sign gives at most
	// Sign gives the signature, a CMS in DER, of content with a SHA-256 sum.
	Sign func(sum [sha256.Size]byte) ([]byte, error)
}

// revision is what is added to a file that is finished (ISO 32000-1, 7.5.6).
type revision struct {
	file *file
	out  bytes.Buffer
	base int         // the length of what stands before
	at   map[ref]int // where the objects of the revision begin
}

// sign adds a signature after the bytes of a file, which stay as they are.
func (f *file) sign(base []byte, s Signature) ([]byte, error) {
	r := &revision{file: f, base: len(base), at: map[ref]int{}}
	signature := f.add(nil)
	changed, err := f.signatureField(s, signature)
	if err != nil {
		return nil, err
	}
	hole := r.signature(signature, s)
	for _, one := range changed {
		r.put(one, f.objects[one])
	}
	r.crossReferences(base)
	return r.seal(base, s, hole)
}

// signatureField adds the field of a signature to the last page, and to the structure as
// the last thing that is read. It returns the objects that are new or changed.
func (f *file) signatureField(s Signature, signature ref) ([]ref, error) {
	pages, err := f.pages()
	if err != nil {
		return nil, err
	}
	page, catalog := pages[len(pages)-1], f.dictAt(f.root)
	root, _ := catalog["StructTreeRoot"].(ref)
	tree := f.dictAt(root)
	parents, _ := tree["ParentTree"].(ref)
	top, _ := tree["K"].(ref)
	key, _ := integer(tree["ParentTreeNextKey"])
	field := f.add(dict{
		"Type": name("Annot"), "Subtype": name("Widget"), "FT": name("Sig"), "T": text("Sceau"), "TU": unicodeText(s.Says), "V": signature,
		"Rect": array{0, 0, 0, 0}, "F": 132, "P": page, "StructParent": key, // printed and locked (ISO 19005-3, 6.3.2)
	})
	element := f.add(dict{"S": name("Form"), "P": top, "Pg": page, "K": dict{"Type": name("OBJR"), "Obj": field, "Pg": page}})
	catalog["AcroForm"] = dict{"Fields": array{field}, "SigFlags": 3} // there are signatures, and the file may only be added to
	last := f.dictAt(page)
	annotations, _ := f.resolve(last["Annots"]).(array)
	last["Annots"] = append(slices.Clone(annotations), field)
	numbers, _ := f.dictAt(parents)["Nums"].(array)
	f.dictAt(parents)["Nums"] = append(slices.Clone(numbers), key, element)
	tree["ParentTreeNextKey"] = key + 1
	below := f.dictAt(top)
	kids, several := below["K"].(array)
	if !several {
		kids = array{below["K"]}
	}
	below["K"] = append(slices.Clone(kids), element)
	changed := []ref{f.root, page, root, parents, top, field, element}
	slices.Sort(changed)
	return changed, nil
}

// put writes an object.
func (r *revision) put(number ref, v any) {
	r.at[number] = r.base + r.out.Len()
	fmt.Fprintf(&r.out, "%d 0 obj\n", int(number))
	write(&r.out, v)
	r.out.WriteString("\nendobj\n")
}

// ranged is as wide as every range of a file of less than ten gigabytes.
const ranged = "[0 %010d %010d %010d]"

// signature writes the dictionary with room for the signature, and returns where that
// room begins and ends in the revision.
func (r *revision) signature(number ref, s Signature) (hole [2]int) {
	room := "<" + strings.Repeat("0", 2*s.Room) + ">"
	d := dict{
		"Type": name("Sig"), "Filter": name("Adobe.PPKLite"), "SubFilter": name("ETSI.CAdES.detached"),
		"ByteRange": literal(fmt.Sprintf(ranged, 0, 0, 0)), "Contents": literal(room), "M": text(pdfDate(s.At)),
	}
	for key, says := range map[name]string{"Name": s.By, "Reason": s.Reason, "Location": s.Place} {
		if says != "" {
			d[key] = unicodeText(says)
		}
	}
	from := r.out.Len()
	r.put(number, d)
	hole[0] = from + bytes.Index(r.out.Bytes()[from:], []byte(room))
	hole[1] = hole[0] + len(room)
	return hole
}

// crossReferences ends the revision with its cross-reference stream, which leads on to that
// of the file before (7.5.8).
func (r *revision) crossReferences(base []byte) {
	f := r.file
	self, at := f.last+1, r.base+r.out.Len()
	r.at[self] = at
	numbers := make([]ref, 0, len(r.at))
	for number := range r.at {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	var table []byte
	index := array{}
	for _, number := range numbers {
		place := r.at[number]
		table = append(table, 1, byte(place>>24), byte(place>>16), byte(place>>8), byte(place), 0, 0)
		index = append(index, int(number), 1)
	}
	sum := sha256.Sum256(append(slices.Clone(base), r.out.Bytes()...))
	before := f.objects[f.table].(*stream).dict
	first := before["ID"].(array)[0]
	f.objects[self] = &stream{data: table, dict: dict{
		"Type": name("XRef"), "Size": int(self) + 1, "W": array{1, 4, 2}, "Index": index, "Prev": f.tableAt,
		"Root": f.root, "Info": before["Info"], "ID": array{first, text(sum[:16])},
	}}
	f.deflate([]ref{self})
	f.put(&r.out, self)
	fmt.Fprintf(&r.out, "startxref\n%d\n%%%%EOF\n", at)
}

// seal writes the range that is signed, has all but the hole signed, and fills the hole.
func (r *revision) seal(base []byte, s Signature, hole [2]int) ([]byte, error) {
	whole := append(slices.Clone(base), r.out.Bytes()...)
	from, to := r.base+hole[0], r.base+hole[1]
	blank := fmt.Sprintf(ranged, 0, 0, 0)
	copy(whole[r.base+bytes.Index(whole[r.base:], []byte(blank)):], fmt.Sprintf(ranged, from, to, len(whole)-to))
	h := sha256.New()
	h.Write(whole[:from])
	h.Write(whole[to:])
	signed, err := s.Sign([sha256.Size]byte(h.Sum(nil)))
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	if len(signed) > s.Room {
		return nil, fmt.Errorf("sign: %d bytes where there is room for %d", len(signed), s.Room)
	}
	hex.Encode(whole[from+1:], signed)
	return whole, nil
}
