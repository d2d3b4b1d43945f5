package serving

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A disk that does not answer holds up no scrape, and is asked once.
func TestMetricsOfASilentDisk(t *testing.T) {
	asked, answers := make(chan struct{}, 9), make(chan struct{})
	say := sayRoom(func() (free, size uint64, err error) {
		asked <- struct{}{}
		<-answers
		return 1, 2, errors.ErrUnsupported
	})
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := say(ctx, &scrape{}); err == nil {
			t.Error("it answered")
		}
		cancel()
	}
	close(answers)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		err := say(t.Context(), &scrape{})
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	if len(asked) != 2 {
		t.Errorf("it was asked %d times, want 2", len(asked))
	}
}
