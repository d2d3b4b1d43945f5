package predate

import (
	"fmt"
	"strings"
	"time"
)

// ActivityCode names what happens to an order at the moment.
type ActivityCode string

// The activities.
const (
	ActivityQueued      ActivityCode = "queued"      // a step waits for its turn
	ActivityCollecting  ActivityCode = "collecting"  // the extranet is asked for papers
	ActivityRetrying    ActivityCode = "retrying"    // a step failed, and is tried again by itself
	ActivityReading     ActivityCode = "reading"     // papers are read, figures computed
	ActivityInReview    ActivityCode = "in_review"   // a person of ours must look
	ActivityAsking      ActivityCode = "asking"      // the client must act
	ActivityTypesetting ActivityCode = "typesetting" // the PDF is made
	ActivityIdle        ActivityCode = "idle"        // nothing is left to do
)

// Activity describes what happens to an order at the moment, so that a client knows
// what he waits for.
type Activity struct {
	Code    ActivityCode
	Since   time.Time
	Next    time.Time // when a step is tried again; zero if unknown or if no step is
	Message string    // French, for the client
}

// Job describes the queued job of a run. The zero Job means that the run has none.
type Job struct {
	Held     bool      // a process runs it now
	Since    time.Time // when it became ready
	Due      time.Time // when it may run; zero for at once
	Failures int       // failures in a row for which predate itself is the cause
}

// Working reports whether the job of its run decides what happens to the order.
func (f QueueFacts) Working() bool {
	section := f.QueueEntry().Section
	return section == QueueRetrying || section == QueueWorking
}

// Activity returns what happens to the order at the moment, from its place in the
// operators' queue and the job of its run.
func (f QueueFacts) Activity(job Job, now time.Time) Activity {
	entry := f.QueueEntry()
	a := Activity{Since: entry.Since}
	switch entry.Section {
	case QueueDone, QueueClosed:
		a.Code, a.Message = ActivityIdle, f.ended()
	case QueueDecide:
		a.Code, a.Message = ActivityInReview, "Une personne de nos équipes vérifie le dossier."
		if entry.Cause == CauseFileLost {
			a.Message = "Un fichier de la commande doit être restauré, nos équipes s’en occupent."
		}
	case QueueStopped:
		a.Code, a.Message = ActivityInReview, "La collecte des pièces s’est arrêtée, une personne de nos équipes la poursuit."
	case QueueWaiting:
		a.Code, a.Message = ActivityAsking, f.asks(entry.Cause)
	case QueueRetrying:
		if job.Held {
			return f.atWork(job)
		}
		return f.retries(entry, now)
	default:
		return f.working(entry, job, now)
	}
	return a
}

func (f QueueFacts) ended() string {
	switch {
	case !f.Order.Erased.IsZero():
		return "La commande est effacée."
	case !f.Order.Cancelled.IsZero():
		return "La commande est annulée."
	}
	return "Le pré-état daté est disponible."
}

// asks returns the sentence for a client who must act: the one thing that the order
// lacks, or how many things it lacks.
func (f QueueFacts) asks(cause Cause) string {
	gaps := Blocking(f.Run.Gaps)
	switch {
	case cause == CauseRefreshEmpty:
		return "L’actualisation attend ses premières pièces."
	case len(gaps) == 1:
		return gaps[0].Message
	case len(gaps) > 1:
		return fmt.Sprintf("%d pièces ou réponses vous sont demandées.", len(gaps))
	}
	return "La commande attend une réponse de votre part."
}

// retries returns the activity of a collection that stopped and will be tried again by itself.
func (f QueueFacts) retries(entry QueueEntry, now time.Time) Activity {
	a := Activity{Code: ActivityRetrying, Since: entry.Since, Message: f.Run.Failure.happened() + " La collecte reprendra d’elle-même."}
	if !f.Run.FailedAt.IsZero() {
		a.Since = f.Run.FailedAt
	}
	if entry.Again.After(now) {
		a.Next = entry.Again
	}
	return a
}

// happened returns the sentence of what went wrong, without the advice that follows it:
// the client need not act while the collection is retried.
func (c FailureCode) happened() string {
	first, _, _ := strings.Cut(c.Plan().Sentence, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// working returns the activity of a step that is running or queued.
func (f QueueFacts) working(entry QueueEntry, job Job, now time.Time) Activity {
	if job.Held {
		return f.atWork(job)
	}
	a := Activity{Code: ActivityQueued, Since: entry.Since}
	if job.Due.After(now) {
		a.Next = job.Due
	} else if !job.Since.IsZero() {
		a.Since = job.Since
	}
	switch step := f.Run.Ahead(); {
	case job.Failures > 0:
		a.Code, a.Message = ActivityRetrying, "Un incident technique de notre côté retarde la commande, un nouvel essai se fera de lui-même."
	case step == StepCollect:
		a.Message = "La collecte des pièces attend son tour."
	case step == StepRead:
		a.Message = "La lecture des pièces attend son tour."
	default:
		a.Message = "La mise en page du pré-état daté attend son tour."
	}
	return a
}

// atWork returns the activity of a step that a process is running now.
func (f QueueFacts) atWork(job Job) Activity {
	a := Activity{Since: job.Since}
	switch f.Run.Ahead() {
	case StepCollect:
		a.Code, a.Message = ActivityCollecting, "Les pièces sont collectées sur l’extranet du syndic."
	case StepRead:
		a.Code, a.Message = ActivityReading, "Les pièces sont lues et les montants vérifiés."
	default:
		a.Code, a.Message = ActivityTypesetting, "Le pré-état daté est mis en page."
	}
	return a
}
