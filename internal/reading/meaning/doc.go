// Package meaning says what words mean on a paper of one kind: the concepts of the
// lexicon that they say, whether they say that an amount sums others, what they
// count, which lots they name, what money is for.
//
// It owns how a lot is named in words. It refuses to know lines, columns and
// amounts: form and letter ask it about words that they found.
package meaning
