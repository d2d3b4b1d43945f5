package pdftext

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	_ "image/jpeg" // registers the decoder
	_ "image/png"  // registers the decoder
	"math"
	"sync"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/tiff" // registers the decoder

	"predate"
	"predate/internal/base/seats"
)

// maxImagePixels caps an image before it is decoded: a sheet of A3 at 400 dots
// per inch, which no decoder needs more than some hundred megabytes for.
const maxImagePixels = 32_000_000

// pageHeight is the long side of the sheet that an image without a size of its
// own is taken for: A4, in points.
const pageHeight = 842.0

// readImage recognises an image as one page, a TIFF of several as several.
func (r *Reader) readImage(ctx context.Context, data []byte, known []predate.Page) ([]predate.Page, error) {
	sheets := sheetsOf(data, r.options.MaxPages+1)
	if len(sheets) > r.options.MaxPages {
		return nil, unreadable(nil, "Le document compte %d pages, plus que la limite de %d.", len(sheets), r.options.MaxPages)
	}
	pages := make([]predate.Page, len(sheets))
	var running sync.WaitGroup
	for i, sheet := range sheets {
		if n := numbered(known, i+1); n >= 0 {
			pages[i] = known[n]
			continue
		}
		pages[i].Number = i + 1
		leave, err := r.slots.Take(ctx, seats.HolderOf(ctx))
		if err != nil {
			running.Wait()
			return nil, err
		}
		running.Go(func() {
			defer leave()
			r.readSheet(ctx, &pages[i], sheetAt(data, sheet))
		})
	}
	running.Wait()
	if err := anyPage(pages); err != nil {
		return nil, err
	}
	return pages, nil
}

// readSheet decodes and recognises one image.
func (r *Reader) readSheet(ctx context.Context, p *predate.Page, data []byte) {
	img, trouble := decodeSheet(data)
	if trouble != "" {
		p.Unreadable = trouble
		return
	}
	img = turnedBy(img, r.turns[p.Number])
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	scale := pageHeight / max(w, h)
	p.Width, p.Height = w*scale, h*scale
	if r.options.Tesseract == "" {
		p.Unreadable = noProgram
		return
	}
	img, dpi := resize(img, 72/scale)
	r.recogniseInto(ctx, p, img, dpi)
}

// decodeSheet returns an image upright and grey, or says in French why not.
func decodeSheet(data []byte) (img *image.Gray, trouble string) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil || config.Width < 1 || config.Height < 1:
		return nil, brokenPage
	case config.Width > maxImagePixels/config.Height:
		return nil, "L’image est trop grande pour être lue."
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, brokenPage
	}
	return upright(grey(decoded), orientation(data)), ""
}

// renderImage draws a page of an image in the size that it is read in.
func (r *Reader) renderImage(data []byte, page int, dpi float64) (image.Image, error) {
	sheets := sheetsOf(data, r.options.MaxPages)
	if page < 1 || page > len(sheets) {
		return nil, noPage(page)
	}
	img, trouble := decodeSheet(sheetAt(data, sheets[page-1]))
	if trouble != "" {
		return nil, unreadable(nil, "%s", trouble)
	}
	img = turnedBy(img, r.turns[page])
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	factor := min(pageHeight/max(w, h)*dpi/72, math.Sqrt(maxImagePixels/(w*h)))
	out := image.NewGray(image.Rect(0, 0, max(1, int(math.Round(w*factor))), max(1, int(math.Round(h*factor)))))
	draw.ApproxBiLinear.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
	return out, nil
}

// grey copies an image as grey on white, so that what is transparent is paper.
func grey(img image.Image) *image.Gray {
	b := img.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, b.Min, draw.Over)
	return out
}

// resize brings an image to a resolution that suits recognition.
func resize(img *image.Gray, dpi float64) (*image.Gray, float64) {
	if dpi >= 0.9*scanDPI && dpi <= 1.1*scanDPI {
		return img, dpi
	}
	factor := scanDPI / dpi
	w, h := int(math.Round(float64(img.Rect.Dx())*factor)), int(math.Round(float64(img.Rect.Dy())*factor))
	out := image.NewGray(image.Rect(0, 0, max(1, w), max(1, h)))
	draw.ApproxBiLinear.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
	return out, scanDPI
}

// upright turns an image as its camera says that it was held: one of the eight
// orientations of Exif; mirrored ones do not occur on papers.
func upright(img *image.Gray, orientation int) *image.Gray {
	switch orientation {
	case 3:
		return halfTurn(img)
	case 6:
		return quarterTurn(img)
	case 8:
		return halfTurn(quarterTurn(img))
	}
	return img
}

// turnedBy turns an image clockwise by a multiple of 90 degrees.
func turnedBy(img *image.Gray, degrees int) *image.Gray {
	for range degrees / 90 % 4 {
		img = quarterTurn(img)
	}
	return img
}

// quarterTurn turns an image clockwise.
func quarterTurn(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.Pix[x*out.Stride+h-1-y] = img.Pix[y*img.Stride+x]
		}
	}
	return out
}

// orientation reads the Exif orientation of a JPEG; 1, upright, when it says
// nothing (JEITA CP-3451, tag 0x0112).
func orientation(jpeg []byte) int {
	mark := bytes.Index(jpeg[:min(len(jpeg), 1<<16)], []byte("Exif\x00\x00"))
	if !bytes.HasPrefix(jpeg, []byte("\xff\xd8")) || mark < 0 {
		return 1
	}
	order, entries := directory(jpeg[mark+6:])
	for _, e := range entries {
		if order.Uint16(e) == 0x0112 {
			return int(order.Uint16(e[8:]))
		}
	}
	return 1
}

// directory reads the first TIFF directory: its byte order and its entries of
// twelve bytes each.
func directory(tiff []byte) (binary.ByteOrder, [][]byte) {
	order, at := header(tiff)
	if at < 8 || at+2 > len(tiff) {
		return order, nil
	}
	var entries [][]byte
	for i := range int(order.Uint16(tiff[at:])) {
		from := at + 2 + 12*i
		if from+12 > len(tiff) {
			break
		}
		entries = append(entries, tiff[from:from+12])
	}
	return order, entries
}

// header reads the byte order of a TIFF and where its first directory stands.
func header(tiff []byte) (binary.ByteOrder, int) {
	if len(tiff) < 8 {
		return binary.LittleEndian, 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	return order, int(order.Uint32(tiff[4:]))
}

// sheetsOf returns where the directory of each page of a TIFF stands, as many as
// most; any other image is one sheet, at 0. A chain that bites its tail ends.
func sheetsOf(data []byte, most int) []int {
	if !bytes.HasPrefix(data, []byte("II")) && !bytes.HasPrefix(data, []byte("MM")) {
		return []int{0}
	}
	order, at := header(data)
	seen := map[int]bool{}
	var sheets []int
	for at >= 8 && at+2 <= len(data) && !seen[at] && len(sheets) < most {
		seen[at] = true
		sheets = append(sheets, at)
		next := at + 2 + 12*int(order.Uint16(data[at:]))
		if next+4 > len(data) {
			break
		}
		at = int(order.Uint32(data[next:]))
	}
	if len(sheets) == 0 {
		return []int{0}
	}
	return sheets
}

// sheetAt returns a TIFF whose first page is the one whose directory stands at a
// place; any other image as it is.
func sheetAt(data []byte, at int) []byte {
	order, first := header(data)
	if at == 0 || at == first {
		return data
	}
	sheet := bytes.Clone(data)
	order.PutUint32(sheet[4:], uint32(at))
	return sheet
}
