package serving

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts what this process does, and says what the cluster has. Labels are
// routes and statuses, never an order or an account.
type metrics struct {
	registry *prometheus.Registry
	now      func() time.Time
	answers  *prometheus.CounterVec
	duration *prometheus.HistogramVec
	read     *prometheus.CounterVec
	pages    *prometheus.CounterVec
	reading  *prometheus.HistogramVec
	ocr      *prometheus.HistogramVec
	attempts *prometheus.CounterVec
	attempt  *prometheus.HistogramVec
	blobs    *prometheus.HistogramVec
	faults   *prometheus.CounterVec
	written  *prometheus.CounterVec
	traced   *prometheus.CounterVec
}

// The doors that answer.
const (
	publicDoor    = "public"
	operatorsDoor = "operators"
)

func newMetrics(now func() time.Time) *metrics {
	fast := []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow := []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120, 300}
	m := &metrics{
		now:      now,
		registry: prometheus.NewRegistry(),
		answers:  counter("predate_http_answers_total"),
		duration: histogram("predate_http_duration_seconds", fast...),
		read:     counter("predate_reading_files_total"),
		pages:    counter("predate_reading_pages_total"),
		reading:  histogram("predate_reading_duration_seconds", slow...),
		ocr:      histogram("predate_ocr_duration_seconds", slow...),
		attempts: counter("predate_delivery_attempts_total"),
		attempt:  histogram("predate_delivery_attempt_duration_seconds", slow...),
		blobs:    histogram("predate_blob_duration_seconds", fast...),
		faults:   counter("predate_blob_errors_total"),
		written:  counter("predate_blob_written_bytes_total"),
		traced:   counter("predate_trace_spans_total"),
	}
	m.registry.MustRegister(m.answers, m.duration, m.read, m.pages, m.reading, m.ocr, m.attempts, m.attempt, m.blobs, m.faults, m.written, m.traced,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.fromZero()
	return m
}

// fromZero shows what has not happened yet, so that the first time is seen as a change.
func (m *metrics) fromZero() {
	for vec, values := range map[*prometheus.CounterVec][]string{
		m.read: {"read", "failed"}, m.pages: {"text", "ocr"}, m.attempts: {"2xx", "3xx", "4xx", "5xx", "none"},
		m.faults: {"put", "open", "size", "delete"}, m.traced: {"made", "sent", "lost"},
	} {
		for _, value := range values {
			vec.WithLabelValues(value)
		}
	}
	m.written.WithLabelValues()
	for _, vec := range []*prometheus.HistogramVec{m.reading, m.ocr, m.attempt} {
		vec.WithLabelValues()
	}
}

// observe takes one answer of the public door.
func (m *metrics) observe(route string, status int, took time.Duration) {
	m.answered(publicDoor, route, status)
	m.duration.WithLabelValues(publicDoor, route).Observe(took.Seconds())
}

func (m *metrics) answered(door, route string, status int) {
	m.answers.WithLabelValues(door, route, strconv.Itoa(status)).Inc()
}

func (m *metrics) handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	})
}

// watched counts the answers of the operators' door by the patterns of their routes.
func (m *metrics) watched(inner http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := m.now()
		seen := &answerSeen{ResponseWriter: w, status: http.StatusOK}
		inner.ServeHTTP(seen, r)
		route := r.Pattern // the mux writes it into the request
		if route == "/" || route == "" {
			route = "unknown"
		}
		m.answered(operatorsDoor, route, seen.status)
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
			m.duration.WithLabelValues(operatorsDoor, route).Observe(m.now().Sub(began).Seconds())
		}
	})
}

// answerSeen remembers the status of an answer.
type answerSeen struct {
	http.ResponseWriter
	status int
	headed bool
}

// WriteHeader remembers the first status.
func (a *answerSeen) WriteHeader(status int) {
	if !a.headed && status >= http.StatusOK {
		a.status, a.headed = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap gives streams what lies behind.
func (a *answerSeen) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// gauges is a collector of what is read at a scrape.
type gauges struct {
	all   map[string]*prometheus.Desc
	names []string // of the measures that it has
	read  func(context.Context, *scrape) error
}

// Describe names the measures.
func (g gauges) Describe(out chan<- *prometheus.Desc) {
	for _, name := range g.names {
		out <- g.all[name]
	}
}

// scrapeTime bounds the reading for one scrape.
const scrapeTime = 5 * time.Second

// Collect reads. What cannot be read is left out of the scrape, which says the error.
func (g gauges) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	t := &scrape{all: g.all}
	if err := g.read(ctx, t); err != nil {
		out <- prometheus.NewInvalidMetric(g.all[g.names[0]], err)
		return
	}
	for _, one := range t.metrics {
		out <- one
	}
}

// scrape gathers what one scrape says.
type scrape struct {
	all     map[string]*prometheus.Desc
	metrics []prometheus.Metric
}

func (t *scrape) gauge(name string, value float64, labels ...string) {
	t.metrics = append(t.metrics, prometheus.MustNewConstMetric(t.all[name], prometheus.GaugeValue, value, labels...))
}

func (t *scrape) counter(name string, value float64, labels ...string) {
	t.metrics = append(t.metrics, prometheus.MustNewConstMetric(t.all[name], prometheus.CounterValue, value, labels...))
}
