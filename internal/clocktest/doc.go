// Package clocktest is the clock of tests.
//
// It owns a time that stands still until a test lets it pass, or turns it back.
//
// It refuses to know what time it is, and to be part of the product: it is for
// tests only.
package clocktest
