package predate

import (
	"strings"
	"time"
)

// QueueSection is a section of the operators' queue. Each order is in exactly one.
type QueueSection string

// The sections of the queue.
const (
	QueueDecide   QueueSection = "decide"   // read, and an operator must settle something
	QueueStopped  QueueSection = "stopped"  // not collected, and only an operator can continue
	QueueWaiting  QueueSection = "waiting"  // the client must act
	QueueRetrying QueueSection = "retrying" // the collection failed and is retried automatically
	QueueWorking  QueueSection = "working"  // the pipeline works on the order
	QueueDone     QueueSection = "done"
	QueueClosed   QueueSection = "closed" // cancelled
)

// QueueSections returns the sections that operators see, in their order.
func QueueSections() []QueueSection {
	return []QueueSection{QueueDecide, QueueStopped, QueueWaiting, QueueRetrying, QueueWorking, QueueDone}
}

// Cause is why an order is in its section of the queue: the code of a reason, followed
// by the key of its figure if there is one ("contradicted:supplier_debt"), the code of a
// failure or of a gap, or one of the codes below. Each has a short French name. Empty
// if the cause is unknown.
type Cause string

// The causes that are not codes of reasons, failures or gaps.
const (
	CauseFileLost     Cause = "file_lost"     // a file that the order needs is lost
	CauseRefreshEmpty Cause = "refresh_empty" // a refresh waits for its first paper
	CauseIssued       Cause = "issued"
	CauseIssuedOwing  Cause = "issued_owing" // papers are still owed
	CauseCancelled    Cause = "cancelled"
	causeStep         Cause = "step_" // followed by the step that the pipeline runs
)

// Causes returns the causes that are not codes of reasons, failures or gaps.
func Causes() []Cause {
	all := []Cause{CauseFileLost, CauseRefreshEmpty, CauseIssued, CauseIssuedOwing, CauseCancelled}
	for _, step := range []Step{StepCollect, StepRead, StepTypeset, StepIssue} {
		all = append(all, causeStep+Cause(step))
	}
	return all
}

// CauseOf returns the cause for an order with these reasons, made from the first of them.
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

// Split returns the code and the figure of the cause; key is empty if there is none.
func (c Cause) Split() (code string, key Key) {
	code, figure, _ := strings.Cut(string(c), ":")
	return code, Key(figure)
}

// QueueEntry is an order's section in the queue, with the time and the cause.
type QueueEntry struct {
	Section QueueSection
	Since   time.Time // when the order entered the section
	Cause   Cause
	Reasons int       // how many points an operator must look at
	Again   time.Time // when a collection is tried again; zero if unknown
}

// QueueFacts is everything on which an order's QueueEntry depends.
type QueueFacts struct {
	Order    Order
	Run      Run // the current one
	InReview bool
	Review   Cause     // of the open review
	Since    time.Time // of the open review
	Papers   bool      // papers were added during the current run
}

// QueueEntry returns the order's place in the operators' queue.
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

// inReview returns the place of an order in review. While such an order is read again
// after a decision, it is in QueueWorking; it returns to QueueDecide with the same Since.
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

// ChangeKind is the part of an order that changed.
type ChangeKind string

// The changes of which operators are notified.
const (
	ChangedOrder  ChangeKind = "order"
	ChangedRun    ChangeKind = "run"
	ChangedReview ChangeKind = "review"
	ChangedRuling ChangeKind = "ruling"
	ChangedPaper  ChangeKind = "paper"
	ChangedClaim  ChangeKind = "claim"
	ChangedThread ChangeKind = "thread"
)

// Change is one change of an order, as it is notified to operators.
type Change struct {
	Position int64 // in the sequence of all changes
	Order    OrderID
	Kind     ChangeKind
	At       time.Time // when its position was assigned
}
