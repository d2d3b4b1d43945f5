// Package building tells of which building each paper of a dossier speaks.
//
// A building is an identity: a number of the register, a street with its house
// numbers, a name, the agent's code for it. Papers that print two of them tie
// them together. The order's address and, where no paper bears it, the seller's
// account choose the identity that is ours; papers of another are foreign, and a
// paper that ties two is a doubt that a person settles.
//
// It owns the words that surround a building's address, name and code on a
// page, and tell them from the agent's address and the recipient's.
//
// It refuses to read figures, and to guess: silence about a building makes no
// paper foreign, and what one identifier alone cannot settle stays a doubt.
package building
