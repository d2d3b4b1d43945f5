// Package queue runs jobs in the background and retries them when they fail. The
// jobs are those of the pipeline, in the same database as the rows they work on.
//
// It owns the table of jobs, their lines and seats, whose turn it is, which part
// of them a process takes, their time limits and retries, and their recovery when
// a process dies. A job is enqueued in the caller's transaction, so it exists
// exactly if the row that it works on does. Accounts take turns; jobs are not
// served in the order of their arrival.
//
// It does not know what a job does: callers supply handlers. A job contains an
// identifier and nothing else; its handler reads the rows. A job may run twice
// (after a crash or a lost answer), so handlers check the state before they act.
package queue
