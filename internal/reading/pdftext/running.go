package pdftext

import (
	"image"
	"math"
	"slices"
)

// typography is how running text is set, in points: what two papers that were
// typed apart seldom share.
type typography struct {
	leading float64 // from one line to the next
	width   float64 // of its lines
	height  float64 // of its small letters
}

// like reports whether two texts are set alike, within what a scanner changes.
func (t typography) like(other typography) bool {
	const leading, width, height = 0.025, 0.04, 0.12
	near := func(a, b, by float64) bool { return math.Abs(a-b) <= by*b }
	return near(t.leading, other.leading, leading) && near(t.width, other.width, width) && near(t.height, other.height, height)
}

// textLine is a line of print on a straight page, in pixels.
type textLine struct {
	middle   float64
	from, to int // of its longest stretch without a gap
	ink      int // of the line
	broken   bool
}

// Running text: so many full lines, at least, and so much of a page's ink.
const (
	leastRunningLines = 12
	leastRunningInk   = 0.5
	leastParagraph    = 3 // lines below one another
)

// running tells the running text of a page from the rest: full lines, without a gap,
// below one another. It returns how the text is set and the page without it,
// but for its first two lines and its last, where a paper names itself. It reports false for a
// page that is not mostly such text.
func (p prepared) running() (set typography, rest *image.Gray, ok bool) {
	rows := inkOfRows(p.clean)
	leading := leadingOf(rows, p.dpi)
	if leading == 0 {
		return typography{}, nil, false
	}
	lines := p.linesOf(rows, leading)
	full, width := fullLines(lines, leading)
	count, ink := 0, 0
	for _, i := range full {
		ink += lines[i].ink
		count++
	}
	if all := sum(rows); count < leastRunningLines || float64(ink) < leastRunningInk*float64(all) {
		return typography{}, nil, false
	}
	points := 72 / p.dpi
	set = typography{leading: steady(lines, full, leading) * points, width: width * points, height: smallLetters(rows, lines, full, leading) * points}
	rest = copyOf(p.clean)
	for _, i := range full {
		l := lines[i]
		box := image.Rect(l.from-int(leading/2), int(l.middle-leading/2), l.to+int(leading/2), int(l.middle+leading/2)+1).Intersect(rest.Rect)
		for y := box.Min.Y; y < box.Max.Y; y++ {
			white(rest.Pix[y*rest.Stride+box.Min.X : y*rest.Stride+box.Max.X])
		}
	}
	return set, rest, true
}

func inkOfRows(img *image.Gray) []int {
	rows := make([]int, img.Rect.Dy())
	for y := range rows {
		for _, v := range img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()] {
			if v < inkGrey {
				rows[y]++
			}
		}
	}
	return rows
}

func sum(values []int) int {
	all := 0
	for _, v := range values {
		all += v
	}
	return all
}

// leadingOf returns the distance, in pixels, after which rows of ink come again;
// 0 where none stands out.
func leadingOf(rows []int, dpi float64) float64 {
	const closest, furthest, least = 8.0, 30.0, 0.2 // points, points, correlation
	mean := float64(sum(rows)) / float64(max(1, len(rows)))
	alike := func(lag int) float64 {
		s := 0.0
		for i := 0; i+lag < len(rows); i++ {
			s += (float64(rows[i]) - mean) * (float64(rows[i+lag]) - mean)
		}
		return s
	}
	own := alike(0)
	if own == 0 {
		return 0
	}
	from, to := int(closest*dpi/72), int(furthest*dpi/72)
	found := make([]float64, to+2)
	for lag := from - 1; lag < len(found); lag++ {
		found[lag] = alike(lag) / own
	}
	best := 0.0
	for lag := from; lag <= to; lag++ {
		best = max(best, found[lag])
	}
	for lag := from; lag <= to && best >= least; lag++ {
		if found[lag] >= 0.8*best && found[lag] >= found[lag-1] && found[lag] >= found[lag+1] {
			return float64(lag)
		}
	}
	return 0
}

