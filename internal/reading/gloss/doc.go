// Package gloss says which amounts of a paper stand beside words that the
// lexicon knows, and lists the words that mean nothing to it.
//
// It owns one question, how the lexicon should grow, and the least geometry that
// the question needs: words left of an amount, over it and under it.
//
// It refuses to read a figure, and no figure rests on it.
package gloss
