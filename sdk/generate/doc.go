// Package generate makes the types and methods of the client libraries, and the
// collection for Bruno, of the OpenAPI reference.
//
// It owns what the reference means for a client: which requests bear an
// idempotency key, which are pages of a list, which answers are files. Text goes
// in, files come out; nothing else is read or written.
//
// It refuses whatever it does not know: a form of the reference that no library
// would express rightly is an error, never a guess.
package generate
