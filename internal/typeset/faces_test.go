package typeset

import (
	"encoding/binary"
	"testing"
	"unicode"
)

// Every rune that may be printed has a glyph in every face, so that no name
// ever loses a letter in silence.
func TestFacesCoverWhatIsPrinted(t *testing.T) {
	faces, err := loadFaces()
	if err != nil {
		t.Fatal(err)
	}
	for i, font := range faces {
		has := glyphs(t, font)
		checked := 0
		for r := rune(0); r <= 0xFFFF; r++ {
			if !covered(r) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
				continue
			}
			checked++
			if !has[r] {
				t.Errorf("%s has no glyph for %U %q", cuts()[i].file, r, r)
			}
		}
		if checked < 700 {
			t.Fatalf("only %d runes checked", checked)
		}
	}
}

// glyphs reads the runes of a font in its format 4 character map (OpenType,
// "cmap"): segments of codes with a glyph offset each.
func glyphs(t *testing.T, font []byte) map[rune]bool {
	t.Helper()
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(font[at:])) }
	u32 := func(at int) int { return int(binary.BigEndian.Uint32(font[at:])) }
	table := 0
	for i := range u16(4) {
		if record := 12 + 16*i; string(font[record:record+4]) == "cmap" {
			table = u32(record + 8)
		}
	}
	sub := 0
	for i := range u16(table + 2) {
		if record := table + 4 + 8*i; u16(record) == 3 && u16(record+2) == 1 {
			sub = table + u32(record+4)
		}
	}
	if sub == 0 || u16(sub) != 4 {
		t.Fatal("no format 4 character map")
	}
	size := u16(sub + 6)
	ends, starts := sub+14, sub+16+size
	deltas, offsets := starts+size, starts+2*size
	has := map[rune]bool{}
	for i := 0; i < size; i += 2 {
		for c := u16(starts + i); c <= u16(ends+i) && c != 0xFFFF; c++ {
			glyph := c
			if offset := u16(offsets + i); offset != 0 {
				glyph = u16(offsets + i + offset + 2*(c-u16(starts+i)))
			}
			if glyph != 0 && (glyph+u16(deltas+i))&0xFFFF != 0 {
				has[rune(c)] = true
			}
		}
	}
	return has
}
