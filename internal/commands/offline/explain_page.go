package offline

import (
	"errors"
	"fmt"
	"image/png"
	"os"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/reading"
	"predate/internal/reading/compute"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/sketch"
)

// drawingDPI shows A4 in some 1200 by 1700 pixels: small print can be read.
const drawingDPI = 144

// draw writes the page that --page names with what was read on it.
func (e ExplainCommand) draw(c *terminal.Context, engine *readers.Engine, reader *reading.Reader, dossier reading.Dossier, told reading.Explanation) error {
	file, number, err := e.pageOf(dossier)
	if err != nil {
		return err
	}
	doc, data, err := reader.Layout(c, file)
	if err != nil {
		return err
	}
	if number < 1 || number > len(doc.Pages) {
		return fmt.Errorf("--page: %s has pages 1 to %d", file.Name, len(doc.Pages))
	}
	paper, err := engine.Draw(c, data, pdftext.Drawing{Page: number, DPI: drawingDPI})
	if err != nil {
		return fmt.Errorf("draw page %d of %s: %w", number, file.Name, err)
	}
	read := sketch.Read{Notes: e.notes(told, file.Name, number)}
	for _, column := range reader.Columns(file.Name, doc) {
		if column.Page == number {
			read.Columns = append(read.Columns, column.Box)
		}
	}
	drawn, err := sketch.Page(paper, doc.Pages[number-1].Page, read)
	if err != nil {
		return fmt.Errorf("draw page %d of %s: %w", number, file.Name, err)
	}
	out, err := os.OpenFile(e.PNG, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write the drawing: %w", err)
	}
	if err := errors.Join(png.Encode(out, drawn), out.Close()); err != nil {
		return fmt.Errorf("write the drawing: %w", err)
	}
	return nil
}

// pageOf reads FILE:N; the file is named as it is in the folder.
func (e ExplainCommand) pageOf(dossier reading.Dossier) (reading.File, int, error) {
	name, number := e.Page, 1
	if at := strings.LastIndexByte(e.Page, ':'); at >= 0 {
		n, err := strconv.Atoi(e.Page[at+1:])
		if err != nil {
			return reading.File{}, 0, fmt.Errorf("--page: %q is no page number", e.Page[at+1:])
		}
		name, number = e.Page[:at], n
	}
	at := slices.IndexFunc(dossier.Files, func(f reading.File) bool { return f.Name == name })
	if at < 0 {
		return reading.File{}, 0, fmt.Errorf("--page: there is no %q among the papers", name)
	}
	return dossier.Files[at], number, nil
}

// notes are the readings of a page: for every figure those that were chosen or
// contradict one another, and for a figure that is asked for alone those that
// were set aside too.
func (e ExplainCommand) notes(told reading.Explanation, file string, page int) []sketch.Note {
	var notes []sketch.Note
	for _, entry := range predate.Figures() {
		key := entry.Key
		f, stated := told.Statement.Figures[key]
		if !stated || e.Figure != "" && e.Figure != key {
			continue
		}
		for _, c := range told.Considered[key] {
			if fate := fateOf(f, c); fate != sketch.SetAside || e.Figure != "" {
				notes = append(notes, notesOf(c, key, fate, file, page)...)
			}
		}
	}
	return notes
}

// fateOf is what became of a reading of a figure.
func fateOf(f predate.Figure, c compute.Consideration) sketch.Fate {
	switch {
	case !c.Chosen:
		return sketch.SetAside
	case f.Status == predate.StatusConflicting:
		return sketch.Contradicts
	}
	return sketch.Chosen
}

func notesOf(c compute.Consideration, key predate.Key, fate sketch.Fate, file string, page int) []sketch.Note {
	var notes []sketch.Note
	for _, place := range c.Candidate.Evidence {
		if place.File == file && place.Page == page && place.Box != (predate.Box{}) {
			notes = append(notes, sketch.Note{Box: place.Box, Label: string(key), Fate: fate})
		}
	}
	return notes
}
