// Package wording puts reasons into French: why a figure is what it is, why there
// is none, what a gate compared, what is asked of the client, why a person must
// look.
//
// It owns the sentences, one for each code, in sentences.txt, and how amounts,
// days and names are written inside them.
//
// It refuses to decide anything: rooms give reasons as values, and those that show
// a reason to a person ask here for its words.
package wording
