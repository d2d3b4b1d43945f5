// Package connectors holds the recipes of the extranets that predate can
// collect from. They are data, one file per family; docs/connectors.md says how
// to write one.
//
// It owns the files alone: what they mean is the business of
// internal/collecting/connector. It refuses to hold any logic.
package connectors
