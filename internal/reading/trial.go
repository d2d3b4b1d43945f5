package reading

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/form"
	"predate/internal/layout"
	"predate/internal/lexicon"
)

// Trial is one paper of a file with all that was found in it, for who teaches
// wordings and forms.
type Trial struct {
	File    string
	Part    predate.Part
	Tables  []TriedTable
	Sums    []Sum
	Figures []predate.Figure

	doc layout.Doc
}

// Sum is a printed sum of a paper.
type Sum = form.PrintedSum

// TriedTable is a table with what the heads of its columns mean.
type TriedTable struct {
	Pages   []int
	Rows    int
	Columns []Said
}

// Said is printed words with the concepts that the lexicon finds in them.
type Said struct {
	Where    string // French: where they stand, seen from an amount
	Words    string
	Concepts []lexicon.ID
}

// Try reads the papers of one file, as a dossier's are read, and keeps what led to
// the figures.
func (r *Reader) Try(ctx context.Context, file File) ([]Trial, error) {
	doc, _, err := r.Layout(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("try: %w", err)
	}
	var out []Trial
	for _, part := range r.classify(file.Name, doc).Parts {
		t := Trial{File: file.Name, Part: part, doc: pagesOf(doc, part)}
		t.Sums = form.PrintedSums(part.Kind, t.doc, r.Words)
		t.Figures = r.read(part.Kind, t.doc)
		for _, table := range t.doc.Tables {
			tried := TriedTable{Pages: table.Pages, Rows: len(table.Rows)}
			for _, head := range table.Header {
				tried.Columns = append(tried.Columns, r.said(part.Kind, "", head.Text))
			}
			t.Tables = append(t.Tables, tried)
		}
		out = append(out, t)
	}
	return out, nil
}

// Around gives the words that may name what is printed at a place of a paper, the
// nearest first, with what they mean: its line, the head of its column, the words
// over it.
func (r *Reader) Around(t Trial, e predate.Evidence) []Said {
	var out []Said
	add := func(where, words string) {
		if words != "" && !slices.ContainsFunc(out, func(s Said) bool { return s.Words == words }) {
			out = append(out, r.said(t.Part.Kind, where, words))
		}
	}
	for _, page := range t.doc.Pages {
		if page.Number != e.Page {
			continue
		}
		for _, line := range page.Lines {
			if middle := (e.Box.Y0 + e.Box.Y1) / 2; line.Box.Y0 <= middle && middle <= line.Box.Y1 {
				add("sur la ligne", line.Text())
			}
		}
		for _, table := range page.Tables {
			add("en tête de colonne", headOver(table, e.Box))
		}
		add("au-dessus", wordsOver(page, e.Box))
	}
	return out
}

// headOver returns the head of the column of a table in which a box is.
func headOver(table layout.Table, box predate.Box) string {
	for _, row := range table.Rows {
		for k, cell := range row.Cells {
			if k < len(table.Header) && cell.Text != "" && cell.Box.X0 < box.X1 && box.X0 < cell.Box.X1 && cell.Box.Y0 < box.Y1 && box.Y0 < cell.Box.Y1 {
				return table.Header[k].Text
			}
		}
	}
	return ""
}

// wordsOver returns the nearest words right over a box, not far above it.
func wordsOver(page layout.Page, box predate.Box) string {
	const reach = 2.5 // heights of the box
	words := ""
	for _, line := range page.Lines {
		if gap := box.Y0 - line.Box.Y1; gap < -1 || gap > reach*box.Height() {
			continue
		}
		for _, cell := range line.Segments(0) {
			if cell.Box.X0 < box.X1 && box.X0 < cell.Box.X1 {
				words = cell.Text
			}
		}
	}
	return words
}

// said finds what words mean in papers of a kind.
func (r *Reader) said(kind predate.Kind, where, words string) Said {
	s := Said{Where: where, Words: strings.Join(strings.Fields(words), " ")}
	for _, span := range r.Words.Spans(r.Words.Text(words), lexicon.Context{Kind: kind}) {
		if !slices.Contains(s.Concepts, span.Concept) {
			s.Concepts = append(s.Concepts, span.Concept)
		}
	}
	return s
}

// SumsOf lists the sums of the paper that what is printed at a place makes or is a
// part of.
func (t Trial) SumsOf(e predate.Evidence) []Sum {
	at := form.Place{Page: e.Page, Box: e.Box}
	return slices.DeleteFunc(slices.Clone(t.Sums), func(s Sum) bool {
		return at != form.Place{Page: s.Page, Box: s.Box} && !slices.Contains(s.Parts, at)
	})
}
