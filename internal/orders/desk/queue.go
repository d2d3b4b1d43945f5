package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Pace compares an order's waiting time with the promised time.
type Pace string

// The paces. An order that does not wait for an operator has none.
const (
	OnTime Pace = "on_time"
	Soon   Pace = "soon" // in the last quarter of the time promised
	Late   Pace = "late"
)

// Line is one row of the operators' queue.
type Line struct {
	store.QueueLine
	Age   time.Duration // since it came to its section
	Pace  Pace
	Claim *QueueClaim // nil where nobody works on it
}

// QueueClaim is the person who works on an order, as another operator sees it.
type QueueClaim struct {
	By   string
	Mine bool
}

// QueuePage is a part of the operators' queue.
type QueuePage struct {
	Lines []Line
	// Next is the cursor of the next page; zero on the last page.
	Next store.QueueCursor
	// Cut is true if a search did not visit all orders, because its words are too
	// common.
	Cut    bool
	Counts map[predate.QueueSection]store.QueueCount
	// Causes are the causes in the section, most frequent first.
	Causes []store.QueueCount
	// Position is the position after which changes are not shown by the page yet.
	Position int64
	// ClaimEnds is when the first claim on the page ends unless it is renewed, because
	// no change is written for it. It is zero without claims.
	ClaimEnds time.Time
}

// QueueLook selects a part of the operators' queue.
type QueueLook struct {
	store.QueueFilter
	Search string        // words, as they were typed
	Older  time.Duration // only what came there at least so long ago
	Who    Decision      // who looks
	Free   bool          // without the orders that others work on
}

const (
	queuePage    = 50
	maxQueuePage = 200
)

// LookAtQueue returns a page of the operators' queue, read at one moment.
func (d *Desk) LookAtQueue(ctx context.Context, look QueueLook) (QueuePage, error) {
	filter := look.QueueFilter
	filter.Words = store.SearchWords(look.Search)
	if filter.Section == "" && len(filter.Words) == 0 {
		filter.Section = predate.QueueDecide
	}
	if look.Older > 0 {
		filter.Before = d.now().Add(-look.Older)
	}
	today := d.midnight()
	if filter.Section == predate.QueueDone && len(filter.Words) == 0 {
		filter.From = today
	}
	if filter.Limit <= 0 || filter.Limit > maxQueuePage {
		filter.Limit = queuePage
	}
	var page QueuePage
	if err := d.placeChanges(ctx); err != nil {
		return page, fmt.Errorf("look at the queue: %w", err)
	}
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		claims, err := store.LivingClaims(ctx, tx, d.now())
		if err != nil {
			return err
		}
		if look.Free {
			filter.Without = ofOthers(claims, look.Who)
		}
		if page, err = d.queuePage(ctx, tx, filter, today); err == nil {
			page.show(claims, look.Who)
		}
		return err
	})
	if err != nil {
		return QueuePage{}, fmt.Errorf("look at the queue: %w", err)
	}
	return page, nil
}

func (d *Desk) queuePage(ctx context.Context, tx store.Tx, filter store.QueueFilter, today time.Time) (page QueuePage, err error) {
	if page.Position, _, err = store.ChangePositions(ctx, tx); err != nil {
		return page, err
	}
	limit := filter.Limit
	filter.Limit++
	lines, cut, err := store.QueueLines(ctx, tx, filter)
	if err != nil {
		return page, err
	}
	page.Cut = cut
	if len(lines) > limit {
		lines = lines[:limit]
		page.Next = store.QueueCursor{Since: lines[limit-1].Since, Order: lines[limit-1].Order}
	}
	for _, line := range lines {
		page.Lines = append(page.Lines, d.line(line))
	}
	counts, err := store.CountQueue(ctx, tx, filter, today)
	if err != nil {
		return page, err
	}
	page.Counts = map[predate.QueueSection]store.QueueCount{}
	for _, count := range counts {
		page.Counts[count.Section] = count
	}
	if filter.Section != "" {
		page.Causes, err = store.QueueCauses(ctx, tx, filter.Section, filter.From)
	}
	return page, err
}

