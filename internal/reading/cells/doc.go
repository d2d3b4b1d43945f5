// Package cells cuts the lines of a document into cells. A cell is one piece of a line,
// between wide gaps: some words or one number, with the place where it is printed.
//
// The package decides what a number is by its form alone: an amount, a count with its unit, a
// share with its base, a day, or a dash. It decides which amounts of a line share the words on
// their left, and which words head a column. It does not know what words mean: its caller
// passes a function that reports whether a word is a unit.
package cells
