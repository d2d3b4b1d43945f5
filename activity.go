package predate

import (
	"fmt"
	"strings"
	"time"
)

// ActivityCode is what an order is about at the moment.
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

// Activity says what an order is about, so that nobody waits without knowing for what.
type Activity struct {
	Code    ActivityCode
	Since   time.Time
	Next    time.Time // when a step is tried again; zero where nobody knows, or none is
	Message string    // French, for the client
}

// Job describes the queued job of a run. The zero Job means that the run has none.
type Job struct {
	Held     bool      // a process works it now
	Since    time.Time // since when it is, or was, ready
	Due      time.Time // from when it may be worked; zero for at once
	Failures int       // in a row, for reasons of ours
}

// Working reports whether the job of its run says what an order is about.
func (f QueueFacts) Working() bool {
	section := f.QueueEntry().Section
	return section == QueueRetrying || section == QueueWorking
}

// Activity says what an order is about, as its place in the queue and the job of its
// run say.
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

// asks is what a client is told for whom an order waits: the one thing that it lacks, or
// how many there are.
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

// happened is what went wrong, without what the client would do about it if it stayed so.
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
