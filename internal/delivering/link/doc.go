// Package link makes and checks the signed, expiring addresses under which a
// document or a statement can be downloaded without any other credential.
//
// It owns the form of such an address and its signature. It refuses to know
// what stands behind an address, who may have it made, and the clock: the
// caller gives the day until which it holds.
package link
