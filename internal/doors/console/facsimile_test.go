package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/reading"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
)

// sheets is what was read of files, by name.
type sheets map[string][]predate.Page

func (s sheets) Seen(_ context.Context, file reading.File) ([]predate.Page, string, error) {
	pages, ok := s[file.Name]
	if !ok {
		return nil, "Le PDF est endommagé.", nil
	}
	return pages, "", nil
}

// press draws white sheets, and counts them.
type press struct {
	mu      sync.Mutex
	drawn   []pdftext.Drawing
	at, top atomic.Int32
	wait    time.Duration
	err     error
}

func (p *press) Draw(ctx context.Context, _ []byte, what pdftext.Drawing) (image.Image, error) {
	p.top.Store(max(p.top.Load(), p.at.Add(1)))
	defer p.at.Add(-1)
	p.mu.Lock()
	p.drawn = append(p.drawn, what)
	p.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(p.wait):
	}
	img := image.NewGray(image.Rect(0, 0, int(595*what.DPI/72), int(842*what.DPI/72)))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img, p.err
}

func sheetOf(number int, words ...string) predate.Page {
	page := predate.Page{Number: number, Width: 595, Height: 842}
	for i, w := range words {
		x := 20 + 60*float64(i%8)
		y := 20 + 14*float64(i/8)
		page.Words = append(page.Words, predate.Word{Text: w, Box: predate.Box{X0: x, Y0: y, X1: x + 50, Y1: y + 12}})
	}
	return page
}

func paperNamed(name string, n int) reading.File {
	return reading.File{
		Document: predate.DocumentID(n), Name: name, Hash: predate.Hash(fmt.Sprintf("%064x", n)),
		Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("%PDF-")), nil },
	}
}

func shelfIn(t *testing.T, folder string, most int64) *shelf {
	return newShelf(shelfOptions{
		folder: folder, most: most, now: time.Now, log: slog.New(slog.DiscardHandler),
		gone: func(_ context.Context, hash predate.Hash) bool { return strings.HasSuffix(string(hash), "9") },
	})
}

func TestPagesAreDrawnOnceAndKept(t *testing.T) {
	p, folder := &press{}, t.TempDir()
	d := newDrawer(p, sheets{"a.pdf": {sheetOf(1, "Solde")}}, shelfIn(t, folder, 1<<20))
	want := facsimile{file: paperNamed("a.pdf", 1), page: 1, size: screenSize}
	first, err := d.draw(t.Context(), "opr_1", want)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(first.body))
	if err != nil || img.Bounds().Dy() > 1600 || img.Bounds().Dy() < 1598 || !first.kept {
		t.Errorf("drawn as %v, %v", img.Bounds(), err)
	}
	other := newDrawer(p, sheets{}, shelfIn(t, folder, 1<<20))
	again, err := other.draw(t.Context(), "opr_2", want)
	if err != nil || !bytes.Equal(first.body, again.body) || len(p.drawn) != 1 {
		t.Errorf("drawn %d times, %v", len(p.drawn), err)
	}
	turned := want
	turned.file.Turns = pdftext.Turns{1: 90}
	if _, err := d.draw(t.Context(), "opr_1", turned); err != nil || len(p.drawn) != 2 || p.drawn[1].Turns[1] != 90 {
		t.Errorf("a turned page is not drawn again: %v, %v", p.drawn, err)
	}
	if turned.stamp() == want.stamp() || !strings.Contains(want.stamp(), string(want.file.Hash)) {
		t.Error("the stamp does not name what is drawn")
	}
}

func TestAPageThatCannotBeDrawnSaysWhy(t *testing.T) {
	d := newDrawer(&press{err: &pdftext.UnreadableError{Reason: `trop <script>alert("x")</script>`}}, sheets{"a.pdf": {sheetOf(1)}}, shelfIn(t, t.TempDir(), 1<<20))
	for name, want := range map[string]string{"a.pdf": "trop &lt;script&gt;", "b.pdf": "endommagé"} {
		got, err := d.draw(t.Context(), "opr_1", facsimile{file: paperNamed(name, 1), page: 1, size: thumbSize})
		if err != nil || got.kind != "image/svg+xml" || got.kept || !strings.Contains(string(got.body), want) || strings.Contains(string(got.body), "<script") {
			t.Errorf("%s: %+v, %v", name, string(got.body), err)
		}
	}
	var refused *predate.Error
	for _, f := range []facsimile{
		{file: paperNamed("a.pdf", 1), page: 7, size: thumbSize},
		{file: paperNamed("a.pdf", 1), page: 0, size: thumbSize},
		{file: paperNamed("a.pdf", 1), page: 1, size: "huge"},
	} {
		if _, err := d.draw(t.Context(), "opr_1", f); !errors.As(err, &refused) || refused.Code != predate.CodeNotFound {
			t.Errorf("page %d in %q: %v", f.page, f.size, err)
		}
	}
}

