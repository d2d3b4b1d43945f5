package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// issued: a code is found, what follows it replaced it, and the same code again
// is the same statement.
func issued(t *testing.T, db *store.DB) {
	house(t, db)
	at := func(code predate.Code, run predate.RunID, number int, hours time.Duration) store.Issue {
		return store.Issue{Code: code, Order: orderID, Run: run, Number: number, At: noon().Add(hours * time.Hour)}
	}
	first, second, third := at("AAAA", runID, 1, 0), at("BBBB", "run_2", 2, 1), at("CCCC", "run_3", 3, 2)
	write(t, db, func(c ctx, x tx) error {
		return errors.Join(
			store.InsertRun(c, x, predate.Run{ID: "run_2", Order: orderID, Number: 2, Created: noon()}),
			store.InsertRun(c, x, predate.Run{ID: "run_3", Order: orderID, Number: 3, Created: noon()}),
			store.InsertRun(c, x, predate.Run{ID: "run_4", Order: orderID, Number: 4, Created: noon()}),
			store.PutIssue(c, x, third), store.PutIssue(c, x, first), store.PutIssue(c, x, second),
		)
	})
	after := func(i store.Issue) *store.Issue {
		t.Helper()
		return read(t, db, func(c ctx, x tx) (*store.Issue, error) {
			next, ok, err := store.IssueAfter(c, x, i)
			if !ok {
				return nil, err
			}
			return &next, err
		})
	}
	have := read(t, db, func(c ctx, x tx) (store.Issue, error) { return store.IssueByCode(c, x, "AAAA") })
	if diff := cmp.Diff(first, have); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct {
		of   store.Issue
		want *store.Issue
	}{{first, &second}, {second, &third}, {third, nil}} {
		if diff := cmp.Diff(tt.want, after(tt.of)); diff != "" {
			t.Errorf("after %s: %s", tt.of.Code, diff)
		}
	}
	_, err := try(db, func(c ctx, x tx) (store.Issue, error) { return store.IssueByCode(c, x, "DDDD") })
	wantError(t, err, predate.ErrNotFound)

	// The fourth run says what the second said: that statement is in force again.
	write(t, db, func(c ctx, x tx) error { return store.PutIssue(c, x, at("BBBB", "run_4", 4, 9)) })
	want := at("BBBB", "run_4", 4, 1)
	have = read(t, db, func(c ctx, x tx) (store.Issue, error) { return store.IssueByCode(c, x, "BBBB") })
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
	if next := after(have); next != nil {
		t.Errorf("%s replaced what is in force", next.Code)
	}
}
