package lookstest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"predate"
	"predate/internal/pdftext"
	"predate/internal/reading"
	"predate/internal/report"
)

// TestReading reads every dossier. A wrong figure in a statement is worse than
// one that is not given: none is let through. What is not given is told, and
// held to the share reached so far.
func TestReading(t *testing.T) {
	reader := newReader(t)
	for _, e := range editions() {
		t.Run(e.ID, func(t *testing.T) {
			if count := trial(t, reader, e); count[Right] < e.Right {
				t.Errorf("%d figures right, %d were reached", count[Right], e.Right)
			}
		})
	}
}

func newReader(t *testing.T) *reading.Reader {
	t.Helper()
	ctx := t.Context()
	engine, err := pdftext.New(ctx, pdftext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Close(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	})
	return reading.New(reading.Options{Pages: engine, Cache: reading.NoCache{}, Workers: 2, Log: slog.New(slog.DiscardHandler)})
}

// trial reads one edition and counts the verdicts; a wrong figure fails.
func trial(t *testing.T, reader *reading.Reader, e Edition) map[Verdict]int {
	t.Helper()
	d := Invent(e.Settings)
	truth := decoded(t, d.Truth())
	got := read(t, reader, d, files(t, e, d))
	count := map[Verdict]int{}
	verdicts := Judge(truth, got)
	for _, key := range sorted(verdicts) {
		verdict := verdicts[key]
		count[verdict]++
		want, have := within(within(truth, "fields"), key), within(within(got, "figures"), key)
		told := fmt.Sprintf("%s %s: want %v %v, got %v %v (%v)", verdict, key, want["status"], want["value"], have["status"], have["value"], have["derivation"])
		switch verdict {
		case Wrong:
			t.Error(told)
		case Omitted:
			t.Log(told)
		}
	}
	t.Logf("%s: %d right, %d omitted, %d wrong", e.ID, count[Right], count[Omitted], count[Wrong])
	return count
}

// files gives the papers of an edition: printed now, or as a browser printed
// them when they were written.
func files(t *testing.T, e Edition, d *Dossier) []reading.File {
	t.Helper()
	var found []reading.File
	for _, p := range d.Papers() {
		data, err := os.ReadFile(filepath.Join("testdata", e.ID, p.File))
		if e.Look != nil {
			data, _, err = e.Look.Draw(d, p)
		}
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, reading.File{
			Document: predate.DocumentID(len(found) + 1), Name: p.File,
			Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
		})
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	return found
}

func read(t *testing.T, reader *reading.Reader, d *Dossier, papers []reading.File) object {
	t.Helper()
	statement, err := reader.Read(t.Context(), reading.Dossier{Order: d.Order(), ReferenceDate: d.Reference, Files: papers})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := report.Encode(statement)
	if err != nil {
		t.Fatal(err)
	}
	var got object
	if err := json.Unmarshal(encoded, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// decoded gives a value as JSON would.
func decoded(t *testing.T, v any) object {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

func sorted(m map[string]Verdict) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
