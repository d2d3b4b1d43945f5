// Package store keeps the rows of the house: every line of SQL there is, the
// schema and its migrations, and transactions on SQLite or PostgreSQL.
//
// It owns the row that each order has in the operators' queue, made before the
// commit of whatever changes the order, and the changes that operators hear of. It
// owns how a word of the root package becomes a row and back, the
// compare-and-set on versions, the gap-free numbering of an account's events,
// and the translation of driver errors into predate.ErrNotFound, ErrExists,
// ErrStale and ErrBusy.
//
// It refuses rules: it never decides whether an order may change, what is
// due, or who may see it. It reads no clock and draws no identifiers; callers
// bring both. Plain text of a password or a key never reaches it: what is
// secret comes sealed.
//
// One SQL text serves both engines. It keeps to $1…$n, to the column types
// TEXT, BIGINT, BOOLEAN and DOUBLE PRECISION, and to the clauses that both
// know. Amounts are cents, instants are microseconds since 1970 in UTC (zero
// for "never"), lists are JSON in TEXT and never queried inside, bytes are
// base64 in TEXT.
package store
