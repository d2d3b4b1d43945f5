package predate

import (
	"slices"
	"time"
)

// Rehearsal is what a simulated event does wrong on purpose, so that the
// developer of a receiver sees what it makes of it. The zero Rehearsal does
// nothing wrong.
type Rehearsal struct {
	Faults []Fault
	// Delay is before the first attempt.
	Delay time.Duration
	// Passed is a sequence number that the order has passed: the event bears it
	// under FaultOutOfOrder, and it is zero otherwise.
	Passed int
}

// Fault is one thing that a rehearsal does wrong.
type Fault string

// The faults. All but the order are put right by the next attempt.
const (
	// FaultDuplicate sends the delivery again after it was taken.
	FaultDuplicate Fault = "duplicate"
	// FaultOutOfOrder numbers the event before one that was sent already.
	FaultOutOfOrder Fault = "out_of_order"
	// FaultBadSignature signs the first attempt wrongly.
	FaultBadSignature Fault = "bad_signature"
	// FaultStaleTimestamp dates the first attempt an hour back.
	FaultStaleTimestamp Fault = "stale_timestamp"
)

// Faults lists them.
func Faults() []Fault {
	return []Fault{FaultDuplicate, FaultOutOfOrder, FaultBadSignature, FaultStaleTimestamp}
}

// Valid says whether f is a known fault.
func (f Fault) Valid() bool { return slices.Contains(Faults(), f) }

// Has says whether the rehearsal does this wrong.
func (r Rehearsal) Has(f Fault) bool { return slices.Contains(r.Faults, f) }

// Forged says whether the first attempt must be refused by its receiver.
func (r Rehearsal) Forged() bool { return r.Has(FaultBadSignature) || r.Has(FaultStaleTimestamp) }

// SandboxVerdict is what an operator of the sandbox decides of a test order.
type SandboxVerdict string

// The verdicts.
const (
	SandboxUndecided SandboxVerdict = ""
	SandboxApproves  SandboxVerdict = "approves" // lets the statement go
	SandboxRefuses   SandboxVerdict = "refuses"  // asks the client for something
)
