package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"predate"
)

// QueueFilter selects rows of the operators' queue. A zero field selects all.
type QueueFilter struct {
	Section  predate.QueueSection // rows come by age, the oldest first; of those done, the latest first
	Account  predate.AccountID
	Cause    predate.Cause
	TestMode *bool
	From     time.Time // came there then or later
	Before   time.Time // came there before
	// Words are prefixes of words, as SearchWords returns them; an order must match all.
	// Without a section, rows of all orders are returned, latest first.
	Words []string
	// Without are orders to leave out.
	Without []predate.OrderID
	// After continues after the end of an earlier list.
	After QueueCursor
	Limit int // zero means 100
}

// QueueCursor is a position in a list of the queue: the last row that was returned.
type QueueCursor struct {
	Since time.Time
	Order predate.OrderID
}

// QueueLine is a row of the queue with the details of its order that operators see.
type QueueLine struct {
	QueueRow
	ExternalID string
	Property   predate.Address
	Owners     []predate.Owner
	Syndic     string
	State      predate.State
	Email      string // of the account
}

const (
	// fewFound is the maximum number of orders with a word for which all of them are
	// examined. If there are more, rows are scanned in order until a page is full.
	fewFound = 2000
	// goneThrough is the maximum number of rows that such a scan examines.
	goneThrough = 10_000
)

// QueueLines returns rows of the queue. cut is true if the words of a search are so
// common that not all orders were examined.
func QueueLines(ctx context.Context, tx Tx, f QueueFilter) (lines []QueueLine, cut bool, err error) {
	rare, count, err := rarest(ctx, tx, f.Words)
	if err != nil {
		return nil, false, fmt.Errorf("search the queue: %w", err)
	}
	query, args, gone := f.query(rare, count)
	lines, err = collect(ctx, tx, scanQueueLine, "SELECT "+prefixed("q.", "order_id, section, since, cause, again, reasons, account, test_mode")+
		", o.external_id, o.street, o.additional, o.city, o.zipcode, o.owners, o.syndic_name, o.state, a.email FROM ("+query+") AS q"+
		" JOIN orders o ON o.id = q.order_id JOIN accounts a ON a.id = q.account ORDER BY q.since"+f.direction()+", q.order_id"+f.direction(), args...)
	if err == nil && gone && len(lines) < f.limit() {
		cut, err = moreThan(ctx, tx, f)
	}
	if err != nil {
		return nil, false, fmt.Errorf("list the queue: %w", err)
	}
	return lines, cut, nil
}

// moreThan reports whether there are more rows after a position than a search examines.
func moreThan(ctx context.Context, tx Tx, f QueueFilter) (bool, error) {
	f.Words = nil
	w := f.where()
	var n int
	err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM queue_rows WHERE "+w.all()+
		fmt.Sprintf(" LIMIT %d) AS hits", goneThrough+1), w.args...).Scan(&n)
	return n > goneThrough, err
}

// query returns the statement that finds the rows of a page, with its arguments. gone is
// true if the statement scans rows in order.
func (f QueueFilter) query(rare, count int) (query string, args []any, gone bool) {
	w := f.where()
	order := " ORDER BY since" + f.direction() + ", order_id" + f.direction()
	if len(f.Words) > 0 && count > fewFound {
		inner := "SELECT * FROM queue_rows WHERE " + w.all() + order + fmt.Sprintf(" LIMIT %d", goneThrough)
		has := where{args: w.args}
		for _, word := range f.Words {
			has.also(word)
		}
		return "SELECT * FROM (" + inner + ") AS r WHERE " + has.all() + order + fmt.Sprintf(" LIMIT %d", f.limit()), has.args, true
	}
	for i, word := range f.Words {
		if i == rare {
			w.word("order_id IN (SELECT order_id FROM queue_words WHERE ", word)
			continue
		}
		w.also(word)
	}
	return "SELECT * FROM queue_rows WHERE " + w.all() + order + fmt.Sprintf(" LIMIT %d", f.limit()), w.args, false
}

func (f QueueFilter) limit() int {
	if f.Limit <= 0 {
		return defaultLimit
	}
	return f.Limit
}

// latestFirst reports whether the list is sorted from latest to oldest.
func (f QueueFilter) latestFirst() bool { return f.Section == "" || f.Section == predate.QueueDone }

func (f QueueFilter) direction() string {
	if f.latestFirst() {
		return " DESC"
	}
	return ""
}

// where returns the conditions on a row, without those on its words.
func (f QueueFilter) where() *where {
	w := &where{}
	if f.Section != "" {
		w.and("section = ?", f.Section)
	}
	if n := len(f.Without); n > 0 {
		orders := make([]any, n)
		for i, order := range f.Without {
			orders[i] = order
		}
		w.and("order_id NOT IN (?"+strings.Repeat(", ?", n-1)+")", orders...)
	}
	if f.Account != "" {
		w.and("account = ?", f.Account)
	}
	if f.Cause != "" {
		w.and("cause = ?", f.Cause)
	}
	if f.TestMode != nil {
		w.and("test_mode = ?", *f.TestMode)
	}
	if !f.From.IsZero() {
		w.and("since >= ?", micros(f.From))
	}
	if !f.Before.IsZero() {
		w.and("since < ?", micros(f.Before))
	}
	if after := f.After; after != (QueueCursor{}) {
		beyond := ">"
		if f.latestFirst() {
			beyond = "<"
		}
		w.and("(since, order_id) "+beyond+" (?, ?)", micros(after.Since), after.Order)
	}
	return w
}

