// Package storetest is the conformance suite of the store: what every engine
// must do, in the same words for all.
//
// It owns the tests that run on each engine and the small dossier they start
// from. It refuses what concerns one engine alone: those tests lie beside the
// store. It is for tests only.
package storetest
