package lookstest

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
)

var (
	seeds = flag.Int("seeds", 3, "how many listings in words drawn at random are read")
	first = flag.Uint64("first", 6, "the seed of the first of them")
)

// anyEdition is a dossier and a listing that follow from a seed.
func anyEdition(seed uint64) Edition {
	base := editions()[seed%2]
	base.ID = fmt.Sprintf("d%d", 100+seed)
	base.Seed = seed + 40
	base.Payer = Payer(seed % 4)
	base.Calls = []int{4, 2, 4, 12}[seed/2%4]
	base.Start = base.Start.AddMonths(int(seed % 12))
	base.Owners = 9 + int(seed%9)
	base.Building, base.Metered, base.Late3 = seed%3 == 0, seed%5 == 0, seed%4 == 1
	base.Kept, base.Parking, base.Litigation = seed%7 == 1 && base.Payer == Punctual, seed%6 == 2, seed%5 == 2
	style := anyListing(seed)
	base.Listing = &style
	return base
}

// TestAnyWords: whatever the words and the columns, no figure is wrong.
func TestAnyWords(t *testing.T) {
	reader := newReader(t)
	total := map[Verdict]int{}
	for n := range *seeds {
		e := anyEdition(*first + uint64(n))
		if *out != "" {
			write(t, Invent(e.Settings), e.Listing, filepath.Join(*out, e.ID))
			continue
		}
		t.Run(e.ID, func(t *testing.T) {
			for verdict, n := range trial(t, reader, e) {
				total[verdict] += n
			}
		})
	}
	t.Logf("%d right, %d omitted, %d wrong", total[Right], total[Omitted], total[Wrong])
}
