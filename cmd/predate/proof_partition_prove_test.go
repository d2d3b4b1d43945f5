//go:build prove

package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"predate/internal/base/prooftest"
	"predate/internal/commands/office"
	"predate/internal/commands/serving"
)

// wired is a copy of an estate whose processes reach the database and the bucket by
// wires of their own.
func (e *estate) wired() (*estate, []*prooftest.Wire) {
	e.t.Helper()
	at, err := url.Parse(e.flags.Database)
	if err != nil {
		e.t.Fatal(err)
	}
	network, address := "tcp", at.Host
	if folder := at.Query().Get("host"); folder != "" {
		network, address = "unix", filepath.Join(folder, ".s.PGSQL.5432")
	}
	other := *e
	other.shared = slices.Clone(e.shared)
	database := slices.Index(other.shared, "--database") + 1
	bucket := slices.Index(other.shared, "--s3-endpoint") + 1
	wires := []*prooftest.Wire{prooftest.Lay(e.t, network, address), prooftest.Lay(e.t, "tcp", other.shared[bucket])}
	at.Host, at.RawQuery = wires[0].Address(), ""
	other.shared[database], other.shared[bucket] = at.String(), wires[1].Address()
	return &other, wires
}

// The door, the workers and the collector lose the database or the bucket, one or
// another of them for a while: now the connections break, now nothing comes through.
// None is started anew.
func TestProvePartitions(t *testing.T) {
	proof := prooftest.Begin(t, "the network parts door, workers, collector, database and bucket", "postgres")
	e := newEstate(t)
	cellar, err := serving.OpenCellar(t.Context(), e.flags, meansOf(slog.New(slog.DiscardHandler))) // the first keys
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cellar.Close)
	whole, keys := e.flags.KeyFolder(), filepath.Join(t.TempDir(), "exported")
	if status, _, complaint := e.run("keys", "export", "--keys", whole, "--to", keys); status != 0 {
		t.Fatal(complaint)
	}
	var wires []*prooftest.Wire
	for _, role := range []string{"worker", "worker", "collector"} {
		node, its := e.wired()
		if wires = append(wires, its...); role == "collector" {
			node.process(role, whole)
		} else {
			node.process(role, keys)
		}
	}
	door, its := e.wired()
	wires = append(wires, its...)
	door.start(append([]string{"--role", "door", "--keys", keys}, door.shared...)...)
	status, out, complaint := e.run("account", "create", "--email", "a@example.com", "--password", fortPassword, "--json", "--dev", "--database", e.flags.Database, "--keys", whole)
	var account office.Opened
	if err := json.Unmarshal([]byte(out), &account); err != nil || status != 0 {
		t.Fatalf("account create: %d %s %s: %v", status, out, complaint, err)
	}
	a := &attacker{fort: door.fort, email: "a@example.com", key: account.APIKey, header: http.Header{"X-Auth-Key": {account.APIKey}}}
	c := newProofClient(a.login(), proof)
	const rounds, each = 16, 2
	for round := range rounds {
		if round%each == 0 {
			c.orders(round, sampleTestOrder(t))
		}
		wire := wires[c.dice.IntN(len(wires))]
		if c.dice.IntN(2) == 0 {
			wire.Cut()
		} else {
			wire.Hold()
		}
		time.Sleep(c.chance(5 * time.Second))
		wire.Mend()
		time.Sleep(c.chance(2 * time.Second))
	}
	c.judge(rounds)
	if strings.Contains(door.log.String(), "ALARM") {
		t.Errorf("an alarm is raised:\n%s", door.log)
	}
}
