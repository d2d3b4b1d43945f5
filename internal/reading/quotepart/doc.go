// Package quotepart reads lines whose numbers prove each other: what is apportioned, times the
// shares of a lot, over the shares of all (the base of the key), is the quote-part that the line
// charges.
//
// It owns that proof, the whole numbers that are no amounts, and which key and which lot such a
// line is for. It refuses a line that two different readings explain, and says nothing of why
// a sum is called: that is for the rooms that read calls and charge statements.
package quotepart
