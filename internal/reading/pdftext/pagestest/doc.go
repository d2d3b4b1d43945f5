// Package pagestest keeps papers of tests as their pages instead of as PDFs, which weigh
// twenty times as much.
//
// It owns the form of such a file, which is text under gzip: for each paper its name and
// the hash of its PDF, for each page its size, its words and its lines, to a hundredth of
// a point. It owns the engine that gives these pages for such papers and opens all others.
// All that comes after the pages, from the layout to the statement, is the product.
//
// It refuses pages that were recognised in a picture or could not be read: those papers
// stay files. It is for tests only.
package pagestest
