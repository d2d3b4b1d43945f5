package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"predate"
)

// micros converts an instant to microseconds; the zero time becomes zero.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// instant scans an instant into a *time.Time.
type instant struct{ to *time.Time }

// Scan takes what either driver gives for a BIGINT.
func (i instant) Scan(src any) error {
	us, ok := src.(int64)
	if !ok {
		return fmt.Errorf("instant: have %T, want int64", src)
	}
	*i.to = time.Time{}
	if us != 0 {
		*i.to = time.UnixMicro(us).UTC()
	}
	return nil
}

// day scans an ISO date, or no date, into a *predate.Date.
type day struct{ to *predate.Date }

// Scan takes what either driver gives for a TEXT.
func (d day) Scan(src any) error {
	s, ok := src.(string)
	if !ok {
		return fmt.Errorf("date: have %T, want string", src)
	}
	*d.to = predate.Date{}
	if s == "" {
		return nil
	}
	parsed, err := predate.ParseDate(s)
	if err != nil {
		return err
	}
	*d.to = parsed
	return nil
}

// base64Text encodes bytes, which both engines store as text.
func base64Text(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// binary scans bytes encoded by base64Text into a *[]byte.
type binary struct{ to *[]byte }

// Scan takes what either driver gives for a TEXT.
func (b binary) Scan(src any) error {
	s, ok := src.(string)
	if !ok {
		return fmt.Errorf("bytes: have %T, want string", src)
	}
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return fmt.Errorf("bytes: %w", err)
	}
	*b.to = raw
	return nil
}

// list encodes a slice as JSON, each element in its row form; an empty slice
// becomes "[]".
func list[T, R any](from []T, row func(T) R) (string, error) {
	rows := make([]R, 0, len(from))
	for _, v := range from {
		rows = append(rows, row(v))
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("encode list: %w", err)
	}
	return string(text), nil
}

// unlist scans a list encoded by list; an empty list becomes nil.
type unlist[T, R any] struct {
	to  *[]T
	row func(R) T
}

// Scan takes what either driver gives for a TEXT.
func (l unlist[T, R]) Scan(src any) error {
	s, ok := src.(string)
	if !ok {
		return fmt.Errorf("list: have %T, want string", src)
	}
	*l.to = nil
	if s == "[]" {
		return nil
	}
	var rows []R
	if err := json.Unmarshal([]byte(s), &rows); err != nil {
		return fmt.Errorf("list: %w", err)
	}
	for _, r := range rows {
		*l.to = append(*l.to, l.row(r))
	}
	return nil
}

// same is the row form of types that need no conversion for JSON.
func same[T any](v T) T { return v }

// texts encodes a list of strings.
func texts[S ~string](from []S) (string, error) { return list(from, same[S]) }

func readTexts[S ~string](to *[]S) unlist[S, S] { return unlist[S, S]{to, same[S]} }

// of prefixes each column with the name of its table.
func of(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// setClause builds "a = $2, b = $3" for columns after the first, which is the key, $1. To set
// that too would have SQLite search every table that refers to it.
func setClause(columns string) string {
	assigned := strings.Split(columns, ", ")[1:]
	for i, column := range assigned {
		assigned[i] = column + " = $" + strconv.Itoa(i+2)
	}
	return strings.Join(assigned, ", ")
}

func placeholders(first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(first+i))
	}
	return b.String()
}

// insert adds one row; predate.ErrExists if a unique value is taken.
func insert(ctx context.Context, tx Tx, table, columns string, args ...any) error {
	return insertMany(ctx, tx, table, columns, [][]any{args})
}

// insertMany adds rows, several per statement. It returns predate.ErrExists if a unique
// value of any row is taken; the transaction must then fail.
func insertMany(ctx context.Context, tx Tx, table, columns string, rows [][]any) error {
	return tx.InsertAll(ctx, adding(table, columns, rows))
}

// adding returns the statements that add rows to a table; columns are separated by ", ". The
// number of rows per statement is a power of two, so that few different statements are
// prepared. A statement skips a row whose key or unique value is taken, so that a conflict
// does not abort a PostgreSQL transaction.
func adding(table, columns string, rows [][]any) (all []Insertion) {
	width := strings.Count(columns, ",") + 1
	for len(rows) > 0 {
		count := manyRows
		for count > len(rows) {
			count /= 2
		}
		places, args := make([]string, count), make([]any, 0, count*width)
		for i, row := range rows[:count] {
			places[i] = "(" + placeholders(i*width+1, width) + ")"
			args = append(args, row...)
		}
		query := "INSERT INTO " + table + " (" + columns + ") VALUES " + strings.Join(places, ", ") + " ON CONFLICT DO NOTHING"
		all = append(all, Insertion{query, args, int64(count)})
		rows = rows[count:]
	}
	return all
}

// manyRows is the maximum number of rows that one statement adds.
const manyRows = 16

// must returns err, or otherwise if the statement succeeded without changing a
// row.
func must(n int64, err, otherwise error) error {
	if err == nil && n == 0 {
		return otherwise
	}
	return err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, tx Tx, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// one scans a row of one column.
func one[T any](row Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

// into returns a function that scans the columns of a row into the fields of a value.
func into[T any](fields func(*T) []any) func(Row) (T, error) {
	return func(row Row) (v T, err error) {
		err = row.Scan(fields(&v)...)
		return v, err
	}
}

// found returns false instead of ErrNotFound.
func found[T any](v T, err error) (T, bool, error) {
	if isNotFound(err) {
		var none T
		return none, false, nil
	}
	return v, err == nil, err
}
