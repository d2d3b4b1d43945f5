package lookstest

import (
	"bytes"
	"fmt"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"predate"
)

// block is a piece of a paper, before any look: a heading, pairs, a table or a
// sentence.
type block struct {
	Heading string
	Pairs   []fact
	Table   *table
	Text    string
	Sides   [2]*table // two tables beside each other
}

// table is rows under a head. A row with one cell is a heading of its own.
type table struct {
	Head []string
	Left []bool // columns of words
	Rows []line
}

type line struct {
	Cells  []string
	Strong bool
}

// arrange reorders columns, and drops those that order leaves out.
func (t *table) arrange(order []int) {
	pick := func(cells []string) []string {
		if len(cells) < len(t.Head) {
			return cells
		}
		var picked []string
		for _, i := range order {
			picked = append(picked, cells[i])
		}
		return picked
	}
	var left []bool
	for i := range t.Rows {
		t.Rows[i].Cells = pick(t.Rows[i].Cells)
	}
	for _, i := range order {
		left = append(left, t.Left[i])
	}
	t.Head, t.Left = pick(t.Head), left
}

func (t *table) add(strong bool, cells ...string) {
	t.Rows = append(t.Rows, line{cells, strong})
}

// sheetOfPaper draws blocks on pages.
type sheetOfPaper struct {
	pdf    *fpdf.Fpdf
	form   Form
	d      *Dossier
	encode func(string) string
	left   float64
	width  float64
	y      float64
	issued predate.Date
	count  int
}

// Draw prints a paper as the form says, and gives the pages of each part.
func (f Form) Draw(d *Dossier, p Paper) ([]byte, []int, error) {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCreationDate(p.Parts[0].Issued.Time())
	pdf.SetModificationDate(p.Parts[0].Issued.Time())
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	var counts []int
	for _, part := range p.Parts {
		s := &sheetOfPaper{pdf: pdf, form: f, d: d, encode: pdf.UnicodeTranslatorFromDescriptor(""), left: f.Margin, issued: part.Issued}
		title, blocks := f.paper(d, part)
		s.page(f.landscape(part.Kind))
		s.title(title)
		for _, b := range blocks {
			s.block(b)
		}
		counts = append(counts, s.count)
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, nil, fmt.Errorf("print %s: %w", p.File, err)
	}
	return out.Bytes(), counts, nil
}

func (f Form) landscape(kind string) bool {
	return strings.HasPrefix(kind, "schedule_") && (f.Landscape || kind == "schedule_2" || kind == "schedule_3" || kind == "schedule_5")
}

func (s *sheetOfPaper) page(landscape bool) {
	orientation := "P"
	s.width = 595.28 - 2*s.left
	if landscape {
		orientation = "L"
		s.width = 841.89 - 2*s.left
	}
	s.pdf.AddPageFormat(orientation, fpdf.SizeType{Wd: 595.28, Ht: 841.89})
	s.count++
	s.y = 34
	s.font(false, s.form.Size)
	agent, place := s.d.Agent, s.d.Street+", "+s.d.Zip+" "+s.d.City
	switch s.form.Letterhead {
	case 0:
		s.text(s.left, agent.Name)
		s.right(s.left+s.width, s.d.Name)
		s.advance(1)
		s.text(s.left, agent.Street+" - "+agent.Town)
		s.right(s.left+s.width, place)
		s.advance(1)
		s.right(s.left+s.width, "Immatriculation "+s.d.Registration)
	case 1:
		s.text(s.left, agent.Name+" - "+agent.Street+" - "+agent.Town+" - Tél. "+agent.Phone)
		s.advance(1.5)
		s.text(s.left, "Immeuble : "+s.d.Name+" ("+s.d.Code+"), "+place)
		s.advance(1)
		s.text(s.left, "N° d'immatriculation : "+s.d.Registration)
	default:
		s.text(s.left, "Copropriété "+s.d.Name)
		s.advance(1)
		s.text(s.left, place)
		s.advance(1)
		s.text(s.left, "Syndic : "+agent.Name+", "+agent.Street+", "+agent.Town)
		s.right(s.left+s.width, "Immat. "+s.d.Registration)
	}
	s.advance(1)
	s.text(s.left, s.form.word("issued")+" "+s.form.day(s.issued))
	s.advance(2)
}

func (s *sheetOfPaper) font(strong bool, size float64) {
	style := ""
	if strong && s.form.Bold {
		style = "B"
	}
	s.pdf.SetFont(s.form.Font, style, size)
}

func (s *sheetOfPaper) text(x float64, text string) { s.pdf.Text(x, s.y, s.encode(text)) }

func (s *sheetOfPaper) right(x float64, text string) {
	encoded := s.encode(text)
	s.pdf.Text(x-s.pdf.GetStringWidth(encoded), s.y, encoded)
}

