package console

import (
	"fmt"

	"predate"
)

// leafView is one page of a paper, with the words that were looked for marked.
type leafView struct {
	ID            predate.OrderID
	Document      predate.DocumentID
	File          string
	Page, Pages   int
	Width, Height float64
	Image         string
	Says          string // why it has no words
	Marks         [][4]float64
	Query         string
	Before, After string // addresses; empty at the ends
}

// Wide is the width of a mark.
func (leafView) Wide(box [4]float64) float64 { return hundredths(box[2] - box[0]) }

// High is the height of a mark.
func (leafView) High(box [4]float64) float64 { return hundredths(box[3] - box[1]) }

// leafPage shows one page of a paper by itself.
func (c *Console) leafPage(v *visit) (answer, error) {
	file, papers, err := c.fileOf(v)
	if err != nil {
		return nil, err
	}
	number, err := v.pageNumber()
	if err != nil {
		return nil, err
	}
	pages, reason, err := c.Reader.Seen(v.Context(), file)
	if err != nil {
		return nil, err
	}
	if number > max(1, len(pages)) {
		return nil, predate.Refuse(predate.CodeNotFound, "« %s » n’a pas de page %d.", file.Name, number)
	}
	view := leafView{
		ID: papers.Order.ID, Document: file.Document, File: file.Name, Page: number, Pages: max(1, len(pages)), Says: reason, Width: 595, Height: 842,
		Image: imageAddress(papers.Order.ID, file, number, screenSize), Query: v.FormValue("q"),
	}
	if number <= len(pages) {
		shown := wordsOf(pages, number)
		view.Says = shown.Unreadable
		if shown.Width > 0 && shown.Height > 0 {
			view.Width, view.Height = shown.Width, shown.Height
		}
		if wanted := lettersOf(view.Query); wanted != "" {
			for _, h := range indexedOf(pages[number-1]).find(wanted, mostHits) {
				view.Marks = append(view.Marks, h.Boxes...)
			}
		}
	}
	at := func(n int) string {
		return fmt.Sprintf("/order/%s/page/%d/%d?%s", view.ID, view.Document, n, v.queryOf())
	}
	if number > 1 {
		view.Before = at(number - 1)
	}
	if number < view.Pages {
		view.After = at(number + 1)
	}
	return page{name: "leaf", title: fmt.Sprintf("%s, p. %d", file.Name, number), view: view}, nil
}
