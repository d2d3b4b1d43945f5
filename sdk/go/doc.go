// Package predate is a client of the predate API: it orders the pré-état daté of
// a co-owned property, follows the order, takes its webhooks and its statement.
//
// types.go and operations.go are made of the OpenAPI reference; the rest is
// written by hand. It needs nothing but the standard library.
package predate
