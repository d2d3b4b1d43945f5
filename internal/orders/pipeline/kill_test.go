package pipeline_test

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"predate"
	"predate/internal/base/prooftest"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// A process is killed at every step around the change of state, the sending and
// the record, and the next takes over: what was committed arrives, in its order,
// and twice only where a process was killed, under the same id.
func TestKillAtEveryStep(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) {
		s := newScene(t, database)
		for _, at := range steps() {
			s.suicide(at, 1+s.dice.Int64N(3))
		}
		s.outlive()
		s.judge()
	})
}

func onBothEngines(t *testing.T, test func(*testing.T, string)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel() // both wait most of the time
		test(t, storetest.File(t, queue.Schema{}))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, storetest.Database(t, &cluster, queue.Schema{}))
	})
}

// scene is where processes are killed: their database and their receiver.
type scene struct {
	*witness
	t         *testing.T
	db        *store.DB
	dice      *rand.Rand
	errand    errand // what all are told
	endpoints []predate.EndpointID
	processes int
	faults    int
	told      []string // "order seq" of the events that were said to be committed
}

func newScene(t *testing.T, database string) *scene {
	t.Helper()
	s := &scene{
		t: t, db: storetest.Open(t, database, store.Options{}, queue.Schema{}), dice: prooftest.Dice(t), witness: newWitness(),
	}
	server := httptest.NewServer(s.witness)
	t.Cleanup(server.Close)
	s.errand = errand{Database: database, Keys: filepath.Join(t.TempDir(), "keys"), Receiver: server.URL, Account: "acc_1", Events: 40}
	s.must(seal.Create(s.errand.Keys))
	keeper, err := seal.OpenKeeper(s.errand.Keys)
	s.must(err)
	account := predate.Account{ID: s.errand.Account, Email: "etude@example.test", Kind: predate.Premium, Created: time.Now()}
	s.must(s.db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &account) }))
	office := desk.New(desk.Options{DB: s.db, Safe: keeper, Now: time.Now, Random: crand.Reader, CheckCallback: func(string) error { return nil }})
	for _, path := range []string{pathSound, pathFlaky} {
		endpoint, secret, err := office.CreateEndpoint(t.Context(), predate.Endpoint{Account: account.ID, URL: server.URL + path})
		s.must(err)
		s.must(s.expect(path, secret))
		s.endpoints = append(s.endpoints, endpoint.ID)
	}
	return s
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// process is a child that runs.
type process struct {
	*exec.Cmd
	name string
	said bytes.Buffer
}

// start begins a process. What an earlier one claimed is free by its clock.
func (s *scene) start(e errand) *process {
	s.t.Helper()
	s.processes++
	e.Name = fmt.Sprint("process ", s.processes)
	told, err := json.Marshal(e)
	s.must(err)
	p := &process{Cmd: exec.Command(os.Args[0]), name: e.Name}
	p.Env = append(os.Environ(), errandVariable+"="+string(told))
	p.Stdout, p.Stderr = &p.said, s.t.Output()
	s.must(p.Start())
	s.t.Cleanup(func() { _ = p.Process.Kill() }) // a test that fails leaves none behind
	return p
}

// next is the errand of a process that takes over from dead ones.
func (s *scene) next() errand {
	e := s.errand
	e.Skew = time.Duration(s.processes) * (desk.ClaimLife + time.Second)
	return e
}

// bury waits for the end of a process that was killed.
func (s *scene) bury(p *process) {
	s.t.Helper()
	_ = p.Wait() // the status tells
	if status, ok := p.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
		s.t.Fatalf("%s ended by itself: %s", p.name, p.ProcessState)
	}
	s.told = append(s.told, strings.Split(strings.TrimSpace(p.said.String()), "\n")...)
	s.died(p.name)
	s.faults++
}

