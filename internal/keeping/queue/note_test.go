package queue_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
)

type notedKey struct{}

// noting is a log that tells which contexts its lines were written with.
type noting struct {
	slog.Handler
	said chan any
}

func (n noting) Handle(ctx context.Context, line slog.Record) error {
	if line.Message == "job failed" {
		select {
		case n.said <- ctx.Value(notedKey{}):
		default:
		}
	}
	return nil
}

// What the queue logs of a job is logged under the context that its handler noted.
func TestNote(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		h := nothing()
		h.Work = func(ctx context.Context, _ predate.RunID) error {
			queue.Note(context.WithValue(ctx, notedKey{}, "the trace"))
			return errors.New("fails")
		}
		said := make(chan any, 1)
		q, err := queue.New(db, queue.Options{Handlers: h, Now: time.Now, Logger: slog.New(noting{slog.NewTextHandler(t.Output(), nil), said})})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stop(t, q, 10*time.Second) })
		work(t, db, q, time.Time{}, "run_1")
		select {
		case got := <-said:
			if got != "the trace" {
				t.Errorf("a failed job is logged under %v", got)
			}
		case <-time.After(10 * time.Second):
			t.Error("the failure is not logged")
		}
	})
	queue.Note(t.Context()) // outside a job nothing happens
}
