package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"predate"
	"predate/internal/keeping/store"
)

// seenPrefix is the prefix of the keys of rulings which record that an operator looked
// at the unreadable pages of a file. No figure has such a key.
const seenPrefix = "seen:"

// See records that an operator looked at the unreadable pages of a file and found
// nothing that matters in them, and enqueues another reading without that doubt. All
// other doubts remain. It returns CodeNotFound for a file that the order does not have.
func (d *Desk) See(ctx context.Context, id predate.OrderID, decision Decision, file string) error {
	err := d.rule(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		documents, err := store.DocumentsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(documents, func(document predate.Document) bool { return document.Filename == file }) {
			return predate.Refuse(predate.CodeNotFound, "La commande n’a pas de pièce « %s ».", file)
		}
		act, err := d.act(i, decision)
		if err == nil {
			err = act.rule(ctx, tx, store.Ruling{Key: seenPrefix + predate.Key(file), Value: "null"})
		}
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, i.Order, "seen", decision.on(file).about(file, ""))
	})
	if err != nil {
		return fmt.Errorf("lift the unread pages of %q of order %s: %w", file, id, err)
	}
	return nil
}

// Unsee withdraws that an operator looked at the unreadable pages of a file.
func (d *Desk) Unsee(ctx context.Context, id predate.OrderID, decision Decision, file string) error {
	err := d.rule(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		err := store.DeleteRuling(ctx, tx, i.Run.ID, seenPrefix+predate.Key(file))
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Aucun opérateur n’a levé de réserve sur « %s ».", file)
		}
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, i.Order, "unseen", decision.on(file).about(file, ""))
	})
	if err != nil {
		return fmt.Errorf("take back what was lifted on %q of order %s: %w", file, id, err)
	}
	return nil
}
