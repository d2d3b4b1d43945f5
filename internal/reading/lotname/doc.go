// Package lotname reads how papers name lots in words: what a lot may be, and lists of
// lots each with its kind (règlement de copropriété, état descriptif de division).
//
// It owns the order of number and kind in a list. It refuses to know pages, tables and whose
// lots they are: extract finds the words that name them.
package lotname
