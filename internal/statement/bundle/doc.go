// Package bundle hands the papers of an order over together: as one ZIP of the files, or
// as one PDF of their pages, in the order in which the law names them, with a table of
// contents.
//
// It owns that order (CCH, art. L.721-2, II), the names in the ZIP, what is left out and
// why, and the limits of the one PDF. The same papers give the same bytes.
//
// It refuses to open a paper itself: an engine in a sandbox rewrites each as its pages
// alone. What it cannot rewrite is named on the contents page and stays in the ZIP. It
// does not decide who may have the papers.
package bundle
