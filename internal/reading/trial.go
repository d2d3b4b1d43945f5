package reading

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Trial is one paper of a file with all that was found in it, for who teaches
// wordings and forms.
type Trial struct {
	File    string
	Part    predate.Part
	Columns []Column
	Sums    []Sum
	Figures []predate.Figure

	doc layout.Doc
}

// Sum is a printed sum of a paper.
type Sum = form.PrintedSum

// Column is amounts under one another, and what the words over them mean.
type Column struct {
	form.PrintedColumn
	Head Said
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
		t.Columns = r.columns(part, t.doc)
		out = append(out, t)
	}
	return out, nil
}

// Columns lists the columns of amounts of the papers of a file.
func (r *Reader) Columns(file string, doc layout.Doc) []Column {
	var out []Column
	for _, part := range r.classify(file, doc).Parts {
		out = append(out, r.columns(part, pagesOf(doc, part))...)
	}
	return out
}

// columns lists the columns of amounts of one paper.
func (r *Reader) columns(part predate.Part, doc layout.Doc) []Column {
	var out []Column
	for _, c := range form.PrintedColumns(part.Kind, doc, r.Words) {
		out = append(out, Column{c, r.said(part.Kind, "", c.Head)})
	}
	return out
}

// Around returns the words that may name what is printed at a place of a paper, the
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
		add("en tête de colonne", t.headOver(e))
		add("au-dessus", wordsOver(page, e.Box))
	}
	return out
}

// headOver returns the words over the column in which something is printed.
func (t Trial) headOver(e predate.Evidence) string {
	for _, c := range t.Columns {
		if c.Page == e.Page && c.Box.X0 < e.Box.X1 && e.Box.X0 < c.Box.X1 && c.Box.Y0 < e.Box.Y1 && e.Box.Y0 < c.Box.Y1 {
			return c.Head.Words
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
