// Package web holds what the front doors share over HTTP: the status of a refusal, what
// the API says to people in both languages, the headers that every page of ours carries,
// and where a request comes from.
//
// It owns the table of sentences of the API with their codes, and no route. It refuses to
// know what is refused, and whose page is shown.
package web
