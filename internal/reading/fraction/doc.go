// Package fraction reads how papers print an owner's share of a key with its base: as a
// fraction, in words, or in percent (règlement de copropriété; loi 65-557, art. 5 and 10).
//
// It owns the ways of printing both numbers. It refuses to know pages, keys and amounts:
// form finds what a fraction is of, and proves it by what was laid on the lot.
package fraction
