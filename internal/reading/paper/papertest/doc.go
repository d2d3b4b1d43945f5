// Package papertest sets pages for the tests of rooms that read papers: cells at places of their
// own, where a sketch in monospaced lines cannot stand them.
package papertest
