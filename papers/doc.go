// Package papers holds what is known of papers as data: the lexicon of their
// wordings, and the forms of papers that are labels with values.
//
// It owns the files and nothing else; internal/reading/lexicon reads and checks the
// wordings, internal/reading/blank the forms.
//
// It refuses code: what needs a rule is neither a wording nor a form.
package papers
