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

// Trace says of which trace something is part, and under which span: a traceparent of W3C
// Trace Context; empty for none.
type Trace string

// Run is one pass of the pipeline over an order: the first, or one a refresh
// asked for.
type Run struct {
	ID     RunID
	Order  OrderID
	Number int // from 1
	// ReferenceDate is the day for which the statement is made: papers are
	// fresh or stale, sums due or to come, as seen from that day.
	ReferenceDate Date
	Method        Method
	AllDuePaid    bool
	Comment       string
	Created       time.Time
	Version       int

	Collected   bool      // the extranet's papers are in
	CollectedAt time.Time // when, for the documents' dates
	Attempts    int       // collections tried
	Repeats     int       // how many of the last ones, in a row, ended with Failure
	Failure     FailureCode
	// Final says that the failure is not tried again by itself, whatever its code
	// allows: that might harm, or change nothing.
	Final       bool
	FailureText string // scrubbed site message; may be empty
	// Stage is where the last collection that failed stopped, and FailedAt when; they
	// stay when it is tried again. Empty for one that its recipe held back, and of
	// before they were kept.
	Stage    Stage
	FailedAt time.Time
	// Recipe is what the last collection followed, "dupont@3 (3f9ac21b04de)": its version,
	// and the beginning of its file's hash. Empty where no recipe was followed.
	Recipe string
	Again  time.Time // when the collection is tried again; zero when it is not

	// Read counts the documents that the last reading took in; a document
	// added later makes it stale.
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
	ProofHash    Hash // its proof as PDF; empty for a statement of before there were proofs
	Specimen     bool
	Ended        time.Time // when it is over for good; zero while it goes on
	Trace        Trace     // of the request that asked for it
}

// Ahead is the step that lies before a run, whoever may have to act first.
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
