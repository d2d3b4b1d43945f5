// Package blank reads papers/forms, the papers that are labels with values: for
// each kind which values it prints, what each is and which concepts label it.
//
// It owns the keys of these files and what may be wrong with one, said with file,
// line and remedy.
//
// It refuses to know a wording, which the lexicon has, a place on a page, and how
// a value is read, which package extract does.
package blank
