package pdftext_test

import (
	"fmt"
	"math"
	"testing"

	"predate"
)

// What a font says of its own height moves no word: one page by two writers of
// files has the same boxes, whichever way up it stands.
func TestAWordIsAsHighAsItsType(t *testing.T) {
	written := func(ascent, descent, turned int) predate.Word {
		words := read(t, pdfOf(catalogue, onePage,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Rotate %d /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>", turned),
			stream("", "BT /F 10 Tf 50 300 Td (346,70) Tj ET"),
			"<< /Type /Font /Subtype /TrueType /BaseFont /Inconnue /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>",
			fmt.Sprintf("<< /Type /FontDescriptor /FontName /Inconnue /Flags 32 /FontBBox [0 %d 1000 %d] /Ascent %d /Descent %d /CapHeight 700 /ItalicAngle 0 /StemV 80 >>",
				descent, ascent, ascent, descent),
		))[0].Words
		if len(words) != 1 {
			t.Fatalf("words %v", words)
		}
		return words[0]
	}
	for _, turned := range []int{0, 90, 180, 270} {
		low, high := written(718, -207, turned), written(1100, -420, turned)
		if low != high {
			t.Errorf("turned by %d: %+v and %+v", turned, low, high)
		}
		if h := min(low.Box.Height(), low.Box.Width()); math.Abs(h-12) > 0.01 {
			t.Errorf("turned by %d: %.2f high for type of 10 points", turned, h)
		}
	}
	if b := written(718, -207, 0).Box; math.Abs(b.Y0-290.5) > 0.01 || math.Abs(b.Y1-302.5) > 0.01 {
		t.Errorf("box %+v around a base line at 300", b)
	}
}

// A ligature reads as its two letters although their bytes are swapped: "ti" in
// one glyph, as Ghostscript writes it.
func TestALigatureOfTwoLetters(t *testing.T) {
	cmap := `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /L def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfchar <01> <74006900> endbfchar
2 beginbfchar <61> <0061> <6e> <006e> endbfchar
endcmap end end`
	words := read(t, pdfOf(catalogue, onePage,
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		stream("", "BT /F 10 Tf 50 300 Td <616e016e61> Tj ET"),
		"<< /Type /Font /Subtype /TrueType /BaseFont /Inconnue /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>",
		stream("", cmap),
	))[0].Words
	if len(words) != 1 || words[0].Text != "antina" {
		t.Errorf("read %v, want antina", words)
	}
}
