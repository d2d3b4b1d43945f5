package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"predate"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/seal"
)

// measuredBlobs is a store of files whose operations are counted.
type measuredBlobs struct {
	blob.Store
	to *metrics
}

// Put keeps bytes.
func (b measuredBlobs) Put(ctx context.Context, r io.Reader) (hash predate.Hash, size int64, err error) {
	b.time("put", func() error {
		hash, size, err = b.Store.Put(ctx, r)
		return err
	})
	if err == nil {
		b.to.written.WithLabelValues().Add(float64(size))
	}
	return hash, size, err
}

// Open gives bytes back.
func (b measuredBlobs) Open(ctx context.Context, hash predate.Hash) (content io.ReadSeekCloser, err error) {
	b.time("open", func() error {
		content, err = b.Store.Open(ctx, hash)
		return err
	})
	return content, err
}

// Size is the number of bytes.
func (b measuredBlobs) Size(ctx context.Context, hash predate.Hash) (size int64, err error) {
	b.time("size", func() error {
		size, err = b.Store.Size(ctx, hash)
		return err
	})
	return size, err
}

// Delete forgets bytes.
func (b measuredBlobs) Delete(ctx context.Context, hash predate.Hash) (err error) {
	b.time("delete", func() error {
		err = b.Store.Delete(ctx, hash)
		return err
	})
	return err
}

func (b measuredBlobs) time(operation string, do func() error) {
	began := b.to.now()
	err := do()
	b.to.blobs.WithLabelValues(operation).Observe(b.to.now().Sub(began).Seconds())
	if err != nil && !errors.Is(err, predate.ErrNotFound) && !errors.Is(err, context.Canceled) {
		b.to.faults.WithLabelValues(operation).Inc()
	}
}

// skimmed takes one reading of the pages of a file. Among the pages are those that
// were known, and those that were left unread.
func (m *metrics) skimmed(pages, known []predate.Page, err error, took time.Duration) {
	if errors.Is(err, context.Canceled) {
		return
	}
	if err != nil {
		m.read.WithLabelValues("failed").Inc()
	} else {
		m.read.WithLabelValues("read").Inc()
	}
	m.reading.WithLabelValues().Observe(took.Seconds())
	for _, page := range pages {
		if page.Left || slices.ContainsFunc(known, func(k predate.Page) bool { return k.Number == page.Number }) {
			continue
		}
		source := "text"
		if page.OCR {
			source = "ocr"
		}
		m.pages.WithLabelValues(source).Inc()
	}
}

// recognising times one recognition of an image, until ended is called.
func (m *metrics) recognising() (ended func()) {
	began := m.now()
	return func() { m.ocr.WithLabelValues().Observe(m.now().Sub(began).Seconds()) }
}

// measuredSends counts the attempts of deliveries.
type measuredSends struct {
	http.RoundTripper
	to *metrics
}

// RoundTrip makes one attempt.
func (s measuredSends) RoundTrip(r *http.Request) (*http.Response, error) {
	began := s.to.now()
	response, err := s.RoundTripper.RoundTrip(r)
	result := "none"
	if err == nil {
		result = strconv.Itoa(response.StatusCode/100) + "xx"
	}
	s.to.attempts.WithLabelValues(result).Inc()
	s.to.attempt.WithLabelValues().Observe(s.to.now().Sub(began).Seconds())
	return response, err
}

// sender is a client whose requests are counted as attempts of deliveries.
func (m *metrics) sender(client *http.Client) *http.Client {
	counted := *client
	counted.Transport = measuredSends{client.Transport, m}
	return &counted
}

