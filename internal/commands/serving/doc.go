// Package serving wires an installation: its settings, the database and the keys
// under it, the workers, the doors, the addresses that it listens on, and what it
// tells of itself (readiness, measures, traces, certificates).
//
// It owns the order in which a house is built and taken down, and the settings of
// the server with what they may be.
//
// It refuses every rule about orders, papers, figures and deliveries, and to take a
// clock, chance or an environment that it was not given.
package serving
