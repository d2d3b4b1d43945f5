// Package extranetsim holds simulated extranets: sites that behave as those of
// the syndics do, with every way of failing that was seen on them.
//
// It owns the behaviour of each family, a type of its own with its state, in a file
// which says what was seen on real sites and what is only likeness; the troubles and the shapes that
// a site can be given, and the literal lists of what makes no sense for whom; a
// sample dossier of invented people, an archive of 460 documents around any
// dossier, the same papers for a client who uploads them, and the table of outcomes of test mode, by magic usernames. Tests and demos serve it over HTTP;
// test mode reaches it in process, and so never the network.
//
// It refuses to know who collects from it: it imports no recipe and nothing of
// the collector, so that the two can only agree on what real sites do.
package extranetsim
