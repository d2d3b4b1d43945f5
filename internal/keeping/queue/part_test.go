package queue_test

import (
	"slices"
	"testing"

	"predate"
	"predate/internal/keeping/queue"
)

// A process of a part takes the jobs of its part and leaves the others to others; the
// next step of what it did is another part's at once.
func TestParts(t *testing.T) {
	collect := queue.Turn{Account: "a", Run: "run_collect", Step: predate.StepCollect}
	read := queue.Turn{Account: "b", Run: "run_read", Step: predate.StepRead}
	for part, want := range map[queue.Part][]string{
		queue.Everything: {"run_collect", "run_read", "del_1"}, queue.Collections: {"run_collect"}, queue.Others: {"run_read", "del_1"},
	} {
		halls(t, queue.Options{Part: part}, func(h *hall) {
			h.work(collect, read)
			h.deliver("a/1", "del_1")
			var got []string
			for _, held := range h.take() {
				got = append(got, string(held.Run())+string(held.Delivery()))
				if held.Run() == collect.Run {
					h.work(queue.Turn{Account: "a", Run: held.Run(), Step: predate.StepRead})
				}
				h.end(held, nil)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				h.t.Errorf("part %d takes %q, want %q", part, got, want)
			}
			again := slices.ContainsFunc(h.take(), func(held *queue.Held) bool { return held.Run() == collect.Run })
			if want := part == queue.Everything; again != want {
				h.t.Errorf("part %d takes the reading after the collection: %v, want %v", part, again, want)
			}
		})
	}
}
