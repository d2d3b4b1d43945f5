package predate

import "time"

// Step is what the pipeline does next with a run.
type Step string

// The steps of a run, in order.
const (
	StepCollect Step = "collect" // fetch the papers from the extranet
	StepRead    Step = "read"    // pages, parts, figures, statement
	StepTypeset Step = "typeset" // the PDF
	StepIssue   Step = "issue"   // announce that it is ready
	StepReview  Step = "review"  // wait for an operator
	StepIdle    Step = "idle"    // wait for the client, or nothing left to do
)

// Trace identifies a trace and a span in it: a traceparent of W3C Trace Context; empty for
// none.
type Trace string

// Run is one pass of the pipeline over an order: the first, or one that a refresh
// requested.
type Run struct {
	ID     RunID
	Order  OrderID
	Number int // from 1
	// ReferenceDate is the day for which the statement is made. Whether papers are
	// recent and sums are due is judged on that day.
	ReferenceDate Date
	Method        Method
	AllDuePaid    bool
	Comment       string
	Created       time.Time
	Version       int

	Collected   bool      // the collection of papers is complete
	CollectedAt time.Time // when it was completed, for the documents' dates
	Attempts    int       // collections tried
	Repeats     int       // how many collections in a row ended with Failure, up to the last
	Failure     FailureCode
	// Final is true if the collection is not retried automatically, whatever its code
	// allows, because a retry might do harm or change nothing.
	Final       bool
	FailureText string // scrubbed site message; may be empty
	// Stage and FailedAt are where and when the last failed collection stopped; a retry
	// keeps them. Both are empty for a collection that its recipe prevented, and for
	// runs older than these fields.
	Stage    Stage
	FailedAt time.Time
	// Recipe is the recipe of the last collection, "dupont@3 (3f9ac21b04de)": its version
	// and the beginning of its file's hash. Empty if no recipe was used.
	Recipe string
	Again  time.Time // when the collection is tried again; zero if it is not

	// Read is true if the papers were read and nothing changed since: a new document,
	// ruling or correction makes it false.
	Read       bool
	Outcome    OutcomeState
	Gaps       []Gap
	Reasons    []string
	Cause      Cause   // the first of the reasons, for the operators' queue
	Doubts     []Doubt // what a person must settle, as the last reading found it
	Approved   bool    // an operator let a reviewed statement pass
	Issued     time.Time
	ReportHash Hash // the figures as JSON
	// Registration is the syndicat's number in the national register, as the last
	// reading found it; empty when no paper gives it.
	Registration string
	PDFHash      Hash // the statement as PDF
	ProofHash    Hash // its proof as PDF; empty for statements older than proofs
	Specimen     bool
	Ended        time.Time // when the run ended for good; zero until then
	Trace        Trace     // of the request that asked for it
}

// Ahead returns the next step of the run, even if somebody has to act before it.
func (r Run) Ahead() Step {
	switch {
	case !r.Collected:
		return StepCollect
	case !r.Read:
		return StepRead
	case r.PDFHash == "":
		return StepTypeset
	}
	return StepIssue
}
