// Package bench measures how much a server does: it drives operations over so
// many connections, gathers how long each took, keeps count of webhooks that are
// expected and that arrive, and tells all of it as one report.
//
// It owns the plan of a measurement, the alternation of what is compared, the
// percentiles, the account of webhooks, and the report as a table and as JSON.
//
// It refuses to know what an operation is: it speaks no HTTP, starts no server
// and reads no clock; who calls it brings the operations and the clock.
package bench
