package auth

import (
	"context"
	"math"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// After a few wrong passwords each further one costs twice the wait of the one
// before, up to a quarter of an hour: guessing becomes hopeless, yet nobody is
// ever locked out for good.
const (
	freeFailures = 5
	firstDelay   = time.Second
	longestDelay = 15 * time.Minute
	forgetAfter  = 24 * time.Hour
)

// delayAfter is how long after the n-th failure in a row the next try waits.
func delayAfter(failures int) time.Duration {
	if failures < freeFailures {
		return 0
	}
	doublings := failures - freeFailures
	if doublings > 20 {
		return longestDelay
	}
	return min(firstDelay<<doublings, longestDelay)
}

// remaining is how much of that wait is left at now; zero means go ahead.
func remaining(failures int, last, now time.Time) time.Duration {
	return max(0, last.Add(delayAfter(failures)).Sub(now))
}

// tooSoon refuses a try that comes before its time.
func tooSoon(wait time.Duration) *predate.Error {
	return &predate.Error{
		Code: predate.CodeTooMany, Message: "Too many failed authentications",
		RetryAfter: int(math.Ceil(wait.Seconds())),
	}
}

// failures counts the wrong passwords in a row, each under a name of whose they
// are.
type failures struct {
	db  *store.DB
	now func() time.Time
}

// Of one network many people sign in: it has more failures free, and never waits long.
const (
	freeOfNetwork  = 30
	longestNetwork = time.Minute
)

// networkOK refuses a try from a network in which very many failed, whoever was
// guessed: one word may be tried on many people.
func (f failures) networkOK(ctx context.Context, name string) error {
	if name == "" {
		return nil
	}
	count, last, err := f.known(ctx, name)
	if err != nil {
		return err
	}
	delay := min(delayAfter(count-freeOfNetwork+freeFailures), longestNetwork)
	if wait := last.Add(delay).Sub(f.now()); count >= freeOfNetwork && wait > 0 {
		return tooSoon(wait)
	}
	return nil
}

// standing counts the wrong passwords under a name; while their delay lasts it
// refuses with CodeTooMany.
func (f failures) standing(ctx context.Context, name string) (count int, err error) {
	count, last, err := f.known(ctx, name)
	if err != nil {
		return 0, err
	}
	if wait := remaining(count, last, f.now()); wait > 0 {
		return count, tooSoon(wait)
	}
	return count, nil
}

// known reads the wrong passwords under a name that are not forgotten.
func (f failures) known(ctx context.Context, name string) (count int, last time.Time, err error) {
	err = f.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		count, last, err = store.LoginFailures(ctx, tx, name)
		return err
	})
	if err != nil || f.now().Sub(last) > forgetAfter {
		return 0, last, err
	}
	return count, last, nil
}

// count reads and writes in one transaction: two wrong passwords at once are two.
func (f failures) count(ctx context.Context, tx store.Tx, name string) error {
	if name == "" {
		return nil
	}
	count, last, err := store.LoginFailures(ctx, tx, name)
	if err != nil {
		return err
	}
	if f.now().Sub(last) > forgetAfter {
		count = 0
	}
	return store.SetLoginFailures(ctx, tx, name, count+1, f.now())
}

func forgive(ctx context.Context, tx store.Tx, name string) error {
	if name == "" {
		return nil
	}
	return store.SetLoginFailures(ctx, tx, name, 0, time.Time{})
}
