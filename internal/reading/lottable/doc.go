// Package lottable reads the tables in which papers list the lots of an owner with their
// shares in a key (loi 65-557, art. 10), and the share that a paper without one prints.
//
// It refuses a table whose printed sum is not that of its rows: a lot may be missing. It
// knows no amounts of money and no other table.
package lottable
