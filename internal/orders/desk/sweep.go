package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// revokedKept is how long a revoked token is stored after its expiry, so that a clock
// that is set back does not make it valid again.
const revokedKept = 24 * time.Hour

// sweepBatch is the maximum number of rows that one transaction deletes, so that the
// sweep never blocks writers for long.
const sweepBatch = 200

// Sweep erases data whose retention has ended, in small transactions.
func (d *Desk) Sweep(ctx context.Context) error {
	keep := d.Retention
	if err := d.placeChanges(ctx); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	now := d.now()
	before := func(life time.Duration) time.Time { return now.Add(-life) }
	purges := []purge{
		{store.EraseExpiredCredentials, now},
		{store.PurgeRevokedTokens, before(revokedKept)},
		{store.PurgeLoginFailures, before(24 * time.Hour)},
		{store.PurgeSecrets, now},
		{store.PurgeClaims, now},
		{store.PurgeRelays, now},
		{store.PurgeChanges, before(changesKept)},
		{store.PurgeChallenges, before(revokedKept)},
		{store.PurgePasswordResets, before(revokedKept)},
	}
	for _, class := range []struct {
		rows func(context.Context, store.Tx, time.Time, int) (int, error)
		life time.Duration
	}{
		{store.PurgeReplays, keep.Replays},
		{store.PurgeDeliveries, keep.Events},
		{store.PurgeEvents, keep.Events},
		{store.PurgeListed, keep.Documents},
		{store.PurgeMessages, keep.Documents},
		{store.PurgeAudit, keep.Audit},
		{store.PurgeDecided, keep.Audit},
		{store.PurgeOperatorSessions, keep.Sessions},
		{store.PurgeInvites, keep.Sessions},
	} {
		if class.life > 0 {
			purges = append(purges, purge{class.rows, before(class.life)})
		}
	}
	if err := purgeAll(ctx, d.DB, purges); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if err := d.wakeSleepless(ctx); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	for _, wake := range []func(context.Context, store.Tx) (int, error){d.probe, d.tellOverdue} {
		if err := d.drain(ctx, wake); err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
	}
	if err := d.lookAfterDamage(ctx); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if err := d.sweepFiles(ctx, keep, before); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if err := d.dropErased(ctx); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	return nil
}

// purge deletes up to some rows of one class that are older than an instant, and returns
// their number.
type purge struct {
	rows   func(context.Context, store.Tx, time.Time, int) (int, error)
	before time.Time
}

// purgeAll deletes what is due of each class. A transaction takes one class after the other
// until it has deleted a batch; where little is due, one transaction does all.
func purgeAll(ctx context.Context, db *store.DB, classes []purge) error {
	for len(classes) > 0 {
		var left []purge
		err := db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			left = classes
			for deleted := 0; len(left) > 0 && deleted < sweepBatch; {
				n, err := left[0].rows(ctx, tx, left[0].before, sweepBatch)
				if err != nil {
					return err
				}
				if deleted += n; n < sweepBatch {
					left = left[1:]
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		classes = left
	}
	return nil
}

// lostAfter is much longer than any job waits.
const lostAfter = time.Hour

// wakeSleepless enqueues deliveries that could be sent and have no job: those beyond
// wokenAtOnce, those whose job the queue gave up, and those that nobody woke. It searches
// outside of write transactions. Of what sleeps behind another delivery, each sweep examines
// some, from where the last one stopped: it takes the same time however many there are.
func (d *Desk) wakeSleepless(ctx context.Context) error {
	const many = 50 * sweepBatch
	for {
		var found []predate.Delivery
		var last predate.DeliveryID
		err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
			found, last, err = store.Sleepless(ctx, tx, d.now().Add(-lostAfter), *d.examined.Load(), many)
			return err
		})
		if err != nil {
			return err
		}
		for batch := range slices.Chunk(found, sweepBatch) {
			if err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return d.enqueue(ctx, tx, batch) }); err != nil {
				return err
			}
		}
		d.examined.Store(&last)
		if len(found) < many {
			return nil
		}
	}
}

// probe wakes one delivery to each endpoint whose parking has ended, to find out
// whether the receiver works again. It is called once per sweep: the claim of the probe
// parks the endpoint again.
func (d *Desk) probe(ctx context.Context, tx store.Tx) (int, error) {
	endpoints, err := store.ParkedUntil(ctx, tx, d.now(), sweepBatch)
	if err != nil {
		return 0, err
	}
	for _, endpoint := range endpoints {
		if err := d.wake(ctx, tx, endpoint, 1); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// drain repeats a bounded deletion until it deletes less than a batch.
func (d *Desk) drain(ctx context.Context, purge func(context.Context, store.Tx) (int, error)) error {
	for {
		count := 0
		err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			var err error
			count, err = purge(ctx, tx)
			return err
		})
		if err != nil || count < sweepBatch {
			return err
		}
	}
}

// sweepFiles deletes the rows of expired files and records their bytes, which are
// deleted after the commit. A crash between the two leaves a record, never a row
// without its bytes.
func (d *Desk) sweepFiles(ctx context.Context, keep Retention, before func(time.Duration) time.Time) error {
	for _, class := range []struct {
		drop func(context.Context, store.Tx, time.Time) ([]predate.Hash, int, error)
		life time.Duration
	}{{dropDocuments, keep.Documents}, {dropStatements, keep.Statements}} {
		if class.life <= 0 {
			continue
		}
		if err := d.drain(ctx, func(ctx context.Context, tx store.Tx) (int, error) {
			dropped, n, err := class.drop(ctx, tx, before(class.life))
			for _, hash := range dropped {
				if err == nil {
					err = store.NoteErasedFile(ctx, tx, hash, d.now())
				}
			}
			return n, err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Holds reports whether an order still references a file, or its statement is that
// file.
func (d *Desk) Holds(ctx context.Context, hash predate.Hash) (held bool, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		held, err = store.HashInUse(ctx, tx, hash)
		return err
	})
	return held, err
}

func dropDocuments(ctx context.Context, tx store.Tx, before time.Time) (hashes []predate.Hash, n int, err error) {
	documents, err := store.ExpiredDocuments(ctx, tx, before, sweepBatch)
	if err != nil {
		return nil, 0, err
	}
	for _, document := range documents {
		if err := store.DeleteDocument(ctx, tx, document.ID); err != nil {
			return nil, 0, err
		}
		hashes = append(hashes, document.Hash)
	}
	return hashes, len(documents), nil
}

func dropStatements(ctx context.Context, tx store.Tx, before time.Time) (hashes []predate.Hash, n int, err error) {
	runs, err := store.ExpiredStatements(ctx, tx, before, sweepBatch)
	if err != nil {
		return nil, 0, err
	}
	for _, run := range runs {
		for _, hash := range []predate.Hash{run.ReportHash, run.PDFHash, run.ProofHash} {
			if hash != "" {
				hashes = append(hashes, hash)
			}
		}
		run.ReportHash, run.PDFHash, run.ProofHash = "", "", ""
		if err := store.UpdateRun(ctx, tx, &run); err != nil {
			return nil, 0, err
		}
	}
	return hashes, len(runs), nil
}
