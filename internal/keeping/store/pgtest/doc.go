// Package pgtest gives tests a real PostgreSQL: a private cluster, started
// from the machine's own binaries, with a fresh database for each test.
//
// It owns finding the binaries, a data directory that goes away with the test
// binary, and an unprivileged user when the tests run as root, as PostgreSQL
// refuses to. A test may also have servers of its own, which it stops, starts and
// promotes.
//
// It refuses to skip: a machine without PostgreSQL fails the tests with the
// name of the package to install. It is for tests only and knows no schema.
package pgtest
