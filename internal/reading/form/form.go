package form

import (
	"cmp"
	"slices"

	"predate"
	"predate/internal/reading/cells"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/meaning"
)

// Figures reads a part of a known kind. Every figure that it returns closes an
// identity of its kind; kinds without a form have none.
func Figures(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []predate.Figure {
	if kind == predate.KindOther {
		return confirmed(callList(doc, words))
	}
	if apart := worksApart(kind, doc, words); apart != nil {
		return confirmed(apart)
	}
	read, ok := forms()[kind]
	if !ok {
		return nil
	}
	return confirmed(read(readerOf(kind, doc, words)))
}

// confirmed marks what a paper prints, but for what it says that there is none of.
func confirmed(figures []predate.Figure) []predate.Figure {
	for i := range figures {
		figures[i].Status = cmp.Or(figures[i].Status, predate.StatusConfirmed)
	}
	return figures
}

// newReader cuts a part into cells, whose words have the meanings of a kind.
func newReader(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) *reader {
	recognised := slices.ContainsFunc(doc.Pages, func(p layout.Page) bool { return p.OCR })
	r := &reader{Reader: meaning.NewReader(kind, words, recognised)}
	r.Paper = cells.Of(doc, r.IsUnit)
	return r
}

// readerOf prepares the reading of a part: its cells, columns and sums.
func readerOf(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) *reader {
	r := newReader(kind, doc, words)
	r.dropCarried()
	r.oneTable = kind == predate.KindSchedule2 || kind == predate.KindSchedule3
	r.sums = r.sumsOf()
	return r
}

// forms lists the readers by kind.
func forms() map[predate.Kind]func(*reader) []predate.Figure {
	return map[predate.Kind]func(*reader) []predate.Figure{
		predate.KindSchedule1:        schedule1,
		predate.KindChargeStatement:  chargeStatement,
		predate.KindFundCall:         fundCall,
		predate.KindAccountStatement: accountStatement,
		predate.KindLightAccounts:    lightAccounts,
		predate.KindExpenseStatement: expenseStatement,
		predate.KindSchedule2:        schedule2,
		predate.KindSchedule3:        schedule3,
		predate.KindSchedule4:        worksSchedule,
		predate.KindSchedule5:        worksSchedule,
	}
}
