// Package merge joins what the rules of a kind read on a paper with what the sums of its
// form prove.
//
// It owns which of two readings of one thing stands: what is proved before what is read,
// words that say more before words that say less. It refuses to read pages: extract and form
// did.
package merge
