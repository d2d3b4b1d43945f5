package bench_test

import (
	"testing"
	"time"

	"predate/internal/base/bench"
)

func TestLedger(t *testing.T) {
	t.Parallel()
	at := func(s int) time.Time { return time.Unix(int64(1000+s), 0) }
	l := bench.NewLedger()
	first := l.Expect("a1", at(0))
	l.Arrive(bench.Arrival{Key: "a1", Order: "A", Sequence: 1, At: at(1)})
	<-first
	l.Arrive(bench.Arrival{Key: "a3", Order: "A", Sequence: 3, At: at(2)}) // before it is known to be expected
	<-l.Expect("a3", at(1))
	l.Arrive(bench.Arrival{Key: "a2", Order: "A", Sequence: 2, At: at(3)})
	<-l.Expect("a2", at(1))
	l.Arrive(bench.Arrival{Key: "a2", Order: "A", Sequence: 2, At: at(4)})
	l.Arrive(bench.Arrival{Key: "b2", Order: "B", Sequence: 2, At: at(5)}) // never expected: not counted
	l.Expect("b1", at(1))
	if pending := l.Pending(); len(pending) != 1 {
		t.Errorf("%d are pending, want b1", len(pending))
	}
	tally, lags, spread := l.Close()
	if want := (bench.Tally{Expected: 4, Arrived: 3, Lost: 1, Doubled: 1, OutOfOrder: 1}); tally != want {
		t.Errorf("tally %+v, want %+v", tally, want)
	}
	if len(lags) != 3 || lags[0] != time.Second || lags[1] != time.Second || lags[2] != 2*time.Second || spread != 2*time.Second {
		t.Errorf("lags %v over %s", lags, spread)
	}
	again := l.Expect("b1", at(9))
	l.Arrive(bench.Arrival{Key: "b1", Order: "B", Sequence: 0, At: at(9)})
	<-again
	<-l.Expect("b1", at(10))
	if tally, _, _ := l.Close(); tally.Lost != 0 || tally.Expected != 4 || tally.OutOfOrder != 1 {
		t.Errorf("in the end %+v", tally)
	}
}

// What a measurement that ends early does not wait for is not lost.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	l := bench.NewLedger()
	l.Expect("a", time.Unix(0, 0))
	l.Withdraw()
	if tally, _, spread := l.Close(); tally != (bench.Tally{}) || spread != 0 {
		t.Errorf("%+v in %s", tally, spread)
	}
}
