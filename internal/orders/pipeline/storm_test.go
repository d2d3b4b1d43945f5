package pipeline_test

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/base/prooftest"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
)

// A storm sends events to receivers of every mood, through workers that die
// before and after every write and every POST, in virtual time: nothing is
// lost, nothing comes out of order within its order, and nothing comes twice
// but across a crash, under the same id.
func TestStorm(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) { weather(t, database, 600, 6*time.Hour) })
}

// The same storm under a clock that jumps by up to two hours, forward and back.
func TestStormOfClocks(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) { jumpyWeather(t, database, 300) })
}

// jumpyWeather is a storm under a clock that jumps.
func jumpyWeather(t *testing.T, database string, events int) prooftest.Tally {
	s := newStorm(t, database, prooftest.Seed(t))
	s.populate(events)
	s.jumps = true
	s.run(12 * time.Hour)
	s.jumps = false
	failed := s.heal()
	s.run(30 * 24 * time.Hour)
	return s.judge(failed)
}

const (
	stormOrders = 10 // events of one order
	processes   = 3
	hands       = 32
)

// storm is a house without front door, in virtual time.
type storm struct {
	t     *testing.T
	clock *stormClock
	world *world
	desk  *desk.Desk
	jobs  *jobTable
	dice  *rand.Rand
	// jitter spreads the retries.
	jitter func() float64

	mu        sync.Mutex // guards processes against their restarts
	processes []*pipeline.Pipeline
	accounts  []predate.Account
	endpoints map[predate.AccountID][]predate.EndpointID
	paths     map[predate.EndpointID]string
	open      []*stormOrder
	jumps     bool // the clock is set forward and back; keys are left alone then
	expected  int
	swept     time.Time
}

type stormOrder struct {
	predate.Order
	account predate.Account
	left    int
}

// weather lets a storm rage for a time, and then go by.
func weather(t *testing.T, url string, events int, rage time.Duration) prooftest.Tally {
	s := newStorm(t, url, prooftest.Seed(t))
	s.populate(events)
	began := s.clock.now()
	s.run(rage)
	failed := s.heal()
	s.run(30 * 24 * time.Hour)
	tally := s.judge(failed)
	t.Logf("%d deliveries, %d attempts, %d deaths, %d given up and recovered, over %s", s.expected, s.world.attempts, s.world.deaths,
		len(failed), s.clock.now().Sub(began).Round(time.Hour))
	return tally
}

func newStorm(t *testing.T, url string, seed uint64) *storm {
	t.Helper()
	db := storetest.Open(t, url, store.Options{}, queue.Schema{})
	keys := filepath.Join(t.TempDir(), "keys")
	if err := seal.Create(keys); err != nil {
		t.Fatal(err)
	}
	keeper, err := seal.OpenKeeper(keys)
	if err != nil {
		t.Fatal(err)
	}
	s := &storm{
		t: t, clock: &stormClock{at: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)}, dice: rand.New(rand.NewPCG(seed, 1)), jitter: rand.Float64,
		endpoints: map[predate.AccountID][]predate.EndpointID{}, paths: map[predate.EndpointID]string{},
	}
	s.world = newWorld(s.clock, seed)
	if s.jobs, err = newJobTable(db, s.clock, s.world); err != nil {
		t.Fatal(err)
	}
	s.desk = desk.New(desk.Options{
		DB: db, Queue: s.jobs, Safe: keeper, Now: s.clock.now, Random: crand.Reader,
		CheckCallback: func(string) error { return nil },
	})
	for range processes {
		s.processes = append(s.processes, s.process())
	}
	return s
}

// process is one process of workers, with its own lanes.
func (s *storm) process() *pipeline.Pipeline {
	return pipeline.New(pipeline.Options{
		Desk: s.desk, Sender: webhook.NewSender(&http.Client{Transport: orderOf{s.world}}, s.clock.now),
		Now: s.clock.now, Jitter: func() float64 { return s.jitter() }, Log: slog.New(slog.DiscardHandler),
	})
}

// populate makes accounts with endpoints of every mood, and orders that shall
// have so many events in all.
func (s *storm) populate(events int) {
	s.world.deadly = false
	for a := range 4 * int(moods) {
		account := s.enrol(predate.AccountID(fmt.Sprintf("acc_%d", a)))
		for e := range 1 + a%2 {
			s.hook(account, fmt.Sprintf("/hook/%d/%d", a, e), 200*(a%3), mood((a+e)%int(moods)))
		}
	}
	s.world.deadly = true
	for made := 0; made < events; made += stormOrders {
		account := s.accounts[s.dice.IntN(len(s.accounts))]
		// Who is away for days gets little: what is parked there wakes often.
		if a := s.dice.IntN(8); a != 0 {
			for m := s.moodOf(account); m == gone || m == away; m = s.moodOf(account) {
				account = s.accounts[s.dice.IntN(len(s.accounts))]
			}
		}
		s.open = append(s.open, &stormOrder{account: account, left: stormOrders})
		s.world.Orders++
		s.expected += stormOrders * len(s.endpoints[account.ID])
	}
}

