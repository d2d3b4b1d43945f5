package pdftext

import (
	"context"
	"image"
	"testing"

	"predate/internal/reading/pdftext/scantest"
)

// drawnAt draws a page of a paper as it comes out of a scanner.
func drawnAt(t *testing.T, r *Reader, paper []byte, page int, scan benchScan) prepared {
	t.Helper()
	drawn, err := r.Render(context.Background(), paper, page, glimpseDPI)
	if err != nil {
		t.Fatal(err)
	}
	return prepare(scan.of(drawn.(*image.Gray)), glimpseDPI)
}

// Pages of one deed are set alike however they were scanned; its headings are
// no running text, and next to no line of its paragraphs is left.
func TestRunningText(t *testing.T) {
	r := benchReader(t)
	deed := scantest.Deed(t, 5)
	first, _, ok := drawnAt(t, r, deed, 2, benchScans()[0]).running()
	if !ok {
		t.Fatal("a page of a deed is running text")
	}
	for _, scan := range benchScans() {
		page := drawnAt(t, r, deed, 4, scan)
		set, rest, ok := page.running()
		if !ok || !set.like(first) {
			t.Errorf("%s: running text %v, set as %+v, want %+v", scan.name, ok, set, first)
			continue
		}
		if share := ink(rest, inkGrey) / ink(page.clean, inkGrey); share > 0.45 || share < 0.05 {
			t.Errorf("%s: %.2f of the ink is no running text", scan.name, share)
		}
	}
}

// Minutes that are typed otherwise are not set alike. Those that are typed as the
// deed show their title.
func TestOtherPapersAreNotTheDeeds(t *testing.T) {
	r := benchReader(t)
	scan := benchScans()[1]
	deed, _, _ := drawnAt(t, r, scantest.Deed(t, 3), 2, scan).running()
	typing := scantest.Notary()
	for _, change := range []func(*scantest.Typing){
		func(as *scantest.Typing) { as.Leading = 16 },
		func(as *scantest.Typing) { as.Margin = 60 },
		func(as *scantest.Typing) { as.Size = 10 },
	} {
		as := typing
		change(&as)
		if set, _, ok := drawnAt(t, r, scantest.Minutes(t, as), 1, scan).running(); ok && set.like(deed) {
			t.Errorf("minutes typed as %+v are set as the deed: %+v, %+v", as, set, deed)
		}
	}
	page := drawnAt(t, r, scantest.Minutes(t, typing), 1, scan)
	if _, rest, ok := page.running(); ok {
		top := image.Rect(0, 0, rest.Rect.Dx(), rest.Rect.Dy()/6)
		if left, all := ink(part(rest, top), inkGrey), ink(part(page.clean, top), inkGrey); all == 0 || left < all {
			t.Errorf("of the title %.4f of %.4f is left", left, all)
		}
	}
}

func part(img *image.Gray, box image.Rectangle) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		copy(out.Pix[y*out.Stride:y*out.Stride+box.Dx()], img.Pix[(box.Min.Y+y)*img.Stride+box.Min.X:])
	}
	return out
}

// Tables, and pages that hold little, are never running text.
func TestTablesAreNotRunningText(t *testing.T) {
	r := benchReader(t)
	for _, table := range benchTables() {
		for _, scan := range benchScans() {
			if set, _, ok := drawnAt(t, r, table.page(t), 1, scan).running(); ok {
				t.Errorf("%s, %s: running text set as %+v", table.name, scan.name, set)
			}
		}
	}
	blank := prepare(image.NewGray(image.Rect(0, 0, 1240, 1754)), glimpseDPI)
	if _, _, ok := blank.running(); ok {
		t.Error("a black page is running text")
	}
}
