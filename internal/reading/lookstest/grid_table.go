package lookstest

import "strings"

// table draws rows in columns whose widths follow what they hold.
func (s *sheetOfPaper) table(t *table, left, width float64) {
	size := s.form.Size
	if len(t.Head) > 6 {
		size *= 0.86
	}
	s.font(false, size)
	widths := s.widths(t, width)
	s.row(line{Cells: t.Head, Strong: true}, t, left, widths)
	for _, r := range t.Rows {
		if s.room(s.height(r, t, widths)+0.5) && s.form.Repeat {
			s.font(false, size)
			s.row(line{Cells: t.Head, Strong: true}, t, left, widths)
		}
		s.font(false, size)
		s.row(r, t, left, widths)
	}
	s.font(false, s.form.Size)
	s.advance(0.8)
}

// widths gives columns of figures the width that they need, and divides the rest
// between columns of words.
func (s *sheetOfPaper) widths(t *table, width float64) []float64 {
	size, _ := s.pdf.GetFontSize()
	widths := make([]float64, len(t.Head))
	words, left := 0, width
	for i := range t.Head {
		if t.Left[i] {
			words++
		}
		for _, r := range t.Rows {
			if len(r.Cells) == len(t.Head) {
				widths[i] = max(widths[i], s.pdf.GetStringWidth(s.encode(r.Cells[i]))+9)
			}
		}
		for _, word := range strings.Fields(t.Head[i]) {
			s.font(true, size)
			widths[i] = max(widths[i], s.pdf.GetStringWidth(s.encode(word))+9)
			s.font(false, size)
		}
		if !t.Left[i] {
			left -= widths[i]
		}
	}
	wanted := 0.0
	for i := range t.Head {
		if t.Left[i] {
			wanted += widths[i]
		}
	}
	for i := range t.Head {
		switch {
		case t.Left[i]:
			widths[i] *= left / wanted
		case words == 0:
			widths[i] *= width / (width - left)
		}
	}
	return widths
}

func (s *sheetOfPaper) height(r line, t *table, widths []float64) float64 {
	lines := 1
	if len(r.Cells) == len(t.Head) {
		for i, c := range r.Cells {
			lines = max(lines, len(s.wrap(c, widths[i]-6)))
		}
	}
	return float64(lines) * 1.05
}

func (s *sheetOfPaper) row(r line, t *table, left float64, widths []float64) {
	size, _ := s.pdf.GetFontSize()
	s.font(r.Strong, size)
	top, deepest := s.y, s.y
	x := left
	if len(r.Cells) < len(t.Head) {
		s.text(left+3, r.Cells[0])
		s.advance(1.05)
		s.frame(left, top, sumOf(widths), s.y)
		s.font(false, size)
		return
	}
	for i, c := range r.Cells {
		s.y = top
		for n, l := range s.wrap(c, widths[i]-6) {
			if n > 0 {
				s.advance(1.05)
			}
			if t.Left[i] {
				s.text(x+3, l)
			} else {
				s.right(x+widths[i]-3, l)
			}
		}
		deepest = max(deepest, s.y)
		x += widths[i]
	}
	s.y = deepest
	s.advance(1.05)
	x = left
	for _, w := range widths {
		s.frame(x, top, w, s.y)
		x += w
	}
	s.font(false, size)
}

func sumOf(widths []float64) float64 {
	total := 0.0
	for _, w := range widths {
		total += w
	}
	return total
}

// frame rules a cell as the form does.
func (s *sheetOfPaper) frame(x, top, width, bottom float64) {
	up := s.form.Size * 0.98
	switch s.form.Rules {
	case boxed:
		s.pdf.SetLineWidth(0.4)
		s.pdf.Rect(x, top-up, width, bottom-top, "D")
	case underlined:
		s.pdf.SetLineWidth(0.3)
		s.pdf.Line(x, bottom-up, x+width, bottom-up)
	}
}
