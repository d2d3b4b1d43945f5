// Package seats shares a few places among many who want one: cores among
// dossiers, memory among large bodies.
//
// It owns who sits and who comes next. Places go round by holder, an account as
// a rule: whoever holds the fewest comes first, and one that asks for a hundred
// waits behind itself alone.
//
// It refuses to know what is done on a seat, and never takes one away.
package seats
