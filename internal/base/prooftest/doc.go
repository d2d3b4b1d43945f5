// Package prooftest is what the proofs under faults share: where each writes
// what came of it, the seed from which each draws its faults, and a line between
// two processes that tests cut and mend.
//
// It owns the form of the results file, of which scripts/proofs.sh makes the
// table at the end of «make prove». It is for tests only.
//
// It refuses to judge: a test compares what was placed with what was received,
// and tells it the counts.
package prooftest
