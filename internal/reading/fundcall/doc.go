// Package fundcall reads calls for funds (appels de fonds): when they fall due and for which
// period, their lines with key, lot, nature and quote-part, the sub-totals and the total that
// these make, and the balance of the account before.
//
// It owns what a heading says of the lines under it. It refuses a line that nothing on the paper
// proves, be it its own numbers or the total of the call, and the sign of a balance that the
// paper does not tell.
package fundcall
