// Package reading turns the files of a dossier into a statement: it composes
// pages, parts, candidates and figures, so that the command line and the
// pipeline read in exactly the same way.
//
// It owns the order of those steps, their parallelism, the cache of pages and
// what becomes of a file that cannot be read (it is listed with its reason,
// the dossier goes on). It refuses every rule about what a page, a paper or a
// figure is, and it keeps nothing but pages.
package reading
