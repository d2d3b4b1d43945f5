package serving

import "github.com/prometheus/client_golang/prometheus"

// Metric is one thing that /metrics says. docs/metrics.md has the same table.
type Metric struct {
	Name   string
	Kind   string // counter, gauge, histogram
	Help   string
	Labels []string
}

// Measured is everything that predate measures of itself. Labels have few values:
// never an order, an account, an address.
func Measured() []Metric {
	recipe := []string{"recipe", "version"}
	return []Metric{
		{"predate_build_info", "gauge", "Always 1; says which program runs.", []string{"version", "revision", "go_version"}},

		{"predate_http_answers_total", "counter", "Answers by door (public, operators), route and status.", []string{"door", "route", "status"}},
		{"predate_http_duration_seconds", "histogram", "Time to answer by door and route; streams are left out.", []string{"door", "route"}},

		{"predate_jobs", "gauge", "Jobs by kind (collect, make, deliver, sweep) and state (ready, later, working).", []string{"kind", "state"}},
		{"predate_jobs_oldest_ready_age_seconds", "gauge", "How long the first ready job of a kind has waited; 0 when none does.", []string{"kind"}},
		{"predate_orders", "gauge", "Orders by state, cancelled ones left out, test orders among them.", []string{"state"}},
		{"predate_orders_oldest_age_seconds", "gauge", "How long ago the first order that is not done was placed, by state; 0 when there is none.", []string{"state"}},

		{"predate_operator_queue_orders", "gauge", "Orders in the operators’ queue by section; done means done today.", []string{"section"}},
		{"predate_operator_queue_oldest_age_seconds", "gauge", "How long the first order of a section has been there; 0 when none is.", []string{"section"}},
		{"predate_operator_promise_seconds", "gauge", "How soon an operator is to decide an order that came to the operators.", nil},
		{"predate_claims", "gauge", "Orders that operators work on now.", nil},

		{"predate_collections_total", "counter", "Collections from real extranets by recipe, version and outcome: ok, or the code of the failure.", append(recipe, "outcome")},
		{"predate_recipe_last_verified_timestamp_seconds", "gauge", "When a recipe last collected everything.", recipe},
		{"predate_recipe_paused", "gauge", "1 while a recipe is paused because its site has changed.", recipe},
		{"predate_recipe_held_orders", "gauge", "Orders that wait for a paused recipe.", recipe},
		{"predate_alarms_open", "gauge", "Open alarms by kind; «predate connector health» names them.", []string{"kind"}},

		{"predate_reading_files_total", "counter", "Files read by this process by result (read, failed); those known from the cache are left out.", []string{"result"}},
		{"predate_reading_pages_total", "counter", "Pages read by this process by source: text of the file, or ocr.", []string{"source"}},
		{"predate_reading_duration_seconds", "histogram", "Time to read the pages of a file, recognition included.", nil},
		{"predate_ocr_duration_seconds", "histogram", "Time of one recognition of an image.", nil},

		{"predate_deliveries_pending", "gauge", "Deliveries that are still to be sent.", nil},
		{"predate_deliveries_lag_seconds", "gauge", "How long ago the first pending delivery was due; 0 when none is late.", nil},
		{"predate_delivery_attempts_total", "counter", "Attempts made by this process by result: 2xx, 3xx, 4xx, 5xx, none (no answer).", []string{"result"}},
		{"predate_delivery_attempt_duration_seconds", "histogram", "Time to the answer of an attempt, or to its failure.", nil},
		{"predate_endpoints", "gauge", "Endpoints that get nothing by state: paused (they do not answer), disabled.", []string{"state"}},

		{"predate_database_connections", "gauge", "Connections of this process by pool and state (idle, in_use).", []string{"pool", "state"}},
		{"predate_database_waits_total", "counter", "How often this process waited for a free connection.", []string{"pool"}},
		{"predate_database_wait_seconds_total", "counter", "How long this process waited for free connections.", []string{"pool"}},
		{"predate_database_size_bytes", "gauge", "What the database takes, its log included.", nil},

		{"predate_blob_duration_seconds", "histogram", "Time of an operation on kept files (put, open, size, delete) by this process.", []string{"operation"}},
		{"predate_blob_errors_total", "counter", "Operations on kept files that failed; a file that is not there is none.", []string{"operation"}},
		{"predate_blob_written_bytes_total", "counter", "Bytes of files kept by this process.", nil},
		{"predate_disk_free_bytes", "gauge", "Room left where the data folder is.", nil},
		{"predate_disk_size_bytes", "gauge", "Size of the disk where the data folder is.", nil},

		{"predate_keys", "gauge", "Keys in a set; more than one means that older ones still open what they sealed.", []string{"set"}},
		{"predate_keys_changed_timestamp_seconds", "gauge", "When a set of keys last changed: «predate keys rotate» makes new ones.", []string{"set"}},
		{"predate_seal_ends_timestamp_seconds", "gauge", "When the certificate ends that seals statements; 0 where none does.", nil},
		{"predate_credentials", "gauge", "Sealed extranet passwords that are kept.", nil},
		{"predate_credentials_overdue_seconds", "gauge", "How long ago the first kept password was to be erased; more than some minutes means that the sweep does not run.", nil},

		{"predate_trace_spans_total", "counter", "Spans by result: made, sent, lost because the collector took none; the others wait, or did not fit.", []string{"result"}},
	}
}

// descriptions are the measures as the library wants them, by name.
func descriptions() map[string]*prometheus.Desc {
	all := map[string]*prometheus.Desc{}
	for _, m := range Measured() {
		all[m.Name] = prometheus.NewDesc(m.Name, m.Help, m.Labels, nil)
	}
	return all
}

// Named is the measure of a name; one of that name alone for an unknown one.
func Named(name string) Metric {
	for _, m := range Measured() {
		if m.Name == name {
			return m
		}
	}
	return Metric{Name: name}
}

// counter makes a counter of the table.
func counter(name string) *prometheus.CounterVec {
	m := Named(name)
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: m.Name, Help: m.Help}, m.Labels)
}

// histogram makes a histogram of the table; times are counted up to the last bucket.
func histogram(name string, buckets ...float64) *prometheus.HistogramVec {
	m := Named(name)
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: m.Name, Help: m.Help, Buckets: buckets}, m.Labels)
}