// suicide lets a process live until it kills itself at a step.
func (s *scene) suicide(at step, nth int64) {
	s.t.Helper()
	e := s.next()
	e.Step, e.Nth = at, nth
	p := s.start(e)
	late := time.AfterFunc(time.Minute, func() {
		s.t.Errorf("%s never came to the step: %s", p.name, at)
		_ = p.Process.Kill()
	})
	s.bury(p)
	late.Stop()
}

// murder kills a process after a time, wherever it is.
func (s *scene) murder(p *process, after time.Duration) {
	s.t.Helper()
	time.Sleep(after)
	s.must(p.Process.Kill())
	s.bury(p)
}

// outlive lets a last process deliver all that is left.
func (s *scene) outlive() {
	s.t.Helper()
	e := s.next()
	e.Events = 0
	p := s.start(e)
	s.drain(90 * time.Second)
	s.murder(p, 0)
}

// drain waits until all is delivered.
func (s *scene) drain(most time.Duration) {
	s.t.Helper()
	for deadline := time.Now().Add(most); s.pending() > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Errorf("%d deliveries are still pending", s.pending())
			return
		}
	}
}

func (s *scene) view(fn func(context.Context, store.Tx) error) {
	s.t.Helper()
	s.must(s.db.View(s.t.Context(), fn))
}

func (s *scene) pending() int {
	s.t.Helper()
	return s.count("SELECT COUNT(*) FROM deliveries WHERE status = 'pending'")
}

func (s *scene) count(question string) (count int) {
	s.t.Helper()
	s.view(func(ctx context.Context, tx store.Tx) error { return tx.QueryRow(ctx, question).Scan(&count) })
	return count
}

// judge compares what was committed with what arrived.
func (s *scene) judge() prooftest.Tally {
	s.t.Helper()
	happened, orders := s.happened()
	lost := 0
	for _, said := range s.told {
		if said != "" && !happened[said] {
			lost++
			s.t.Errorf("event %s was committed and is gone", said)
		}
	}
	for _, id := range s.endpoints {
		s.view(func(ctx context.Context, tx store.Tx) error {
			all, err := store.Deliveries(ctx, tx, predate.DeliveryFilter{Endpoint: id, Limit: 1 << 30})
			if len(all) != len(happened) {
				lost += max(0, len(happened)-len(all))
				s.t.Errorf("%d deliveries of %d events", len(all), len(happened))
			}
			for _, one := range all {
				if one.Status != predate.DeliveryDelivered || !s.took(one.ID) {
					lost++
					s.t.Errorf("event %d of order %s: %s, taken %v", one.Seq, one.Order, one.Status, s.took(one.ID))
				}
			}
			return err
		})
	}
	tally := s.testify(s.t)
	if tally.Again == 0 && s.begun == 0 {
		s.t.Error("nothing came twice: the faults prove nothing")
	}
	tally.Runs, tally.Orders, tally.Events, tally.Lost = s.faults, orders, len(happened), lost
	s.t.Logf("%d events, %d processes, %d deliveries came twice", tally.Events, s.processes, tally.Again)
	return tally
}

// happened reads all events; every order must be where its last event says.
func (s *scene) happened() (all map[string]bool, count int) {
	s.t.Helper()
	s.view(func(ctx context.Context, tx store.Tx) error {
		all = map[string]bool{}
		orders, err := store.Orders(ctx, tx, predate.OrderFilter{Account: s.errand.Account, Limit: 1 << 30})
		if err != nil {
			return err
		}
		count = len(orders)
		for _, order := range orders {
			events, err := store.EventsOf(ctx, tx, order.ID)
			if err != nil {
				return err
			}
			if len(events) != order.Seq || events[len(events)-1].State != order.State {
				s.t.Errorf("order %s is %s after %d events: %v", order.ID, order.State, order.Seq, events)
			}
			for i, event := range events {
				if event.Seq != i+1 {
					s.t.Errorf("event %d of order %s is numbered %d", i+1, order.ID, event.Seq)
				}
				all[fmt.Sprint(order.ID, " ", event.Seq)] = true
			}
		}
		return nil
	})
	return all, count
}
