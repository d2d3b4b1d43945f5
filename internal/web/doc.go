// Package web holds what the front doors share over HTTP: the status of a refusal, the
// headers that every page of ours carries, and where a request comes from.
//
// It owns no route and no sentence. It refuses to know what is refused, and whose page
// is shown.
package web
