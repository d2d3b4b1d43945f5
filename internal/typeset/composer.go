package typeset

import (
	"strings"
	"time"

	"predate"
	"predate/internal/tagged"
)

// composer sets one statement: the sections, in order, on one sheet.
type composer struct {
	predate.Statement
	options Options
	sheet   *sheet
	sources *sources
	known   outline // what the pass before found; empty in the first
	reached []waypoint
}

// waypoint is a section and the page on which it begins.
type waypoint struct {
	title string
	page  int
}

// outline is what one pass finds out for the next.
type outline struct {
	code      predate.Code // of verification; the same in every pass
	report    predate.Hash // of the attached report, from which the code is made
	waypoints []waypoint
	pages     int
}

// compose sets all the sections of a statement on a fresh sheet.
func compose(s predate.Statement, o Options, sheet *sheet, known outline) *composer {
	c := &composer{
		Statement: s, options: o, sheet: sheet, known: known,
		sources: newSources(sheet.pdf.AddLink),
	}
	sheet.furnish = c.furnish
	sheet.cited = c.cites
	for _, section := range c.sections() {
		section()
	}
	return c
}

// sections is the order of the document.
func (c *composer) sections() []func() {
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
		c.dossier,
		c.reservations,
		c.checks,
		c.issue,
		c.sourcesAnnex,
		c.notice,
	}
}

func (c *composer) outline() outline {
	return outline{code: c.known.code, report: c.known.report, waypoints: c.reached, pages: c.sheet.page()}
}

// document is what the file says beside its pages. Its date is the day of issue,
// so that the same statement gives the same bytes.
func (c *composer) document(report []byte) tagged.Document {
	issued := c.options.Issued
	return tagged.Document{
		Cores: c.options.Cores,
		Metadata: tagged.Metadata{
			Title:       "Pré-état daté — " + printable(c.Order.Property.Line()),
			Subject:     "Informations de l’article L.721-2 du code de la construction et de l’habitation",
			Author:      printable(c.options.Issuer.Name),
			Creator:     "predate",
			Language:    "fr-FR",
			Date:        time.Date(issued.Year, issued.Month, issued.Day, 0, 0, 0, 0, time.UTC),
			Conformance: "A",
		},
		Files: []tagged.File{{
			Name:      c.reportName(),
			Describe:  "Les mêmes chiffres, lisibles par une machine, avec leurs sources",
			MediaType: "application/json",
			Data:      report,
		}},
	}
}

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
	c.sheet.pdf.Bookmark(title, level, c.sheet.y)
	if level == 0 {
		c.reached = append(c.reached, waypoint{title, c.sheet.page()})
	}
}
