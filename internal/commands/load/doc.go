// Package load measures how much a server takes: it starts servers of its own, or
// joins one that runs, places test orders, sends papers, receives webhooks, and
// reports what was done in what time.
//
// It owns the phases of a measurement and its receiver; rates and percentiles are
// those of internal/base/bench.
//
// It refuses to load what only the settings of an installation name.
package load
