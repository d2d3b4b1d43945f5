// Package corner is the client's page behind a signed address: what one order needs,
// how each thing fares, and the place to hand it in or to say that it does not exist.
// It is made for a telephone.
//
// It owns the page, its styles and script, the headers that keep a browser safe, and
// what is said in French of whatever goes wrong. An address opens one order, until a
// day, unless an operator closed it.
//
// It refuses to show anything else of an order, to know who holds an address, to keep
// anything in a browser, and to change an order: the desk does.
package corner
