package pdftext_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/tiff"

	"predate"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
)

// scanOf draws a page of a paper as a scanner would: leaning, grey, with specks.
func scanOf(t *testing.T, name string, page int, dpi, degrees float64) *image.Gray {
	t.Helper()
	drawn, err := reader(t).Render(context.Background(), file(t, name), page, dpi)
	if err != nil {
		t.Fatal(err)
	}
	sharp := drawn.(*image.Gray)
	w, h := sharp.Rect.Dx(), sharp.Rect.Dy()
	out := image.NewGray(sharp.Rect)
	noise := rand.New(rand.NewPCG(1, 2))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for y := range h {
		for x := range w {
			dx, dy := float64(x-w/2), float64(y-h/2)
			v := float64(sharp.GrayAt(w/2+int(math.Round(dx*cos-dy*sin)), h/2+int(math.Round(dx*sin+dy*cos))).Y)
			if !(image.Point{w/2 + int(dx*cos-dy*sin), h/2 + int(dx*sin+dy*cos)}).In(sharp.Rect) {
				v = 255
			}
			out.SetGray(x, y, color.Gray{uint8(min(250, max(0, 20+0.85*v+noise.NormFloat64()*6)))})
		}
	}
	return out
}

// pdfOfImage wraps scans in a PDF without text, one a page.
func pdfOfImage(t *testing.T, scans ...image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	f := fpdf.New("P", "pt", "A4", "")
	for i, img := range scans {
		var data bytes.Buffer
		if err := jpeg.Encode(&data, img, &jpeg.Options{Quality: 75}); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprint("scan ", i)
		f.AddPage()
		f.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "JPG"}, &data)
		f.ImageOptions(name, 0, 0, 595, 842, false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
	}
	if err := f.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// amountsIn keeps the words that hold the decimals of an amount.
func amountsIn(page predate.Page) map[string]int {
	found := map[string]int{}
	for _, w := range page.Words {
		text := strings.Trim(w.Text, "€() ")
		if at := strings.LastIndexByte(text, ','); at > 0 && at == len(text)-3 {
			found[text]++
		}
	}
	return found
}

// A ruled and leaning scan gives the amounts of the paper it was made from.
func TestScannedPaper(t *testing.T) {
	for _, lean := range []float64{0, 1.2, -0.7} {
		want := amountsIn(read(t, file(t, "account.pdf"))[0])
		page := read(t, pdfOfImage(t, scanOf(t, "account.pdf", 1, 200, lean)))[0]
		if !page.OCR {
			t.Fatalf("lean %v: not recognised: %q", lean, page.Unreadable)
		}
		if math.Abs(page.Turn-lean) > 0.2 {
			t.Errorf("lean %v: straightened by %v", lean, page.Turn)
		}
		got := amountsIn(page)
		all, lost, invented := 0, 0, 0
		for text, n := range want {
			all += n
			lost += max(0, n-got[text])
		}
		for text, n := range got {
			invented += max(0, n-want[text])
		}
		for text, n := range want {
			if got[text] < n {
				t.Logf("lost %q", text)
			}
		}
		t.Logf("lean %v: %d of %d amounts lost, %d others read, %d rules", lean, lost, all, invented, len(page.Rules))
		if all < 30 || lost*20 > all || invented*20 > all {
			t.Errorf("lean %v: %d of %d amounts lost, %d others read", lean, lost, all, invented)
		}
	}
}

