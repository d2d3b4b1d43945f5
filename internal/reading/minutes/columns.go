package minutes

import (
	"slices"

	"predate"
	"predate/internal/reading/paper"
)

// readPoints cuts the minutes into their points: as the lines follow each other and,
// where pages are set in two columns, as each column is read down. The numbers of the
// points say which order is meant: the one in which more of them follow each other.
func (m *Minutes) readPoints(w paper.Meaning) {
	m.Points = pointsOf(m.Rows, w, m.Recognised())
	columns, found := m.inColumns()
	if !found {
		return
	}
	if points := pointsOf(columns, w, m.Recognised()); len(points) > len(m.Points) && isWhole(points) {
		m.Rows, m.Points = columns, points
	}
}

// isWhole reports whether points are numbered from one on and none is missing, the last
// ones included: no row under the last point begins like a later one.
func isWhole(points []Point) bool {
	for i, p := range points {
		if p.Broken || i == 0 && p.Number != "1" {
			return false
		}
	}
	const most = 3 // numbers further on are those of votes and lots
	last := points[len(points)-1]
	return !slices.ContainsFunc(last.Body, func(r paper.Row) bool {
		for style, h := range headingsIn(r, 0) {
			lettered := style == styleLetter || style == styleRoman // "M. Perrin" begins like one
			if lost := h.number - leadingNumber(last.Number); !lettered && lost > 0 && lost <= most && h.title != "" {
				return true
			}
		}
		return false
	})
}

// inColumns gives the rows of the pages that are set in two columns with the left column
// before the right one, and reports whether there are any.
func (m *Minutes) inColumns() ([]paper.Row, bool) {
	var out []paper.Row
	any := false
	for _, page := range m.Doc.Pages {
		rows := slices.DeleteFunc(slices.Clone(m.Rows), func(r paper.Row) bool { return r.Page != page.Number })
		ordered, found := downColumns(rows, page.Width)
		out, any = append(out, ordered...), any || found
	}
	return out, any
}

// downColumns orders the rows of a page along the white strip near its middle that the
// most rows leave free.
func downColumns(rows []paper.Row, width float64) ([]paper.Row, bool) {
	const from, to, step = 0.4, 0.6, 3.0 // of the width of the page; points
	var best []paper.Row
	most := 0
	for x := from * width; x <= to*width; x += step {
		if ordered, n := alongStrip(rows, x); n > most {
			best, most = ordered, n
		}
	}
	if most == 0 {
		return rows, false
	}
	return best, true
}

// alongStrip orders rows along a white strip: runs of rows that leave it free, with text
// on both sides of it, are read down on the left, then down on the right. Words that
// close the meeting end a run, be they ever so short, unless they stand in the right
// column. It gives the number of rows that are so parted.
func alongStrip(rows []paper.Row, x float64) ([]paper.Row, int) {
	const least = 6 // rows on each side; fewer are a table of votes or signatures
	var out, left, right []paper.Row
	parted := 0
	flush := func(run []paper.Row) {
		if len(left) >= least && len(right) >= least {
			out = append(append(out, left...), right...)
			parted += len(run)
		} else {
			out = append(out, run...)
		}
		left, right = nil, nil
	}
	start := 0
	for i, r := range rows {
		before, after, crossed := besideStrip(r, x)
		if crossed || len(after) == 0 && endOfPoints.MatchString(r.Folded) {
			flush(rows[start:i])
			out, start = append(out, r), i+1
			continue
		}
		if len(before) > 0 {
			left = append(left, paper.RowOf(paper.LineOf(before, r.Page)))
		}
		if len(after) > 0 {
			right = append(right, paper.RowOf(paper.LineOf(after, r.Page)))
		}
	}
	flush(rows[start:])
	return out, parted
}

// besideStrip parts the words of a row at a white strip; crossed where one of them or
// the space between two words of a sentence stands on it.
func besideStrip(r paper.Row, x float64) (before, after []predate.Word, crossed bool) {
	const strip = 4.0 // points, on each side
	for _, w := range r.Words {
		switch {
		case w.Box.X1 <= x-strip:
			before = append(before, w)
		case w.Box.X0 >= x+strip:
			after = append(after, w)
		default:
			return nil, nil, true
		}
	}
	return before, after, false
}
