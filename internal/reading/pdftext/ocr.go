package pdftext

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"predate"
)

// What tesseract may take to read a page, and to read what is left of it again,
// of a processor: on a busy machine a page takes longer and says the same. The
// patience is on the clock, for a program that hangs.
const (
	firstLimit  = 40 * time.Second
	secondLimit = 10 * time.Second
	patience    = 5 * time.Minute
)

// maxRecognised caps what tesseract may answer for one page, in bytes.
const maxRecognised = 16 << 20

// recognitionSlots is how many recognitions may run at once: each takes a core.
func recognitionSlots() int { return max(1, runtime.NumCPU()) }

// recognition is what tesseract read on a page.
type recognition struct {
	words      []predate.Word
	sure       []float64 // of each word, 0 to 100
	confidence float64   // mean over the words
}

// without drops some words.
func (f recognition) without(which func(predate.Word) bool) recognition {
	out := recognition{confidence: f.confidence}
	for i, w := range f.words {
		if !which(w) {
			out.words, out.sure = append(out.words, w), append(out.sure, f.sure[i])
		}
	}
	return out
}

// doubtful reports whether the page may stand on its head: upright print is read
// with a confidence over 80, print on its head under 60.
func (f recognition) doubtful() bool { return len(f.words) < 5 || f.confidence < 70 }

// illegible reports whether so little of a page of text was read with any
// surety that the rest would be guessed. Short words may be specks and say
// nothing.
func (f recognition) illegible() bool {
	const leastSpoken, leastLegible = 20, 70.0
	spoken, sure := 0, 0.0
	for i, w := range f.words {
		if utf8.RuneCountInString(w.Text) >= 3 {
			spoken++
			sure += f.sure[i]
		}
	}
	return spoken >= leastSpoken && sure < leastLegible*float64(spoken)
}

// onItsSide reports whether the longer words run up or down the page.
func (f recognition) onItsSide() bool {
	tall, long := 0, 0
	for _, w := range f.words {
		if len([]rune(w.Text)) < 4 {
			continue
		}
		long++
		if w.Box.Height() > w.Box.Width() {
			tall++
		}
	}
	return long >= 5 && tall*2 > long
}

// How tesseract takes a page (its page segmentation modes).
const (
	asBlocks    = "3"
	asScattered = "11"

	// A page is prepared: no print on it is light on dark, and no line is read a
	// second time in negative.
	asItIs = "tessedit_do_invert=0"
)

