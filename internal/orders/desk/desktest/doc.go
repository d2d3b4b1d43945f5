// Package desktest opens desks for the tests of rooms that speak to one and not to
// the database.
//
// It owns a desk on rows and bytes of a test, an account, and orders at the places
// that tests begin from. It refuses what judges the desk itself: those tests lie
// beside it. It is for tests only.
package desktest
