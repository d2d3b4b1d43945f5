// Package lookstest invents co-ownerships, draws their papers in looks of
// software that no rule of the product was written for, and judges what the
// product reads in them. It is for tests only.
//
// It owns a small accounting model whose sums all hold to the cent, the truth
// that follows from it, the ways to draw it, and the judge of a report against
// its truth. Old listings, cards of web portals, dense ruled books, a spreadsheet,
// sentences and letters are looks of their own, some in several style sheets; a
// listing in any words and papers in any form are drawn from a seed, so that
// there is always one that nobody has seen:
//
//	go test ./internal/reading/lookstest -run 'TestAny' -first 1000 -seeds 100
//
// Written with -write, a dossier can be read by the program and looked at. Dossiers that
// only other programs can print are in testdata: three as PDFs, the others as the pages
// that the engine reads in these PDFs, written by -keep.
//
// It refuses to know how papers are read: no rule is shared with the product,
// and no figure of a truth comes from a report.
package lookstest
