// Package office has the commands of those who run an installation: accounts,
// operators, reviews, looks, recipes, the warden, keys, invoices, what is kept of a
// person, and copies of the whole. They work on the database, beside a running server.
//
// It owns what is asked and told at a terminal.
//
// It refuses rules about orders: each act is the desk's, the warden's or the keys'.
package office
