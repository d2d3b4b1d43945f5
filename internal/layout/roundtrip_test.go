package layout_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
	"predate/internal/layout"
)

// sheet is a table as a program prints it: what the round trip starts from.
type sheet struct {
	font    string
	size    float64
	padding float64 // white above and below the text of a row, in points
	ruled   bool
	columns []sheetColumn
	rows    [][]string
}

type sheetColumn struct {
	head  string
	width float64
	align string // of the cells: L, C or R
	wraps bool
}

// amountForms print cents as software does.
func amountForms() []func(c predate.Cents) string {
	grouped := func(c predate.Cents, space, point string) string {
		sign, text := "", c.Decimal()
		if c < 0 {
			sign, text = "-", text[1:]
		}
		units, decimals, _ := strings.Cut(text, ".")
		for at := len(units) - 3; at > 0; at -= 3 {
			units = units[:at] + space + units[at:]
		}
		return sign + units + point + decimals
	}
	return []func(c predate.Cents) string{
		func(c predate.Cents) string { return grouped(c, " ", ",") },
		func(c predate.Cents) string { return grouped(c, "\u00a0", ",") + "\u00a0€" },
		func(c predate.Cents) string { return grouped(c, ".", ",") },
		func(c predate.Cents) string { return grouped(c, "", ",") },
		func(c predate.Cents) string { return grouped(c, "", ".") },
		func(c predate.Cents) string {
			if c < 0 {
				return grouped(-c, " ", ",") + "-"
			}
			return grouped(c, " ", ",")
		},
		func(c predate.Cents) string {
			if c < 0 {
				return "(" + grouped(-c, " ", ",") + ")"
			}
			return grouped(c, " ", ",")
		},
	}
}

func drawSheet(t *rapid.T) sheet {
	s := sheet{
		font:    rapid.SampledFrom([]string{"Helvetica", "Times", "Courier"}).Draw(t, "font"),
		size:    rapid.Float64Range(7, 10).Draw(t, "size"),
		padding: rapid.Float64Range(1.5, 5).Draw(t, "padding"),
		ruled:   rapid.Bool().Draw(t, "ruled"),
	}
	money := rapid.IntRange(1, 4).Draw(t, "amount columns")
	if s.font == "Courier" {
		s.size = min(s.size, 8)
		money = min(money, 2)
	}
	coded := rapid.Bool().Draw(t, "codes")
	if coded {
		s.columns = append(s.columns, sheetColumn{head: "Code", width: 55, align: rapid.SampledFrom([]string{"L", "C"}).Draw(t, "code align")})
	}
	s.columns = append(s.columns, sheetColumn{head: "Description", width: 200, align: "L", wraps: true})
	for i := range money {
		s.columns = append(s.columns, sheetColumn{head: []string{"Montant", "Débit", "Crédit", "Quote-part"}[i], width: 72, align: "R"})
	}
	form := rapid.SampledFrom(amountForms()).Draw(t, "form")
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"Entretien", "des", "parties", "communes", "Prime", "multirisque", "Ascenseur", "Électricité", "eau", "froide", "Nettoyage", "contrat", "annuel", "de", "la", "chaufferie"}), 1, 11)
	label := rapid.Custom(func(t *rapid.T) string { return "Poste " + strings.Join(words.Draw(t, "words"), " ") })
	cents := rapid.Int64Range(-99_999_999, 99_999_999)
	n := rapid.IntRange(2, 45).Draw(t, "rows")
	for i := range n {
		var row []string
		if coded {
			row = append(row, fmt.Sprint(600+i))
		}
		row = append(row, label.Draw(t, "label"))
		filled := rapid.IntRange(0, money-1).Draw(t, "filled")
		for k := range money {
			text := ""
			if k == filled || rapid.IntRange(0, 3).Draw(t, "blank") > 0 {
				text = form(predate.Cents(cents.Draw(t, "cents")))
			}
			row = append(row, text)
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// print draws the sheet, the heading again on every page.
func (s sheet) print() ([]byte, error) {
	f := fpdf.New("P", "pt", "A4", "")
	f.SetMargins(40, 60, 40)
	f.SetAutoPageBreak(false, 0)
	latin := f.UnicodeTranslatorFromDescriptor("")
	row := func(cells []string, style string, heading bool) {
		f.SetFont(s.font, style, s.size)
		height, x := s.height(f, latin, cells), 40.0
		for k, c := range s.columns {
			y, lines := f.GetY()+s.padding, s.lines(f, latin, cells[k], c)
			for _, line := range lines {
				f.SetXY(x, y)
				align := c.align
				if heading && align == "R" {
					align = "C"
				}
				f.CellFormat(c.width, s.size*1.15, line, "", 0, align+"T", false, 0, "")
				y += s.size * 1.15
			}
			f.SetXY(x, y-s.padding-float64(len(lines))*s.size*1.15)
			if s.ruled {
				f.Rect(x, f.GetY(), c.width, height, "D")
			}
			x += c.width
		}
		f.SetXY(40, f.GetY()+height)
	}
	heads := make([]string, len(s.columns))
	for k, c := range s.columns {
		heads[k] = c.head
	}
	begin := func() {
		f.AddPage()
		row(heads, "B", true)
	}
	begin()
	for _, cells := range s.rows {
		if f.GetY() > 760 {
			begin()
		}
		row(cells, "", false)
	}
	var b bytes.Buffer
	err := f.Output(&b)
	return b.Bytes(), err
}

func (s sheet) lines(f *fpdf.Fpdf, latin func(string) string, text string, c sheetColumn) []string {
	if !c.wraps {
		return []string{latin(text)}
	}
	lines := f.SplitText(text, c.width-4)
	for i := range lines {
		lines[i] = latin(lines[i])
	}
	return lines
}

func (s sheet) height(f *fpdf.Fpdf, latin func(string) string, cells []string) float64 {
	most := 1
	for k, c := range s.columns {
		most = max(most, len(s.lines(f, latin, cells[k], c)))
	}
	return float64(most)*s.size*1.15 + 2*s.padding
}

// A printed table read again has the same cells, whatever its type, its rules,
// its forms of amounts and the pages it runs over.
func TestRoundTrip(t *testing.T) {
	engine := reader(t)
	rapid.Check(t, func(t *rapid.T) {
		s := drawSheet(t)
		data, err := s.print()
		if err != nil {
			t.Fatal(err)
		}
		pages, err := engine.Read(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		doc := layout.Analyse(pages)
		if len(doc.Tables) != 1 {
			t.Fatalf("%d tables of %+v", len(doc.Tables), s)
		}
		want := [][]string{{}}
		for _, c := range s.columns {
			want[0] = append(want[0], c.head)
		}
		for _, row := range s.rows {
			var cells []string
			for _, text := range row {
				cells = append(cells, strings.ReplaceAll(text, "\u00a0", " "))
			}
			want = append(want, cells)
		}
		if diff := cmp.Diff(want, cellsOf(doc.Tables[0])); diff != "" {
			t.Fatalf("cells of %s %.1f, padding %.1f, ruled %v (-want +got):\n%s", s.font, s.size, s.padding, s.ruled, diff)
		}
	})
}

// cellsOf gives the texts of a table, its header first.
func cellsOf(t layout.Table) [][]string {
	texts := func(cells []layout.Cell) []string {
		out := make([]string, len(cells))
		for i, c := range cells {
			out[i] = c.Text
		}
		return out
	}
	out := [][]string{texts(t.Header)}
	for _, r := range t.Rows {
		out = append(out, texts(r.Cells))
	}
	return out
}
