// Package decision reads what the words of a resolution decide about money: the sums
// that it fixes, the calls that it orders, where the money comes from, the key by
// which it is shared and the name of works that only its sentences name; and who acts for
// the syndicat by order of a judge; and whether the counts of a vote make its outcome.
//
// It owns the French of such sentences and of the titles over them. Its input is the words
// of one resolution, folded (see package fold) where a function says so.
//
// It refuses to know pages and meetings: package extract finds the resolutions of minutes,
// their outcome and its counts, and proves every sum with the page that prints it.
// Sums that it cannot tell apart are none.
package decision
