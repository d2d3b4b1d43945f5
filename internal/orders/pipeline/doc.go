// Package pipeline works on orders: it collects, reads, computes, typesets and
// delivers, one step at a time.
//
// It owns what comes next (Next, a pure function of what is stored), the
// workers that carry a step out, and their schedules after a failure. A worker
// never calls another: it records what it did through the desk, which enqueues
// the following step in the same transaction, so that a crash anywhere resumes
// at the last recorded step.
//
// It does not change orders itself (package desk does), does not choose between
// figures (package compute does), and communicates with clients through signed
// deliveries only.
package pipeline
