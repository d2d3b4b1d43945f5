// Package desk is the only place where an order is changed.
//
// It owns every change of an order, its runs, its documents, its events and their
// deliveries. Each change is one transaction that contains the order's row, the
// event's row and the jobs that follow, so that a state without its event, or an
// event without its state, cannot exist. It owns the sealing of extranet credentials
// and the endpoints of an account. It owns the operators' decisions: rulings,
// acknowledgements of doubts, the issue of a statement by one person or two, claims on
// orders, and what operators do to endpoints and deliveries, each with its audit entry
// in the same transaction. It owns the erasure of an order or an account, the export
// of a person's data, the clock of an account's test orders, and the decisions of the
// sandbox's operator.
//
// It does no input or output inside a transaction, knows no names or statuses of the
// API, reads no papers and sends nothing: it enqueues jobs, which the pipeline runs.
// It can seal an extranet's password but not open it: to show one to a lead, it
// records the act, then calls a function that can open it.
package desk
