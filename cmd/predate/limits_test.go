package main

import (
	"testing"
	"time"

	"predate/internal/collecting/browser"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/queue"
)

// A collection ends by itself, with its logout and what it writes, before its
// job is cut; and no second login is let in before the job of the first has ended.
func TestACollectionEndsBeforeItsJob(t *testing.T) {
	const toEnd = time.Minute
	for name, longest := range map[string]time.Duration{"connector": connector.MaxDuration, "browser": browser.MaxDuration} {
		if longest+toEnd > queue.WorkLimit {
			t.Errorf("a run of the %s may take %s, its job %s", name, longest, queue.WorkLimit)
		}
	}
	if warden.PassLife <= queue.WorkLimit {
		t.Errorf("a pass lives %s, a job %s", warden.PassLife, queue.WorkLimit)
	}
}
