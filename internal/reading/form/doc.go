// Package form reads papers of one kind by what their numbers prove: it lists
// the candidates for each figure of the kind, with the words found beside, over
// or under them, and keeps the readings whose identities close.
//
// It owns the grid of a printed paper (columns, the words of an amount), the search
// for sums in columns (what a page hands to the next is none), the solver that
// confronts candidates with identities, the budget of coincidences, and one reader
// for each kind of paper that it knows.
//
// It refuses to cut lines, which cells does; to know a wording, which the lexicon
// has, or what words mean, which meaning says; to read sentences, which letter does;
// to choose between papers, which compute does; and to believe a figure that nothing
// proves.
package form