func (s *sheetOfPaper) advance(lines float64) { s.y += lines * s.form.Size * 1.28 }

// room begins a page where fewer lines than n are left.
func (s *sheetOfPaper) room(n float64) bool {
	_, height := s.pdf.GetPageSize()
	if s.y+n*s.form.Size*1.28 < height-34 {
		return false
	}
	s.page(s.width > 600)
	return true
}

func (s *sheetOfPaper) title(text string) {
	if s.form.Shout {
		text = strings.ToUpper(text)
	}
	s.font(true, s.form.Size*1.5)
	for _, l := range s.wrap(text, s.width) {
		s.text(s.left, l)
		s.advance(1.6)
	}
	s.font(false, s.form.Size)
	s.advance(0.5)
}

func (s *sheetOfPaper) block(b block) {
	if b.Heading != "" {
		s.room(4)
		s.advance(0.6)
		s.font(true, s.form.Size*1.1)
		s.text(s.left, b.Heading)
		s.font(false, s.form.Size)
		s.advance(1.4)
	}
	if b.Text != "" {
		for _, l := range s.wrap(b.Text, s.width) {
			s.room(1)
			s.text(s.left, l)
			s.advance(1)
		}
		s.advance(0.4)
	}
	s.pairs(b.Pairs)
	if b.Table != nil {
		s.table(b.Table, s.left, s.width)
	}
	if b.Sides[0] != nil {
		s.room(float64(max(len(b.Sides[0].Rows), len(b.Sides[1].Rows)) + 3))
		top := s.y
		s.table(b.Sides[0], s.left, s.width/2-6)
		bottom := s.y
		s.y = top
		s.table(b.Sides[1], s.left+s.width/2+6, s.width/2-6)
		s.y = max(bottom, s.y)
	}
}

// wrap cuts a text in lines that fit.
func (s *sheetOfPaper) wrap(text string, width float64) []string {
	var lines []string
	current := ""
	for _, word := range strings.Split(text, " ") {
		longer := strings.TrimPrefix(current+" "+word, " ")
		if current != "" && s.pdf.GetStringWidth(s.encode(longer)) > width {
			lines = append(lines, current)
			longer = word
		}
		current = longer
	}
	return append(lines, current)
}

// pairs draws labels with their values where the form puts them.
func (s *sheetOfPaper) pairs(pairs []fact) {
	if len(pairs) == 0 {
		return
	}
	if s.form.Pairs >= cardsAbove {
		s.cards(pairs)
		return
	}
	for _, p := range pairs {
		s.room(2)
		switch s.form.Pairs {
		case inline:
			for i, l := range s.wrap(p.Label+" : "+p.Value, s.width) {
				s.advance(float64(min(i, 1)))
				s.text(s.left, l)
			}
		case dotted:
			label := s.encode(p.Label + " ")
			dots := strings.Repeat(".", max(3, int((s.width*0.62-s.pdf.GetStringWidth(label))/s.pdf.GetStringWidth("."))))
			s.pdf.Text(s.left, s.y, label+dots)
			s.text(s.left+s.pdf.GetStringWidth(label+dots)+14, p.Value)
		case columns:
			s.beside(s.wrap(p.Label, s.width*0.4), s.wrap(p.Value, s.width*0.52))
		}
		s.advance(1.15)
	}
	s.advance(0.5)
}

// beside writes a label and, in a column of their own, the lines of its value.
func (s *sheetOfPaper) beside(label, value []string) {
	for i := range max(len(label), len(value)) {
		s.advance(float64(min(i, 1)))
		if i < len(label) {
			s.text(s.left, label[i])
		}
		if i < len(value) {
			s.text(s.left+s.width*0.46, value[i])
		}
	}
}

// written is a text in a size.
type written struct {
	text string
	size float64
}

// cards draws pairs three in a row, the label over or under its value.
func (s *sheetOfPaper) cards(pairs []fact) {
	each := s.width / 3
	for i := 0; i < len(pairs); i += 3 {
		row := pairs[i:min(i+3, len(pairs))]
		s.room(5)
		top, deepest := s.y, s.y
		for k, p := range row {
			s.y = top
			label, value := written{p.Label, s.form.Size * 0.9}, written{p.Value, s.form.Size * 1.15}
			both := []written{label, value}
			if s.form.Pairs == cardsBelow {
				both = []written{value, label}
			}
			for _, w := range both {
				s.font(false, w.size)
				for _, l := range s.wrap(w.text, each-12) {
					s.text(s.left+float64(k)*each, l)
					s.advance(1.1)
				}
			}
			deepest = max(deepest, s.y)
		}
		s.font(false, s.form.Size)
		s.y = deepest
		s.advance(0.7)
	}
}