// all joins the conditions; there may be none.
func (w *where) all() string {
	if len(w.conditions) == 0 {
		return "1 = 1"
	}
	return strings.Join(w.conditions, " AND ")
}

// word adds the condition that a word has a prefix. opening is SQL with an open
// parenthesis, which word closes.
func (w *where) word(opening, beginning string) {
	args, condition := []any{beginning}, opening+"word >= ?"
	if end := afterAll(beginning); end != "" {
		args, condition = append(args, end), condition+" AND word < ?"
	}
	w.and(condition+")", args...)
}

// also adds the condition that a row, found by another word, contains a word with this
// prefix too. Words consist of letters and digits only, so the prefix needs no escaping.
func (w *where) also(beginning string) { w.and("' ' || words LIKE ?", "% "+beginning+"%") }

// rarest returns the index of the word with the fewest orders, and their number, counted
// up to fewFound+1.
func rarest(ctx context.Context, tx Tx, words []string) (rare, count int, err error) {
	for i, word := range words {
		w := &where{}
		w.word("(", word)
		var n int
		err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM queue_words WHERE "+w.all()+
			fmt.Sprintf(" ORDER BY word, order_id LIMIT %d) AS hits", fewFound+1), w.args...).Scan(&n)
		if err != nil {
			return 0, 0, err
		}
		if i == 0 || n < count {
			rare, count = i, n
		}
	}
	return rare, count, nil
}

func scanQueueLine(row Row) (l QueueLine, err error) {
	err = row.Scan(&l.Order, &l.Section, instant{&l.Since}, &l.Cause, instant{&l.Again}, &l.Reasons, &l.Account, &l.TestMode,
		&l.ExternalID, &l.Property.Street, &l.Property.Additional, &l.Property.City, &l.Property.Zipcode,
		unlist[predate.Owner, ownerRow]{&l.Owners, func(r ownerRow) predate.Owner { return predate.Owner(r) }},
		&l.Syndic, &l.State, &l.Email)
	return l, err
}

func prefixed(prefix, columns string) string {
	return prefix + strings.ReplaceAll(columns, ", ", ", "+prefix)
}

// QueueCount is the number of orders in a section of the queue, or with one cause there.
type QueueCount struct {
	Section predate.QueueSection
	Cause   predate.Cause // empty for the whole section
	Count   int
	Oldest  time.Time // when the oldest entered the section
}

func scanQueueCount(row Row) (c QueueCount, err error) {
	err = row.Scan(&c.Section, &c.Cause, &c.Count, instant{&c.Oldest})
	return c, err
}

// CountQueue returns the number of rows in each section. Of the filter it uses the age,
// the client, the kind and the orders to leave out. Done orders count since doneSince.
// Empty sections are left out.
func CountQueue(ctx context.Context, tx Tx, f QueueFilter, doneSince time.Time) ([]QueueCount, error) {
	f.Section, f.Words, f.Cause, f.After = "", nil, "", QueueCursor{}
	w := f.where()
	w.and("section IN ('decide', 'stopped', 'waiting', 'retrying', 'working')")
	counts, err := countQueue(ctx, tx, w, "section")
	if err != nil {
		return nil, err
	}
	if doneSince.After(f.From) {
		f.From = doneSince
	}
	w = f.where()
	w.and("section = ?", predate.QueueDone)
	done, err := countQueue(ctx, tx, w, "section")
	return append(counts, done...), err
}

func countQueue(ctx context.Context, tx Tx, w *where, by string) ([]QueueCount, error) {
	cause := "''"
	if by != "section" {
		cause = "cause"
	}
	counts, err := collect(ctx, tx, scanQueueCount, "SELECT section, "+cause+", COUNT(*), MIN(since) FROM queue_rows WHERE "+w.all()+
		" GROUP BY "+by+" ORDER BY 3 DESC, 1, 2 LIMIT 200", w.args...)
	if err != nil {
		return nil, fmt.Errorf("count the queue: %w", err)
	}
	return counts, nil
}

// QueueCauses returns the causes in a section with their numbers, most common first.
func QueueCauses(ctx context.Context, tx Tx, section predate.QueueSection, from time.Time) ([]QueueCount, error) {
	w := QueueFilter{Section: section, From: from}.where()
	return countQueue(ctx, tx, w, "section, cause")
}

// CountStates counts the orders in each state, cancelled ones left out.
func CountStates(ctx context.Context, tx Tx) (map[predate.State]int, error) {
	type counted struct {
		state predate.State
		n     int
	}
	scan := into(func(c *counted) []any { return []any{&c.state, &c.n} })
	all, err := collect(ctx, tx, scan, "SELECT state, COUNT(*) FROM orders WHERE cancelled = 0 GROUP BY state")
	if err != nil {
		return nil, fmt.Errorf("count orders by state: %w", err)
	}
	states := map[predate.State]int{}
	for _, c := range all {
		states[c.state] = c.n
	}
	return states, nil
}
