// Package typeset sets a Statement as the two French PDFs that a notary reads: the
// statement, and the proof of what its figures rest on.
//
// It owns the page: the grid, the type (Lato, embedded), the order of the
// sections of the notaries' model, the words for each status of a figure, and
// the numbered references that lead from every figure to a line of the proof:
// the paper, the page and the words where it was read. The report of the same
// statement is attached to both.
//
// The same statement and options always give the same bytes: nothing here asks
// for the time, and no map is walked unsorted.
//
// It refuses to choose, to correct and to guess: a figure is printed as the
// statement has it, an unknown one in words and never as a zero. It adds up only
// what it prints, and only when every part is known.
package typeset