// linesOf finds the lines of print that hold much ink.
func (p prepared) linesOf(rows []int, leading float64) []textLine {
	reach := int(0.2 * leading)
	smooth := make([]int, len(rows))
	for y := range rows {
		smooth[y] = sum(rows[max(0, y-reach):min(len(rows), y+reach+1)])
	}
	most := slices.Clone(smooth)
	slices.Sort(most)
	much := most[len(most)*19/20] / 3
	var lines []textLine
	about := int(0.45 * leading)
	for y, v := range smooth {
		window := smooth[max(0, y-about):min(len(smooth), y+about+1)]
		if v < max(1, much) || v < slices.Max(window) || len(lines) > 0 && float64(y)-lines[len(lines)-1].middle < 0.6*leading {
			continue
		}
		lines = append(lines, p.lineAt(rows, y, leading))
	}
	return lines
}

// lineAt measures the line about a row.
func (p prepared) lineAt(rows []int, y int, leading float64) textLine {
	top, bottom := max(0, y-int(0.35*leading)), min(len(rows), y+int(0.35*leading)+1)
	var l textLine
	weight := 0.0
	for i := top; i < bottom; i++ {
		l.ink += rows[i]
		weight += float64(i) * float64(rows[i])
	}
	l.middle = weight / float64(max(1, l.ink))
	inked := make([]bool, p.clean.Rect.Dx())
	for i := top; i < bottom; i++ {
		for x, v := range p.clean.Pix[i*p.clean.Stride : i*p.clean.Stride+len(inked)] {
			inked[x] = inked[x] || v < inkGrey
		}
	}
	gap, from, last := int(leading), -1, -1
	stretches := 0
	closed := func() {
		if from >= 0 && last-from > gap/2 {
			stretches++
			if last+1-from > l.to-l.from {
				l.from, l.to = from, last+1
			}
		}
	}
	for x, on := range inked {
		if !on {
			continue
		}
		if from >= 0 && x-last > gap {
			closed()
			from = -1
		}
		if from < 0 {
			from = x
		}
		last = x
	}
	closed()
	l.broken = stretches != 1
	return l
}

// fullLines returns the lines that are full and have others above or below them
// at the same distance, and the width of the text.
func fullLines(lines []textLine, leading float64) (full []int, width float64) {
	const firstKept, lastKept, narrowest, uneven = 2, 1, 0.8, 0.12
	var widths []int
	for _, l := range lines {
		widths = append(widths, l.to-l.from)
	}
	slices.Sort(widths)
	if len(widths) == 0 {
		return nil, 0
	}
	width = float64(widths[len(widths)*9/10])
	var run []int
	closed := func() {
		if len(run) >= leastParagraph {
			full = append(full, run...)
		}
		run = nil
	}
	for i := firstKept; i < len(lines)-lastKept; i++ {
		l := lines[i]
		if l.broken || float64(l.to-l.from) < narrowest*width {
			closed()
			continue
		}
		if len(run) > 0 && math.Abs(l.middle-lines[i-1].middle-leading) > uneven*leading {
			closed()
		}
		run = append(run, i)
	}
	closed()
	return full, width
}

// steady is the mean distance between full lines that follow one another.
func steady(lines []textLine, full []int, leading float64) float64 {
	all, n := 0.0, 0
	for k := 1; k < len(full); k++ {
		if step := lines[full[k]].middle - lines[full[k-1]].middle; math.Abs(step-leading) < 0.12*leading {
			all, n = all+step, n+1
		}
	}
	if n == 0 {
		return leading
	}
	return all / float64(n)
}

// smallLetters is the mean height of the band of full lines that holds most ink.
func smallLetters(rows []int, lines []textLine, full []int, leading float64) float64 {
	n := 0
	for _, i := range full {
		about := rows[max(0, int(lines[i].middle-leading/2)):min(len(rows), int(lines[i].middle+leading/2))]
		most := slices.Max(about)
		for _, v := range about {
			if 2*v >= most {
				n++
			}
		}
	}
	return float64(n) / float64(len(full))
}
