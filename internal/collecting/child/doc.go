// Package child runs a program beside this one: a server that is measured in a
// process of its own, so that its memory is its own.
//
// It owns the start of the process away from the terminal's interrupts, the last
// lines that it wrote, the most memory that it has had, and its end.
//
// It refuses to know what the program does, and to look for one: who calls it
// names the file.
package child
