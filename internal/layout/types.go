package layout

import "predate"

// Doc is one document as a reader sees it.
type Doc struct {
	Pages  []Page
	Tables []Table // in reading order, each joined over the pages it runs over

	memo *memo
}

// Page is one page with what was found on it. Words are all that is printed;
// Rules count those that a listing draws with dashes and bars, which are on no
// line.
type Page struct {
	predate.Page
	Lines  []Line  // from top to bottom
	Tables []Table // the share of this page of each table, header included
	Pairs  []Pair
	// Repeated is those of Lines that stand at the head or foot of most pages
	// with the same words: no table holds them.
	Repeated []Line
}

// Line is the words that stand on one baseline, from left to right, whatever
// the gaps between them: use Segments to split it into columns. Leaders of dots
// and drawn lines are left out.
type Line struct {
	Words []predate.Word
	Box   predate.Box
	Page  int // from 1
	habit habit
	bars  []float64 // where bars are drawn with characters: columns part there
}

// Cell is a piece of text with its place: a table cell, a segment of a line, a
// label or a value. A blank table cell has no Text and a zero Box.
type Cell struct {
	Text string
	Box  predate.Box
	Page int // from 1; 0 in a blank cell
}

// Row is one row of a table: one cell per column, label lines joined.
type Row struct {
	Cells []Cell
	Box   predate.Box
	Page  int // the page on which the row begins
	// Carried says that the row repeats a running total at the foot of one
	// page or at the head of the next: no sum may count it.
	Carried bool
}

// Table is rows under one header. Header has one cell per column (several
// printed lines joined with a space, top first); it is nil when none is
// printed. Header rows repeated on further pages are dropped from Rows.
type Table struct {
	Header []Cell
	Rows   []Row
	Pages  []int // the pages it runs over, in order
}

// Pair is a label with the value printed after it, below it or above it.
type Pair struct {
	Label, Value Cell
}

// Amount is a printed amount of money.
type Amount struct {
	Cents predate.Cents // signed by a minus or by parentheses, never by Mark
	Mark  string        // "CR", "DB", "D", "débiteur"… as printed; usually ""
	Box   predate.Box
	Text  string // as printed, the words joined with a space
	Page  int
}

// DatedText is a printed date with its place.
type DatedText struct {
	Date predate.Date
	Box  predate.Box
	Text string
	Page int
}
