package console

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/orders/desk"
	"predate/internal/reading"
)

// facsimileRoutes are the pages of papers as images and words.
func facsimileRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/facsimile/{document}/{stamp}/{page}/{size}", predate.RoleSupport, (*Console).facsimile},
		{http.MethodGet, "/order/{id}/words/{document}/{page}", predate.RoleSupport, (*Console).words},
		{http.MethodGet, "/order/{id}/search", predate.RoleSupport, (*Console).searchPapers},
	}
}

// keepsDrawings is for how many seconds a browser may keep the image of a page: while
// its order is looked at, and hardly longer than the paper itself where that is erased.
const keepsDrawings = 15 * 60

// write sends an image. One that has a stamp in its address is of one person's browser
// for a while; any other is kept nowhere.
func (p picture) write(_ *Console, w http.ResponseWriter, _ *visit) error {
	w.Header().Set("Content-Type", p.kind)
	if p.kept {
		w.Header().Set("Cache-Control", fmt.Sprintf("private, max-age=%d", keepsDrawings))
	}
	_, _ = w.Write(p.body) // who asked is gone
	return nil
}

// facsimile is one page of a paper of the order, as an image.
func (c *Console) facsimile(v *visit) (answer, error) {
	file, _, err := c.fileOf(v)
	if err != nil {
		return nil, err
	}
	number, err := v.pageNumber()
	if err != nil {
		return nil, err
	}
	f := facsimile{file: file, page: number, size: pageSize(v.PathValue("size"))}
	drawn, err := c.drawer.draw(v.Context(), string(v.who.ID), f)
	if err != nil {
		return nil, err
	}
	drawn.kept = drawn.kept && v.PathValue("stamp") == f.stamp()
	return drawn, nil
}

// shownPage is a page for scripts, with the address of its image.
type shownPage struct {
	pageWords
	Document predate.DocumentID `json:"document"`
	File     string             `json:"file"`
	Image    string             `json:"image"`
}

// words is one page of a paper of the order, for scripts.
func (c *Console) words(v *visit) (answer, error) {
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
	if reason != "" {
		return nil, predate.Refuse(predate.CodeNotFound, "« %s » ne peut pas être lu : %s", file.Name, reason)
	}
	if number > len(pages) {
		return nil, predate.Refuse(predate.CodeNotFound, "« %s » n’a pas de page %d.", file.Name, number)
	}
	return data{shownPage{wordsOf(pages, number), file.Document, file.Name, imageAddress(papers.Order.ID, file, number, screenSize)}}, nil
}

// imageAddress is where the image of a page is found.
func imageAddress(order predate.OrderID, file reading.File, page int, s pageSize) string {
	return fmt.Sprintf("/order/%s/facsimile/%d/%s/%d/%s", order, file.Document, facsimile{file: file}.stamp(), page, s)
}

// searchPapers finds a text in all papers of the order.
func (c *Console) searchPapers(v *visit) (answer, error) {
	papers, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	hits, err := c.searched(v, papers)
	if err != nil {
		return nil, err
	}
	if hits == nil {
		hits = []hit{}
	}
	return data{hits}, nil
}

// searched finds what a visit asks for in papers.
func (c *Console) searched(v *visit, papers desk.Papers) ([]hit, error) {
	const longest = 200
	text := v.FormValue("q")
	if len(text) > longest {
		return nil, predate.Refuse(predate.CodeTooLarge, "Cherchez moins de mots à la fois.")
	}
	return c.index.search(v.Context(), filesOf(papers, c.Blobs), text)
}

// queryOf is what the visit looks for, for another address.
func (v *visit) queryOf() string { return url.Values{"q": {v.FormValue("q")}}.Encode() }

// pageNumber returns the page that the address names.
func (v *visit) pageNumber() (int, error) {
	n, err := strconv.Atoi(v.PathValue("page"))
	if err != nil || n < 1 {
		return 0, predate.Refuse(predate.CodeNotFound, "« %s » n’est pas une page.", v.PathValue("page"))
	}
	return n, nil
}

// fileOf returns the paper that the address names, of the order that it names.
func (c *Console) fileOf(v *visit) (reading.File, desk.Papers, error) {
	id, err := v.orderID()
	if err != nil {
		return reading.File{}, desk.Papers{}, err
	}
	papers, err := c.Desk.Papers(v.Context(), id)
	if err != nil {
		return reading.File{}, papers, err
	}
	for _, file := range filesOf(papers, c.Blobs) {
		if strconv.FormatInt(int64(file.Document), 10) == v.PathValue("document") {
			return file, papers, nil
		}
	}
	return reading.File{}, papers, predate.Refuse(predate.CodeNotFound, "La commande %s n’a pas cette pièce.", id)
}

// filesOf are the papers of an order, turned as operators said.
func filesOf(papers desk.Papers, blobs blob.Store) []reading.File {
	var files []reading.File
	for _, document := range papers.Documents {
		files = append(files, fileFrom(document, papers.Corrections, blobs))
	}
	return files
}

// fileFrom is one paper, turned as operators said.
func fileFrom(document predate.Document, said []predate.Correction, blobs blob.Store) reading.File {
	return reading.File{
		Document: document.ID, Name: document.Filename, Hash: document.Hash, Turns: reading.TurnsOf(said, document.Hash),
		Open: func(ctx context.Context) (io.ReadCloser, error) { return blobs.Open(ctx, document.Hash) },
	}
}

// mostDrawings bounds the drawings that are kept on disk, in bytes.
const mostDrawings = 512 << 20

// openPapers makes what draws and searches papers.
func (c *Console) openPapers() {
	c.drawer = newDrawer(c.Engine, c.Reader, newShelf(shelfOptions{
		folder: c.Drawings, most: mostDrawings, now: c.Now, log: c.Log,
		gone: func(ctx context.Context, hash predate.Hash) bool {
			_, err := c.Blobs.Size(ctx, hash)
			return isGone(err)
		},
	}))
	c.index = newIndex(c.Reader)
	c.drafts = &printer{drawer: c.drawer, today: c.today, issuer: c.Issuer, held: map[draftName]draft{}, read: func(ctx context.Context, pdf []byte) ([]predate.Page, error) {
		return c.Reader.Pages.Skim(ctx, pdf, nil)
	}}
}

// TidyDrawings drops the drawings of papers that are kept no more.
func (c *Console) TidyDrawings(ctx context.Context) {
	const most = time.Minute
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	c.drawer.shelf.tidy(ctx)
}
