// Package mcp gives an assistant the orders of an account, by the Model Context Protocol:
// to look at, and where whoever starts it says so, to place test orders.
//
// It owns the tools: their names, what they take and what they show. It shows less than
// the API does: no address that opens a file or a page without a key, and no password
// ever. A tool takes no key and no secret: who starts it has given them.
//
// It refuses to place a real order, to change one, and to know how the API is reached.
package mcp
