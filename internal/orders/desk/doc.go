// Package desk is the only place where an order is changed.
//
// It owns every change of an order, its runs, its documents, its events and
// their deliveries: each is one transaction that holds the order's row, the
// event's row and the jobs that follow, so that a state without its event or
// an event without its state cannot exist. It owns the credentials' way into
// the safe, and the endpoints of an account. It owns what operators decide:
// rulings, acknowledgements of doubts, the issue of a statement by one person or two, and
// who works on an order, each with its trace in the same transaction; what they do to
// endpoints and deliveries; the erasure of an order or an account, and what a person is
// given of what is kept of him. It owns the clock of an account's test orders, and what an
// operator of the sandbox decides.
//
// It does no input or output inside a transaction, knows no names or statuses of
// the wire, reads no papers and sends nothing: it enqueues jobs, which the pipeline
// runs. It can seal an extranet's password but not open it: to show one to a lead,
// it records the act, then calls a function that can open it.
package desk
