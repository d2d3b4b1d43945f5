// Package lexicontest gives tests the lexicon that predate is built with.
//
// It owns nothing: it reads papers once for all tests of a program.
//
// It refuses to be used by the product.
package lexicontest
