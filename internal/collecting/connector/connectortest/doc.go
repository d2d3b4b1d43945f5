// Package connectortest runs a recipe against a simulated site in process and
// writes down all that happened: what was kept, and every request.
//
// It owns the harness of the contract tests, and one little site that is none of
// the families', with its recipe, for tests that must not depend on them. It
// refuses to know the families' sites: a test gives it their handler.
package connectortest
