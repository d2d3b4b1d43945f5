package lookstest

import (
	"flag"
	"testing"
)

var readFresh = flag.Bool("fresh", false, "read the dossiers whose looks are not mastered yet")

// TestFresh reads, where asked, all dossiers in looks that no rule was made
// for, and tells all that is wrong.
func TestFresh(t *testing.T) {
	if !*readFresh {
		return
	}
	reader := newReader(t)
	var total tally
	for _, e := range newcomers() {
		t.Run(e.ID, func(t *testing.T) { total.add(trial(t, reader, e)) })
	}
	t.Logf("TOTAL %s", total)
}
