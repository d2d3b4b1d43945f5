package lookstest

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
)

var (
	seeds = flag.Int("seeds", 0, "how many dossiers drawn at random are read; 0 for the few that stand for them")
	first = flag.Uint64("first", 1, "the seed of the first of them")
)

// anySettings is a dossier that follows from a seed.
func anySettings(seed uint64) Settings {
	s := editions()[seed%2].Settings
	s.Seed = seed + 40
	s.Payer = Payer(seed % 4)
	s.Calls = []int{4, 2, 4, 12}[seed/2%4]
	s.Start = s.Start.AddMonths(int(seed % 12))
	s.Owners = 9 + int(seed%9)
	s.Building, s.Metered, s.Late3 = seed%3 == 0, seed%5 == 0, seed%4 == 1
	s.Doubtful, s.Postponed = seed%4 == 3, seed%7 == 4
	s.Kept, s.Parking, s.Litigation = seed%7 == 1 && s.Payer == Punctual, seed%6 == 2, seed%5 == 2
	return s
}

// hardSettings is a dossier with what makes the work of a clerk hard.
func hardSettings(seed uint64) Settings {
	s := anySettings(seed)
	s.Parking = s.Parking || seed%3 == 1
	s.Kept = s.Kept && !s.Parking
	s.Split, s.Cancelled = s.Parking && seed%2 == 0, seed%3 != 2
	s.Bound, s.Twice, s.Replaced, s.Stray = seed%4 == 1, seed%5 < 2, seed%4 != 3, seed%2 == 1
	if seed%6 == 4 {
		s.Months = 18
	}
	switch seed % 8 {
	case 3:
		s.Bought = true
	case 6:
		s.Lost = "schedule_1"
	}
	return s
}

// aListing is a look that is mastered.
func aListing(uint64) Look { return Listing{} }

// anyWords is a listing in any words and columns; anyPaper is a paper in any form.
func anyWords(seed uint64) Look { return anyListing(seed) }

func anyPaper(seed uint64) Look { return anyForm(seed) }

// TestHardContent, TestHardWords and TestHardForm: whatever the accounts hold,
// in a look that is mastered, in any words, in any form. With the tag prove there are
// more of each.
func TestHardContent(t *testing.T) { tryAny(t, "hc", []uint64{3, 6, 10}, hardSettings, aListing) }

func TestHardWords(t *testing.T) { tryAny(t, "hw", through(7001, 7003), hardSettings, anyWords) }

func TestHardForm(t *testing.T) { tryAny(t, "hf", through(7004, 7006), hardSettings, anyPaper) }

// TestAnyWords: whatever the words and the columns of a listing, no figure is
// wrong. With the tag prove there are more.
func TestAnyWords(t *testing.T) { tryAny(t, "w", through(1, 3), anySettings, anyWords) }

// TestAnyForm: whatever the form of the papers, no figure is wrong. With the tag prove there
// are more.
func TestAnyForm(t *testing.T) { tryAny(t, "f", through(1, 4), anySettings, anyPaper) }

// through is the seeds from one to another.
func through(from, to uint64) []uint64 {
	var seeds []uint64
	for seed := from; seed <= to; seed++ {
		seeds = append(seeds, seed)
	}
	return seeds
}

func tryAny(t *testing.T, prefix string, chosen []uint64, settings func(uint64) Settings, look func(uint64) Look) {
	t.Helper()
	if *seeds > 0 {
		chosen = nil
		for n := range *seeds {
			chosen = append(chosen, *first+uint64(n))
		}
	}
	reader := newReader(t)
	var total tally
	for _, seed := range chosen {
		e := Edition{Settings: settings(seed), Look: look(seed)}
		e.ID = fmt.Sprintf("%s%d", prefix, seed)
		if *out != "" {
			write(t, Invent(e.Settings), e.Look, filepath.Join(*out, e.ID))
			continue
		}
		t.Run(e.ID, func(t *testing.T) {
			total.add(trial(t, reader, e))
		})
	}
	t.Logf("TOTAL %s", total)
}
