// Command predate orders, makes and delivers the pré-état daté.
//
// It owns the wiring of the house, the command line and its texts, and it is
// the only place where the clock, randomness, the environment and the
// arguments enter; everything below receives them.
//
// It refuses every rule about orders, papers, figures and deliveries: those
// live on the floors below.
package main
