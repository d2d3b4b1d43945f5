// Package store reads and writes the database. It contains all SQL, the schema
// and its migrations, and transactions on SQLite or PostgreSQL.
//
// It owns the row of each order in the operators' queue, which it updates before
// the commit of every change of the order, and the list of changes of which
// operators are notified. It owns the conversion of the root package's types to
// rows and back, the compare-and-set on versions, the gap-free numbering of an
// account's events, and the translation of driver errors into
// predate.ErrNotFound, ErrExists, ErrStale and ErrBusy.
//
// It contains no business rules: it never decides whether an order may change,
// what is due, or who may see it. It reads no clock and generates no identifiers;
// callers pass both. It never receives a password or a key in plain text: callers
// seal secrets first.
//
// One SQL text serves both engines. It keeps to $1…$n, to the column types
// TEXT, BIGINT, BOOLEAN and DOUBLE PRECISION, and to the clauses that both
// know. Amounts are cents, instants are microseconds since 1970 in UTC (zero
// for "never"), lists are JSON in TEXT and never queried inside, bytes are
// base64 in TEXT.
package store
