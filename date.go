package predate

import (
	"fmt"
	"time"
)

// Date is a civil day, without clock or zone: due dates, meetings, exercises.
// The zero Date means "no date".
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the civil day of an instant in its own zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate reads an ISO day, "2026-05-18", that exists in the calendar.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("date %q: want year-month-day, like 2026-05-18", s)
	}
	return DateOf(t), nil
}

// IsZero reports whether d is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Valid reports whether the day exists in the calendar.
func (d Date) Valid() bool { return !d.IsZero() && DateOf(d.Time()) == d }

// Time returns midnight UTC of the day.
func (d Date) Time() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// String returns the ISO form, "2026-05-18", or "" for no date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

// Before reports whether d is an earlier day than e.
func (d Date) Before(e Date) bool { return d.Compare(e) < 0 }

// After reports whether d is a later day than e.
func (d Date) After(e Date) bool { return d.Compare(e) > 0 }

// Compare returns -1, 0 or +1 if d is before, equal to or after e.
func (d Date) Compare(e Date) int { return d.Time().Compare(e.Time()) }

// AddDays returns the day n days later.
func (d Date) AddDays(n int) Date { return DateOf(d.Time().AddDate(0, 0, n)) }

// AddMonths returns the same day n months later, or the last day of that month if it
// is shorter.
func (d Date) AddMonths(n int) Date {
	first := time.Date(d.Year, d.Month+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return Date{first.Year(), first.Month(), min(d.Day, last)}
}

// Period is a span of days, both ends included: an exercise, a quarter.
type Period struct{ From, To Date }

// IsZero reports whether p is no period.
func (p Period) IsZero() bool { return p == Period{} }

// Contains reports whether d is in the period.
func (p Period) Contains(d Date) bool { return !d.Before(p.From) && !d.After(p.To) }

// Months returns the length in whole months, rounded: 12 for a usual exercise.
func (p Period) Months() int {
	if p.IsZero() {
		return 0
	}
	end := p.To.AddDays(1)
	n := (end.Year-p.From.Year)*12 + int(end.Month-p.From.Month)
	if end.Day-p.From.Day > 15 {
		n++
	}
	return n
}

// Label returns the usual name of an exercise: "2025", or "2024/2025" if it is not one
// calendar year.
func (p Period) Label() string {
	if p.IsZero() {
		return ""
	}
	if p.From.Year == p.To.Year {
		return fmt.Sprint(p.To.Year)
	}
	return fmt.Sprintf("%d/%d", p.From.Year, p.To.Year)
}
