package taggedtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
)

// fontChecks are those of fonts (ISO 19005-3, 6.2.11, and checkpoints 10 and 31).
func fontChecks() []Check {
	whole := func(key string, v any) func(*File) { return func(f *File) { f.fonts()[0].whole[key] = v } }
	cid := func(key string, v any) func(*File) { return func(f *File) { f.fonts()[0].cid[key] = v } }
	described := func(key string, v any) func(*File) { return func(f *File) { f.fonts()[0].descriptor[key] = v } }
	mapTo := func(to string) func(*File) {
		return func(f *File) {
			s := f.Get(f.fonts()[0].whole["/ToUnicode"]).(*Stream)
			s.Data = regexp.MustCompile(`(<....> <....>) <....>`).ReplaceAll(s.Data, []byte("$1 <"+to+">"))
		}
	}
	return []Check{
		{Refs: []string{"A6.2.11.2-1", "A6.2.11.2-2", "A6.2.11.2-4", "A6.2.11.2-5", "A6.2.11.2-6", "A6.2.11.2-7", "A6.2.11.4-3", "A6.2.11.6-1", "A6.2.11.6-2", "A6.2.11.6-3", "A6.2.11.6-4", "M31-017", "M31-018", "M31-019", "M31-020", "M31-021", "M31-022", "M31-023", "M31-024", "M31-025", "M31-026"}, Says: "all fonts are composite, of TrueType glyphs", Find: composite, Break: whole("/Subtype", "/TrueType")},
		{Refs: []string{"A6.2.11.2-3"}, Says: "fonts are named, as subsets, alike everywhere", Find: named, Break: whole("/BaseFont", "/Lato")},
		{Refs: []string{"A6.2.11.3-1", "A6.2.11.3-3", "A6.2.11.3-4", "A6.2.11.3-5", "A6.1.13-10", "M31-001", "M31-002", "M31-003", "M31-006", "M31-007", "M31-008"}, Says: "codes are set by Identity-H", Find: encoded, Break: whole("/Encoding", "/UniJIS-UTF16-H")},
		{Refs: []string{"A6.2.11.3-2", "M31-004", "M31-005"}, Says: "codes lead to glyphs by a stream", Find: glyphed, Break: cid("/CIDToGIDMap", nil)},
		{Refs: []string{"A6.2.11.4-1", "M31-009"}, Says: "fonts are embedded", Find: embeddedFonts, Break: described("/FontFile2", nil)},
		{Refs: []string{"A6.2.11.4-2", "M31-011", "A6.2.11.8-1", "M31-030"}, Says: "each code that is shown has a glyph", Find: glyphs, Break: func(f *File) { clear(f.Data(f.fonts()[0].cid["/CIDToGIDMap"])) }},
		{Refs: []string{"A6.2.11.4-4", "M31-012", "M31-013", "M31-014", "M31-015"}, Says: "no font lists what is in it", Find: unlisted, Break: described("/CIDSet", Dict{})},
		{Refs: []string{"A6.2.11.5-1", "M31-016"}, Says: "widths are those of the font", Find: widths, Break: cid("/W", []any{})},
		{Refs: []string{"A6.2.11.7-1", "M10-001", "M17-003", "M31-027"}, Says: "each code that is shown is mapped to Unicode", Find: mappedCodes, Break: whole("/ToUnicode", nil)},
		{Refs: []string{"A6.2.11.7-2", "M31-028"}, Says: "no code is mapped to zero", Find: mappedTo(0, 0), Break: mapTo("0000")},
		{Refs: []string{"A6.2.11.7-2", "M31-029"}, Says: "no code is mapped to a byte order mark", Find: mappedTo(0xFEFF, 0xFFFE), Break: mapTo("FEFF")},
		{Refs: []string{"A6.2.11.7-3"}, Says: "no code is mapped to a private use", Find: private, Break: mapTo("E001")},
	}
}

// font is a font of the pages with its parts and the codes that are shown in it.
type font struct {
	name                   string
	whole, cid, descriptor Dict
	shown                  []uint16
}

// fonts lists those of all pages by their names in the resources.
func (f *File) fonts() []font { return once(f, "fonts", f.typed) }

func (f *File) typed() []font {
	all := map[string]*font{}
	for _, page := range f.Pages() {
		for key, v := range f.Dict(f.Dict(f.Dict(page)["/Resources"])["/Font"]) {
			if all[key] == nil {
				whole := f.Dict(v)
				one := &font{name: key, whole: whole, cid: Dict{}, descriptor: Dict{}}
				if below := f.List(whole["/DescendantFonts"]); len(below) == 1 {
					one.cid = f.Dict(below[0])
					one.descriptor = f.Dict(one.cid["/FontDescriptor"])
				}
				all[key] = one
			}
		}
		for _, p := range f.content(page).painted {
			if one := all[p.font]; one != nil {
				one.shown = append(one.shown, p.codes...)
			}
		}
	}
	var out []font
	for _, one := range all {
		slices.Sort(one.shown)
		one.shown = slices.Compact(one.shown)
		if len(one.shown) > 0 {
			out = append(out, *one)
		}
	}
	slices.SortFunc(out, func(a, b font) int { return len(b.shown) - len(a.shown) })
	return out
}

