// Package extract reads figures in one paper whose kind is known: it gives
// every candidate it is sure to have understood, with the words that prove it.
//
// It owns the filling in of forms, for papers that are labels with values, and
// the rules of the others, as literal tables with one file per kind of paper: the
// papers of the building (accounts, minutes, deeds) and the papers of the owner
// (calls, account, charges). A rule rests on what law and accounting
// make every paper say: account numbers, statutory headings, the words of a
// vote. Never on a coordinate, on a file name or on one publisher's look.
//
// It refuses to choose between papers, to compute what is not printed and to
// guess: a line understood by halves gives nothing. It does not know what kind
// a paper is; it is told.
package extract
