// Package portal is where a client's own support looks after its webhooks in a browser,
// behind a signed address that its software asks for: the endpoints of one account, what
// was sent to each and what came back, sending again, a new secret. It may stand in a
// frame of the site that the address names.
//
// It owns the pages, their style, the headers that keep a browser safe, and what is said
// in French of whatever goes wrong. An address opens the live or the test endpoints of an
// account until an instant, and no longer than the account's password stays the same.
//
// It refuses to show anything of an order but its reference, to know who holds an
// address, to keep anything in a browser, to run a script, and to change a delivery: the
// desk does.
package portal
