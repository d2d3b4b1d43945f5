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
	// refs are numbered references set after the text, in their own style, each a
	// link to its source.
	refs  string
	to    goTo    // where the text itself leads; the zero value for nowhere
	above float64 // white above
}

// cell is what stands in one place of the grid.
type cell struct {
	paras  []para
	align  align
	indent float64 // from the left edge
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

// line is one line ready to be drawn: text, then references.
type line struct {
	text  string
	style style
	refs  string
	to    goTo
	above float64
	owner *owner
	on    bool // the paragraph goes on after a space
}

// refsGap parts the references from the words before them.
const refsGap = 4.0

// lines breaks a cell to a width.
func (s *sheet) lines(c cell, w float64) []line {
	var out []line
	for _, p := range c.paras {
		whole := printable(p.text)
		broken := s.wrap(whole, p.style, w)
		o := &owner{role: p.style.role()}
		for i, text := range broken {
			l := line{text: text, style: p.style, to: p.to, owner: o}
			if rest := strings.TrimLeft(whole, " "); strings.HasPrefix(rest, text) {
				whole = rest[len(text):]
				l.on = strings.HasPrefix(whole, " ")
			}
			if i == 0 {
				l.above = p.above
			}
			out = append(out, l)
		}
		if p.refs == "" {
			continue
		}
		rest := s.wrap(p.refs, reference, w)
		if len(rest) == 1 && len(broken) > 0 && s.width(broken[len(broken)-1], p.style)+refsGap+s.width(rest[0], reference) <= w {
			last := &out[len(out)-1]
			last.refs = rest[0]
			continue
		}
		for _, text := range rest {
			out = append(out, line{refs: text, style: reference, owner: o})
		}
	}
	return out
}

// first is the first of some texts that stands on one line, else the last.
func (s *sheet) first(w float64, st style, texts ...string) string {
	for _, text := range texts {
		if text = printable(text); s.width(text, st) <= w {
			return text
		}
	}
	return printable(texts[len(texts)-1])
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
	for _, word := range pieces(text) {
		between, wide := 0.0, s.width(word.text, st)
		if word.spaced {
			between = space
		}
		if used > 0 && used+between+wide > w {
			flush()
		}
		for wide > w {
			head, tail := s.cutWord(word.text, st, w)
			out = append(out, head)
			word.text, wide = tail, s.width(tail, st)
		}
		if used > 0 && word.spaced {
			current.WriteByte(' ')
			used += space
		}
		current.WriteString(word.text)
		used += wide
	}
	flush()
	return out
}

// piece is what a line may not break, and whether a space precedes it.
type piece struct {
	text   string
	spaced bool
}

// pieces cuts a text at its plain spaces, and long compound names after their
// hyphens: a street or a company may be wider than a column.
func pieces(text string) []piece {
	const long = 24
	var out []piece
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' }) {
		spaced := true
		for utf8.RuneCountInString(word) > long {
			i := strings.IndexByte(word, '-')
			if i <= 0 || i == len(word)-1 {
				break
			}
			out = append(out, piece{word[:i+1], spaced})
			word, spaced = word[i+1:], false
		}
		out = append(out, piece{word, spaced})
	}
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
		h += l.above + l.style.look().leading
	}
	return h
}

// draw sets lines in a column that begins at x and is w wide, from y down.
func (s *sheet) draw(lines []line, x, y, w float64, a align) {
	for _, l := range lines {
		look := l.style.look()
		y += l.above
		at := x
		if a == alignRight {
			at = x + w - s.lineWidth(l)
		}
		if l.text != "" {
			s.drawText(l, at, y)
			at += s.width(l.text, l.style) + refsGap
		}
		if l.refs != "" {
			s.drawRefs(l, at, y)
		}
		y += look.leading
	}
}

func (s *sheet) lineWidth(l line) float64 {
	switch {
	case l.refs == "":
		return s.width(l.text, l.style)
	case l.text == "":
		return s.width(l.refs, reference)
	}
	return s.width(l.text, l.style) + refsGap + s.width(l.refs, reference)
}

// place draws a cell at the current height and moves below it.
func (s *sheet) place(c cell, x, w float64) {
	for _, l := range s.lines(c, w) {
		h := height([]line{l})
		s.need(h)
		s.draw([]line{l}, x, s.y, w, c.align)
		s.y += h
	}
}
