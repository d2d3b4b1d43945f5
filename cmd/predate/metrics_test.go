package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"predate/internal/commands/serving"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// What /metrics says after some work is in order for Prometheus, is what the table
// and the documentation promise, and names no order, person or address.
func TestMetrics(t *testing.T) {
	b := newBureau(t, "2026-03-15")
	id := b.place("d01")
	b.await(id, "read", func(o desk.Opened) bool { return o.Run.Read })
	err := b.DB.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		return store.CountOutcome(ctx, tx, store.RecipeOutcome{RecipeVersion: predate.RecipeVersion{ID: "xnet", Version: 3}, Last: time.Now()})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"/signin", "/order/" + string(id), "/none/" + b.account.Email, "/readyz"} {
		b.scrape(address)
	}
	text := b.scrape("/metrics")
	problems, err := promlint.New(bytes.NewReader(text)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("lint: %v, %v", problems, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range serving.Measured() {
		family := families[m.Name]
		if family == nil {
			t.Errorf("%s is promised and not said", m.Name)
			continue
		}
		if kind := strings.ToLower(family.GetType().String()); kind != m.Kind || family.GetHelp() != m.Help {
			t.Errorf("%s is a %s (%s), promised as a %s (%s)", m.Name, kind, family.GetHelp(), m.Kind, m.Help)
		}
		for _, one := range family.Metric {
			checkLabels(t, m, one, string(id), b.account.Email)
		}
		delete(families, m.Name)
	}
	for name := range families {
		if strings.HasPrefix(name, "predate_") {
			t.Errorf("%s is said and not promised", name)
		}
	}
	for line, want := range map[string]string{
		"orders read":   `predate_operator_queue_orders{section="decide"} 0`,
		"answers":       `predate_http_answers_total{door="operators",route="GET /order/{id}",status="303"} 1`,
		"unknown pages": `predate_http_answers_total{door="operators",route="unknown",status="404"} 1`,
		"recipes":       `predate_collections_total{outcome="ok",recipe="xnet",version="3"} 1`,
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s: no %s", line, want)
		}
	}
}

// scrape gets an address of the operators' door.
func (b *bureau) scrape(path string) []byte {
	b.t.Helper()
	response, err := http.Get(strings.TrimSuffix(b.console.String(), "/") + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return body
}

// checkLabels holds the labels of one metric to those promised, and to values that
// are few and nobody's.
func checkLabels(t *testing.T, m serving.Metric, one *dto.Metric, forbidden ...string) {
	t.Helper()
	var names []string
	for _, label := range one.Label {
		names = append(names, label.GetName())
		value := label.GetValue()
		personal := regexp.MustCompile(`@|https?:|\d{1,3}(\.\d{1,3}){3}|acc_|run_|evt_|dlv_`).MatchString(value)
		if personal || slices.ContainsFunc(forbidden, func(s string) bool { return strings.Contains(value, s) }) {
			t.Errorf("%s: label %s holds %q", m.Name, label.GetName(), value)
		}
	}
	want := slices.Sorted(slices.Values(m.Labels))
	if slices.Sort(names); !slices.Equal(names, want) {
		t.Errorf("%s has labels %v, promised %v", m.Name, names, want)
	}
}

// docs/metrics.md has the table of what the program measures.
func TestMetricsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, m := range serving.Measured() {
		labels := "–"
		if len(m.Labels) > 0 {
			labels = "`" + strings.Join(m.Labels, "`, `") + "`"
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", m.Name, m.Kind, labels, m.Help)
	}
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/metrics.md does not have this table:\n%s", table.String())
	}
}
