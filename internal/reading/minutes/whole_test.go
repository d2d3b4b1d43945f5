package minutes

import (
	"testing"

	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/paper"
)

// TestASeriesIsWholeBesideNames: the names of those who sign begin no point that lacks, a
// number does.
func TestASeriesIsWholeBesideNames(t *testing.T) {
	series := func(under string) []Point {
		out := []Point{{Number: "1"}}
		for _, l := range layouttest.Sketch(under).Pages[0].Lines {
			out[0].Body = append(out[0].Body, paper.RowOf(l))
		}
		return out
	}
	if !isWhole(series("Président de séance          Secrétaire\nB. Perrondin Kilian          M. Varlange Yvan")) {
		t.Error("a name is taken for a point")
	}
	if isWhole(series("2. Quitus au syndic pour sa gestion\nL'assemblée donne quitus.")) {
		t.Error("a point that lacks is not missed")
	}
}
