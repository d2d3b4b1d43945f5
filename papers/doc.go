// Package papers holds what is known of papers as data: the lexicon of their
// wordings.
//
// It owns the files and nothing else; internal/lexicon reads and checks them.
//
// It refuses code: what needs a rule is not a wording.
package papers
