// Package desk is the only place where an order is changed.
//
// It owns every change of an order, its runs, its documents, its events and
// their deliveries: each is one transaction that holds the order's row, the
// event's row and the jobs that follow, so that a state without its event or
// an event without its state cannot exist. It owns the credentials' way into
// the safe, and the endpoints of an account.
//
// It refuses input and output inside a transaction, the wire's names and
// statuses, the reading of papers, and the sending of anything: it enqueues,
// the pipeline works. It cannot open an extranet's password, only seal it.
package desk
