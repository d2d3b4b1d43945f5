// Package predate defines the types that every other package shares: orders,
// documents, figures, statements and events, with the few rules that hold for
// them whatever the database, the wire format or the extranet.
//
// It owns the vocabulary of docs/architecture.md, the state table of an order
// (Order.Apply), the forms of money, dates and identifiers.
//
// It has no side effects: no input or output, no clock, no randomness of its
// own, no context, no encoding for a particular wire format. It imports the
// standard library only and no other package of this module.
package predate
