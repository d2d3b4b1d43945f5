// Package clocktest is the clock of tests.
//
// It owns a time that changes only when a test moves it, forwards or backwards.
//
// It refuses to know what time it is, and to be part of the product: it is for
// tests only.
package clocktest
