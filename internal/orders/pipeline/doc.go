// Package pipeline works on orders: it collects, reads, computes, typesets and
// delivers, one step at a time.
//
// It owns what comes next (Next, a pure function of what is stored), the
// workers that carry a step out, and their schedules after a failure. A worker
// never calls another: it records what it did through the desk, which enqueues
// the following step in the same transaction, so that a crash anywhere resumes
// at the last recorded step.
//
// It refuses to change an order by itself (the desk does), to choose between
// figures (compute does), and to speak to clients other than through signed
// deliveries.
package pipeline
