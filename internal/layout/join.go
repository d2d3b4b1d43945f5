package layout

import (
	"math"
	"strings"

	"predate/internal/fold"
)

// joinTables makes one table of the shares that follow one another on
// successive pages: under the same header repeated, or under none with the
// same columns.
func joinTables(pages []Page) []Table {
	var out []Table
	for i, p := range pages {
		for k, t := range p.Tables {
			if k == 0 && i > 0 && len(out) > 0 && len(pages[i-1].Tables) > 0 && goesOn(out[len(out)-1], t, pages[i-1].Number) {
				last := &out[len(out)-1]
				markCarried(last.Rows[max(0, len(last.Rows)-2):])
				markCarried(t.Rows[:min(2, len(t.Rows))])
				last.Rows = append(last.Rows, t.Rows...)
				last.Pages = append(last.Pages, t.Pages...)
				continue
			}
			out = append(out, clone(t))
		}
	}
	return out
}

// markCarried marks the rows next to a page's edge that carry a total over.
func markCarried(rows []Row) {
	for i := range rows {
		label := strings.TrimPrefix(fold.Squeeze(rows[i].Label()), "total")
		for _, word := range []string{"areporter", "report", "carriedforward", "broughtforward"} {
			rows[i].Carried = rows[i].Carried || strings.HasPrefix(label, word) && len(label) <= len(word)+16
		}
	}
}

func clone(t Table) Table {
	t.Rows = append([]Row(nil), t.Rows...)
	t.Pages = append([]int(nil), t.Pages...)
	return t
}

// goesOn says that a share is the sequel of the table that ended the page
// before.
func goesOn(t, share Table, before int) bool {
	if t.Pages[len(t.Pages)-1] != before || t.Columns() != share.Columns() {
		return false
	}
	if share.Header == nil {
		return t.Header != nil && sameEdges(t, share)
	}
	if len(t.Header) != len(share.Header) {
		return false
	}
	for k := range t.Header {
		if fold.Squeeze(t.Header[k].Text) != fold.Squeeze(share.Header[k].Text) {
			return false
		}
	}
	return true
}

// sameEdges says that the columns of two shares stand at the same places.
func sameEdges(a, b Table) bool {
	for k := range a.Columns() {
		if math.Abs(a.right(k)-b.right(k)) > 6 && math.Abs(a.left(k)-b.left(k)) > 6 {
			return false
		}
	}
	return true
}

func (t Table) left(k int) float64 {
	x := math.Inf(1)
	for _, r := range t.Rows {
		if r.Cells[k].Text != "" {
			x = min(x, r.Cells[k].Box.X0)
		}
	}
	return x
}

func (t Table) right(k int) float64 {
	x := math.Inf(-1)
	for _, r := range t.Rows {
		x = max(x, r.Cells[k].Box.X1)
	}
	return x
}
