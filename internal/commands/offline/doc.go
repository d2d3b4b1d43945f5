// Package offline has the commands that work on files alone: a statement of a
// folder of papers, how each figure of it comes about, and what is known of papers.
//
// It owns how a reading is told at a terminal.
//
// It refuses a server, a database and a network.
package offline
