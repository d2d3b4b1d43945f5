// Package classify says what the papers in a file are: page ranges, each of
// one kind, with the reasons; the day the paper bears; and, between
// files, which repeat or replace which.
//
// It owns the words that tell one kind from another: the titles that syndics
// print and the phrases that law and accounting put in each paper. The content
// decides; a file's name is never looked at, and a title alone does not
// outweigh a content that contradicts it.
//
// It refuses to read figures, to know where a word stands in one publisher's
// look, and to guess: below the margin a paper is "other".
package classify
