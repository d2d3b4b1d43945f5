package typeset

import (
	"strings"
	"time"

	"predate"
	"predate/internal/statement/tagged"
)

// composer sets one statement: the sections, in order, on one sheet.
type composer struct {
	predate.Statement
	options Options
	book    book
	sheet   *sheet
	sources *sources
	known   outline // what the pass before found; empty in the first
	reached []waypoint
}

// book is one of the two files of a statement.
type book int

const (
	figuresBook book = iota // the statement
	proofBook
)

// waypoint is a section and the page on which it begins.
type waypoint struct {
	title string
	page  int
}

// outline is what one pass finds out for the next.
type outline struct {
	code      predate.Code // of verification; the same in every pass
	report    predate.Hash // of the attached report, from which the code is made
	proof     predate.Hash // of the file of the proof
	cited     []source     // what the statement cites, for the proof
	waypoints []waypoint
	pages     int
	brief     bool // drawings are left out, so that there are no more pages than mostPages
}

// mostPages is how many pages of an ordinary statement a notary files, its notice among them.
const mostPages = 7

// compose sets all the sections of a book on a fresh sheet.
func compose(s predate.Statement, o Options, sheet *sheet, b book, known outline) *composer {
	c := &composer{
		Statement: s, options: o, book: b, sheet: sheet, known: known,
		sources: newSources(sheet.newLink),
	}
	sheet.furnish = c.furnish
	if b == proofBook {
		sheet.cited = c.cites // the statement's numbers lead to another file
		c.sources.take(known.cited)
	}
	for _, section := range c.sections() {
		section()
	}
	return c
}

// sections is the order of the book.
func (c *composer) sections() []func() {
	if c.book == proofBook {
		return []func(){c.proofFront, c.sourcesAnnex, c.checks, c.dossier, c.hashes}
	}
	return []func(){
		c.front,
		c.identification,
		c.partOne,
		c.dueBySeller,
		c.dueBySyndicat,
		c.dueByBuyer,
		c.chargesAnnex,
		c.syndicat,
		c.partTwo,
		c.life,
		c.technicalFile,
		c.open,
		c.reservations,
		c.issue,
		c.notice,
	}
}

func (c *composer) outline() outline {
	out := c.known
	out.waypoints, out.pages = c.reached, c.sheet.page()
	return out
}

// document is what the file says beside its pages. Its date is the day of issue,
// so that the same statement gives the same bytes.
func (c *composer) document(report []byte) tagged.Document {
	issued := c.options.Issued
	return tagged.Document{
		Cores: c.options.Cores,
		Metadata: tagged.Metadata{
			Title:       c.title() + " — " + printable(c.Order.Property.Line()),
			Subject:     "Informations de l’article L.721-2 du code de la construction et de l’habitation",
			Author:      printable(c.options.Issuer.Name),
			Creator:     "predate",
			Language:    "fr-FR",
			Date:        time.Date(issued.Year, issued.Month, issued.Day, 0, 0, 0, 0, time.UTC),
			Conformance: "A", Accessible: true,
		},
		Files: []tagged.File{{
			Name:      c.reportName(),
			Describe:  "Les mêmes chiffres, lisibles par une machine, avec leurs sources",
			MediaType: "application/json",
			Data:      report,
		}},
	}
}

// title is what the file is called.
func (c *composer) title() string {
	if c.book == proofBook {
		return "Preuve du pré-état daté"
	}
	return "Pré-état daté"
}

// proofName is that of the file of the proof.
func (c *composer) proofName() string { return "pre-etat-date" + suffix(c.Order) + "-preuve.pdf" }

// reportName is that of the attached report.
func (c *composer) reportName() string { return "pre-etat-date" + suffix(c.Order) + ".json" }

func suffix(o predate.Order) string {
	if o.ID == "" {
		return ""
	}
	return "-" + strings.ToLower(string(o.ID))
}

// reach notes that a section begins here, for the contents and the bookmarks.
func (c *composer) reach(title string, level int) {
	c.sheet.bookmark(title, level)
	if level == 0 {
		c.reached = append(c.reached, waypoint{title, c.sheet.page()})
	}
}
