// Package attached finds in words the name of a sum that is attached to the lots of a
// seller: an advance, or the share of the works fund (loi 65-557, art. 14-2-1; décret
// 67-223, art. 45-1).
//
// It owns the account numbers of these sums, and the words by which a paper distinguishes
// the share of a lot from the sum that the syndicat holds for all owners. It refuses to know
// pages and amounts: extract finds the amount that the words name.
package attached
