// Package extranetsim holds simulated extranets: sites that behave as those of
// the syndics do, with every way of failing that was seen on them.
//
// It owns the behaviour of the first family (docs/connectors.md: a JSON
// interface behind a session cookie), the list of its troubles, a sample
// dossier of invented people, and the scenarios of test mode. Tests and demos
// serve it over HTTP; test mode reaches it in process, and so never the network.
//
// It refuses to know who collects from it: it imports no recipe and nothing of
// the collector, so that the two can only agree on what real sites do.
package extranetsim
