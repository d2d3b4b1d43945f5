// Package queue runs work later, or soon, and again when it fails: the jobs of
// the pipeline, on the same database as the rows they speak of.
//
// It owns the table of jobs, their lines and seats, whose turn it is, which part
// of them a process takes, their time limits and retries, and what becomes of them
// when a process dies. A job
// is enqueued inside the caller's transaction: it exists exactly when what it
// speaks of does. Jobs are taken by account, not first come first served.
//
// It refuses to know what a job does: handlers are given to it. A job carries
// an identifier and nothing else; whoever works it reads the rows. A job may
// run twice (a crash, a lost answer), so handlers look before they act.
package queue
