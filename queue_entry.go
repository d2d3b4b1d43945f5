package predate

import (
	"strings"
	"time"
)

// QueueSection is where an order lies in the operators' queue. An order lies in one.
type QueueSection string

// The sections of the queue.
const (
	QueueDecide   QueueSection = "decide"   // read, and a person must settle something
	QueueStopped  QueueSection = "stopped"  // not collected, and only a person can go on
	QueueWaiting  QueueSection = "waiting"  // the client must act
	QueueRetrying QueueSection = "retrying" // a failed collection, tried again by itself
	QueueWorking  QueueSection = "working"  // the pipeline is at work
	QueueDone     QueueSection = "done"
	QueueClosed   QueueSection = "closed" // cancelled
)

// QueueSections lists those that operators see, in their order.
func QueueSections() []QueueSection {
	return []QueueSection{QueueDecide, QueueStopped, QueueWaiting, QueueRetrying, QueueWorking, QueueDone}
}

// Cause is why an order is where it is, as a code with a short form in French:
// that of a reason, with the figure that it is of where there is one
// ("contradicted:supplier_debt"), of a failure, of a gap, or one of those below.
// Empty where nobody knows.
type Cause string

// The causes that are no reason, failure or gap.
const (
	CauseFileLost     Cause = "file_lost"     // bytes that the order needs are gone
	CauseRefreshEmpty Cause = "refresh_empty" // a refresh waits for its first paper
	CauseIssued       Cause = "issued"
	CauseIssuedOwing  Cause = "issued_owing" // papers are still owed
	CauseCancelled    Cause = "cancelled"
	causeStep         Cause = "step_" // and the step: the pipeline is at it
)

// Causes lists the causes that are no reason, failure or gap.
func Causes() []Cause {
	all := []Cause{CauseFileLost, CauseRefreshEmpty, CauseIssued, CauseIssuedOwing, CauseCancelled}
	for _, step := range []Step{StepCollect, StepRead, StepTypeset, StepIssue} {
		all = append(all, causeStep+Cause(step))
	}
	return all
}

// CauseOf is the cause of an order with these reasons: the first of them.
func CauseOf(reasons []Reason) Cause {
	if len(reasons) == 0 {
		return ""
	}
	first := reasons[0]
	if len(first.About) > 0 {
		if key, ok := first.About[0].(Key); ok {
			return Cause(first.Code) + ":" + Cause(key)
		}
	}
	return Cause(first.Code)
}

// Split parts the code from the figure; the key is empty where there is none.
func (c Cause) Split() (code string, key Key) {
	code, figure, _ := strings.Cut(string(c), ":")
	return code, Key(figure)
}

// QueueEntry is where an order lies in the queue, since when, and why.
type QueueEntry struct {
	Section QueueSection
	Since   time.Time // when it came there
	Cause   Cause
	Reasons int       // how many things a person must look at
	Again   time.Time // when a collection is tried again; zero where nobody knows
}

// QueueFacts are what an order's place in the queue depends on, and nothing else.
type QueueFacts struct {
	Order    Order
	Run      Run // the current one
	InReview bool
	Review   Cause     // of the open review
	Since    time.Time // of the open review
	Papers   bool      // the current run brought some
}

// QueueEntry says where an order lies in the operators' queue.
func (f QueueFacts) QueueEntry() QueueEntry {
	o, r := f.Order, f.Run
	switch {
	case !o.Cancelled.IsZero():
		return QueueEntry{Section: QueueClosed, Since: o.Cancelled, Cause: CauseCancelled}
	case o.State == Done:
		return QueueEntry{Section: QueueDone, Since: o.Updated, Cause: f.issued()}
	case f.InReview:
		return f.inReview()
	case !r.Collected && r.Failure != "" && o.State != Waiting:
		return QueueEntry{Section: QueueRetrying, Since: o.Updated, Cause: Cause(r.Failure), Again: r.Again}
	case o.State == Waiting && (r.Read || !r.Collected):
		return QueueEntry{Section: QueueWaiting, Since: o.Updated, Cause: f.lacking(), Reasons: len(Blocking(r.Gaps))}
	case r.Method == MethodUpload && r.Number > 1 && !r.Read && !f.Papers:
		return QueueEntry{Section: QueueWaiting, Since: o.Updated, Cause: CauseRefreshEmpty}
	}
	return QueueEntry{Section: QueueWorking, Since: o.Updated, Cause: causeStep + Cause(r.Ahead())}
}

// inReview: an order that is read again after a decision is at work; it comes back
// with the instant at which it came to the operators first.
func (f QueueFacts) inReview() QueueEntry {
	e := QueueEntry{Section: QueueDecide, Since: f.Since, Cause: f.Run.Cause, Reasons: len(f.Run.Reasons)}
	switch {
	case f.Review == CauseFileLost:
		e.Cause = CauseFileLost
	case !f.Run.Collected:
		e.Section, e.Cause = QueueStopped, Cause(f.Run.Failure)
	case !f.Run.Read:
		e.Section, e.Cause = QueueWorking, causeStep+Cause(StepRead)
	}
	return e
}

func (f QueueFacts) issued() Cause {
	if len(Reserves(f.Run.Gaps)) > 0 {
		return CauseIssuedOwing
	}
	return CauseIssued
}

func (f QueueFacts) lacking() Cause {
	if gaps := Blocking(f.Run.Gaps); len(gaps) > 0 {
		return Cause(gaps[0].Code)
	}
	return ""
}

// ChangeKind says what of an order changed.
type ChangeKind string

// What operators hear of.
const (
	ChangedOrder  ChangeKind = "order"
	ChangedRun    ChangeKind = "run"
	ChangedReview ChangeKind = "review"
	ChangedRuling ChangeKind = "ruling"
	ChangedPaper  ChangeKind = "paper"
	ChangedClaim  ChangeKind = "claim"
	ChangedThread ChangeKind = "thread"
)

// Change is one change of an order, as operators hear of it.
type Change struct {
	Position int64 // in the sequence of all changes
	Order    OrderID
	Kind     ChangeKind
	At       time.Time // when its position was given
}
