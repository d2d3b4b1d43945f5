package queue

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"predate/internal/keeping/store"
)

// row is a job in the table.
type row struct {
	subject  string
	line     string
	share    string
	nearness int
	due      int64 // microseconds; 0 when it is ready
	turn     int64
	failures int
}

// share returns the unit by which turns are taken: an account and a lane within it.
// The name of an account contains no space.
func share(account, lane string) string { return account + " " + lane }

// parts returns the account and the lane of a share.
func parts(share string) (account, lane string) {
	account, lane, _ = strings.Cut(share, " ")
	return account, lane
}

// insertAtOnce is the maximum number of rows of one statement.
const insertAtOnce = 32

// insert writes jobs. A job that waits already moves forward; a job that is running is
// run once more. The rows are sorted, so that two transactions cannot
// deadlock.
func insert(ctx context.Context, tx store.Tx, rows []row) error {
	merged := map[string]row{}
	for _, one := range rows {
		if other, twice := merged[one.subject]; twice {
			one.due, one.turn = min(one.due, other.due), min(one.turn, other.turn)
		}
		merged[one.subject] = one
	}
	sorted := slices.SortedFunc(maps.Values(merged), func(a, b row) int { return cmp.Compare(a.subject, b.subject) })
	var all []store.Insertion
	for len(sorted) > 0 {
		count := insertAtOnce
		for count > len(sorted) { // powers of two, so that few different statements are prepared
			count /= 2
		}
		some := sorted[:count]
		sorted = sorted[count:]
		var places strings.Builder
		var args []any
		for i, one := range some {
			if i > 0 {
				places.WriteString(", ")
			}
			n := len(args)
			fmt.Fprintf(&places, "($%d, $%d, $%d, $%d, $%d, $%d, 0, '', FALSE)", n+1, n+2, n+3, n+4, n+5, n+6)
			args = append(args, one.subject, one.line, one.share, one.nearness, one.due, one.turn)
		}
		all = append(all, store.Insertion{
			Query: "INSERT INTO jobs (subject, line, share, nearness, due, turn, failures, holder, again) VALUES " + places.String() + onceMore,
			Args:  args, Rows: int64(count), // a merged job counts as added
		})
	}
	if err := tx.InsertAll(ctx, all); err != nil {
		return fmt.Errorf("enqueue %d jobs: %w", len(merged), err)
	}
	return nil
}

// onceMore merges an enqueued job with an existing one. If the existing job is
// running, the first enqueued one sets the time of the next run, and an earlier
// time replaces a later one.
const onceMore = " ON CONFLICT (subject) DO UPDATE SET line = excluded.line, share = excluded.share, nearness = excluded.nearness," +
	" due = CASE WHEN excluded.due < jobs.due OR " + firstAgain + " THEN excluded.due ELSE jobs.due END," +
	" turn = CASE WHEN excluded.turn < jobs.turn OR " + firstAgain + " THEN excluded.turn ELSE jobs.turn END," +
	" failures = CASE WHEN " + firstAgain + " THEN 0 ELSE jobs.failures END," +
	" again = jobs.holder <> ''"

const firstAgain = "(jobs.holder <> '' AND NOT jobs.again)"

const isDue = "due > 0 AND due <= $1 AND holder = ''"

// cameDue reports whether a job is due that is not marked ready yet.
func cameDue(ctx context.Context, tx store.Tx, now time.Time) (bool, error) {
	var count int
	err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM jobs WHERE "+isDue+" LIMIT 1) AS found", now.UnixMicro()).Scan(&count)
	if err != nil {
		return false, fmt.Errorf("look for due jobs: %w", err)
	}
	return count > 0, nil
}

// readyAtOnce is the maximum number of jobs that one statement makes ready.
const readyAtOnce = 1000

// makeReady marks due jobs as ready, earliest first.
func makeReady(ctx context.Context, tx store.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE jobs SET due = 0 WHERE subject IN (SELECT subject FROM jobs WHERE "+isDue+" ORDER BY due LIMIT $2) AND holder = ''",
		now.UnixMicro(), readyAtOnce)
	if err != nil {
		return fmt.Errorf("make due jobs ready: %w", err)
	}
	return nil
}

// hasten marks a job as ready if it waits beyond an instant.
func hasten(ctx context.Context, tx store.Tx, subject string, beyond time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE jobs SET due = 0 WHERE subject = $1 AND due > $2 AND holder = ''", subject, beyond.UnixMicro())
	return err
}

