// Package demo shows the service on one machine: an order from its placing to the
// signed delivery of its statement, and a dossier as a simulated extranet.
//
// It owns the parties of the demonstration: client, receiver, extranet.
//
// It refuses to touch an installation: what it makes lies in a temporary folder.
package demo
