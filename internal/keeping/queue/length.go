package queue

import (
	"context"
	"fmt"
	"time"

	"predate/internal/keeping/store"
)

// Length is the number of jobs in a line.
type Length struct {
	Line    string // collect, make, deliver, sweep
	Ready   int    // jobs that may run
	Later   int    // jobs that are not due yet
	Working int
	Oldest  time.Time // since when the first of the ready ones is; zero without any
}

// Lengths returns the number of jobs of each line. It scans the table of jobs, which
// has no rows for completed work.
func (q *Queue) Lengths(ctx context.Context) ([]Length, error) {
	var lengths []Length
	err := q.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		lengths = []Length{{Line: lineCollect}, {Line: lineMake}, {Line: lineDeliver}, {Line: lineSweep}}
		rows, err := tx.Query(ctx, "SELECT line, COUNT(CASE WHEN due = 0 AND holder = '' THEN 1 END), COUNT(CASE WHEN due > 0 AND holder = '' THEN 1 END),"+
			" COUNT(CASE WHEN holder <> '' THEN 1 END), COALESCE(MIN(CASE WHEN due = 0 AND holder = '' THEN turn END), 0) FROM jobs GROUP BY line")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var one Length
			var oldest int64
			if err := rows.Scan(&one.Line, &one.Ready, &one.Later, &one.Working, &oldest); err != nil {
				return err
			}
			if oldest > 0 {
				one.Oldest = time.UnixMicro(oldest)
			}
			for i := range lengths {
				if lengths[i].Line == one.Line {
					lengths[i] = one
				}
			}
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	return lengths, nil
}
