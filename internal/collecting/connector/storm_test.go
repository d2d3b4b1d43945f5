package connector_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/fstest"
	"time"

	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
)

// spread is a dossier of n documents in folders that every family knows how to
// file.
func spread(n int) fstest.MapFS {
	folders := []struct{ category, space string }{
		{"Immeuble / Assemblées générales", "building"},
		{"Immeuble / Contrats", "building"},
		{"Immeuble / Assurances", "building"},
		{"Mon compte / Appels de fonds", "owner"},
		{"Mon compte / Relevés", "owner"},
	}
	var entries []extranetsim.Entry
	for i := range n {
		f := folders[i%len(folders)]
		entries = append(entries, extranetsim.Entry{Title: fmt.Sprint("Pièce ", i), Category: f.category, Space: f.space, Date: "2025-01-01", File: fmt.Sprint(i, ".pdf")})
	}
	return dossier(entries)
}

// TestNothingLostNothingTwice: over all families, a thousand documents on sites
// that fail at random arrive each once, however many runs it takes.
func TestNothingLostNothingTwice(t *testing.T) {
	all, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	const each = 130
	total, families := 0, 0
	for _, f := range drivable() {
		families++
		t.Run(string(f), func(t *testing.T) {
			s, err := extranetsim.New(spread(each), extranetsim.Options{Family: f, Faults: 0.04, Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			known, hashes, runs := map[string]bool{}, map[[32]byte]string{}, 0
			for done := false; !done; runs++ {
				if runs == 200 {
					t.Fatalf("%d of %d documents after %d runs", len(hashes), each, runs)
				}
				run := &connectortest.Run{
					Recipes: all, Transport: extranetsim.Transport(s), URL: f.URL(), Family: f.Hosts(), Request: subject(), Known: known,
					Options: connector.Options{Settings: map[string]string{"vilogi_token": "app"}, Hosts: bound(extranetsim.WebForms), Pause: connector.NoPause},
				}
				if err := run.Collect(context.Background()); err != nil {
					t.Fatal(err)
				}
				for _, k := range run.Kept {
					sum := sha256.Sum256(k.Data)
					if known[k.ID] || hashes[sum] != "" {
						t.Fatalf("%s came twice: %s and %s", k.Title, k.ID, hashes[sum])
					}
					known[k.ID], hashes[sum] = true, k.ID
				}
				done = run.Err == nil
			}
			total += len(hashes)
			if len(hashes) != each {
				t.Errorf("%d documents of %d", len(hashes), each)
			}
			t.Logf("%d documents in %d runs, %d logins, %d requests", len(hashes), runs, s.Logins(), s.Requests())
		})
	}
	if families == 8 && total < 1000 {
		t.Errorf("%d documents in all", total)
	}
}

// clock is a time that passes only by pauses and by the answers of a site.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func (c *clock) pause(ctx context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	return ctx.Err()
}

// slow lets every answer take its time.
type slow struct {
	clock *clock
	takes time.Duration
	next  http.RoundTripper
}

// RoundTrip answers later.
func (s slow) RoundTrip(req *http.Request) (*http.Response, error) {
	s.clock.at = s.clock.at.Add(s.takes)
	return s.next.RoundTrip(req)
}

// TestPaceOfAnArchive: an archive of 460 documents is collected in at most 1.3
// times what it takes to fetch them one after another at the pace that the
// recipe declares.
func TestPaceOfAnArchive(t *testing.T) {
	all, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range drivable() {
		t.Run(string(f), func(t *testing.T) {
			archive, err := extranetsim.Archive(small())
			if err != nil {
				t.Fatal(err)
			}
			s, err := extranetsim.New(archive, extranetsim.Options{Family: f})
			if err != nil {
				t.Fatal(err)
			}
			begin := time.Date(2026, 5, 18, 10, 0, 0, 0, time.UTC)
			c := &clock{begin}
			const answers = 120 * time.Millisecond
			run := &connectortest.Run{
				Recipes: all, Transport: slow{c, answers, extranetsim.Transport(s)}, URL: f.URL(), Family: f.Hosts(), Request: subject(),
				Options: connector.Options{
					Settings: map[string]string{"vilogi_token": "app"}, Hosts: bound(extranetsim.WebForms), Now: c.now, Pause: c.pause,
				},
				Keep: func(_ context.Context, _ connector.Remote, r io.Reader) error {
					_, err := io.Copy(io.Discard, r)
					return err
				},
			}
			if err := run.Collect(context.Background()); err != nil {
				t.Fatal(err)
			}
			if run.Err != nil || run.N < 300 {
				t.Fatalf("%d documents: %v", run.N, run.Err)
			}
			delay, err := pace(all, string(f))
			if err != nil {
				t.Fatal(err)
			}
			took, bare := c.at.Sub(begin), time.Duration(run.N)*max(delay, answers)
			ratio := float64(took) / float64(bare)
			t.Logf("%d documents in %v; one after another %v; ratio %.3f", run.N, took, bare, ratio)
			if ratio > 1.3 {
				t.Errorf("ratio %.2f", ratio)
			}
		})
	}
}

func pace(all []recipe.Recipe, id string) (time.Duration, error) {
	for i := range all {
		if all[i].ID == id {
			return all[i].HTTP.Delay, nil
		}
	}
	return 0, errors.New("no such recipe")
}