// enrol opens an account.
func (s *storm) enrol(id predate.AccountID) predate.Account {
	account := predate.Account{ID: id, Email: string(id) + "@example.test", Kind: predate.Premium, Created: s.clock.now()}
	s.must(s.desk.DB.InTx(s.t.Context(), func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &account) }))
	s.accounts = append(s.accounts, account)
	return account
}

// hook gives an account an endpoint, and a receiver of a mood behind it.
func (s *storm) hook(account predate.Account, path string, rate int, m mood) *listener {
	endpoint, secret, err := s.desk.CreateEndpoint(s.t.Context(), predate.Endpoint{Account: account.ID, URL: "https://storm.example" + path, MaxRate: rate})
	s.must(err)
	s.must(s.world.listen(path, secret, m))
	s.endpoints[account.ID], s.paths[endpoint.ID] = append(s.endpoints[account.ID], endpoint.ID), path
	return s.world.listeners[path]
}

func (s *storm) moodOf(account predate.Account) mood {
	worst := sound
	for i := range s.endpoints[account.ID] {
		var a int
		_, _ = fmt.Sscanf(string(account.ID), "acc_%d", &a)
		worst = max(worst, mood((a+i)%int(moods)))
	}
	if worst > gone {
		return sound
	}
	return worst
}

func (s *storm) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// run makes what happens happen until nothing is left to do, or the time is
// over and all events have happened.
func (s *storm) run(most time.Duration) {
	ctx, end := s.t.Context(), s.clock.now().Add(most)
	for round := 1; len(s.open) > 0 || s.clock.now().Before(end); round++ {
		s.produce(128)
		if !s.jumps {
			s.rotate()
		} else if s.dice.IntN(10) == 0 {
			s.clock.jump(time.Duration(s.dice.IntN(240)-120) * time.Minute)
		}
		if s.sweep(ctx); s.t.Failed() {
			return
		}
		jobs, err := s.jobs.Take(ctx)
		s.must(err)
		s.must(s.jobs.finish(ctx, s.work(jobs)))
		if round%20 == 0 || len(jobs) == 0 {
			s.must(s.jobs.Free(ctx))
			s.mu.Lock()
			s.processes[s.dice.IntN(processes)] = s.process()
			s.mu.Unlock()
		}
		s.clock.pass(50 * time.Millisecond)
		if len(jobs) > 0 || len(s.open) > 0 {
			continue
		}
		next, found, err := s.jobs.next(ctx)
		s.must(err)
		if !found && s.pending() == 0 {
			return
		}
		// Nothing is due: what comes next comes with what follows within a minute.
		const breath, night = time.Minute, 5 * time.Minute
		wait := night
		if found {
			wait = min(max(next.Sub(s.clock.now()), breath), night)
		}
		s.clock.pass(wait)
	}
}

// rotate gives an endpoint a new secret, now and then; the old one has a grace of
// minutes, of days, or none.
func (s *storm) rotate() {
	if s.dice.IntN(8) != 0 {
		return
	}
	account := s.accounts[s.dice.IntN(len(s.accounts))].ID
	id := s.endpoints[account][s.dice.IntN(len(s.endpoints[account]))]
	grace := []time.Duration{0, 5 * time.Minute, desk.SecretGrace, desk.LongestGrace}[s.dice.IntN(4)]
	rotated, err := s.desk.RotateSecret(s.t.Context(), desk.Rotation{Account: account, Endpoint: id, Grace: grace})
	s.must(err)
	s.must(s.world.listeners[s.paths[id]].learn(rotated.Secret, rotated.PreviousUntil))
}

// sweep runs the sweeper once a minute, unless it dies in it.
func (s *storm) sweep(ctx context.Context) {
	if s.clock.now().Sub(s.swept).Abs() < time.Minute {
		return
	}
	s.swept = s.clock.now()
	if err := s.desk.Sweep(ctx); err != nil && !errors.Is(err, errDied) {
		s.t.Error(err)
	}
}

// pending counts the deliveries that have not ended.
func (s *storm) pending() (count int) {
	s.must(s.desk.DB.View(s.t.Context(), func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRow(ctx, "SELECT COUNT(*) FROM deliveries WHERE status = 'pending'").Scan(&count)
	}))
	return count
}

