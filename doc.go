// Package predate holds the words of the house: what an order, a document, a
// figure, a statement, an event are, and the few rules that are true of them
// whatever the database, the wire or the extranet.
//
// It owns the vocabulary of docs/architecture.md, the state table of an order
// (Order.Apply), the forms of money, dates and identifiers.
//
// It refuses everything that touches the world: no input or output, no clock,
// no randomness of its own, no context, no encoding for a particular wire. It
// imports the standard library only and no other package of this module.
package predate
