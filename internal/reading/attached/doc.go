// Package attached tells what words say is attached to the lots of a seller: advances, and
// the share of the works fund (loi 65-557, art. 14-2-1; décret 67-223, art. 45-1).
//
// It owns the accounts of advances by their numbers, and what tells a lot's share from what
// the syndicat holds for all its owners. It refuses to know pages and amounts: extract finds
// which amount the words stand beside.
package attached