// produce moves some orders, each by one event. A death rolls it back, and the
// next round tries again.
func (s *storm) produce(most int) {
	s.dice.Shuffle(len(s.open), func(i, j int) { s.open[i], s.open[j] = s.open[j], s.open[i] })
	var wait sync.WaitGroup
	for _, order := range s.open[:min(most, len(s.open))] {
		wait.Go(func() {
			err := s.advance(order)
			if err == nil {
				order.left--
			} else if !errors.Is(err, errDied) {
				s.t.Error(err)
			}
		})
	}
	wait.Wait()
	var still []*stormOrder
	for _, order := range s.open {
		if order.left > 0 {
			still = append(still, order)
		}
	}
	s.open = still
}

func (s *storm) advance(o *stormOrder) error {
	ctx := s.t.Context()
	if o.ID == "" {
		placed, err := s.desk.Place(ctx, desk.Placing{Account: o.account, Order: predate.Order{
			Method: predate.MethodUpload, Owners: []predate.Owner{{Lastname: "Vassorelle"}},
		}})
		if err == nil {
			o.Order = placed
		}
		return err
	}
	held, err := s.desk.Case(ctx, o.Run)
	if err != nil {
		return err
	}
	trigger := predate.DossierLacking
	if held.Order.State == predate.Waiting {
		trigger = predate.DossierComplete
	}
	return s.desk.Record(ctx, desk.Progress{Run: held.Run, Trigger: trigger})
}

// work gives jobs to the hands of several processes, some of which die.
func (s *storm) work(jobs []*queue.Held) []ended {
	results, next := make([]ended, len(jobs)), make(chan int)
	var wait sync.WaitGroup
	for h := range hands {
		wait.Go(func() {
			for i := range next {
				s.mu.Lock()
				p := s.processes[(h+i)%processes]
				s.mu.Unlock()
				results[i] = s.one(p, jobs[i])
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	wait.Wait()
	return results
}

// one runs a job as the queue would, or as a worker that dies in it.
func (s *storm) one(p *pipeline.Pipeline, j *queue.Held) (result ended) {
	result.Held = j
	defer func() {
		if result.died {
			s.world.excuse(j.Delivery())
		}
	}()
	defer func() {
		if cause := recover(); cause != nil {
			if cause != error(errDied) {
				panic(cause)
			}
			result.died = true
		}
	}()
	result.err = p.Deliver(j.Context(context.Background()), j.Delivery())
	_, later := queue.Delay(result.err)
	switch {
	case later:
	case errors.Is(result.err, errDied):
		result.died = true
	case result.err != nil:
		s.t.Errorf("deliver %s: %v", j.Delivery(), result.err)
	case s.world.dies(): // after the record, before the queue hears of it
		result.died = true
	}
	return result
}

// heal makes every receiver sound, switches all endpoints on, and recovers what
// was given up; it tells what that was.
func (s *storm) heal() []predate.DeliveryID {
	s.world.mu.Lock()
	s.world.healed, s.world.deadly = true, false
	s.world.mu.Unlock()
	var failed []predate.DeliveryID
	yes := true
	for account, endpoints := range s.endpoints {
		for _, id := range endpoints {
			s.must(s.desk.DB.View(s.t.Context(), func(ctx context.Context, tx store.Tx) error {
				all, err := store.FailedDeliveries(ctx, tx, predate.DeliveryFilter{Endpoint: id, Limit: 1 << 30}, predate.TimeRange{})
				for _, one := range all {
					failed = append(failed, one.ID)
				}
				return err
			}))
			_, err := s.desk.ChangeEndpoint(s.t.Context(), account, id, desk.EndpointChange{Enabled: &yes})
			s.must(err)
			_, err = s.desk.Recover(s.t.Context(), account, id, predate.TimeRange{})
			s.must(err)
		}
	}
	return failed
}

// judge counts what became of every delivery.
func (s *storm) judge(failed []predate.DeliveryID) prooftest.Tally {
	for _, wrong := range s.world.wrong {
		s.t.Error(wrong)
	}
	delivered := 0
	for account, endpoints := range s.endpoints {
		for _, id := range endpoints {
			stats, err := s.desk.EndpointStats(s.t.Context(), account, id, time.Time{})
			s.must(err)
			delivered += stats.Delivered
			if stats.Pending+stats.GivenUp > 0 {
				s.t.Errorf("%s: %d pending, %d given up", id, stats.Pending, stats.GivenUp)
			}
		}
	}
	if delivered != s.expected || len(s.world.taken) != s.expected {
		s.t.Errorf("%d deliveries delivered and %d taken, of %d", delivered, len(s.world.taken), s.expected)
	}
	if s.world.deaths == 0 || s.world.attempts <= s.expected {
		s.t.Error("a calm day proves nothing")
	}
	tally := s.world.Tally
	tally.Runs, tally.Events, tally.Lost = s.world.deaths, tally.Orders*stormOrders, max(0, s.expected-len(s.world.taken))
	return tally
}
