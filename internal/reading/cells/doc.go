// Package cells cuts the lines of a document into cells: what stands apart on a line, some
// words or one number, with where it is printed.
//
// It owns what a number is by its form alone: an amount, a count with its unit, a share and
// its base, a day, a dash; which amounts of a line share the words on their left; and which
// words stand over a column. It refuses to know what words mean: whoever asks says which words
// are units.
package cells
