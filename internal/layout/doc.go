// Package layout turns the words of pages into what a reader sees: lines,
// columns, tables joined over pages, label–value pairs, printed amounts and
// dates.
//
// It owns the geometry (which words stand on one line, which lines make a row,
// which edges make a column) and the two printed grammars, amounts and dates.
// Every length is in PDF points, origin at the top left of the page; every
// amount is in cents.
//
// It refuses to know anything of co-ownership: no label, account number or
// kind of document appears here. It reads no file, keeps no state, and never
// guesses: an amount whose form is not whole is no amount.
package layout
