package form

import "predate/internal/base/fold"

// foldedWords returns a text as it is compared.
func foldedWords(s string) string { return fold.Text(s) }
