package typeset

import (
	"embed"
	"fmt"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
)

//go:embed fonts/Lato-Regular.ttf fonts/Lato-Bold.ttf fonts/Lato-Italic.ttf fonts/Lato-Light.ttf
var fontFiles embed.FS

// face is one cut of the type.
type face int

const (
	regular face = iota
	bold
	italic
	light
)

// cut is how a face is called, in the files and in the PDF library.
type cut struct{ file, family, style string }

func cuts() []cut {
	return []cut{
		regular: {"Lato-Regular.ttf", "lato", ""},
		bold:    {"Lato-Bold.ttf", "lato", "B"},
		italic:  {"Lato-Italic.ttf", "lato", "I"},
		light:   {"Lato-Light.ttf", "latolight", ""},
	}
}

// typeface is the bytes of a face and its kerning.
type typeface struct {
	data []byte
	kern *kerner
}

// loadFaces reads the fonts anew: the PDF library writes into the bytes that it
// is given. Plain, there are the regular and the bold face alone, which is half the
// work.
func loadFaces(plain bool) ([]typeface, error) {
	faces := make([]typeface, len(cuts()))
	for i, c := range cuts() {
		if plain && !face(i).plain() {
			continue
		}
		data, err := fontFiles.ReadFile("fonts/" + c.file)
		if err != nil {
			return nil, fmt.Errorf("read font %s: %w", c.file, err)
		}
		faces[i] = typeface{data, newKerner(data)}
	}
	return faces, nil
}

// plain reports whether a face is one of those with which a plain file is set.
func (f face) plain() bool { return f == regular || f == bold }

func addFaces(pdf *fpdf.Fpdf, faces []typeface) {
	for i, c := range cuts() {
		if faces[i].data != nil {
			pdf.AddUTF8FontFromBytes(c.family, c.style, faces[i].data)
		}
	}
}

// covered is the part of Lato that a statement may use; a test holds it against
// the fonts. Anything else is printed as missing, so that a name in a script
// that the font lacks shows that it is incomplete.
func covered(r rune) bool {
	return unicode.Is(&unicode.RangeTable{
		R16: []unicode.Range16{
			{Lo: 0x0020, Hi: 0x007E, Stride: 1}, // ASCII
			{Lo: 0x00A0, Hi: 0x024F, Stride: 1}, // Latin letters
			{Lo: 0x02B3, Hi: 0x02B3, Stride: 1}, // ʳ
			{Lo: 0x0384, Hi: 0x038A, Stride: 1}, // Greek
			{Lo: 0x038E, Hi: 0x03A1, Stride: 1},
			{Lo: 0x03A3, Hi: 0x03CE, Stride: 1},
			{Lo: 0x0400, Hi: 0x045F, Stride: 1}, // Cyrillic
			{Lo: 0x1D49, Hi: 0x1D49, Stride: 1}, // ᵉ
			{Lo: 0x1EA0, Hi: 0x1EF9, Stride: 1}, // Vietnamese
			{Lo: 0x2009, Hi: 0x200A, Stride: 1},
			{Lo: 0x2010, Hi: 0x2010, Stride: 1},
			{Lo: 0x2012, Hi: 0x2015, Stride: 1},
			{Lo: 0x2018, Hi: 0x201E, Stride: 1},
			{Lo: 0x2020, Hi: 0x2022, Stride: 1},
			{Lo: 0x2026, Hi: 0x2026, Stride: 1},
			{Lo: 0x202F, Hi: 0x2030, Stride: 1},
			{Lo: 0x2039, Hi: 0x203A, Stride: 1},
			{Lo: 0x20AC, Hi: 0x20AC, Stride: 1}, // €
			{Lo: 0x2116, Hi: 0x2116, Stride: 1}, // №
			{Lo: 0x2122, Hi: 0x2122, Stride: 1},
			{Lo: 0x2190, Hi: 0x2193, Stride: 1},
			{Lo: 0x2212, Hi: 0x2212, Stride: 1}, // −
			{Lo: 0x2248, Hi: 0x2248, Stride: 1},
			{Lo: 0x2260, Hi: 0x2260, Stride: 1},
			{Lo: 0x2264, Hi: 0x2265, Stride: 1},
			{Lo: 0x25A1, Hi: 0x25A1, Stride: 1}, // □
			{Lo: 0x25CF, Hi: 0x25CF, Stride: 1},
		},
		LatinOffset: 1,
	}, r)
}
