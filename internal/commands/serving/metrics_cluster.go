package serving

import (
	"context"
	"strconv"
	"sync"
	"time"

	"predate"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// clusterKept is how long what was read of the database is said again: scrapes of
// several monitors cost one reading.
const clusterKept = 15 * time.Second

// cluster reads what the whole cluster has, so that every process says the same and a
// restart loses nothing.
type cluster struct {
	house *House

	mu   sync.Mutex
	read time.Time
	kept clusterState
}

// clusterState is the cluster at one moment.
type clusterState struct {
	at      time.Time
	jobs    []queue.Length
	queue   []store.QueueCount
	levels  store.Levels
	recipes warden.Report
	size    int64
}

// state reads the cluster, or gives what was read a moment ago.
func (c *cluster) state(ctx context.Context) (clusterState, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.house.Now()
	if !c.read.IsZero() && now.Sub(c.read) < clusterKept {
		return c.kept, nil
	}
	s := clusterState{at: now}
	var err error
	if s.jobs, err = c.house.queue.Lengths(ctx); err != nil {
		return s, err
	}
	if s.queue, s.levels, err = c.house.Desk.Levels(ctx); err != nil {
		return s, err
	}
	if s.recipes, err = c.house.Warden.Report(ctx); err != nil {
		return s, err
	}
	if s.size, err = c.house.DB.Size(ctx); err != nil {
		return s, err
	}
	c.read, c.kept = now, s
	return s, nil
}

// say says what the cluster has.
func (c *cluster) say(ctx context.Context, t *scrape) error {
	s, err := c.state(ctx)
	if err != nil {
		return err
	}
	s.sayJobs(t)
	s.sayOrders(t)
	t.gauge("predate_operator_promise_seconds", c.house.Desk.Promise.Seconds())
	s.sayDeliveries(t)
	s.sayRecipes(t)
	s.sayAlarms(t)
	t.gauge("predate_database_size_bytes", float64(s.size))
	return nil
}

// age is how long something has waited: 0 for nothing.
func (s clusterState) age(since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(0, s.at.Sub(since).Seconds())
}

func (s clusterState) sayJobs(t *scrape) {
	for _, line := range s.jobs {
		for state, n := range map[string]int{"ready": line.Ready, "later": line.Later, "working": line.Working} {
			t.gauge("predate_jobs", float64(n), line.Line, state)
		}
		t.gauge("predate_jobs_oldest_ready_age_seconds", s.age(line.Oldest), line.Line)
	}
}

func (s clusterState) sayOrders(t *scrape) {
	for _, state := range []predate.State{predate.Confirmed, predate.Received, predate.Waiting, predate.Done, predate.NeedRefresh} {
		level := s.levels.States[state]
		t.gauge("predate_orders", float64(level.Count), string(state))
		if state != predate.Done {
			t.gauge("predate_orders_oldest_age_seconds", s.age(level.Oldest), string(state))
		}
	}
	sections := map[predate.QueueSection]store.QueueCount{}
	for _, count := range s.queue {
		sections[count.Section] = count
	}
	for _, section := range predate.QueueSections() {
		t.gauge("predate_operator_queue_orders", float64(sections[section].Count), string(section))
		if section != predate.QueueDone {
			t.gauge("predate_operator_queue_oldest_age_seconds", s.age(sections[section].Oldest), string(section))
		}
	}
	t.gauge("predate_claims", float64(s.levels.Claims))
	t.gauge("predate_credentials", float64(s.levels.Credentials.Count))
	t.gauge("predate_credentials_overdue_seconds", s.age(s.levels.Credentials.Oldest))
}

func (s clusterState) sayDeliveries(t *scrape) {
	t.gauge("predate_deliveries_pending", float64(s.levels.Deliveries.Count))
	t.gauge("predate_deliveries_lag_seconds", s.age(s.levels.Deliveries.Oldest))
	t.gauge("predate_endpoints", float64(s.levels.Parked), "paused")
	t.gauge("predate_endpoints", float64(s.levels.Disabled), "disabled")
}

func (s clusterState) sayRecipes(t *scrape) {
	for _, h := range s.recipes.Recipes {
		recipe, version := h.ID, strconv.Itoa(h.Version)
		t.counter("predate_collections_total", float64(h.Successes), recipe, version, "ok")
		for _, failure := range h.Failures {
			t.counter("predate_collections_total", float64(failure.Count), recipe, version, string(failure.Code))
		}
		if !h.Verified.IsZero() {
			t.gauge("predate_recipe_last_verified_timestamp_seconds", float64(h.Verified.Unix()), recipe, version)
		}
		paused := 0.0
		if !h.Paused.IsZero() {
			paused = 1
		}
		t.gauge("predate_recipe_paused", paused, recipe, version)
		t.gauge("predate_recipe_held_orders", float64(h.Held), recipe, version)
	}
}

func (s clusterState) sayAlarms(t *scrape) {
	alarms := map[string]int{
		warden.AlarmRecipePaused: 0, warden.AlarmHostBlocked: 0, warden.AlarmLoginsRefused: 0, warden.AlarmLedAway: 0,
		desk.AlarmFileLost: 0, desk.AlarmDatabaseDamaged: 0,
	}
	for _, alarm := range s.recipes.Alarms {
		alarms[alarm.Kind]++
	}
	for kind, n := range alarms {
		t.gauge("predate_alarms_open", float64(n), kind)
	}
}
