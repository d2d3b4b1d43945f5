package tagged

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
)

// fonts gives the fonts of the pages names that say that they are subsets, and
// exact maps from their codes to Unicode. The source sets its codes in UTF-16
// and writes one map for all of them, over ranges that the rules forbid.
func (f *file) fonts(pages []ref, used usage) error {
	named := map[ref]name{}
	for _, page := range pages {
		fonts := f.dictAt(f.dictAt(f.dictAt(page)["Resources"])["Font"])
		for key, v := range fonts {
			if r, ok := v.(ref); ok {
				named[r] = key
			}
		}
	}
	for _, r := range sortedRefs(named) {
		if err := f.font(f.dictAt(r), used[named[r]]); err != nil {
			return fmt.Errorf("font %s: %w", named[r], err)
		}
	}
	return nil
}

func sortedRefs(m map[ref]name) []ref {
	out := make([]ref, 0, len(m))
	for r := range m {
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

func (f *file) font(font dict, used map[uint16]bool) error {
	descendants, _ := f.resolve(font["DescendantFonts"]).(array)
	if font["Subtype"] != name("Type0") || len(descendants) != 1 {
		return fmt.Errorf("is of type %v", font["Subtype"])
	}
	cid := f.dictAt(descendants[0])
	descriptor := f.dictAt(cid["FontDescriptor"])
	if descriptor == nil || descriptor["FontFile2"] == nil {
		return fmt.Errorf("is not embedded")
	}
	codes := make([]uint16, 0, len(used))
	for code := range used {
		codes = append(codes, code)
	}
	sort.Slice(codes, func(i, j int) bool { return codes[i] < codes[j] })
	base, _ := font["BaseFont"].(name)
	called := subsetTag(string(base), codes) + name(strings.TrimPrefix(string(base), "utf8"))
	font["BaseFont"], cid["BaseFont"], descriptor["FontName"] = called, called, called
	font["ToUnicode"] = f.add(&stream{dict: dict{}, data: toUnicode(codes)})
	return nil
}

// subsetTag is six letters that differ between subsets (9.6.4).
func subsetTag(font string, codes []uint16) name {
	sum := sha256.Sum256([]byte(fmt.Sprint(font, codes)))
	tag := make([]byte, 6, 7)
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	return name(append(tag, '+'))
}

// toUnicode is the map of codes that are themselves UTF-16 (9.10.3): in runs
// that share their first byte, at most a hundred to a block.
func toUnicode(codes []uint16) []byte {
	var runs [][2]uint16
	for _, code := range codes {
		if n := len(runs); n > 0 && code == runs[n-1][1]+1 && code>>8 == runs[n-1][0]>>8 {
			runs[n-1][1] = code
			continue
		}
		runs = append(runs, [2]uint16{code, code})
	}
	var out bytes.Buffer
	out.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for len(runs) > 0 {
		n := min(len(runs), 100)
		fmt.Fprintf(&out, "%d beginbfrange\n", n)
		for _, run := range runs[:n] {
			fmt.Fprintf(&out, "<%04X> <%04X> <%04X>\n", run[0], run[1], run[0])
		}
		out.WriteString("endbfrange\n")
		runs = runs[n:]
	}
	out.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return out.Bytes()
}
