// Package enginetest gives tests the engine that reads PDFs, compiled once.
//
// It owns where the compiled engine is kept for the tests of all packages: in the
// folder of the user's caches where the program keeps it too. One engine serves all
// tests of a program.
//
// It refuses to be used by the product.
package enginetest
