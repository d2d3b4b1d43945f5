// Package terminal is where a command meets the person who types it: the world
// that it gets (arguments, environment, standard streams, clock and chance), the
// settings with the origin of each, the log of a process, French text in the
// columns of a terminal, and the version of the program.
//
// It owns how an error is told and how a line is filled.
//
// It refuses to know any command, and to reach for a clock or an environment
// that it was not given.
package terminal
