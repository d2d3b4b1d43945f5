package store

import (
	"context"
	"fmt"
	"strconv"

	"predate"
)

const runColumns = "id, order_id, number, reference_date, method, all_due_paid, comment, created, version," +
	" collected, collected_at, attempts, repeats, failure, final_failure, failure_text, read_done, outcome, gaps, reasons, approved, issued," +
	" report_hash, pdf_hash, specimen, ended, doubts, cause, again, registration, stage, failed_at, trace, proof_hash, recipe"

// gapRow is the stored form of predate.Gap.
type gapRow struct {
	Kind       predate.GapKind `json:"kind"`
	Code       string          `json:"code"`
	DocType    predate.DocType `json:"doctype,omitempty"`
	FiscalYear string          `json:"fiscal_year,omitempty"`
	Message    string          `json:"message"`
	Reserve    bool            `json:"reserve,omitempty"`
}

func gapsText(gaps []predate.Gap) (string, error) {
	return list(gaps, func(g predate.Gap) gapRow { return gapRow(g) })
}

func readGaps(to *[]predate.Gap) unlist[predate.Gap, gapRow] {
	return unlist[predate.Gap, gapRow]{to, func(g gapRow) predate.Gap { return predate.Gap(g) }}
}

func runValues(r predate.Run) ([]any, error) {
	gaps, err := gapsText(r.Gaps)
	if err != nil {
		return nil, err
	}
	reasons, err := texts(r.Reasons)
	if err != nil {
		return nil, err
	}
	doubts, err := doubtsText(r.Doubts)
	if err != nil {
		return nil, err
	}
	return []any{
		r.ID, r.Order, r.Number, r.ReferenceDate.String(), r.Method, r.AllDuePaid, r.Comment, micros(r.Created), r.Version,
		r.Collected, micros(r.CollectedAt), r.Attempts, r.Repeats, r.Failure, r.Final, r.FailureText, r.Read, r.Outcome, gaps, reasons,
		r.Approved, micros(r.Issued), r.ReportHash, r.PDFHash, r.Specimen, micros(r.Ended), doubts, r.Cause, micros(r.Again), r.Registration,
		r.Stage, micros(r.FailedAt), r.Trace, r.ProofHash, r.Recipe,
	}, nil
}

func scanRun(row Row) (r predate.Run, err error) {
	err = row.Scan(
		&r.ID, &r.Order, &r.Number, day{&r.ReferenceDate}, &r.Method, &r.AllDuePaid, &r.Comment, instant{&r.Created}, &r.Version,
		&r.Collected, instant{&r.CollectedAt}, &r.Attempts, &r.Repeats, &r.Failure, &r.Final, &r.FailureText, &r.Read, &r.Outcome,
		readGaps(&r.Gaps), readTexts(&r.Reasons),
		&r.Approved, instant{&r.Issued}, &r.ReportHash, &r.PDFHash, &r.Specimen, instant{&r.Ended}, readDoubts(&r.Doubts),
		&r.Cause, instant{&r.Again}, &r.Registration, &r.Stage, instant{&r.FailedAt}, &r.Trace, &r.ProofHash, &r.Recipe)
	return r, err
}

// InsertRun adds a run with its version; ErrExists if its id, or its number
// within the order, is taken.
func InsertRun(ctx context.Context, tx Tx, r predate.Run) error {
	values, err := runValues(r)
	if err == nil {
		err = insert(ctx, tx, "runs", runColumns, values...)
	}
	if err != nil {
		return fmt.Errorf("insert run %s of %s: %w", r.ID, r.Order, err)
	}
	Changed(tx, r.Order, predate.ChangedRun)
	return nil
}

// RunByID returns a run, or ErrNotFound.
func RunByID(ctx context.Context, tx Tx, id predate.RunID) (predate.Run, error) {
	r, err := scanRun(tx.QueryRow(ctx, "SELECT "+runColumns+" FROM runs WHERE id = $1", id))
	if err != nil {
		return r, fmt.Errorf("read run %s: %w", id, err)
	}
	return r, nil
}

// RunsOf lists the runs of an order by number.
func RunsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]predate.Run, error) {
	all, err := collect(ctx, tx, scanRun, "SELECT "+runColumns+" FROM runs WHERE order_id = $1 ORDER BY number", order)
	if err != nil {
		return nil, fmt.Errorf("list runs of %s: %w", order, err)
	}
	return all, nil
}

// UpdateRun replaces a run and increments r.Version. It returns ErrStale if the
// run has changed since it was read, or does not exist.
func UpdateRun(ctx context.Context, tx Tx, r *predate.Run) error {
	next := *r
	next.Version++
	values, err := runValues(next)
	if err != nil {
		return fmt.Errorf("update run %s: %w", r.ID, err)
	}
	query := "UPDATE runs SET " + setClause(runColumns) + " WHERE id = $1 AND version = $" + strconv.Itoa(len(values)+1)
	n, err := tx.Exec(ctx, query, append(values, r.Version)...)
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("update run %s at version %d: %w", r.ID, r.Version, err)
	}
	r.Version = next.Version
	Changed(tx, r.Order, predate.ChangedRun)
	return nil
}
