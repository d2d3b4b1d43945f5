// Package pack writes Go values as few bytes and reads them back fast, for what
// one build of the program keeps for itself.
//
// It owns that form: members in the order of their declaration, without names,
// under a checksum. It refuses to be a format: bytes are only read back by the
// very build that wrote them, and whoever keeps them sees to that. Damaged
// bytes are an error, never a wrong value and never a panic.
package pack