// readyShares returns the shares with ready jobs in a line, each with the nearness of its
// first job. It skips from share to share in the index, so its cost does not depend on the
// number of jobs.
func readyShares(ctx context.Context, tx store.Tx, line string) ([]offer, error) {
	const waiting = " FROM jobs WHERE line = $1 AND due = 0 AND holder = ''"
	const next = "SELECT MIN(share)" + waiting
	rows, err := tx.Query(ctx, "WITH RECURSIVE ready(share) AS ("+next+" UNION ALL SELECT ("+next+" AND jobs.share > ready.share)"+
		" FROM ready WHERE ready.share IS NOT NULL)"+
		" SELECT share, (SELECT MIN(nearness)"+waiting+" AND jobs.share = ready.share) FROM ready WHERE share IS NOT NULL", line)
	if err != nil {
		return nil, fmt.Errorf("list whose jobs wait in %s: %w", line, err)
	}
	defer rows.Close()
	var all []offer
	for rows.Next() {
		var one offer
		if err := rows.Scan(&one.share, &one.nearness); err != nil {
			return nil, fmt.Errorf("list whose jobs wait in %s: %w", line, err)
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// waiting returns the number of ready jobs of a share in a line, counted up to most.
func waiting(ctx context.Context, tx store.Tx, line, share string, most int) (count int, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM jobs WHERE line = $1 AND share = $2 AND due = 0 AND holder = '' LIMIT $3) AS found",
		line, share, most).Scan(&count)
	if err != nil {
		return 0, fmt.Errorf("count what waits in %s: %w", line, err)
	}
	return count, nil
}

// claim reserves up to most ready jobs of a share for a holder, sorted by nearness to
// the end, then by age.
func claim(ctx context.Context, tx store.Tx, p pick, holder string) ([]row, error) {
	heads, err := headsOf(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("read what waits in %s: %w", p.line, err)
	}
	var taken []row
	for _, one := range heads {
		n, err := tx.Exec(ctx, "UPDATE jobs SET holder = $1, again = FALSE WHERE subject = $2 AND holder = '' AND due = 0", holder, one.subject)
		if err != nil {
			return nil, fmt.Errorf("claim %s: %w", one.subject, err)
		}
		if n == 1 {
			taken = append(taken, one)
		}
	}
	return taken, nil
}

func headsOf(ctx context.Context, tx store.Tx, p pick) ([]row, error) {
	rows, err := tx.Query(ctx, "SELECT subject, failures FROM jobs WHERE line = $1 AND share = $2 AND due = 0 AND holder = ''"+
		" ORDER BY nearness, turn, subject LIMIT $3", p.line, p.share, p.most)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var heads []row
	for rows.Next() {
		one := row{line: p.line, share: p.share}
		if err := rows.Scan(&one.subject, &one.failures); err != nil {
			return nil, err
		}
		heads = append(heads, one)
	}
	return heads, rows.Err()
}

// finish ends a job that its holder has completed. A job that was enqueued again
// meanwhile is kept for its next run.
func finish(ctx context.Context, tx store.Tx, subject, holder string) error {
	n, err := tx.Exec(ctx, "DELETE FROM jobs WHERE subject = $1 AND holder = $2 AND NOT again", subject, holder)
	if err != nil || n == 1 {
		return err
	}
	return release(ctx, tx, subject, holder)
}

// finishAll is finish for jobs that handlers have ended in their own transactions.
func finishAll(ctx context.Context, tx store.Tx, items []any) error {
	all := make([]*Held, len(items))
	for i, item := range items {
		all[i] = item.(*Held)
	}
	slices.SortFunc(all, func(a, b *Held) int { return cmp.Compare(a.row.subject, b.row.subject) })
	for len(all) > 0 {
		count := insertAtOnce
		for count > len(all) {
			count /= 2
		}
		var places strings.Builder
		args := []any{all[0].holder}
		for i, one := range all[:count] {
			if i > 0 {
				places.WriteString(", ")
			}
			args = append(args, one.row.subject)
			fmt.Fprintf(&places, "$%d", len(args))
		}
		of := " WHERE holder = $1 AND subject IN (" + places.String() + ")"
		n, err := tx.Exec(ctx, "DELETE FROM jobs"+of+" AND NOT again", args...)
		if err == nil && int(n) < count {
			_, err = tx.Exec(ctx, "UPDATE jobs SET holder = '', again = FALSE"+of, args...)
		}
		if err != nil {
			return fmt.Errorf("end %d jobs: %w", count, err)
		}
		all = all[count:]
	}
	return nil
}

// release returns a job to the state before it was claimed, or to the state in which
// it was enqueued since.
func release(ctx context.Context, tx store.Tx, subject, holder string) error {
	_, err := tx.Exec(ctx, "UPDATE jobs SET holder = '', again = FALSE WHERE subject = $1 AND holder = $2", subject, holder)
	return err
}

// postpone releases a job until an instant, unless it was enqueued for an earlier
// one.
func postpone(ctx context.Context, tx store.Tx, r row, holder string) error {
	_, err := tx.Exec(ctx, "UPDATE jobs SET due = CASE WHEN again AND due < $3 THEN due ELSE $3 END,"+
		" turn = CASE WHEN again AND turn < $4 THEN turn ELSE $4 END, failures = $5, holder = '', again = FALSE"+
		" WHERE subject = $1 AND holder = $2", r.subject, holder, r.due, r.turn, r.failures)
	return err
}

// heldBy returns the subjects of the jobs that a holder holds.
func heldBy(ctx context.Context, tx store.Tx, holder string) (subjects []string, err error) {
	rows, err := tx.Query(ctx, "SELECT subject FROM jobs WHERE holder <> '' AND holder = $1", holder)
	if err != nil {
		return nil, fmt.Errorf("list the jobs of %s: %w", holder, err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, fmt.Errorf("list the jobs of %s: %w", holder, err)
		}
		subjects = append(subjects, one)
	}
	return subjects, rows.Err()
}

// free releases all jobs of a holder.
func free(ctx context.Context, tx store.Tx, holder string) error {
	if _, err := tx.Exec(ctx, "UPDATE jobs SET holder = '', again = FALSE WHERE holder = $1", holder); err != nil {
		return fmt.Errorf("free the jobs of %s: %w", holder, err)
	}
	return nil
}
