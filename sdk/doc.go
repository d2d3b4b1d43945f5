// Package sdk holds the client libraries of the API in Go, TypeScript, Python,
// PHP and C#, and a collection for Bruno.
//
// It owns the proof that they are right: what is made of api/openapi.yaml is held
// to it, and the suite of every language runs against the real server.
//
// It refuses to be part of the product: it has nothing but tests and the
// generator beside it, and the libraries import nothing of the house.
package sdk
