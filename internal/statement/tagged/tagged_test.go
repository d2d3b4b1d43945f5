package tagged

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"pgregory.net/rapid"
)

// sheet is a document of one paragraph and one rule, as its writer left it.
func sheet(t testing.TB, draw func(pdf *fpdf.Fpdf, tree *Tree)) ([]byte, *Tree) {
	t.Helper()
	font, err := os.ReadFile(filepath.Join("..", "typeset", "fonts", "Lato-Regular.ttf"))
	if err != nil {
		t.Fatal(err)
	}
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(time.Unix(0, 0))
	pdf.SetModificationDate(time.Unix(0, 0))
	pdf.AddUTF8FontFromBytes("lato", "", font)
	pdf.AddPage()
	pdf.SetFont("lato", "", 12)
	tree := NewTree()
	draw(pdf, tree)
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), tree
}

func paragraph(pdf *fpdf.Fpdf, tree *Tree) {
	pdf.RawWriteStr(tree.Mark(tree.Top().Add(P), 1))
	pdf.Text(50, 50, "Bonjour (été) \\ 1 €")
	pdf.RawWriteStr(End)
	pdf.RawWriteStr(string(Layout))
	pdf.Line(10, 10, 20, 20)
	pdf.RawWriteStr(End)
}

func about() Metadata {
	return Metadata{Title: "Essai — <1>", Creator: "essai", Language: "fr-FR", Date: time.Date(2026, 5, 18, 0, 0, 0, 0, time.UTC)}
}

func TestFinish(t *testing.T) {
	source, tree := sheet(t, paragraph)
	d := Document{Tree: tree, Metadata: about(), Files: []File{{Name: "b.json", MediaType: "application/json", Data: []byte("{}")}, {Name: "a.txt", MediaType: "text/plain"}}}
	data, err := Finish(source, d)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"qpdf", "--check", path},
		{"qpdf", "--show-attachment=b.json", path},
		{"pdftotext", path, "-"},
	} {
		out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", command, err, out)
		}
		if command[0] == "pdftotext" && !strings.HasPrefix(string(out), "Bonjour (été) \\ 1 €") {
			t.Errorf("poppler reads %q", out)
		}
	}
	if !bytes.Contains(data, []byte("Essai — &lt;1&gt;")) {
		t.Error("the title is not in the metadata")
	}
}

func TestRefusals(t *testing.T) {
	tests := map[string]struct {
		draw func(pdf *fpdf.Fpdf, tree *Tree)
		want string
	}{
		"text outside": {func(pdf *fpdf.Fpdf, _ *Tree) { pdf.Text(50, 50, "a") }, "Tj outside marks"},
		"line outside": {func(pdf *fpdf.Fpdf, _ *Tree) { pdf.Line(1, 1, 2, 2) }, "S outside marks"},
		"nested marks": {func(pdf *fpdf.Fpdf, tree *Tree) {
			pdf.RawWriteStr(string(Layout))
			paragraph(pdf, tree)
		}, "marks nest"},
		"open mark": {func(pdf *fpdf.Fpdf, tree *Tree) { pdf.RawWriteStr(tree.Mark(tree.Top().Add(P), 1)) }, "the last open: true"},
		"end alone": {func(pdf *fpdf.Fpdf, _ *Tree) { pdf.RawWriteStr(End) }, "did not begin"},
		"mark never drawn": {func(pdf *fpdf.Fpdf, tree *Tree) {
			paragraph(pdf, tree)
			tree.Mark(tree.Top().Add(P), 1)
		}, "1 sequences of content for 2"},
		"link not described": {func(pdf *fpdf.Fpdf, tree *Tree) {
			paragraph(pdf, tree)
			pdf.LinkString(1, 1, 2, 2, "https://example.org")
		}, "1 links, of which 0 are described"},
		"link without words": {func(pdf *fpdf.Fpdf, tree *Tree) {
			paragraph(pdf, tree)
			pdf.LinkString(1, 1, 2, 2, "https://example.org")
			tree.Annotate(tree.Top().Add(Link), 1)
		}, "without a description"},
		"transparency": {func(pdf *fpdf.Fpdf, tree *Tree) {
			paragraph(pdf, tree)
			pdf.SetAlpha(0.5, "Normal")
		}, "transparent"},
		"core font": {func(pdf *fpdf.Fpdf, tree *Tree) {
			pdf.SetFont("Helvetica", "", 12)
			paragraph(pdf, tree)
		}, "is of type Type1"},
		"encryption": {func(pdf *fpdf.Fpdf, tree *Tree) {
			paragraph(pdf, tree)
			pdf.SetProtection(0, "a", "b")
		}, "encrypted"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			source, tree := sheet(t, tt.draw)
			_, err := Finish(source, Document{Tree: tree, Metadata: about()})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
}

// plain is the least file with a page, a mark, a link and a bookmark.
func plain() []byte {
	var out bytes.Buffer
	var offsets []int
	const content = `/P <</MCID 0>> BDC 0 0 m 9 (\)\051) <41> S EMC`
	out.WriteString("%PDF-1.3\n")
	for i, object := range []string{
		"<</Type /Pages /Kids [2 0 R ] /Count 1>>",
		"<</Type /Page /Parent 1 0 R /Resources <</Font <<>> >> /Annots [<</Subtype /Link /Rect [0 0 1.5 1]>>] /Contents 3 0 R>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type /Catalog /Pages 1 0 R /Outlines 5 0 R>>",
		"<</First 6 0 R /Last 6 0 R>>",
		"<</Title (a) /Parent 5 0 R /Next 6 0 R /Count 0>>",
	} {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	at := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d /Root 4 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, at)
	return out.Bytes()
}

func plainTree() *Tree {
	tree := NewTree()
	tree.Mark(tree.Top().Add(P), 1)
	link := tree.Top().Add(Link)
	link.Alt = "ailleurs"
	tree.Annotate(link, 1)
	return tree
}

func TestPlain(t *testing.T) {
	if _, err := Finish(plain(), Document{Tree: plainTree(), Metadata: about()}); err != nil {
		t.Fatal(err)
	}
}

// A broken file is refused, and never brings the program down.
func FuzzFinish(f *testing.F) {
	f.Add(plain())
	f.Add([]byte("%PDF-1.3\nxref\n0 1\n0 65535 f\ntrailer<</Root 1 0 R>>startxref\n9"))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := Finish(data, Document{Tree: plainTree(), Metadata: about()})
		if (err == nil) != (len(out) > 0) {
			t.Errorf("%d bytes, error %v", len(out), err)
		}
	})
}

