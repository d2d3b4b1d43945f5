package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// occupied holds the writing connection, so that grouped callers wait, until
// release is called.
func occupied(t *testing.T, db *store.DB) (release func()) {
	t.Helper()
	return occupying(t, db.InTx)
}

// occupying does so with a transaction that begin runs.
func occupying(t *testing.T, begin func(context.Context, func(context.Context, store.Tx) error) error) (release func()) {
	t.Helper()
	held, let := make(chan struct{}), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		err := begin(context.Background(), func(context.Context, store.Tx) error {
			close(held)
			<-let
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	return sync.OnceFunc(func() {
		close(let)
		wait.Wait()
	})
}

func putting(name string) func(context.Context, store.Tx) error {
	return func(ctx context.Context, tx store.Tx) error { return storetest.PutSetting(ctx, tx, name, nil) }
}

// When too many wait, the next is refused at once and told when to come back.
func TestGroupBackpressure(t *testing.T) {
	const room = 4
	db := storetest.Open(t, storetest.File(t), store.Options{GroupQueue: room})
	release := occupied(t, db)
	defer release()
	var wait sync.WaitGroup
	var served, refused atomic.Int64
	enough := make(chan struct{}, 100)
	for i := range 100 {
		wait.Go(func() {
			err := db.Grouped(context.Background(), putting(fmt.Sprint(i)))
			var said *predate.Error
			switch {
			case err == nil:
				served.Add(1)
			case errors.As(err, &said) && said.Code == predate.CodeUnavailable && said.RetryAfter > 0 && errors.Is(err, predate.ErrBusy):
				refused.Add(1)
				enough <- struct{}{}
			default:
				t.Error(err)
			}
		})
	}
	// Those in the batch that waits for the connection, and those in line.
	for range 100 - 2*room - 64 {
		select {
		case <-enough:
		case <-time.After(10 * time.Second):
			t.Fatalf("only %d were refused while nobody was served", refused.Load())
		}
	}
	release()
	wait.Wait()
	written := 0
	for i := range 100 {
		if has(t, db, fmt.Sprint(i)) {
			written++
		}
	}
	if int64(written) != served.Load() || served.Load() < room || served.Load()+refused.Load() != 100 {
		t.Errorf("%d served, %d refused, %d written", served.Load(), refused.Load(), written)
	}
}

// What records work that was done waits behind those that were let in, however many
// they are; who gives up meanwhile has written nothing.
func TestGroupOfWhatWasDone(t *testing.T) {
	const callers = 200
	db := storetest.Open(t, storetest.File(t), store.Options{GroupQueue: 2})
	release := occupied(t, db)
	defer release()
	impatient, giveUp := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	for i := range callers {
		wait.Go(func() {
			ctx := context.Background()
			if i%2 == 1 {
				ctx = impatient
			}
			err := db.GroupedInTurn(ctx, putting(fmt.Sprint(i)))
			if err != nil && (i%2 == 0 || !errors.Is(err, context.Canceled)) {
				t.Errorf("%d: %v", i, err)
			}
			if wrote := has(t, db, fmt.Sprint(i)); wrote != (err == nil) {
				t.Errorf("%d: wrote %t after %v", i, wrote, err)
			}
		})
	}
	time.Sleep(50 * time.Millisecond) // until they wait
	giveUp()
	release()
	wait.Wait()
}

// A caller who gives up while it waits has not written, then or later; one
// whose turn has come is served to the end.
func TestGroupGiveUp(t *testing.T) {
	db := storetest.SQLite(t)
	release := occupied(t, db)
	defer release()
	var wait sync.WaitGroup
	wait.Go(func() { // takes the group's turn, and waits for the connection
		if err := db.Grouped(context.Background(), putting("first")); err != nil {
			t.Error(err)
		}
	})
	time.Sleep(50 * time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := db.Grouped(ctx, putting("gave up")); !errors.Is(err, context.Canceled) {
		t.Errorf("have %v, want canceled", err)
	}
	release()
	wait.Wait()
	put(t, db, "barrier")
	if !has(t, db, "first") || has(t, db, "gave up") {
		t.Error("want the first alone")
	}

	ctx, cancel = context.WithCancel(context.Background())
	err := db.Grouped(ctx, func(inner context.Context, tx store.Tx) error {
		cancel()
		return putting("its turn")(inner, tx)
	})
	if err != nil || !has(t, db, "its turn") {
		t.Errorf("have %v, want a turn that has come to be used", err)
	}
}

// When the shared transaction itself fails, each is run alone, and only the
// one at fault fails.
func TestGroupAlone(t *testing.T) {
	db := storetest.SQLite(t)
	release := occupied(t, db)
	defer release()
	bad := errors.New("this one cannot be flushed")
	flush := func(_ context.Context, _ store.Tx, items []any) error {
		for _, item := range items {
			if item == 3 {
				return bad
			}
		}
		return nil
	}
	var wait sync.WaitGroup
	errs := make([]error, 10)
	for i := range errs {
		wait.Go(func() {
			errs[i] = db.Grouped(context.Background(), func(ctx context.Context, tx store.Tx) error {
				tx.Late("flush", i, flush)
				return putting(fmt.Sprint(i))(ctx, tx)
			})
		})
	}
	time.Sleep(100 * time.Millisecond)
	release()
	wait.Wait()
	for i, err := range errs {
		if atFault := i == 3; atFault != errors.Is(err, bad) || has(t, db, fmt.Sprint(i)) == atFault {
			t.Errorf("caller %d: %v", i, err)
		}
	}
}

// Close serves those who wait, and nobody after.
func TestGroupClose(t *testing.T) {
	path := t.TempDir() + "/predate.db"
	db := storetest.Open(t, path, store.Options{})
	var wait sync.WaitGroup
	var served atomic.Int64
	for i := range 50 {
		wait.Go(func() {
			if err := db.Grouped(context.Background(), putting(fmt.Sprint(i))); err == nil {
				served.Add(1)
			}
		})
	}
	time.Sleep(time.Millisecond)
	db.Close()
	wait.Wait()
	if err := db.Grouped(context.Background(), putting("late")); err == nil {
		t.Error("a closed database took more")
	}
	again := storetest.Open(t, path, store.Options{})
	written := int64(0)
	for i := range 50 {
		if has(t, again, fmt.Sprint(i)) {
			written++
		}
	}
	if written != served.Load() {
		t.Errorf("%d told they were served, %d written", served.Load(), written)
	}
}

// childPath, in the environment, makes the test binary the process to kill.
const childPath = "PREDATE_TEST_CHILD"

// child writes for ever, by eight callers, and says what was committed.
func child(path string) error {
	db, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return err
	}
	for caller := range 8 {
		go func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("%d-%d", caller, i)
				if err := db.Grouped(context.Background(), putting(name)); err == nil {
					fmt.Println(name)
				}
			}
		}()
	}
	select {}
}

// What a caller was told is committed is there after the process is killed.
func TestKill(t *testing.T) {
	path := t.TempDir() + "/predate.db"
	storetest.Open(t, path, store.Options{}).Close()
	killed := exec.Command(os.Args[0])
	killed.Env = append(os.Environ(), childPath+"="+path)
	out, err := killed.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	var told []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		told = append(told, lines.Text())
		if len(told) == 200 {
			if err := killed.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = killed.Wait() // killed, as we wanted
	if len(told) < 200 {
		t.Fatalf("the child told of %d only", len(told))
	}
	db := storetest.Open(t, path, store.Options{})
	for _, name := range told[:len(told)-1] { // the last line may be cut
		if !has(t, db, name) {
			t.Errorf("%s was committed and is gone", name)
		}
	}
}
