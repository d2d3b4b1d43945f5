// Package lookstest invents co-ownerships, draws their papers in looks of
// software that no rule of the product was written for, and judges what the
// product reads in them. It is for tests only.
//
// It owns a small accounting model whose sums all hold to the cent, the truth
// that follows from it, three looks (an old listing, cards of a web portal, a
// dense ruled book), and the judge of a report against its truth.
//
// It refuses to know how papers are read: no rule is shared with the product,
// and no figure of a truth comes from a report.
package lookstest
