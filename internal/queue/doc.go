// Package queue runs work later, or soon, and again when it fails: the jobs of
// the pipeline, on the same database as the rows they speak of.
//
// It owns the three kinds of jobs, their attempts, time limits and numbers of
// workers, and the job engine (River) behind them. A job is enqueued inside
// the caller's transaction: it exists exactly when what it speaks of does.
//
// It refuses to know what a job does: handlers are given to it. A job carries
// an identifier and nothing else; whoever works it reads the rows. A job may
// run twice (a crash, a lost answer), so handlers look before they act.
package queue
