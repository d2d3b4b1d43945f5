package prooftest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	// FileVariable names the environment variable with the results file; without
	// it nothing is written.
	FileVariable = "PREDATE_PROOFS"
	// SeedVariable names the environment variable with the seed of all proofs.
	SeedVariable = "PREDATE_PROOFS_SEED"
)

// usualSeed is the seed of a proof when none is given.
const usualSeed = 7

// Seed is what a test draws its faults from: the one given, or a fixed one. A
// test that fails prints it.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(usualSeed)
	if given := os.Getenv(SeedVariable); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("%s is %q, want a number", SeedVariable, given)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("its seed is %d: make prove SEED=%d", seed, seed)
		}
	})
	return seed
}

// Dice draws from the seed of a test.
func Dice(t testing.TB) *rand.Rand {
	t.Helper()
	seed := Seed(t)
	return rand.New(rand.NewPCG(seed, seed))
}

// Tally is what a judge counts.
type Tally struct {
	Runs       int // faults, or lives of processes, that the work went through
	Orders     int
	Events     int // that happened; each goes to every endpoint of its account
	Lost       int // acknowledged or committed, and never received
	Again      int // deliveries received more than once under one webhook-id: the contract allows it
	Doubled    int // received again without a reason, or under another webhook-id
	Disordered int // received before an earlier one of the same order and endpoint
}

// Proof is one line of the table.
type Proof struct {
	Tally
	t             testing.TB
	fault, engine string
	began         time.Time
	notHere       string
}

// Begin begins a proof. Its line is written when the test ends; one that never
// ends shows as such.
func Begin(t testing.TB, fault, engine string) *Proof {
	t.Helper()
	p := &Proof{t: t, fault: fault, engine: engine, began: time.Now()}
	seed := Seed(t)
	p.write("did not end", seed)
	t.Cleanup(func() {
		result := "holds"
		switch {
		case t.Failed():
			result = "FAILED"
		case p.notHere != "":
			result = "not run here: " + p.notHere
		}
		p.write(result, seed)
	})
	return p
}

// NotHere says why this machine cannot run the proof.
func (p *Proof) NotHere(why string) {
	p.notHere = strings.Join(strings.Fields(why), " ")
	p.t.Log("not run here: " + p.notHere)
}

// write appends a line to the results file: fields between tabs, the result last.
func (p *Proof) write(result string, seed uint64) {
	path := os.Getenv(FileVariable)
	if path == "" {
		return
	}
	line := fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%d\t%s\n", p.fault, p.engine, p.Runs, p.Orders, p.Events,
		p.Lost, p.Again, p.Doubled, p.Disordered, time.Since(p.began).Seconds(), seed, result)
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(line) // at once: proofs run beside each other
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		p.t.Errorf("write the result of a proof: %v", err)
	}
}
