package typeset

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"predate"
	"predate/internal/reading/wording"
	"predate/internal/statement/tagged"
)

// Contents is the table of contents of the papers of an order, as they are handed over
// together.
type Contents struct {
	Order predate.Order
	// Day is the day of the latest paper, and the date of the file.
	Day    predate.Date
	Groups []ContentsGroup
	// Aside are papers that are not handed over, each with why.
	Aside []ContentsEntry
	// Paged says that the entries have pages of the same file.
	Paged bool
}

// ContentsGroup is the papers that one rule of law asks for.
type ContentsGroup struct {
	Title, Law string
	Entries    []ContentsEntry
}

// ContentsEntry is one paper.
type ContentsEntry struct {
	Number int
	Name   string // of the file
	Detail string // what it is; may be empty
	Note   string // what is to be known of it; may be empty
	Page   int    // on which it begins; 0 when it is not in the file
}

// ContentsPDF sets a table of contents on A4 pages and says how many there are. The same
// contents give the same bytes.
func ContentsPDF(c Contents) (pdf []byte, pages int, err error) {
	if !c.Day.Valid() {
		return nil, 0, errors.New("typeset: contents without a day")
	}
	made := makeSheet(false)
	if made.err != nil {
		return nil, 0, fmt.Errorf("typeset: %w", made.err)
	}
	s := made.sheet
	s.open()
	s.begin()
	s.place(say("DOSSIER DE LA VENTE", kicker), marginLeft, contentWidth)
	s.place(say("Pièces remises", headingPart).with(c.Order.Property.Line(), subtitle).
		with("Commande "+string(c.Order.ID)+" · pièces reçues jusqu’au "+wording.DayInWords(c.Day), bodyGrey), marginLeft, contentWidth)
	s.skip(8)
	s.table(c.table())
	if len(c.Aside) > 0 {
		s.skip(18)
		s.place(say("Ce qui n’est pas remis", headingSection), marginLeft, contentWidth)
		s.skip(4)
		aside := table{columns: []column{{title: "Fichier", width: 220}, {title: "Pourquoi"}}}
		for _, e := range c.Aside {
			aside.rows = append(aside.rows, row{cells: []cell{say(e.Name, smallInk), say(typographic(e.Note), smallInk)}})
		}
		s.table(aside)
	}
	pages = s.page()
	pdf, err = s.bytes(tagged.Document{Metadata: tagged.Metadata{
		Title: "Pièces remises — " + printable(c.Order.Property.Line()), Subject: "Pièces de la copropriété remises pour la vente",
		Creator: "predate", Language: "fr-FR", Date: time.Date(c.Day.Year, c.Day.Month, c.Day.Day, 0, 0, 0, 0, time.UTC), Conformance: "A",
	}})
	if err != nil {
		return nil, 0, fmt.Errorf("typeset: %w", err)
	}
	return pdf, pages, nil
}

func (c Contents) table() table {
	t := table{columns: []column{{title: "N°", width: 26, align: alignRight}, {title: "Pièce"}}}
	if c.Paged {
		t.columns = append(t.columns, column{title: "Page", width: 40, align: alignRight})
	}
	for _, group := range c.Groups {
		t.rows = append(t.rows, row{full: true, cells: []cell{say(group.Title, bodyBold).with(typographic(group.Law), small)}})
		for _, e := range group.Entries {
			cells := []cell{say(strconv.Itoa(e.Number), amount).right(), say(e.Name, body).with(typographic(e.Detail), small).with(typographic(e.Note), smallItalic)}
			if c.Paged {
				page := "—"
				if e.Page > 0 {
					page = strconv.Itoa(e.Page)
				}
				cells = append(cells, say(page, amount).right())
			}
			t.rows = append(t.rows, row{cells: cells})
		}
	}
	return t
}
