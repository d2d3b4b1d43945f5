package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Verification is what anybody who has the code may know. Nothing in it reveals whose
// property is sold.
type Verification struct {
	Code   predate.Code
	Issued time.Time
	// Replaced is when the same order issued a newer statement; zero if this one is the
	// latest.
	Replaced time.Time
}

// Verify returns what was issued under a code. It returns CodeNotFound for a code that
// was never issued.
func (d *Desk) Verify(ctx context.Context, code predate.Code) (Verification, error) {
	v := Verification{Code: code}
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		issue, err := store.IssueByCode(ctx, tx, code)
		if err != nil {
			return err
		}
		v.Issued = issue.At
		next, replaced, err := store.IssueAfter(ctx, tx, issue)
		if replaced {
			v.Replaced = next.At
		}
		return err
	})
	if errors.Is(err, predate.ErrNotFound) {
		return Verification{}, UnknownCode()
	}
	if err != nil {
		return Verification{}, fmt.Errorf("verify %s: %w", code, err)
	}
	return v, nil
}

// UnknownCode returns the refusal of a code under which nothing was issued.
func UnknownCode() error {
	return &predate.Error{Code: predate.CodeNotFound, Message: "No statement was issued under this code", Reason: "code_not_found"}
}

// register stores the code of a statement that is being issued.
func register(ctx context.Context, tx store.Tx, run predate.Run, code predate.Code) error {
	if code == "" || run.Specimen {
		return nil
	}
	return store.PutIssue(ctx, tx, store.Issue{Code: code, Order: run.Order, Run: run.ID, Number: run.Number, At: run.Issued})
}
