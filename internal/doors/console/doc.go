// Package console is the operators' desk in a browser: the queue, an order with
// its figures beside the papers, and what a person decides of them.
//
// It owns the pages, their addresses, styles and scripts, the least role of each
// route, and the headers that keep a browser safe. Pages are drawn on the server
// from one typed view each; a script adds keys and clicks and is not needed to
// read.
//
// It refuses to change an order (the desk does), to speak to the database, to
// read a paper by rules of its own, and to show a password to anybody but a lead
// whose act the desk recorded.
package console
