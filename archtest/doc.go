// Package archtest holds the house to its plan (docs/architecture.md): which
// room may import which, where the clock, chance, the environment, the database
// and the network enter, how long a function may grow, what must be documented.
//
// It owns the rules, as literal tables, and archives of broken houses that show
// each rule biting. It reads source text only.
//
// It refuses to judge what the code does, and to be part of the product: it
// has nothing but tests.
package archtest
