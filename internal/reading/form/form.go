package form

import (
	"cmp"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
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

// newReader prepares what words mean on a paper of a kind.
func newReader(kind predate.Kind, words *lexicon.Lexicon) *reader {
	return &reader{words: words, kind: kind, said: map[string][]lexicon.Span{}, ways: lexicon.Once(words, waysOf)}
}

// readerOf prepares the reading of a part: its cells, columns and sums.
func readerOf(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) *reader {
	r := newReader(kind, words)
	r.printed = printOf(doc, r.isUnit)
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
