// Package readers opens the reading of papers for commands and servers: its
// flags, the page engine that opens at the first page, the cache of what was read,
// the name of the build that read it, and the person who answers for statements.
//
// It owns where the reading's files lie on a machine.
//
// It refuses to read a paper, which is the reading's, and to know an order.
package readers
