package lookstest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"sort"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/report"
)

// TestReading reads every dossier. A wrong figure in a statement is worse than
// one that is not given, and a statement made that should wait for a paper or a
// person is the worst: none is let through. What is not given is told, and held
// to what was reached so far.
func TestReading(t *testing.T) {
	reader := newReader(t)
	var total tally
	for _, e := range append(editions(), newcomers()...) {
		if e.Unmastered {
			continue
		}
		t.Run(e.ID, func(t *testing.T) {
			score := trial(t, reader, e)
			total.add(score)
			if score.right < e.Right || score.kinds < e.Kinds || e.Settled && !score.outcome {
				t.Errorf("%s; %d figures, %d kinds and outcome %v were reached", score, e.Right, e.Kinds, e.Settled)
			}
		})
	}
	t.Logf("TOTAL %s", total)
}

func newReader(t *testing.T) *reading.Reader {
	t.Helper()
	return readerOf(t, func(p reading.Pages) reading.Pages { return p })
}

// readerOf is a reader of pages that are changed after they were read.
func readerOf(t *testing.T, changed func(reading.Pages) reading.Pages) *reading.Reader {
	t.Helper()
	return reading.New(reading.Options{Pages: changed(engine(t)), Cache: reading.NoCache{}, Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
}

// trial reads one edition and judges what is said of it; a wrong figure fails,
// and so does a statement made where none may be.
func trial(t *testing.T, reader *reading.Reader, e Edition) tally {
	t.Helper()
	d := Invent(e.Settings)
	truth := decoded(t, d.Truth())
	papers, pages := files(t, e, d)
	got := read(t, reader, d, papers)
	score := tally{dossiers: 1}
	verdicts := Judge(truth, got)
	for _, key := range sorted(verdicts) {
		verdict := verdicts[key]
		score.count(key, verdict)
		want, have := within(within(truth, "fields"), key), within(within(got, "figures"), key)
		told := fmt.Sprintf("%s %s: want %v %v, got %v %v (%v)", verdict, key, want["status"], want["value"], have["status"], have["value"], have["derivation"])
		switch verdict {
		case Wrong:
			t.Error(told)
		case Omitted:
			t.Log(told)
		}
	}
	score.parts, score.kinds = sortedRight(t, truth, pages, got)
	score.settle(t, truth, got)
	t.Logf("%s: %s", e.ID, score)
	return score
}

// files returns the papers of an edition, printed now or as they were printed
// when they were written, and the pages of their parts.
func files(t *testing.T, e Edition, d *Dossier) (found []reading.File, pages object) {
	t.Helper()
	if e.Look == nil {
		dir := filepath.Join("testdata", e.ID)
		return papersIn(t, dir), load(t, dir, "pages.json")
	}
	pages = object{}
	for _, p := range d.Papers() {
		data, counts, err := e.Look.Draw(p.drawer(d), p)
		if err != nil {
			t.Fatal(err)
		}
		pages[p.ID] = decoded(t, pagesOf(p, counts))
		found = append(found, reading.File{
			Document: predate.DocumentID(len(found) + 1), Name: p.File,
			Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
		})
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	return found, pages
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

// decoded returns a value as JSON would.
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
