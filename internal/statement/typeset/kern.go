package typeset

import (
	"encoding/binary"
	"unicode/utf8"
)

// kerner tells how much closer than their widths two letters of a face stand:
// "To" and "Va" would gape otherwise, and the PDF library sets them so. It reads
// the tables of the font as OpenType defines them: "cmap" in format 4, "kern" in
// format 0. A font that lacks them is set without kerning.
type kerner struct {
	font     []byte
	units    float64 // to the em
	segments int     // offset of the format 4 character map; 0 for none
	pairs    int     // offset of the first pair
	count    int
	// latin remembers the pairs of the first 256 characters, nearly all of a
	// French text: one more than their kerning plus the farthest one can be; 0 for
	// what was not looked up.
	latin  []int32
	others map[[2]rune]int16
}

func newKerner(font []byte) *kerner {
	k := &kerner{font: font, units: 1000, latin: make([]int32, 1<<16), others: map[[2]rune]int16{}}
	for i := range k.u16(4) {
		record := 12 + 16*i
		table := k.u32(record + 8)
		switch string(font[record : record+4]) {
		case "head":
			k.units = float64(k.u16(table + 18))
		case "cmap":
			k.segments = k.charmap(table)
		case "kern":
			if k.u16(table) == 0 && k.u16(table+2) == 1 {
				k.count, k.pairs = k.u16(table+10), table+18
			}
		}
	}
	return k
}

// charmap finds the map of the basic plane for Unicode.
func (k *kerner) charmap(table int) int {
	for i := range k.u16(table + 2) {
		record := table + 4 + 8*i
		sub := table + k.u32(record+4)
		if k.u16(record) == 3 && k.u16(record+2) == 1 && k.u16(sub) == 4 {
			return sub
		}
	}
	return 0
}

// between gives the kerning of a pair in ems, negative when they draw nearer.
// Digits are never kerned: amounts stand in columns.
func (k *kerner) between(a, b rune) float64 {
	if a >= '0' && a <= '9' || b >= '0' && b <= '9' {
		return 0
	}
	if a > 0xFF || b > 0xFF {
		return float64(k.other([2]rune{a, b})) / k.units
	}
	const farthest = 1 << 15
	known := &k.latin[a<<8|b]
	if *known == 0 {
		*known = int32(k.look(k.glyph(a), k.glyph(b))) + farthest + 1
	}
	return float64(*known-farthest-1) / k.units
}

func (k *kerner) other(pair [2]rune) int16 {
	by, known := k.others[pair]
	if !known {
		by = k.look(k.glyph(pair[0]), k.glyph(pair[1]))
		k.others[pair] = by
	}
	return by
}

// look searches the sorted pairs of glyphs for their kerning, in units.
func (k *kerner) look(left, right int) int16 {
	want := left<<16 | right
	from, to := 0, k.count
	for from < to {
		middle := (from + to) / 2
		at := k.pairs + 6*middle
		switch got := k.u32(at); {
		case got == want:
			return int16(k.u16(at + 4))
		case got < want:
			from = middle + 1
		default:
			to = middle
		}
	}
	return 0
}

// glyph gives the number of a rune's glyph; 0 when the font has none.
func (k *kerner) glyph(r rune) int {
	if k.segments == 0 || r > 0xFFFE {
		return 0
	}
	size := k.u16(k.segments + 6)
	ends, starts := k.segments+14, k.segments+16+size
	deltas, offsets := starts+size, starts+2*size
	for i := 0; i < size; i += 2 {
		if int(r) > k.u16(ends+i) {
			continue
		}
		if int(r) < k.u16(starts+i) {
			return 0
		}
		glyph := int(r)
		if offset := k.u16(offsets + i); offset != 0 {
			glyph = k.u16(offsets + i + offset + 2*(int(r)-k.u16(starts+i)))
			if glyph == 0 {
				return 0
			}
		}
		return (glyph + k.u16(deltas+i)) & 0xFFFF
	}
	return 0
}

func (k *kerner) u16(at int) int { return int(binary.BigEndian.Uint16(k.font[at:])) }
func (k *kerner) u32(at int) int { return int(binary.BigEndian.Uint32(k.font[at:])) }

// width is the kerning of a whole text, in ems.
func (k *kerner) width(text string) float64 {
	sum, last := 0.0, rune(0)
	for i, r := range text {
		if i > 0 {
			sum += k.between(last, r)
		}
		last = r
	}
	return sum
}

// cut gives the length of the longest beginning of the text that has no kerning
// inside, and the kerning that follows it.
func (k *kerner) cut(text string) (length int, by float64) {
	last, size := utf8.DecodeRuneInString(text)
	for i := size; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		if by := k.between(last, r); by != 0 {
			return i, by
		}
		last = r
	}
	return len(text), 0
}
