// Package coowner reads what every paper addressed to a co-owner says of him: who he is, his
// account, his lots with what they are and their shares, amounts with the words that name them,
// the advances and the share of the works fund that the paper recalls as attached to his lots.
// Extracts of account need no more than that, and have their rules here; their movements are
// proved by internal/reading/form.
//
// It owns how lots and labels stand in such papers: in tables, cards, lists and sentences. It
// refuses to read what is called or apportioned, which the rooms fundcall and chargestatement
// do, and a label that stands as near to two amounts as to one.
package coowner
