package pdftext

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/reading/layout"
)

// placed is an amount of a page, with the right end of its line.
type placed struct {
	cents predate.Cents
	x, y  float64
}

// amountsOf are the amounts of a page.
func amountsOf(p predate.Page) []placed {
	var out []placed
	for _, page := range layout.Analyse([]predate.Page{p}).Pages {
		for _, line := range page.Lines {
			for _, a := range layout.Amounts(line) {
				doubtful := slices.ContainsFunc(line.Words, func(w predate.Word) bool {
					return w.Doubt != "" && overlap(w.Box.X0, w.Box.X1, a.Box.X0, a.Box.X1) > 0
				})
				if !doubtful {
					out = append(out, placed{a.Cents, a.Box.X1, (a.Box.Y0 + a.Box.Y1) / 2})
				}
			}
		}
	}
	return out
}

// against says how many of the wanted amounts stand where they should, and which
// others were read.
func against(want, got []placed) (found int, foreign []string) {
	left := slices.Clone(want)
	for _, g := range got {
		at := slices.IndexFunc(left, func(w placed) bool {
			return w.cents == g.cents && math.Abs(w.x-g.x) < 12 && math.Abs(w.y-g.y) < 7
		})
		if at < 0 {
			foreign = append(foreign, fmt.Sprintf("%d at %.0f,%.0f", g.cents, g.x, g.y))
			continue
		}
		found++
		left = slices.Delete(left, at, at+1)
	}
	return found, foreign
}

func benchReader(t *testing.T) *Reader {
	t.Helper()
	tesseract, err := exec.LookPath("tesseract")
	if err != nil {
		t.Fatal(err)
	}
	caches, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	// The folder of enginetest, which imports this package.
	r, err := New(context.Background(), Options{CompileCache: filepath.Join(caches, "predate", "engine"), Tesseract: tesseract})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	return r
}

// straightened reads an image that was straightened and nothing else.
func straightened(t *testing.T, r *Reader, img *image.Gray) predate.Page {
	t.Helper()
	if angle := skew(img, darkness(img)); math.Abs(angle) > 0.0025 {
		img = rotate(img, angle)
	}
	found, err := r.recognise(context.Background(), img, firstDPI, asBlocks)
	if err != nil {
		t.Fatal(err)
	}
	return predate.Page{Number: 1, Width: 595, Height: 842, OCR: true, Words: found.words}
}

// darkness is the grey under which a pixel of an image is ink.
func darkness(img *image.Gray) uint8 {
	var counts [256]int
	for _, v := range img.Pix {
		counts[v]++
	}
	return between(counts)
}

// The bench of scans: each table in one quality, each quality on one table; with the
// tag prove all three tables in all three.
func TestScanBench(t *testing.T) {
	tryScans(t, func(table, scan int) bool { return (table+scan)%3 == 1 })
}

// tryScans reads the scans of the bench that are chosen. What is prepared reads no fewer
// amounts than what is only straightened, and none that the page does not have.
func tryScans(t *testing.T, chosen func(table, scan int) bool) {
	t.Helper()
	r := benchReader(t)
	for at, table := range benchTables() {
		data := table.page(t)
		printed, err := r.Read(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		want := amountsOf(printed[0])
		drawn, err := r.Render(context.Background(), data, 1, firstDPI)
		if err != nil {
			t.Fatal(err)
		}
		for quality, scan := range benchScans() {
			if !chosen(at, quality) {
				continue
			}
			t.Run(table.name+", "+scan.name, func(t *testing.T) {
				t.Parallel()
				img := scan.of(drawn.(*image.Gray))
				page := predate.Page{Number: 1, Width: 595, Height: 842}
				r.recogniseInto(context.Background(), &page, scaled(img, scanDPI/firstDPI), scanDPI)
				if page.Unreadable != "" {
					t.Fatal(page.Unreadable)
				}
				found, foreign := against(want, amountsOf(page))
				bare, alien := against(want, amountsOf(straightened(t, r, img)))
				t.Logf("%d of %d amounts and %d others; only straightened: %d and %d", found, len(want), len(foreign), bare, len(alien))
				if found < bare || found*10 < len(want)*9 || len(foreign) > 0 {
					t.Errorf("found %d of %d amounts, %d when only straightened; not on the page: %q", found, len(want), bare, foreign)
				}
			})
		}
	}
}

// Of a scan in which small print is a few pixels high nothing is guessed: it is
// asked for once more.
func TestIllegibleScan(t *testing.T) {
	const share = 0.3 // of the resolution of the bench
	r, table, scan := benchReader(t), benchTables()[2], benchScans()[1]
	drawn, err := r.Render(context.Background(), table.page(t), 1, firstDPI)
	if err != nil {
		t.Fatal(err)
	}
	page := predate.Page{Number: 1, Width: 595, Height: 842}
	small := scan.of(scaled(drawn.(*image.Gray), share))
	r.recogniseInto(context.Background(), &page, scaled(small, scanDPI/firstDPI/share), scanDPI)
	if page.Unreadable != "Le scan est illisible, redemandez-le." || len(page.Words) > 0 {
		t.Errorf("%q, with %d words", page.Unreadable, len(page.Words))
	}
}

// A recognition that does not end is cut by the time that it takes of a
// processor, and the page says so.
func TestRecognitionIsCapped(t *testing.T) {
	r := benchReader(t)
	program := filepath.Join(t.TempDir(), "endless")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nwhile :; do :; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.options.Tesseract, r.first = program, time.Second
	page := predate.Page{Number: 1, Width: 595, Height: 842}
	r.recogniseInto(context.Background(), &page, image.NewGray(image.Rect(0, 0, 100, 100)), scanDPI)
	if page.Unreadable != tooLong {
		t.Errorf("%q", page.Unreadable)
	}
}

// What two readings make differently is no amount, and keeps both of them.
func TestDoubtedAmounts(t *testing.T) {
	box := predate.Box{X0: 10, Y0: 10, X1: 50, Y1: 20}
	read := func(text string) recognition {
		return recognition{words: []predate.Word{{Text: text, Box: box}}, sure: []float64{95}}
	}
	for _, c := range []struct{ first, second, text, doubt string }{
		{"1234,50", "1284,50", "????,??", "1234,50 | 1284,50"},
		{"123450", "1234,50", "1234,50", ""},
		{"1234,50", "1234,50", "1234,50", ""},
		{"Total", "Tota1", "Total", ""},
	} {
		out, _ := merger{first: read(c.first), second: read(c.second)}.merged()
		mask(out.words)
		if got := out.words[0]; len(out.words) != 1 || got.Text != c.text || got.Doubt != c.doubt {
			t.Errorf("%q and %q: %+v", c.first, c.second, out.words)
		}
	}
}

// A number of a point that the second reading alone has is kept: no other word
// contests it.
func TestLoneNumbersAreKept(t *testing.T) {
	at := func(x float64, text string) predate.Word {
		return predate.Word{Text: text, Box: predate.Box{X0: x, Y0: 10, X1: x + 5, Y1: 20}}
	}
	m := merger{
		first:  recognition{words: []predate.Word{at(60, "Quitus")}, sure: []float64{96}},
		second: recognition{words: []predate.Word{at(20, "4."), at(30, "1"), at(40, "4.")}, sure: []float64{95, 95, 30}},
	}
	out, spare := m.merged()
	if len(out.words) != 2 || out.words[1] != at(20, "4.") || len(spare) != 1 {
		t.Errorf("%+v, and apart %+v", out.words, spare)
	}
}
