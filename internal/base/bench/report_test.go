package bench_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate/internal/base/bench"
)

var update = flag.Bool("update", false, "write the golden files")

// TestReport compares both forms of a report with what they were.
func TestReport(t *testing.T) {
	t.Parallel()
	var r bench.Report
	r.Measured, r.For = "A server of the test on SQLite, linux/amd64, 2 cores", "10s"
	sample := bench.Sample{Elapsed: 10 * time.Second}
	for i := range 12345 {
		sample.Latencies = append(sample.Latencies, time.Duration(i+1)*time.Microsecond)
	}
	ours := bench.NewRow("orders, workers idle", 8, sample)
	other := bench.NewRow("disk: fdatasync of 4 KiB", 1, bench.Sample{Elapsed: 10 * time.Second, Latencies: sample.Latencies[:5000]})
	r.Add(ours, nil)
	r.Add(other, nil)
	r.Add(bench.NewRow("papers sent", 64, bench.Sample{
		Elapsed: 2 * time.Second, Latencies: []time.Duration{time.Second, 1500 * time.Millisecond}, Bytes: 5_400_000, Errors: 2, Causes: []string{"the server answers 503: Full"},
	}), []string{"the server answers 503: Full"})
	events := bench.NewRow("événements", 1, bench.Sample{Elapsed: time.Second})
	events.Webhooks = &bench.Tally{Expected: 5, Arrived: 4, Lost: 1, Doubled: 2, OutOfOrder: 3}
	r.Add(events, nil)
	r.Add(bench.NewRow("nothing was done", 1, bench.Sample{}), nil)
	r.Compare(ours, other)
	r.Compare(ours, bench.Row{})
	r.Memory = []bench.Memory{{Server: "door", Peak: 100 << 20}, {Server: "elsewhere"}}
	r.Interrupted = true
	if got := r.Errors(); got != 3 {
		t.Errorf("%d errors, want 3", got)
	}
	var table, object bytes.Buffer
	if err := r.Table(&table); err != nil {
		t.Fatal(err)
	}
	if err := r.JSON(&object); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", table.Bytes())
	golden(t, "report.json", object.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
