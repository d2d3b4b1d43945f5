package typeset

import (
	"strings"
	"unicode/utf8"
)

type align int

const (
	alignLeft align = iota
	alignRight
)

// para is a run of text in one style, broken into lines where it must.
type para struct {
	text  string
	style style
	limit int // lines at most, the last ending in "…"; 0 for no limit
	link  int // of the PDF library; 0 for none
}

// cell is what stands in one place of the grid.
type cell struct {
	paras []para
	align align
}

// say makes a cell of one paragraph.
func say(text string, st style) cell { return cell{paras: []para{{text: text, style: st}}} }

// with adds a paragraph below, unless it is empty.
func (c cell) with(text string, st style) cell {
	if text == "" {
		return c
	}
	c.paras = append(c.paras[:len(c.paras):len(c.paras)], para{text: text, style: st})
	return c
}

// right aligns a cell on its right edge.
func (c cell) right() cell {
	c.align = alignRight
	return c
}

// line is one line ready to be drawn.
type line struct {
	text  string
	style style
	link  int
}

// lines breaks a cell to a width.
func (s *sheet) lines(c cell, w float64) []line {
	var out []line
	for _, p := range c.paras {
		if p.text == "" {
			continue
		}
		broken := s.wrap(printable(p.text), p.style, w)
		if p.limit > 0 && len(broken) > p.limit {
			broken = s.clip(broken, p, w)
		}
		for _, text := range broken {
			out = append(out, line{text, p.style, p.link})
		}
	}
	return out
}

// clip keeps the allowed lines and ends them with an ellipsis.
func (s *sheet) clip(broken []string, p para, w float64) []string {
	broken = broken[:p.limit]
	end := broken[p.limit-1]
	for end != "" && s.width(end+"…", p.style) > w {
		_, size := utf8.DecodeLastRuneInString(end)
		end = end[:len(end)-size]
	}
	broken[p.limit-1] = strings.TrimRight(end, " ,;.") + "…"
	return broken
}

// wrap breaks at plain spaces; a word wider than the line is cut after a
// separator, or anywhere when it has none. No-break spaces do not break.
func (s *sheet) wrap(text string, st style, w float64) []string {
	space := s.width(" ", st)
	var out []string
	var current strings.Builder
	used := 0.0
	flush := func() {
		if current.Len() > 0 {
			out = append(out, current.String())
			current.Reset()
			used = 0
		}
	}
	for _, word := range strings.Split(text, " ") {
		if word == "" {
			continue
		}
		wide := s.width(word, st)
		if used > 0 && used+space+wide > w {
			flush()
		}
		for wide > w {
			head, tail := s.cutWord(word, st, w)
			out = append(out, head)
			word, wide = tail, s.width(tail, st)
		}
		if used > 0 {
			current.WriteByte(' ')
			used += space
		}
		current.WriteString(word)
		used += wide
	}
	flush()
	return out
}

// cutWord gives the longest head that fits, at least one letter, preferring to
// end after a separator in its last half.
func (s *sheet) cutWord(word string, st style, w float64) (head, tail string) {
	fits, after := 0, 0
	for i, r := range word {
		end := i + utf8.RuneLen(r)
		if i > 0 && s.width(word[:end], st) > w {
			break
		}
		fits = end
		if strings.ContainsRune("-_/.,;:@"+nbsp+thin, r) {
			after = end
		}
	}
	if after*2 > fits {
		fits = after
	}
	return word[:fits], word[fits:]
}

// height is that of lines set one below the other.
func height(lines []line) float64 {
	h := 0.0
	for _, l := range lines {
		h += l.style.look().leading
	}
	return h
}

// draw sets lines in a column that begins at x and is w wide, from y down.
func (s *sheet) draw(lines []line, x, y, w float64, a align) {
	for _, l := range lines {
		look := l.style.look()
		at, wide := x, s.width(l.text, l.style)
		if a == alignRight {
			at = x + w - wide
		}
		s.text(at, y+look.baseline(), l.text, l.style)
		if l.link > 0 {
			s.pdf.Link(at, y, wide, look.leading, l.link)
		}
		y += look.leading
	}
}

// place draws a cell at the current height and moves below it.
func (s *sheet) place(c cell, x, w float64) {
	for _, l := range s.lines(c, w) {
		s.need(l.style.look().leading)
		s.draw([]line{l}, x, s.y, w, c.align)
		s.y += l.style.look().leading
	}
}