func (d *Desk) line(of store.QueueLine) Line {
	age := max(0, d.now().Sub(of.Since))
	line := Line{QueueLine: of, Age: age}
	if of.Section == predate.QueueDecide || of.Section == predate.QueueStopped {
		line.Pace = d.pace(age)
	}
	return line
}

func (d *Desk) pace(age time.Duration) Pace {
	switch {
	case age > d.Promise:
		return Late
	case age > d.Promise-d.Promise/4:
		return Soon
	}
	return OnTime
}

// show adds the claims to the lines of a page.
func (p *QueuePage) show(claims []store.Claim, who Decision) {
	for _, claim := range claims {
		i := slices.IndexFunc(p.Lines, func(l Line) bool { return l.Order == claim.Order })
		if i < 0 {
			continue
		}
		p.Lines[i].Claim = &QueueClaim{By: claim.By, Mine: samePerson(who, claim.By, claim.Operator)}
		if p.ClaimEnds.IsZero() || claim.Until.Before(p.ClaimEnds) {
			p.ClaimEnds = claim.Until
		}
	}
}

// ofOthers returns the orders that other persons have claimed.
func ofOthers(claims []store.Claim, who Decision) []predate.OrderID {
	var orders []predate.OrderID
	for _, claim := range claims {
		if !samePerson(who, claim.By, claim.Operator) {
			orders = append(orders, claim.Order)
		}
	}
	return orders
}

// midnight returns when today began in France.
func (d *Desk) midnight() time.Time {
	year, month, day := d.Now().In(paris()).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, paris())
}

// filledAtOnce is the maximum number of queue rows that one transaction creates.
const filledAtOnce = 100

// FillQueue creates missing rows of the queue, for orders that are older than the queue
// or than its present rules. It works in batches beside other work and can be called
// again after an interruption. It returns the number of batches.
func (d *Desk) FillQueue(ctx context.Context) (batches int, err error) {
	for after := predate.OrderID(""); ; batches++ {
		var last predate.OrderID
		err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) (err error) {
			last, err = store.FillQueue(ctx, tx, after, filledAtOnce)
			return err
		})
		if err != nil {
			return batches, fmt.Errorf("fill the queue: %w", err)
		}
		if last == "" {
			return batches, nil
		}
		after = last
	}
}

// NextToDecide returns the order that an operator decides after another: the next by
// age, starting again with the oldest, or "" if there is none. Orders whose collection
// stopped come last; orders that another person has claimed are left out.
func (d *Desk) NextToDecide(ctx context.Context, after predate.OrderID, who Decision) (next predate.OrderID, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		next = ""
		reviews, err := store.ReviewsOf(ctx, tx, after)
		if err != nil {
			return err
		}
		claims, err := store.LivingClaims(ctx, tx, d.now())
		if err != nil {
			return err
		}
		var from store.QueueCursor
		if n := len(reviews); n > 0 {
			from = store.QueueCursor{Since: reviews[n-1].Since, Order: after}
		}
		for _, filter := range []store.QueueFilter{
			{Section: predate.QueueDecide, After: from}, {Section: predate.QueueDecide}, {Section: predate.QueueStopped, After: from}, {Section: predate.QueueStopped},
		} {
			filter.Limit, filter.Without = 2, ofOthers(claims, who)
			lines, _, err := store.QueueLines(ctx, tx, filter)
			if err != nil {
				return err
			}
			for _, line := range lines {
				if line.Order != after {
					next = line.Order
					return nil
				}
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("look for the order after %s: %w", after, err)
	}
	return next, nil
}

// Levels returns the levels of the operators' queue and of the database for monitoring,
// read at one moment: the orders in each section, those done today, and how much work
// waits.
func (d *Desk) Levels(ctx context.Context) (sections []store.QueueCount, levels store.Levels, err error) {
	if err := d.placeChanges(ctx); err != nil {
		return nil, levels, fmt.Errorf("read the levels: %w", err)
	}
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if sections, err = store.CountQueue(ctx, tx, store.QueueFilter{}, d.midnight()); err != nil {
			return err
		}
		levels, err = store.ReadLevels(ctx, tx, d.now())
		return err
	})
	if err != nil {
		return nil, store.Levels{}, fmt.Errorf("read the levels: %w", err)
	}
	return sections, levels, nil
}
