package layout

import "predate"

// Doc is one document as a reader sees it.
type Doc struct {
	Pages []Page

	memo *memo
}

// Page is one page with what was found on it. Words are all that is printed;
// Rules count those that a listing draws with dashes and bars, which are on no
// line.
type Page struct {
	predate.Page
	Lines []Line // from top to bottom, those of a panel together
	// Repeated is those of Lines that stand at the head or foot of most pages
	// with the same words.
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

// Cell is a piece of text with its place: a segment of a line.
type Cell struct {
	Text string
	Box  predate.Box
	Page int // from 1
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
