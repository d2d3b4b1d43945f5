package pdftext

import (
	"cmp"
	"image"
	"slices"

	"predate"
)

// Lengths of ruling lines, in inches: longer than any stroke of a letter,
// thinner than a dark surface.
const (
	leastLevelRun   = 0.45
	leastUprightRun = 0.4
	mostThickness   = 0.035
	runGap          = 2 // pixels of noise that a line may have
)

// raster looks at an image along its rows, or along its columns when flipped,
// so that both directions of ruling share their code.
type raster struct {
	img     *image.Gray
	dark    uint8
	flipped bool
}

func (r raster) size() (along, across int) {
	if r.flipped {
		return r.img.Rect.Dy(), r.img.Rect.Dx()
	}
	return r.img.Rect.Dx(), r.img.Rect.Dy()
}

func (r raster) at(along, across int) int {
	if r.flipped {
		return along*r.img.Stride + across
	}
	return across*r.img.Stride + along
}

func (r raster) isDark(along, across int) bool {
	la, lc := r.size()
	return along >= 0 && across >= 0 && along < la && across < lc && r.img.Pix[r.at(along, across)] < r.dark
}

// streak is a run of dark pixels on one row: [from, to) at across.
type streak struct{ from, to, across int }

// eraseRules whitens the ruling lines of the image in both directions and
// gives them in points.
func eraseRules(img *image.Gray, dark uint8, dpi float64) []predate.Rule {
	level, upright := raster{img, dark, false}, raster{img, dark, true}
	thick := max(3, int(mostThickness*dpi))
	streaks := level.streaks(int(leastLevelRun*dpi), thick)
	standing := upright.streaks(int(leastUprightRun*dpi), thick)
	var rules []predate.Rule
	scale := 72 / dpi
	for _, s := range bundle(streaks) {
		rules = append(rules, predate.Rule{Box: predate.Box{X0: float64(s.from) * scale, X1: float64(s.to) * scale, Y0: float64(s.across) * scale, Y1: float64(s.across) * scale}})
	}
	for _, s := range bundle(standing) {
		rules = append(rules, predate.Rule{Box: predate.Box{Y0: float64(s.from) * scale, Y1: float64(s.to) * scale, X0: float64(s.across) * scale, X1: float64(s.across) * scale}})
	}
	level.erase(streaks, thick)
	upright.erase(standing, thick)
	return rules
}

// streaks finds the long thin runs along every row, across after across.
func (r raster) streaks(least, thick int) []streak {
	_, across := r.size()
	open := make([]streak, across) // of each row; to is where its ink ends so far
	var found []streak
	closed := func(s streak) {
		if s.to-s.from >= least && r.thin(s, thick) {
			found = append(found, s)
		}
	}
	r.eachDark(func(a, c int) {
		if s := open[c]; s.to > 0 && a-s.to <= runGap {
			open[c].to = a + 1
			return
		}
		closed(open[c])
		open[c] = streak{a, a + 1, c}
	})
	for _, s := range open {
		closed(s)
	}
	slices.SortFunc(found, func(s, t streak) int { return cmp.Or(s.across-t.across, s.from-t.from) })
	return found
}

// eachDark visits the dark pixels in the order in which they are stored.
func (r raster) eachDark(visit func(along, across int)) {
	w, h := r.img.Rect.Dx(), r.img.Rect.Dy()
	for y := range h {
		for x, v := range r.img.Pix[y*r.img.Stride : y*r.img.Stride+w] {
			switch {
			case v >= r.dark:
			case r.flipped:
				visit(y, x)
			default:
				visit(x, y)
			}
		}
	}
}

// thin reports whether a run is part of a line and not of a dark surface: at most of
// a few places along it, the dark goes no further across than thick.
func (r raster) thin(s streak, thick int) bool {
	const places = 24
	slim := 0
	for i := range places {
		a := s.from + (s.to-s.from)*(2*i+1)/(2*places)
		n := 1
		for d := 1; d <= thick && r.isDark(a, s.across-d); d++ {
			n++
		}
		for d := 1; d <= thick && r.isDark(a, s.across+d); d++ {
			n++
		}
		if n <= thick {
			slim++
		}
	}
	return slim*3 >= places*2
}

// erase whitens the runs and their grey fringe, but where a stroke of a letter
// crosses them.
func (r raster) erase(streaks []streak, thick int) {
	_, across := r.size()
	for _, s := range streaks {
		for a := s.from; a < s.to; a++ {
			above, below := s.across, s.across
			for r.isDark(a, above-1) && s.across-above < thick {
				above--
			}
			for r.isDark(a, below+1) && below-s.across < thick {
				below++
			}
			if below-above+1 > thick {
				continue // a stroke stands on the line here
			}
			for c := max(0, above-1); c <= min(across-1, below+1); c++ {
				r.img.Pix[r.at(a, c)] = 255
			}
		}
	}
}

// bundle makes one streak of those that lie side by side.
func bundle(streaks []streak) []streak {
	var out []streak
	for _, s := range streaks {
		joined := false
		for i := len(out) - 1; i >= 0 && i >= len(out)-40 && !joined; i-- {
			if s.across-out[i].across <= 4 && s.from <= out[i].to && out[i].from <= s.to {
				out[i] = streak{min(s.from, out[i].from), max(s.to, out[i].to), s.across}
				joined = true
			}
		}
		if !joined {
			out = append(out, s)
		}
	}
	return out
}
