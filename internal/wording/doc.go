// Package wording puts reasons into French: why a figure is what it is, why there
// is none, what a gate compared, what is asked of the client, why a person must
// look.
//
// It owns the sentences, one for each code, in sentences.txt, and how amounts,
// days and names are written inside them.
//
// It refuses to decide anything: who has a reason says it as a value, and whoever
// shows it to a person asks here for its words.
package wording
