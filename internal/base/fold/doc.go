// Package fold compares French words whatever their case, accents, ligatures,
// typographic signs and, when asked, the errors of character recognition.
//
// It owns the one folded form that classification and extraction search in.
//
// It refuses to know any particular word: the words looked for are the
// caller's.
package fold
