package queue

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Jobs returns the state of the jobs of runs. A run without a job is left out.
func (q *Queue) Jobs(ctx context.Context, tx store.Tx, runs []predate.RunID) (map[predate.RunID]predate.Job, error) {
	jobs := map[predate.RunID]predate.Job{}
	if len(runs) == 0 {
		return jobs, nil
	}
	var places strings.Builder
	args := make([]any, 0, 2*len(runs))
	for _, run := range runs {
		args = append(args, string(run))
	}
	args = store.FewLengths(args)
	for i := range args {
		if i > 0 {
			places.WriteString(", ")
		}
		places.WriteString("$" + strconv.Itoa(i+1))
	}
	rows, err := tx.Query(ctx, "SELECT subject, due, turn, failures, holder FROM jobs WHERE subject IN ("+places.String()+")", args...)
	if err != nil {
		return nil, fmt.Errorf("read the jobs of %d runs: %w", len(runs), err)
	}
	defer rows.Close()
	for rows.Next() {
		var run, holder string
		var due, turn int64
		var job predate.Job
		if err := rows.Scan(&run, &due, &turn, &job.Failures, &holder); err != nil {
			return nil, fmt.Errorf("read the job of a run: %w", err)
		}
		job.Held, job.Since = holder != "", time.UnixMicro(turn).UTC()
		if due > 0 {
			job.Due = time.UnixMicro(due).UTC()
		}
		jobs[predate.RunID(run)] = job
	}
	return jobs, rows.Err()
}
