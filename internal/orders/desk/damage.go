package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

const (
	// AlarmFileLost: a file that an order needs is missing or damaged; its subject is
	// the hash.
	AlarmFileLost = "file_lost"
	// AlarmDatabaseDamaged: the database's file was overwritten or truncated; its
	// subject is "database".
	AlarmDatabaseDamaged = "database_damaged"
)

// ReasonDamaged is the reason that operators see for an order whose files are lost.
const ReasonDamaged = "Un fichier de cette commande est perdu ou abîmé chez nous : restaurez-le d’une sauvegarde, le traitement reprendra de lui-même."

// named is the maximum number of orders that an alarm names.
const named = 5

// Lost raises an alarm for a missing or damaged file. It reports whether an order needs
// the file: one that retention has deleted is no loss.
func (d *Desk) Lost(ctx context.Context, hash predate.Hash) (needed bool, err error) {
	err = d.DB.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx store.Tx) error {
		orders, err := store.OrdersOf(ctx, tx, hash, named)
		if needed = len(orders) > 0; err != nil || !needed {
			return err
		}
		names := make([]string, len(orders))
		for i, id := range orders {
			names[i] = string(id)
		}
		_, err = store.RaiseAlarm(ctx, tx, store.Alarm{
			Kind: AlarmFileLost, Subject: string(hash), Since: d.now(), Last: d.now(),
			Detail: "fichier perdu ou abîmé, à restaurer d’une sauvegarde ; commandes " + strings.Join(names, ", "),
		})
		return err
	})
	if err != nil {
		return true, fmt.Errorf("raise the alarm of %s: %w", hash, err)
	}
	return needed, nil
}

// Damaged opens a review of a run whose files are lost, unless there is one.
func (d *Desk) Damaged(ctx context.Context, run predate.Run) error {
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		run.Reasons, run.Cause = []string{ReasonDamaged}, predate.CauseFileLost
		return d.review(ctx, tx, run)
	})
}

// lookAfterDamage closes the alarms of files that were restored or are no longer needed,
// and raises the alarm of a damaged database.
func (d *Desk) lookAfterDamage(ctx context.Context) error {
	if damage := d.DB.Damage(); damage != nil {
		return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			_, err := store.RaiseAlarm(ctx, tx, store.Alarm{
				Kind: AlarmDatabaseDamaged, Subject: "database", Since: d.now(), Last: d.now(),
				Detail: "la base de données est abîmée : restaurez-en une copie",
			})
			return err
		})
	}
	var open []store.Alarm
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
		open, err = store.Alarms(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	for _, alarm := range open {
		whole, err := d.whole(ctx, alarm)
		if err != nil {
			return err
		}
		if !whole {
			continue
		}
		err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			_, err := store.CloseAlarm(ctx, tx, alarm.Kind, alarm.Subject)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// whole reports whether the subject of an alarm is intact again. A database that was
// opened without damage is another copy.
func (d *Desk) whole(ctx context.Context, alarm store.Alarm) (bool, error) {
	if alarm.Kind != AlarmFileLost {
		return alarm.Kind == AlarmDatabaseDamaged, nil
	}
	content, err := d.Blobs.Open(ctx, predate.Hash(alarm.Subject))
	switch {
	case err == nil:
		return true, content.Close()
	case errors.Is(err, predate.ErrDamaged):
		return false, nil
	case errors.Is(err, predate.ErrNotFound):
		needed, err := d.Holds(ctx, predate.Hash(alarm.Subject))
		return !needed, err
	}
	return false, fmt.Errorf("look after a damaged file: %w", err)
}
