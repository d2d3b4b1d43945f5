package store

import (
	"context"
	"fmt"
	"time"
)

// Alarm is a problem that is shown to operators until one of them closes it.
type Alarm struct {
	Kind    string
	Subject string
	Detail  string // French, never a secret
	Since   time.Time
	Last    time.Time
	Count   int // how often it was raised
}

// RaiseAlarm opens an alarm, or increments the count of one that is open. It reports
// whether the alarm is new.
func RaiseAlarm(ctx context.Context, tx Tx, a Alarm) (fresh bool, err error) {
	var count int
	err = tx.QueryRow(ctx, "INSERT INTO alarms (kind, subject, detail, since, last, count) VALUES ($1, $2, $3, $4, $4, 1)"+
		" ON CONFLICT (kind, subject) DO UPDATE SET detail = excluded.detail, last = excluded.last, count = alarms.count + 1 RETURNING count",
		a.Kind, a.Subject, a.Detail, micros(a.Last)).Scan(&count)
	if err != nil {
		return false, fmt.Errorf("raise alarm %s of %s: %w", a.Kind, a.Subject, err)
	}
	return count == 1, nil
}

// CloseAlarm closes an alarm and reports whether it was open.
func CloseAlarm(ctx context.Context, tx Tx, kind, subject string) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM alarms WHERE kind = $1 AND subject = $2", kind, subject)
	if err != nil {
		return false, fmt.Errorf("close alarm %s of %s: %w", kind, subject, err)
	}
	return n == 1, nil
}

// Alarms returns the open alarms, oldest first.
func Alarms(ctx context.Context, tx Tx) ([]Alarm, error) {
	scan := into(func(a *Alarm) []any {
		return []any{&a.Kind, &a.Subject, &a.Detail, instant{&a.Since}, instant{&a.Last}, &a.Count}
	})
	all, err := collect(ctx, tx, scan, "SELECT kind, subject, detail, since, last, count FROM alarms ORDER BY since, kind, subject")
	if err != nil {
		return nil, fmt.Errorf("list alarms: %w", err)
	}
	return all, nil
}
