// Package paper holds one paper whose kind is known, as rules read it: its rows with their
// folded words and their amounts, the cells of a row, the value that a label leads to, and
// what words mean in papers of that kind.
//
// It owns what every reader of a paper asks of it, and the words Rule and Check: what reads one
// figure, and what a figure must be whatever read it. It refuses to know any kind of paper:
// calls, minutes and diagnostics are the affair of the rooms above it.
package paper
