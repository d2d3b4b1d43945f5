// Package reading turns the files of a dossier into a statement: it composes
// pages, parts, candidates and figures, so that the command line and the
// pipeline read in exactly the same way. Of a scanned deed it reads what its rules
// need.
//
// It owns the order of those steps, their parallelism, what becomes of a file
// that cannot be read (it is listed with its reason, the dossier goes on), and
// the cache: the pages of a file, under its hash and the engine's version, and
// what the rules tell of it by itself, under this very build and the order's
// building too. What depends on other files or on the order is never kept. It
// refuses every rule about what a page, a paper or a figure is, but for which pages of
// a scanned deed need to be read.
//
// A dossier is prepared once: statements with any rulings are then computed from it
// without opening a paper again (prepared.go), so that an operator sees what a decision
// changes before it is recorded.
package reading