// recognise runs tesseract on one image.
func (r *Reader) recognise(ctx context.Context, img *image.Gray, dpi float64, mode string) (recognition, error) {
	limit := r.first
	if mode == asScattered {
		limit = r.second
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	resolution := strconv.Itoa(int(dpi + 0.5))
	cmd := exec.CommandContext(ctx, r.options.Tesseract, "stdin", "stdout", "-l", "fra", "--psm", mode, "--dpi", resolution, "-c", asItIs, "tsv")
	cmd.Env = append(cmd.Environ(), "OMP_THREAD_LIMIT=1")
	cmd.Stdin = bytes.NewReader(bitmap(img))
	var out, problems bounded
	cmd.Stdout, cmd.Stderr = &out, &problems
	cmd.WaitDelay = 2 * time.Second
	if r.options.Recognising != nil {
		defer r.options.Recognising()()
	}
	err := cmd.Start()
	if err == nil {
		capProcessor(cmd.Process, limit)
		err = cmd.Wait()
	}
	if err != nil {
		switch {
		case ctx.Err() != nil:
			err = ctx.Err()
		case overspent(cmd.ProcessState):
			err = context.DeadlineExceeded
		}
		return recognition{}, fmt.Errorf("run %s: %w: %.200s", r.options.Tesseract, err, problems.String())
	}
	return parseTSV(out.String(), 72/dpi), nil
}

// bounded keeps the first bytes of what a program writes.
type bounded struct{ bytes.Buffer }

// Write never fails, so that the program can end.
func (b *bounded) Write(p []byte) (int, error) {
	if room := maxRecognised - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// bitmap writes the image as an uncompressed BMP of 256 greys, its rows from
// the last to the first. Tesseract takes whole rows of it, where it reads a PGM
// byte by byte.
func bitmap(img *image.Gray) []byte {
	const fileHeader, imageHeader, greys = 14, 40, 256
	const before = fileHeader + imageHeader + 4*greys
	w, h := img.Rect.Dx(), img.Rect.Dy()
	row := (w + 3) / 4 * 4
	out := make([]byte, before, before+row*h)
	copy(out, "BM")
	order := binary.LittleEndian
	order.PutUint32(out[2:], uint32(before+row*h))
	order.PutUint32(out[10:], before)
	order.PutUint32(out[14:], imageHeader)
	order.PutUint32(out[18:], uint32(w))
	order.PutUint32(out[22:], uint32(h))
	order.PutUint16(out[26:], 1) // plane
	order.PutUint16(out[28:], 8) // bits of a pixel
	order.PutUint32(out[34:], uint32(row*h))
	order.PutUint32(out[46:], greys)
	for v := range greys {
		order.PutUint32(out[fileHeader+imageHeader+4*v:], uint32(v)*0x010101)
	}
	padding := make([]byte, row-w)
	for y := h - 1; y >= 0; y-- {
		out = append(append(out, img.Pix[y*img.Stride:y*img.Stride+w]...), padding...)
	}
	return out
}

// Columns of tesseract's TSV, and the two kinds of its rows that matter.
const (
	tsvLevel, tsvLeft, tsvTop, tsvWidth, tsvHeight, tsvConfidence, tsvText = 0, 6, 7, 8, 9, 10, 11
	tsvColumns                                                             = 12

	tsvLine, tsvWord = "4", "5"

	leastConfidence = 15 // below it, a sign is mostly a speck; a figure is never dropped
)

// frameSigns are what tesseract makes of the lines about a word: no paper of a
// syndic prints them at the ends of its words.
const frameSigns = "|[]{}_ "

// parseTSV reads the words; scale turns pixels into points. Words take the
// height of their line, as fonts give it, and not that of their own letters;
// but where two lines were taken for one they keep their own.
func parseTSV(tsv string, scale float64) recognition {
	var f recognition
	var lines []predate.Box // of each word
	var line predate.Box
	for row := range strings.Lines(tsv) {
		fields := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if len(fields) < tsvColumns {
			continue
		}
		switch fields[tsvLevel] {
		case tsvLine:
			line = tsvBox(fields, scale)
		case tsvWord:
			text, confidence := strings.Trim(fields[tsvText], frameSigns), tsvNumber(fields[tsvConfidence])
			if text == "" || confidence < leastConfidence && !strings.ContainsFunc(text, isAlphanumeric) {
				continue
			}
			f.words = append(f.words, predate.Word{Text: text, Box: tsvBox(fields, scale), Size: line.Height()})
			f.sure = append(f.sure, confidence)
			f.confidence += confidence
			lines = append(lines, line)
		}
	}
	if len(f.words) == 0 {
		return f
	}
	f.confidence /= float64(len(f.words))
	usual := middleHeight(lines)
	for i := range f.words {
		widen(&f.words[i])
	}
	for i, l := range lines {
		if l.Height() <= 1.5*usual || fills(f.words, lines, l) {
			// Ink fills some nine tenths of a type's height; fonts count a fifth more.
			loose := 0.12 * usual
			f.words[i].Box.Y0, f.words[i].Box.Y1 = l.Y0-loose, l.Y1+loose
			f.words[i].Size = l.Height() + 2*loose
		} else {
			f.words[i].Size = 1.24 * usual
		}
	}
	return f
}

// widen gives a word the white that type has at its sides, so that the gaps
// between words are those of print: a 1 is thin in the place of a wide figure.
func widen(w *predate.Word) {
	const side, before, after = 0.03, 0.1, 0.16
	left, right := side, side
	if strings.HasPrefix(w.Text, "1") {
		left = before
	}
	if strings.HasSuffix(w.Text, "1") {
		right = after
	}
	w.Box.X0 -= left * w.Size
	w.Box.X1 += right * w.Size
}

// fills reports whether the words of a line are about as tall as the line: large
// print, and not two lines taken for one.
func fills(words []predate.Word, lines []predate.Box, line predate.Box) bool {
	var own []predate.Box
	for i, w := range words {
		if lines[i] == line {
			own = append(own, w.Box)
		}
	}
	return middleHeight(own) > 0.6*line.Height()
}

func tsvBox(fields []string, scale float64) predate.Box {
	x, y := tsvNumber(fields[tsvLeft])*scale, tsvNumber(fields[tsvTop])*scale
	return predate.Box{X0: x, Y0: y, X1: x + tsvNumber(fields[tsvWidth])*scale, Y1: y + tsvNumber(fields[tsvHeight])*scale}
}

// tsvNumber reads a number of the TSV; what is none counts as -1, as tesseract
// itself writes where it has no confidence to give.
func tsvNumber(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return -1
	}
	return n
}

func middleHeight(boxes []predate.Box) float64 {
	heights := make([]float64, len(boxes))
	for i, b := range boxes {
		heights[i] = b.Height()
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
