// Package lexicon knows what the words of papers mean: it reads the wordings
// that papers/lexicon lists, and marks in a line, a cell or a page the words
// that name a known concept.
//
// It owns the language of the lexicon (strict, every error with its file, line
// and remedy), the form in which words are compared (folded, without number and
// gender, abbreviations in full) and the search: one pass, the longest form
// wins, one letter of difference in eight on recognised pages only.
//
// It refuses to know a wording itself, where words stand on a page, and what a
// figure is: it says what is written, not what is true.
package lexicon
