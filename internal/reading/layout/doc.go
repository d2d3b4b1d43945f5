// Package layout turns the words of pages into what a reader sees: lines and
// their segments, panels beside the body, running heads and feet, printed
// amounts and dates.
//
// It owns which words stand on one line, the printed grammars (amounts, dates, days and
// years in words, whole numbers), and two ways to see a page as no table prints it: the words
// of tables before their amounts (WordsFirst), and sentences that wrap on one line each
// (Unwrapped). Columns and tables are found where sums prove them, in form.
// Every length is in PDF points, origin at the top left of the page; every
// amount is in cents.
//
// It refuses to know anything of co-ownership: no label, account number or
// kind of document appears here. It reads no file, keeps no state, and never
// guesses: an amount whose form is not whole is no amount.
package layout
