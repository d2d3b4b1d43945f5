// Package extract reads figures in one paper whose kind is known: it gives every candidate that
// it is sure to have understood, with the words that prove it.
//
// It is the front of the rooms that read papers, each the papers or the facts that it is named
// after: minutes, resolutions, fundcall, coowner, chargestatement, particulars, deeds. It owns
// which of their rules and forms read which kind, and that nothing passes that is not what its
// field must be. What no room owns is read here: the day of annexe 1 and accounts in the light
// form, whose tables internal/reading/form reads, and loans that any paper mentions.
//
// A rule rests on what law and accounting make every paper say: account numbers, statutory
// headings, the words of a vote. Never on a coordinate, on a file name or on one publisher's look.
//
// It refuses to choose between papers, to compute what is not printed and to guess: a line
// understood by halves gives nothing. It does not know what kind a paper is; it is told.
package extract