func TestFewPagesAreDrawnAtOnce(t *testing.T) {
	p := &press{wait: 5 * time.Millisecond}
	var pages []predate.Page
	for n := range 30 {
		pages = append(pages, sheetOf(n+1))
	}
	d := newDrawer(p, sheets{"a.pdf": pages}, shelfIn(t, "", 0))
	var all sync.WaitGroup
	for n := range pages {
		all.Go(func() {
			if _, err := d.draw(t.Context(), fmt.Sprint("opr_", n%3), facsimile{file: paperNamed("a.pdf", 1), page: n + 1, size: thumbSize}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if p.top.Load() > 2*drawnAtOnce {
		t.Errorf("%d pages were drawn at once", p.top.Load())
	}
}

func TestTheShelfHoldsWhatFitsAndWhatIsHeld(t *testing.T) {
	folder := t.TempDir()
	s := shelfIn(t, folder, 1000)
	for n := range 10 {
		s.save(paperNamed("", n).Hash, "page", picture{"image/png", make([]byte, 300), true})
		_ = os.Chtimes(filepath.Join(s.place(paperNamed("", n).Hash), shortHash("page")+".png"), time.Time{}, time.Now().Add(time.Duration(n-20)*time.Minute))
	}
	s.tidy(t.Context())
	var left []int
	for n := range 10 {
		if _, ok := s.load(paperNamed("", n).Hash, "page"); ok {
			left = append(left, n)
		}
	}
	if fmt.Sprint(left) != "[6 7 8]" { // 9 is held no more
		t.Errorf("left %v, want the three used last that are held", left)
	}
	if s.save("../../x", "page", picture{"image/png", nil, true}); s.place("../../x") != "" {
		t.Error("a name that is no hash has a place")
	}
}

func TestWordsAreFoundHoweverTheyArePrinted(t *testing.T) {
	x := newIndex(sheets{
		"a.pdf": {sheetOf(1, "Avance", "de", "trésorerie", ":", "12", "345,67", "€"), sheetOf(2, "autre")},
		"b.pdf": {sheetOf(1, "TRÉSORERIE")},
	})
	files := []reading.File{paperNamed("a.pdf", 1), paperNamed("b.pdf", 2), paperNamed("none.pdf", 3)}
	for text, want := range map[string]string{
		"tresorerie":      "a.pdf 1 1, b.pdf 1 1",
		"12345,67":        "a.pdf 1 2",
		"12 345,67":       "a.pdf 1 2",
		"de Trésorerie":   "a.pdf 1 2",
		"AUTRE":           "a.pdf 2 1",
		"introuvable":     "",
		"   ":             "",
		"<script>alert()": "",
	} {
		hits, err := x.search(t.Context(), files, text)
		var got []string
		for _, h := range hits {
			got = append(got, fmt.Sprint(h.File, " ", h.Page, " ", len(h.Boxes)))
		}
		if strings.Join(got, ", ") != want || err != nil {
			t.Errorf("%q is found at %q, want %q, %v", text, got, want, err)
		}
	}
}

// TestSearchIsQuick looks through forty papers of ten pages in a tenth of a second.
func TestSearchIsQuick(t *testing.T) {
	read, files := sheets{}, []reading.File(nil)
	for n := range 40 {
		file := paperNamed(fmt.Sprint(n, ".pdf"), n+1)
		for p := range 10 {
			var words []string
			for w := range 400 {
				words = append(words, fmt.Sprint("mot", w, n, p))
			}
			read[file.Name] = append(read[file.Name], sheetOf(p+1, words...))
		}
		files = append(files, file)
	}
	x := newIndex(read)
	if _, err := x.search(t.Context(), files, "x"); err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for range 5 {
		began := time.Now()
		if hits, err := x.search(t.Context(), files, "mot399399"); err != nil || len(hits) != 1 {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		best = min(best, time.Since(began))
	}
	if best > 100*time.Millisecond {
		t.Errorf("a warm search took %v", best)
	}
}

// TestBoxesLieOnTheImage holds the boxes of words to the ink of the page that an
// operator sees: of print, and of a scan that lay askew and on its side.
func TestBoxesLieOnTheImage(t *testing.T) {
	engine := enginetest.Scanned(t)
	print, err := os.ReadFile("../../reading/pdftext/testdata/call.pdf")
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := engine.Draw(t.Context(), print, pdftext.Drawing{Page: 1, DPI: 150})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"print": print, "scan": asideAndAskew(t, drawn.(*image.Gray))} {
		pages, err := engine.Read(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		file := paperNamed(name, 1)
		file.Open = func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
		got, err := newDrawer(engine, sheets{name: pages}, shelfIn(t, "", 0)).draw(t.Context(), "opr_1", facsimile{file: file, page: 1, size: screenSize})
		if err != nil {
			t.Fatal(err)
		}
		img, _, err := image.Decode(bytes.NewReader(got.body))
		if err != nil {
			t.Fatal(err)
		}
		bare, words := 0, wordsOf(pages, 1)
		scale := float64(img.Bounds().Dx()) / words.Width
		for _, w := range pages[0].Words {
			if !inked(img, w.Box, scale) {
				bare++
			}
		}
		if len(words.Words) < 100 || bare*50 > len(words.Words) {
			t.Errorf("%s: %d of %d words lie on no ink", name, bare, len(words.Words))
		}
		if pages[0].OCR != (got.kind == "image/jpeg") || name == "scan" && pages[0].Turn < 45 {
			t.Errorf("%s: drawn as %s, turned by %v", name, got.kind, pages[0].Turn)
		}
	}
}

func inked(img image.Image, b predate.Box, scale float64) bool {
	for y := int(b.Y0 * scale); y < int(b.Y1*scale); y++ {
		for x := int(b.X0 * scale); x < int(b.X1*scale); x++ {
			if color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y < 140 {
				return true
			}
		}
	}
	return false
}

// asideAndAskew lays a page on its side and a little askew, as a scanner may.
func asideAndAskew(t *testing.T, upright *image.Gray) []byte {
	t.Helper()
	w, h := upright.Rect.Dx(), upright.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range w {
		for x := range h {
			// A quarter turn to the left, and a slope of one in fifty.
			sx, sy := w-1-y-x/50, x-y/50
			v := uint8(255)
			if sx >= 0 && sy >= 0 {
				v = upright.GrayAt(sx, sy).Y
			}
			out.SetGray(x, y, color.Gray{max(v, 20)})
		}
	}
	var data bytes.Buffer
	if err := jpeg.Encode(&data, out, nil); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}
