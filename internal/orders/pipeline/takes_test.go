package pipeline_test

import (
	"testing"

	"predate"
	"predate/internal/collecting/extranetsim"
)

// A step that is not this process's is put back for those whose it is: nothing is
// asked of the extranet, and nothing of the order is lost.
func TestAStepOfAnotherProcess(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		site := s.site(agency, shelf("a"), extranetsim.Options{Password: "right"})
		order := s.place(agency, "right")
		collects := false
		s.workers.Takes = func(step predate.Step) bool { return collects || step != predate.StepCollect }
		for range 3 {
			if _, ok := s.step(); !ok {
				t.Fatal("the collection is not put back")
			}
		}
		if n := site.Logins(); n != 0 || s.caseOf(order).Run.Collected {
			t.Errorf("%d logins by a process that does not collect", n)
		}
		collects = true
		s.steps()
		if n := site.Logins(); n != 1 || !s.caseOf(order).Run.Collected {
			t.Errorf("%d logins by the one that does, want 1", n)
		}
	})
}
