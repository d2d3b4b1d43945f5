package pdftext_test

import (
	"context"
	"errors"
	"html"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/pdftext"
)

func read(t *testing.T, data []byte) []predate.Page {
	t.Helper()
	pages, err := reader(t).Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func texts(page predate.Page) []string {
	var out []string
	for _, w := range page.Words {
		out = append(out, w.Text)
	}
	return out
}

// oracle reads the words of each page with poppler.
func oracle(t testing.TB, path string) [][]predate.Word {
	t.Helper()
	out, err := exec.Command(program(t, "pdftotext"), "-cropbox", "-bbox", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)</word>`)
	var pages [][]predate.Word
	for _, page := range strings.Split(string(out), "<page ")[1:] {
		var words []predate.Word
		for _, m := range word.FindAllStringSubmatch(page, -1) {
			var n [4]float64
			for i := range n {
				if n[i], err = strconv.ParseFloat(m[i+1], 64); err != nil {
					t.Fatal(err)
				}
			}
			words = append(words, predate.Word{Text: html.UnescapeString(m[5]), Box: predate.Box{X0: n[0], Y0: n[1], X1: n[2], Y1: n[3]}})
		}
		pages = append(pages, words)
	}
	return pages
}

// The words of real papers are those that poppler reads, at the same places.
func TestOracle(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.pdf")
	if err != nil || len(paths) < 4 {
		t.Fatalf("test papers: %v, %v", paths, err)
	}
	for _, path := range paths {
		pages := read(t, file(t, filepath.Base(path)))
		want := oracle(t, path)
		if len(pages) != len(want) {
			t.Fatalf("%s: %d pages, want %d", path, len(pages), len(want))
		}
		lost, all, misplaced := 0, 0, 0
		for i, page := range pages {
			for _, w := range want[i] {
				all += len([]rune(w.Text))
				at := slices.IndexFunc(page.Words, func(g predate.Word) bool {
					return g.Text == w.Text && math.Abs(g.Box.X0-w.Box.X0) < 3 && math.Abs(g.Box.X1-w.Box.X1) < 3 && math.Abs(g.Box.Y0+g.Box.Y1-w.Box.Y0-w.Box.Y1) < 8
				})
				switch {
				case at >= 0:
				case slices.Contains(texts(page), w.Text):
					misplaced++
				default:
					lost += len([]rune(w.Text))
				}
			}
		}
		if lost*1000 > all || misplaced > 0 {
			t.Errorf("%s: %d of %d characters lost, %d words misplaced", path, lost, all, misplaced)
		}
	}
}

// One page turned every way reads the same at the same places as a person
// sees it, and so does a page whose content is turned.
func TestRotation(t *testing.T) {
	for _, rotate := range []int{0, 90, 180, 270} {
		// The content is turned against the page, so that it always reads
		// from left to right.
		content := map[int]string{0: "1 0 0 1 0 0", 90: "0 1 -1 0 300 0", 180: "-1 0 0 -1 300 400", 270: "0 -1 1 0 0 400"}[rotate]
		box := "0 0 300 400"
		width, height := 300.0, 400.0
		if rotate%180 == 90 {
			width, height = 400, 300
		}
		data := pdfOf(catalogue, onePage,
			"<< /Type /Page /Parent 2 0 R /Rotate "+strconv.Itoa(rotate)+" /MediaBox ["+box+"] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
			stream("", content+" cm BT /F 10 Tf 20 200 Td (Solde du compte) Tj 0 -14 Td (12,50) Tj ET"), font)
		page := read(t, data)[0]
		if diff := cmp.Diff([]string{"Solde", "du", "compte", "12,50"}, texts(page)); diff != "" {
			t.Errorf("rotate %d (-want +got):\n%s", rotate, diff)
			continue
		}
		if page.Width != width || page.Height != height {
			t.Errorf("rotate %d: page of %v × %v", rotate, page.Width, page.Height)
		}
		first := page.Words[0]
		if math.Abs(first.Box.X0-20) > 1 || math.Abs(first.Box.Y1-(height-200)) > 4 || math.Abs(first.Size-10) > 0.1 {
			t.Errorf("rotate %d: first word %+v", rotate, first)
		}
	}
}

func TestTurnedContent(t *testing.T) {
	data := pageOf("BT /F 10 Tf 0 1 -1 0 100 50 Tm (Solde du compte) Tj 0 -14 Td (debiteur) Tj ET")
	page := read(t, data)[0]
	if diff := cmp.Diff([]string{"Solde", "du", "compte", "debiteur"}, texts(page)); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	if page.Width != 842 || page.Height != 595 {
		t.Errorf("page of %v × %v", page.Width, page.Height)
	}
}

func TestCropBox(t *testing.T) {
	data := pdfOf(catalogue, onePage,
		"<< /Type /Page /Parent 2 0 R /MediaBox [-50 -50 595 842] /CropBox [100 100 400 500] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		stream("", "BT /F 10 Tf 120 480 Td (Solde) Tj ET"), font)
	page := read(t, data)[0]
	if page.Width != 300 || page.Height != 400 || len(page.Words) != 1 {
		t.Fatalf("page %+v", page)
	}
	if b := page.Words[0].Box; math.Abs(b.X0-20) > 1 || b.Y0 < 5 || b.Y1 > 25 {
		t.Errorf("word at %v", b)
	}
}

// How text is cut into operators, in which order, and how often it is printed
// does not matter.
func TestWords(t *testing.T) {
	tests := []struct {
		name, content string
		want          []string
	}{
		{"letters one by one", "BT /F 10 Tf 20 700 Td (S) Tj 6.67 0 Td (o) Tj 5.56 0 Td (l) Tj 2.22 0 Td (d) Tj 5.56 0 Td (e) Tj ET", []string{"Solde"}},
		{"kerned", "BT /F 10 Tf 20 700 Td [(S) 40 (ol) -30 (de) -400 (du) 20 ( ) (compte)] TJ ET", []string{"Solde", "du", "compte"}},
		{"out of order", "BT /F 10 Tf 200 700 Td (trois) Tj -100 0 Td (deux) Tj -80 0 Td (un) Tj 0 20 Td (zero) Tj ET", []string{"zero", "un", "deux", "trois"}},
		{"printed twice", "BT /F 10 Tf 20 700 Td (Solde) Tj 0.3 0 Td (Solde) Tj ET", []string{"Solde"}},
		{"letters printed twice", "BT /F 10 Tf 20 700 Td (S) Tj .2 0 Td (S) Tj 6.47 0 Td (o) Tj .2 0 Td (o) Tj ET", []string{"So"}},
		{"double letters", "BT /F 10 Tf 20 700 Td (1000,00 Ville appelle) Tj ET", []string{"1000,00", "Ville", "appelle"}},
		{"no-break spaces", "BT /F 10 Tf 20 700 Td (1\\240234,56) Tj ET", []string{"1", "234,56"}},
		{"a narrow gap and no space", "BT /F 10 Tf 20 700 Td [(1) -180 (234,56)] TJ ET", []string{"1", "234,56"}},
		{"columns that touch", "BT /F 10 Tf 20 700 Td (12,50) Tj 40 0 Td (13,50) Tj ET", []string{"12,50", "13,50"}},
		{"hidden words", "BT /F 10 Tf 20 700 Td (visible) Tj 3 Tr 50 0 Td (cache) Tj 0 Tr 50 0 Td (lisible) Tj ET", []string{"visible", "lisible"}},
		{"upright margin", "BT /F 10 Tf 0 1 -1 0 15 300 Tm (marge) Tj 1 0 0 1 20 700 Tm (une ligne de texte assez longue pour la page) Tj ET", []string{"une", "ligne", "de", "texte", "assez", "longue", "pour", "la", "page", "marge"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, texts(read(t, pageOf(test.content))[0])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestSearchableScanIsRecognised(t *testing.T) {
	page := read(t, pageOf("BT 3 Tr /F 10 Tf 20 700 Td (un texte de reconnaissance) Tj ET"))[0]
	if !page.OCR || len(page.Words) != 4 {
		t.Errorf("OCR %v, words %v", page.OCR, texts(page))
	}
}

func TestRules(t *testing.T) {
	page := read(t, pageOf("BT /F 10 Tf 20 700 Td (texte) Tj ET 1 w 10 800 m 210 800 l S 50 100 100 80 re S 20 600 200 0.5 re f 20 500 200 40 re f "+
		"300 300 m 400 300 l 300 320 m 400 320 l 300 300 m 300 320 l 400 300 m 400 320 l S"))[0]
	var level, upright int
	for _, r := range page.Rules {
		if r.Box.Width() > r.Box.Height() {
			level++
		} else {
			upright++
		}
	}
	if level != 6 || upright != 4 {
		t.Errorf("%d level and %d upright rules, want 6 and 4: %v", level, upright, page.Rules)
	}
	if b := page.Rules[0].Box; math.Abs(b.Y0-42) > 1 || math.Abs(b.X0-10) > 1 || math.Abs(b.X1-210) > 1 {
		t.Errorf("first rule at %v", b)
	}
}

func TestEncryption(t *testing.T) {
	protected := func(user string) []byte {
		f := fpdf.New("P", "mm", "A4", "")
		f.SetProtection(fpdf.CnProtectPrint, user, "owner")
		f.AddPage()
		f.SetFont("Helvetica", "B", 12)
		f.Text(20, 20, "Solde du compte")
		var b strings.Builder
		if err := f.Output(&b); err != nil {
			t.Fatal(err)
		}
		return []byte(b.String())
	}
	page := read(t, protected(""))[0]
	if diff := cmp.Diff([]string{"Solde", "du", "compte"}, texts(page)); diff != "" || !page.Words[0].Bold {
		t.Errorf("empty password: bold %v (-want +got):\n%s", page.Words[0].Bold, diff)
	}
	_, err := reader(t).Read(context.Background(), protected("secret"))
	var refusal *pdftext.UnreadableError
	if !errors.As(err, &refusal) || refusal.Reason != "Le PDF est protégé par un mot de passe." {
		t.Errorf("with a password: %v", err)
	}
}

func TestBlankPage(t *testing.T) {
	page := read(t, pageOf("1 1 1 rg 0 0 595 842 re f"))[0]
	if len(page.Words) != 0 || page.Unreadable != "" || page.OCR {
		t.Errorf("blank page: %+v", page)
	}
}

func TestConcurrentReads(t *testing.T) {
	data := file(t, "call.pdf")
	want := read(t, data)
	var running sync.WaitGroup
	for range 6 {
		running.Go(func() {
			got, err := reader(t).Read(context.Background(), data)
			if err != nil || !cmp.Equal(want, got) {
				t.Errorf("another reading: %v", err)
			}
		})
	}
	running.Wait()
}

func TestCancelledRead(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := reader(t).Read(ctx, file(t, "call.pdf")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRender(t *testing.T) {
	img, err := reader(t).Render(context.Background(), file(t, "call.pdf"), 1, 72)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 595 || b.Dy() != 842 {
		t.Errorf("drawn at %v", b)
	}
	_, err = reader(t).Render(context.Background(), file(t, "call.pdf"), 9, 72)
	var refusal *pdftext.UnreadableError
	if !errors.As(err, &refusal) {
		t.Errorf("page 9: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pageOf("BT /F 10 Tf 20 700 Td (Solde) Tj ET"))
	f.Add(pageOf("/X Do", forms(2, 2)...))
	f.Add([]byte("%PDF-1.4\ntrailer"))
	f.Fuzz(func(t *testing.T, data []byte) {
		pages, err := fuzzReader(t).Read(context.Background(), data)
		var refusal *pdftext.UnreadableError
		if err != nil && !errors.As(err, &refusal) {
			t.Fatalf("error without a reason: %v", err)
		}
		for i, p := range pages {
			if p.Number != i+1 {
				t.Fatalf("page %d is numbered %d", i+1, p.Number)
			}
		}
	})
}

// BenchmarkRead and BenchmarkPoppler read the same papers; their ratio is the
// price of the sandbox.
func BenchmarkRead(b *testing.B) {
	r := reader(b)
	papers := [][]byte{file(b, "call.pdf"), file(b, "account.pdf"), file(b, "notice.pdf"), file(b, "report.pdf")}
	for b.Loop() {
		for _, data := range papers {
			if _, err := r.Read(context.Background(), data); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkPoppler(b *testing.B) {
	poppler := program(b, "pdftotext")
	for b.Loop() {
		for _, name := range []string{"call.pdf", "account.pdf", "notice.pdf", "report.pdf"} {
			if err := exec.Command(poppler, "-bbox", filepath.Join("testdata", name), "-").Run(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
