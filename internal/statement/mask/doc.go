// Package mask keeps other co-owners out of what a statement quotes: their names and the
// numbers of their lots become « [masqué] ». A statement travels to a buyer and strangers, and
// may name the sellers alone.
//
// It owns how a person is told in words: after a title of courtesy, by a first name, beside
// the number of a lot, after words such as « contre ». The sellers, the managing agent and
// companies that say their trade or form stay, and so does what an operator or a client typed.
// It is a pure function of the statement; it does not look for persons whom no sign announces,
// such as a family name alone within a sentence.
package mask
