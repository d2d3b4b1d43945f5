// Package letter reads papers whose figures are in sentences: charge statements, calls
// and accounts written as letters (docs/adr/0018).
//
// It owns how sentences are cut and which sums of theirs prove an amount: charges less
// provisions make the balance, parts make their total, movements lead from one balance to the next.
// It refuses to read tables, which form does, and to state an amount that no sum of the letter proves.
package letter