// What is written is read back as it was.
func TestValuesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := value().Draw(t, "value")
		var out bytes.Buffer
		write(&out, want)
		s := &scanner{data: append(out.Bytes(), ' ')}
		got, err := s.value(0)
		if err != nil {
			t.Fatalf("%v in %q", err, out.String())
		}
		var again bytes.Buffer
		write(&again, got)
		if again.String() != out.String() {
			t.Fatalf("%q is read as %q", out.String(), again.String())
		}
	})
}

func value() *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return text(b) }),
		rapid.Map(rapid.StringN(1, 12, -1), func(s string) any { return name(s) }),
		rapid.Map(rapid.IntRange(-9999, 9999), func(n int) any { return n }),
		rapid.Map(rapid.IntRange(1, 99), func(n int) any { return dict{"At": ref(n)} }),
	)
	return rapid.OneOf(
		leaf,
		rapid.Map(rapid.SliceOfN(leaf, 0, 5), func(items []any) any {
			out := array{0} // a reference needs two numbers before it that are its own
			for _, item := range items {
				out = append(out, item, name("x"))
			}
			return out
		}),
		rapid.Map(rapid.MapOfN(rapid.StringN(1, 8, -1), leaf, 0, 5), func(m map[string]any) any {
			out := dict{}
			for k, v := range m {
				out[name(k)] = v
			}
			return out
		}),
	)
}

func TestProfile(t *testing.T) {
	p := profile()
	if len(p)%4 != 0 || len(p) > 3000 {
		t.Errorf("the profile has %d bytes", len(p))
	}
	// The white of the display is the sum of its colours, to the last bits.
	for axis := range 3 {
		sum := 0
		for _, tag := range []string{"rXYZ", "gXYZ", "bXYZ"} {
			sum += iccValue(p, tag, axis)
		}
		if white := iccValue(p, "wtpt", axis); sum-white > 20 || white-sum > 20 {
			t.Errorf("axis %d: the colours add up to %d, the white is %d", axis, sum, white)
		}
	}
}

func iccValue(p []byte, tag string, axis int) int {
	u32 := func(at int) int { return int(p[at])<<24 | int(p[at+1])<<16 | int(p[at+2])<<8 | int(p[at+3]) }
	for i := range u32(iccHeader) {
		record := iccHeader + 4 + 12*i
		if string(p[record:record+4]) == tag {
			return u32(u32(record+4) + 8 + 4*axis)
		}
	}
	return 0
}
