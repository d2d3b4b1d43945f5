package main

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"predate/internal/desk"
	"predate/internal/warden"
)

// metrics counts what the front door answers. Labels are routes and statuses,
// never an order or an account.
type metrics struct {
	registry *prometheus.Registry
	answers  *prometheus.CounterVec
	duration *prometheus.HistogramVec
}

func newMetrics(watched *warden.Warden) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "predate_http_answers_total", Help: "Answers of the API by route and status.",
		}, []string{"route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "predate_http_duration_seconds", Help: "Time to answer by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.answers, m.duration, recipeMetrics{watched}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe takes one answer.
func (m *metrics) observe(route string, status int, took time.Duration) {
	m.answers.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

// recipeMetrics tells how recipes fare. What it tells lies in the database, so
// that every process tells the same, and a restart loses nothing.
type recipeMetrics struct{ warden *warden.Warden }

// recipeLabels are those of every measure of a recipe.
func recipeLabels() []string { return []string{"recipe", "version"} }

func collections() *prometheus.Desc {
	return prometheus.NewDesc("predate_collections_total", "Collections from real extranets by recipe, version and outcome: ok, or the code of the failure.",
		append(recipeLabels(), "outcome"), nil)
}

func lastVerified() *prometheus.Desc {
	return prometheus.NewDesc("predate_recipe_last_verified_timestamp_seconds", "When a recipe last collected everything.", recipeLabels(), nil)
}

func recipePaused() *prometheus.Desc {
	return prometheus.NewDesc("predate_recipe_paused", "1 while a recipe is paused because its site has changed.", recipeLabels(), nil)
}

func heldRuns() *prometheus.Desc {
	return prometheus.NewDesc("predate_recipe_held_orders", "Orders that wait for a paused recipe.", recipeLabels(), nil)
}

func openAlarms() *prometheus.Desc {
	return prometheus.NewDesc("predate_alarms_open", "Open alarms by kind; «predate connector health» names them.", []string{"kind"}, nil)
}

// Describe names the measures.
func (recipeMetrics) Describe(out chan<- *prometheus.Desc) {
	for _, one := range []*prometheus.Desc{collections(), lastVerified(), recipePaused(), heldRuns(), openAlarms()} {
		out <- one
	}
}

// metricsTime bounds the reading of the report for one scrape.
const metricsTime = 5 * time.Second

// Collect reads the report. A database that does not answer leaves these
// measures out of the scrape, which tells the error.
func (r recipeMetrics) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), metricsTime)
	defer cancel()
	found, err := r.warden.Report(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(collections(), err)
		return
	}
	for _, h := range found.Recipes {
		recipe, version := h.ID, strconv.Itoa(h.Version)
		count := func(outcome string, n int) {
			out <- prometheus.MustNewConstMetric(collections(), prometheus.CounterValue, float64(n), recipe, version, outcome)
		}
		gauge := func(what *prometheus.Desc, value float64) {
			out <- prometheus.MustNewConstMetric(what, prometheus.GaugeValue, value, recipe, version)
		}
		count("ok", h.Successes)
		for _, failure := range h.Failures {
			count(string(failure.Code), failure.Count)
		}
		if !h.Verified.IsZero() {
			gauge(lastVerified(), float64(h.Verified.Unix()))
		}
		paused := 0.0
		if !h.Paused.IsZero() {
			paused = 1
		}
		gauge(recipePaused(), paused)
		gauge(heldRuns(), float64(h.Held))
	}
	alarms := map[string]int{
		warden.AlarmRecipePaused: 0, warden.AlarmHostBlocked: 0, warden.AlarmLoginsRefused: 0, warden.AlarmLedAway: 0,
		desk.AlarmFileLost: 0, desk.AlarmDatabaseDamaged: 0,
	}
	for _, alarm := range found.Alarms {
		alarms[alarm.Kind]++
	}
	for kind, n := range alarms {
		out <- prometheus.MustNewConstMetric(openAlarms(), prometheus.GaugeValue, float64(n), kind)
	}
}
