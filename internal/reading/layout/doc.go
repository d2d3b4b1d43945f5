// Package layout turns the words of pages into what a reader sees: lines and
// their segments, panels beside the body, running heads and feet, printed
// amounts and dates.
//
// It owns which words stand on one line, the printed grammars (amounts, dates, days and
// years in words, whole numbers), and the tables that print amounts before their words, which readers see
// the other way round (WordsFirst). Columns and tables are found where sums prove them, in form.
// Every length is in PDF points, origin at the top left of the page; every
// amount is in cents.
//
// It refuses to know anything of co-ownership: no label, account number or
// kind of document appears here. It reads no file, keeps no state, and never
// guesses: an amount whose form is not whole is no amount.
package layout
