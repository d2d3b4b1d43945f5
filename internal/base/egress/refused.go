package egress

import "fmt"

// Sentence is all that a client of ours learns about a refused address. It is
// the same for every reason: a finer one would let our error texts be used to
// explore a network.
const Sentence = "Cette adresse est refusée par nos règles de sécurité."

// Refused says that an address may not be reached. Nothing was sent to it.
// Reason may be shown to a client; Err is for the logs.
type Refused struct {
	Reason string // always Sentence
	Err    error  // the precise cause
}

// Error names the precise cause; show Reason to clients instead.
func (r *Refused) Error() string { return "egress refused: " + r.Err.Error() }

// Unwrap returns the precise cause.
func (r *Refused) Unwrap() error { return r.Err }

func refuse(format string, args ...any) *Refused {
	return &Refused{Reason: Sentence, Err: fmt.Errorf(format, args...)}
}
