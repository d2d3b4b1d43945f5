// Package connectortest runs a recipe against a simulated site in process and
// writes down all that happened: what was kept, and every request.
//
// It owns the harness of the contract tests. It refuses to know any site: a
// test gives it a handler.
package connectortest