// Images of every accepted kind are pages, however they were held.
func TestImages(t *testing.T) {
	scan := scanOf(t, "call.pdf", 1, 150, 0)
	for i := len(scan.Pix) / 2; i < len(scan.Pix); i++ { // half a page of words shows the same
		scan.Pix[i] = 236
	}
	var asPNG, asJPEG, asTIFF bytes.Buffer
	for _, err := range []error{png.Encode(&asPNG, scan), jpeg.Encode(&asJPEG, scan, nil), tiff.Encode(&asTIFF, scan, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	w, h := scan.Rect.Dx(), scan.Rect.Dy()
	turned, aside := image.NewGray(scan.Rect), image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			turned.SetGray(w-1-x, h-1-y, scan.GrayAt(x, y))
			aside.SetGray(y, w-1-x, scan.GrayAt(x, y))
		}
	}
	var onItsHead, onItsSide bytes.Buffer
	for _, err := range []error{png.Encode(&onItsHead, turned), png.Encode(&onItsSide, aside)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range map[string][]byte{"png": asPNG.Bytes(), "jpeg": asJPEG.Bytes(), "tiff": asTIFF.Bytes(), "on its head": onItsHead.Bytes(), "on its side": onItsSide.Bytes()} {
		page := read(t, data)[0]
		if !page.OCR || math.Abs(page.Height-842) > 1 || math.Abs(page.Width-595) > 2 {
			t.Errorf("%s: page of %v × %v, OCR %v", name, page.Width, page.Height, page.OCR)
		}
		if want := map[string]float64{"on its head": 180, "on its side": 90}[name]; math.Abs(page.Turn-want) > 0.2 {
			t.Errorf("%s: turned by %v°, want %v", name, page.Turn, want)
		}
		if text := strings.Join(texts(page), " "); !strings.Contains(text, "17/03/2026") || !strings.Contains(text, "TANTIEMES") {
			t.Errorf("%s: %.300s", name, text)
		}
	}
}

// An image is drawn as it lies in the file, in the size that it is read in.
func TestRenderImage(t *testing.T) {
	wide := image.NewGray(image.Rect(0, 0, 300, 200))
	for i := range wide.Pix {
		wide.Pix[i] = uint8(i % 300)
	}
	var data bytes.Buffer
	if err := png.Encode(&data, wide); err != nil {
		t.Fatal(err)
	}
	drawn, err := reader(t).Render(context.Background(), data.Bytes(), 1, 72)
	if err != nil {
		t.Fatal(err)
	}
	if got := drawn.Bounds().Size(); got != image.Pt(842, 561) {
		t.Errorf("drawn in %v pixels", got)
	}
	if _, err := reader(t).Render(context.Background(), data.Bytes(), 2, 72); err == nil {
		t.Error("an image has no second page")
	}
}

// Without the recognition program a scan says so, and stays a page.
func TestScanWithoutRecognition(t *testing.T) {
	pages, err := fuzzReader(t).Read(context.Background(), pdfOfImage(t, scanOf(t, "call.pdf", 1, 72, 0)))
	if err != nil || len(pages) != 1 || !strings.Contains(pages[0].Unreadable, "reconnaissance") {
		t.Errorf("%v, %+v", err, pages)
	}
}

// A program that fails or hangs leaves a page with a reason.
func TestFailingRecognition(t *testing.T) {
	r, err := pdftext.New(context.Background(), pdftext.Options{CompileCache: enginetest.Folder(t), Tesseract: program(t, "false")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close(context.Background()) }()
	pages, err := r.Read(context.Background(), pdfOfImage(t, scanOf(t, "call.pdf", 1, 72, 0)))
	if err != nil || pages[0].Unreadable != "La reconnaissance de caractères a échoué." {
		t.Errorf("%v, %+v", err, pages)
	}
}

// Of a paper of which one page was not recognised, only that page is recognised again.
func TestKnownPagesAreNotRecognised(t *testing.T) {
	runs := filepath.Join(t.TempDir(), "runs")
	failing := filepath.Join(t.TempDir(), "failing")
	if err := os.WriteFile(failing, []byte("#!/bin/sh\necho run >> '"+runs+"'\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	r, err := pdftext.New(context.Background(), pdftext.Options{CompileCache: enginetest.Folder(t), Tesseract: failing})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close(context.Background()) }()
	scan := scanOf(t, "call.pdf", 1, 72, 0)
	known := predate.Page{Number: 1, Width: 595, Height: 842, OCR: true, Words: []predate.Word{{Text: "lu"}}}
	pages, err := r.Read(context.Background(), pdfOfImage(t, scan, scan), known)
	if err != nil || len(pages) != 2 || !cmp.Equal(pages[0], known) || pages[1].Unreadable != "La reconnaissance de caractères a échoué." {
		t.Errorf("%v, %+v", err, pages)
	}
	if said, err := os.ReadFile(runs); err != nil || strings.Count(string(said), "run") != 1 {
		t.Errorf("%v, recognised %d times", err, strings.Count(string(said), "run"))
	}
}

// A font that does not say which characters it holds: the page is recognised.
func TestUselessTextLayer(t *testing.T) {
	garbage := strings.Repeat("0 -12 Td <"+strings.Repeat("0102030405060708", 6)+"> Tj ", 20)
	page := read(t, pdfOf(catalogue, onePage,
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		stream("", "BT /F 10 Tf 20 800 Td "+garbage+"ET"), font))[0]
	if !page.OCR {
		t.Errorf("words taken from a useless layer: %.200q", texts(page))
	}
}
