package typeset

import (
	"bytes"
	"fmt"

	"codeberg.org/go-pdf/fpdf"

	"predate/internal/statement/tagged"
)

// sheet is the page being set: primitives in points, origin at the top left,
// and the height reached. It knows nothing of statements.
type sheet struct {
	pdf   *fpdf.Fpdf
	faces []typeface
	y     float64
	tree  *tagged.Tree
	// block is the element of the structure that takes what is set next.
	block *tagged.Element
	// blind sets nothing: only the places are sought.
	blind bool
	// pages and links are how many a blind sheet would have.
	pages, links int
	// plain sets every style in the regular face or the bold one.
	plain bool
	// marked says that a sequence of content, or an artifact, is open.
	marked bool
	last   struct {
		face face
		size float64
	}
	// furnish draws what every page bears, when a page is opened.
	furnish func()
	// cited tells where the reference with a number leads; see goTo.
	cited func(number int) goTo
}

func newSheet(faces []typeface) *sheet {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(0)
	pdf.SetCatalogSort(true)
	pdf.SetCompression(false) // the file is compressed once it is tagged
	addFaces(pdf, faces)
	return (&sheet{pdf: pdf, faces: faces}).begun(false, false)
}

// open begins a page.
func (s *sheet) open() {
	if s.blind {
		s.pages++
	} else {
		s.pdf.AddPage()
	}
	s.last.size = 0
	s.furnish()
	s.y = bodyTop
}

// page is the number of the page being set.
func (s *sheet) page() int {
	if s.blind {
		return s.pages
	}
	return s.pdf.PageNo()
}

// begun is the sheet as if nothing had been set on it, which a blind one can be: its
// fonts need not be read once more.
func (s *sheet) begun(blind, plain bool) *sheet {
	out := &sheet{pdf: s.pdf, faces: s.faces, tree: tagged.NewTree(), blind: blind, plain: plain}
	out.block, out.furnish, out.cited = out.tree.Top(), func() {}, func(int) goTo { return goTo{} }
	return out
}

// newLink is a link that leads nowhere yet.
func (s *sheet) newLink() int {
	if s.blind {
		s.links++
		return s.links
	}
	return s.pdf.AddLink()
}

// lead has a link lead to a height of this page.
func (s *sheet) lead(link int, y float64) {
	if !s.blind {
		s.pdf.SetLink(link, y, s.page())
	}
}

// bookmark names the place that is reached.
func (s *sheet) bookmark(title string, level int) {
	if !s.blind {
		s.pdf.Bookmark(title, level, s.y)
	}
}

// room is the height left above the foot.
func (s *sheet) room() float64 { return bodyBottom - s.y }

// need opens a page unless h points are left.
func (s *sheet) need(h float64) {
	if s.room() < h && s.y > bodyTop {
		s.open()
	}
}

// skip leaves white, but none at the head of a page.
func (s *sheet) skip(h float64) {
	if s.y > bodyTop {
		s.y += h
	}
}

func (s *sheet) use(st style) look {
	l := st.look()
	if s.plain && !l.face.plain() {
		l.face = regular
	}
	if s.last.face != l.face || s.last.size != l.size {
		c := cuts()[l.face]
		s.pdf.SetFont(c.family, c.style, l.size)
		s.last.face, s.last.size = l.face, l.size
	}
	return l
}

// width is that of a text that printable has passed.
func (s *sheet) width(text string, st style) float64 {
	l := s.use(st)
	return s.pdf.GetStringWidth(text) + s.faces[l.face].kern.width(text)*l.size
}

// text draws one line on a baseline, in pieces between which letters are kerned.
// It has to stand inside a mark.
func (s *sheet) text(x, baseline float64, text string, st style) {
	if s.blind {
		return
	}
	l := s.use(st)
	c := l.hue.color()
	s.pdf.SetTextColor(c.r, c.g, c.b)
	for text != "" {
		length, by := s.faces[l.face].kern.cut(text)
		s.pdf.Text(x, baseline, text[:length])
		x += s.pdf.GetStringWidth(text[:length]) + by*l.size
		text = text[length:]
	}
}

// textRight draws one line that ends at x.
func (s *sheet) textRight(x, baseline float64, text string, st style) {
	s.text(x-s.width(text, st), baseline, text, st)
}

// rule draws a level line.
func (s *sheet) rule(x0, x1, y, thickness float64, h hue) {
	s.stroke(thickness, h, "butt", [2]float64{x0, y}, [2]float64{x1, y})
}

// fill paints a rectangle.
func (s *sheet) fill(x, y, w, h float64, colour hue) {
	if s.blind {
		return
	}
	c := colour.color()
	s.artifact(tagged.Layout, func() {
		s.pdf.SetFillColor(c.r, c.g, c.b)
		s.pdf.Rect(x, y, w, h, "F")
	})
}

// stroke draws a broken line through points, with ends "butt" or "round".
func (s *sheet) stroke(thickness float64, colour hue, ends string, points ...[2]float64) {
	if s.blind {
		return
	}
	c := colour.color()
	s.artifact(tagged.Layout, func() {
		s.pdf.SetDrawColor(c.r, c.g, c.b)
		s.pdf.SetLineWidth(thickness)
		s.pdf.SetLineCapStyle(ends)
		for i := 1; i < len(points); i++ {
			s.pdf.Line(points[i-1][0], points[i-1][1], points[i][0], points[i][1])
		}
	})
}

// bytes is the file with its structure, and with what d says beside it.
func (s *sheet) bytes(d tagged.Document) ([]byte, error) {
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("write PDF: %w", err)
	}
	d.Tree = s.tree
	data, err := tagged.Finish(out.Bytes(), d)
	if err != nil {
		return nil, fmt.Errorf("tag PDF: %w", err)
	}
	return data, nil
}

// baseline is where a line of the style stands below the top of its strip.
func (l look) baseline() float64 { return (l.leading-l.size)/2 + 0.79*l.size }
