package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"predate"
)

// deafEngine loses the answers to commits.
type deafEngine struct {
	engine
	held    chan struct{} // the first transaction begins when it is closed
	commits atomic.Int64
}

type deafTx struct {
	Tx
	engine *deafEngine
}

func (e *deafEngine) begin(context.Context, bool) (handle, error) {
	<-e.held
	return deafTx{engine: e}, nil
}

func (t deafTx) commit(context.Context) error {
	t.engine.commits.Add(1)
	return fmt.Errorf("commit: %w: %w", errUnanswered, predate.ErrBusy)
}
func (t deafTx) rollback()   {}
func (t deafTx) sound() bool { return true }

// What may have been committed is not run again: an order would be there twice.
func TestACommitWithoutAnswerIsNotRepeated(t *testing.T) {
	deaf := &deafEngine{held: make(chan struct{})}
	db := &DB{name: Postgres, engine: deaf, options: Options{}.withDefaults()}
	db.group = newGroup(db, db.options)
	defer db.group.close()
	const callers = 20
	var runs atomic.Int64
	errs := make([]error, callers)
	var wait sync.WaitGroup
	for i := range callers {
		wait.Go(func() {
			errs[i] = db.GroupedBy(context.Background(), "", func(context.Context, Tx) error { runs.Add(1); return nil })
		})
	}
	close(deaf.held)
	wait.Wait()
	for i, err := range errs {
		if !errors.Is(err, errUnanswered) {
			t.Errorf("caller %d: %v", i, err)
		}
	}
	if runs.Load() != callers {
		t.Errorf("%d transactions ran %d times", callers, runs.Load())
	}
}
