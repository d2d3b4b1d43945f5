package predate

import (
	"slices"
	"time"
)

// Rehearsal is the faults that a simulated event has on purpose, so that the
// developer of a receiver sees how it handles them. The zero Rehearsal has no
// fault.
type Rehearsal struct {
	Faults []Fault
	// Delay is the time before the first attempt.
	Delay time.Duration
	// Passed is an earlier sequence number of the order, which the event has under
	// FaultOutOfOrder; zero otherwise.
	Passed int
}

// Fault is one fault of a rehearsal.
type Fault string

// The faults. The next attempt corrects all of them except FaultOutOfOrder.
const (
	// FaultDuplicate sends the delivery again after it was accepted.
	FaultDuplicate Fault = "duplicate"
	// FaultOutOfOrder numbers the event before one that was sent already.
	FaultOutOfOrder Fault = "out_of_order"
	// FaultBadSignature signs the first attempt wrongly.
	FaultBadSignature Fault = "bad_signature"
	// FaultStaleTimestamp dates the first attempt an hour back.
	FaultStaleTimestamp Fault = "stale_timestamp"
)

// Faults returns all faults.
func Faults() []Fault {
	return []Fault{FaultDuplicate, FaultOutOfOrder, FaultBadSignature, FaultStaleTimestamp}
}

// Valid reports whether f is a known fault.
func (f Fault) Valid() bool { return slices.Contains(Faults(), f) }

// Has reports whether the rehearsal has fault f.
func (r Rehearsal) Has(f Fault) bool { return slices.Contains(r.Faults, f) }

// Forged reports whether the receiver must refuse the first attempt.
func (r Rehearsal) Forged() bool { return r.Has(FaultBadSignature) || r.Has(FaultStaleTimestamp) }
