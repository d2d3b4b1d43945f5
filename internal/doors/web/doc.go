// Package web contains the HTTP code that the packages of internal/doors share: the status
// of a refusal, the sentences of the API in both languages, the headers of every page, and
// the address from which a request comes.
//
// It owns the table of sentences of the API with their codes. It has no routes, and does
// not know what is refused or whose page is shown.
package web