// register adds what is read at each scrape.
func (m *metrics) register(h *House, data string) {
	all := descriptions()
	shared := &cluster{house: h}
	m.registry.MustRegister(
		gauges{all, []string{
			"predate_jobs", "predate_jobs_oldest_ready_age_seconds", "predate_orders", "predate_orders_oldest_age_seconds",
			"predate_operator_queue_orders", "predate_operator_queue_oldest_age_seconds", "predate_operator_promise_seconds", "predate_claims",
			"predate_collections_total", "predate_recipe_last_verified_timestamp_seconds", "predate_recipe_paused", "predate_recipe_held_orders",
			"predate_alarms_open", "predate_deliveries_pending", "predate_deliveries_lag_seconds", "predate_endpoints",
			"predate_database_size_bytes", "predate_credentials", "predate_credentials_overdue_seconds",
		}, shared.say},
		gauges{all, []string{"predate_database_connections", "predate_database_waits_total", "predate_database_wait_seconds_total"}, h.sayPools},
		gauges{all, []string{"predate_disk_free_bytes", "predate_disk_size_bytes"}, sayDisk(data)},
		gauges{all, []string{"predate_keys", "predate_keys_changed_timestamp_seconds"}, sayKeys(h.Keys)},
		gauges{all, []string{"predate_seal_ends_timestamp_seconds"}, saySeal(h.seal)},
		gauges{all, []string{"predate_build_info"}, sayBuild},
	)
}

// sayPools says how the connections to the database fare.
func (h *House) sayPools(_ context.Context, t *scrape) error {
	for _, pool := range h.DB.Pools() {
		t.gauge("predate_database_connections", float64(pool.InUse), pool.Name, "in_use")
		t.gauge("predate_database_connections", float64(pool.Open-pool.InUse), pool.Name, "idle")
		t.counter("predate_database_waits_total", float64(pool.Waits), pool.Name)
		t.counter("predate_database_wait_seconds_total", pool.Wait.Seconds(), pool.Name)
	}
	return nil
}

// sayDisk says how much room the disk of a folder has. A system that does not know
// leaves it out.
func sayDisk(folder string) func(context.Context, *scrape) error {
	return sayRoom(func() (free, size uint64, err error) { return diskOf(folder) })
}

// room is what a disk answered.
type room struct {
	free, size uint64
	err        error
}

// sayRoom says what of answers, within the scrape's time: a disk of the network may not
// answer at all. It is not asked again before it has answered.
func sayRoom(of func() (free, size uint64, err error)) func(context.Context, *scrape) error {
	asked := make(chan struct{}, 1)
	return func(ctx context.Context, t *scrape) error {
		select {
		case asked <- struct{}{}:
		default:
			return errors.New("the disk has not answered since an earlier scrape")
		}
		answer := make(chan room, 1)
		go func() {
			defer func() { <-asked }()
			var said room
			said.free, said.size, said.err = of()
			answer <- said
		}()
		select {
		case said := <-answer:
			if said.err == nil {
				t.gauge("predate_disk_free_bytes", float64(said.free))
				t.gauge("predate_disk_size_bytes", float64(said.size))
			}
			if errors.Is(said.err, errors.ErrUnsupported) {
				return nil
			}
			return said.err
		case <-ctx.Done():
			return fmt.Errorf("the disk does not answer: %w", ctx.Err())
		}
	}
}

// sayKeys says how many keys the sets of a folder have, and when they last changed. A
// set that a process does not have is left out.
func sayKeys(folder string) func(context.Context, *scrape) error {
	return func(_ context.Context, t *scrape) error {
		keys, err := seal.List(folder)
		if err != nil {
			return err
		}
		count := map[string]int{}
		for _, key := range keys {
			count[key.Set]++
		}
		for set, n := range count {
			info, err := os.Stat(filepath.Join(folder, set+".keys"))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			t.gauge("predate_keys", float64(n), set)
			t.gauge("predate_keys_changed_timestamp_seconds", float64(info.ModTime().Unix()), set)
		}
		return nil
	}
}

// sayBuild says which program runs.
func sayBuild(_ context.Context, t *scrape) error {
	version, revision, with := terminal.Built()
	t.gauge("predate_build_info", 1, version, revision, with)
	return nil
}
