// Command predate orders, makes and delivers the pré-état daté.
//
// It owns the table of commands and the exit status, and it is the only place
// where the clock, randomness, the environment and the arguments enter;
// everything below receives them. Its tests play the whole program.
//
// It refuses to carry a command out: each is a room's of internal/commands.
package main
