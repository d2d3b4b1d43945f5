// Package archtest enforces the rules of docs/architecture.md on the source: which
// package may import which, which may use the clock, randomness, the environment,
// the database and the network, how long a function may be, what must be documented.
//
// It owns the rules, as literal tables, and archives of faulty source trees that show
// that each rule finds its fault. It reads source text only.
//
// It does not check what the code does, and is not part of the product: it
// contains only tests.
package archtest