// perFont makes a finding of one that looks at a font.
func (f *File) perFont(wrong func(one font) bool) []string {
	var out []string
	for _, one := range f.fonts() {
		out = append(out, found(wrong(one), one.name)...)
	}
	return out
}

func composite(f *File) []string {
	return f.perFont(func(one font) bool {
		return one.whole["/Type"] != "/Font" || one.whole["/Subtype"] != "/Type0" || one.cid["/Type"] != "/Font" || one.cid["/Subtype"] != "/CIDFontType2" ||
			f.Dict(one.descriptor["/FontFile2"])["/Subtype"] != nil
	})
}

func named(f *File) []string {
	subset := regexp.MustCompile(`^/[A-Z]{6}\+.`)
	return f.perFont(func(one font) bool {
		name, _ := one.whole["/BaseFont"].(string)
		return !subset.MatchString(name) || one.cid["/BaseFont"] != name || one.descriptor["/FontName"] != name
	})
}

func encoded(f *File) []string {
	return f.perFont(func(one font) bool { return one.whole["/Encoding"] != "/Identity-H" })
}

func glyphed(f *File) []string {
	return f.perFont(func(one font) bool { return f.Data(one.cid["/CIDToGIDMap"]) == nil })
}

func embeddedFonts(f *File) []string {
	return f.perFont(func(one font) bool { return len(f.Data(one.descriptor["/FontFile2"])) == 0 })
}

func unlisted(f *File) []string {
	return f.perFont(func(one font) bool { return one.descriptor["/CIDSet"] != nil || one.descriptor["/CharSet"] != nil })
}

// glyph is the index of a code's glyph in the font; 0 for none.
func (f *File) glyph(one font, code uint16) int {
	table := f.Data(one.cid["/CIDToGIDMap"])
	if int(code)*2+1 >= len(table) {
		return 0
	}
	return int(binary.BigEndian.Uint16(table[2*int(code):]))
}

func glyphs(f *File) []string {
	var out []string
	for _, one := range f.fonts() {
		for _, code := range one.shown {
			// The replacement character is what a letter that the type lacks is set as.
			out = append(out, found(f.glyph(one, code) == 0 && code != 0xFFFD, fmt.Sprintf("%s lacks %q", one.name, rune(code)))...)
		}
	}
	return out
}

// widths compares those of the codes that are shown with those of their glyphs.
func widths(f *File) []string {
	var out []string
	for _, one := range f.fonts() {
		program := f.Data(one.descriptor["/FontFile2"])
		if len(program) < 12 {
			continue // embeddedFonts complains
		}
		tables := map[string]int{}
		for i := range int(binary.BigEndian.Uint16(program[4:])) {
			record := program[12+16*i:]
			tables[string(record[:4])] = int(binary.BigEndian.Uint32(record[8:]))
		}
		u16 := func(at int) int { return int(binary.BigEndian.Uint16(program[at:])) }
		units, metrics := float64(u16(tables["head"]+18)), u16(tables["hhea"]+34)
		said := f.widthsOf(f.List(one.cid["/W"]))
		for _, code := range one.shown {
			want := float64(u16(tables["hmtx"]+4*min(f.glyph(one, code), metrics-1))) * 1000 / units
			if code != 0xFFFD && math.Abs(said[int(code)]-want) > 1 {
				out = append(out, fmt.Sprintf("%s: %q is %v wide in the file, %v in the font", one.name, rune(code), said[int(code)], want))
			}
		}
	}
	return out
}

func (f *File) widthsOf(w []any) map[int]float64 {
	out := map[int]float64{}
	for i := 0; i+1 < len(w); {
		first := int(w[i].(float64))
		if list := f.List(w[i+1]); list != nil {
			for j, v := range list {
				out[first+j], _ = v.(float64)
			}
			i += 2
			continue
		}
		for code := first; code <= int(w[i+1].(float64)); code++ {
			out[code], _ = w[i+2].(float64)
		}
		i += 3
	}
	return out
}

// unicode gives what the codes of a font are mapped to.
func (f *File) unicode(one font) map[uint16]uint16 {
	out := map[uint16]uint16{}
	for _, run := range regexp.MustCompile(`(?m)^<(....)> <(....)> <(....)>$`).FindAllStringSubmatch(string(f.Data(one.whole["/ToUnicode"])), -1) {
		from, _ := strconv.ParseUint(run[1], 16, 16)
		to, _ := strconv.ParseUint(run[2], 16, 16)
		first, _ := strconv.ParseUint(run[3], 16, 16)
		for code := from; code <= to; code++ {
			out[uint16(code)] = uint16(first + code - from)
		}
	}
	return out
}

func mappedCodes(f *File) []string {
	var out []string
	for _, one := range f.fonts() {
		known := f.unicode(one)
		for _, code := range one.shown {
			_, ok := known[code]
			out = append(out, found(!ok, fmt.Sprintf("%s: %04X", one.name, code))...)
		}
	}
	return out
}

func mappedTo(a, b uint16) func(f *File) []string {
	return func(f *File) []string {
		return f.perFont(func(one font) bool {
			for _, to := range f.unicode(one) {
				if to == a || to == b {
					return true
				}
			}
			return false
		})
	}
}

func private(f *File) []string {
	return f.perFont(func(one font) bool {
		for _, to := range f.unicode(one) {
			if to >= 0xE000 && to <= 0xF8FF {
				return true
			}
		}
		return false
	})
}
