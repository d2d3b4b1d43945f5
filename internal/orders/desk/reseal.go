package desk

import (
	"context"
	"encoding/json"
	"fmt"

	"predate"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
)

// Resealing is what a rotation of keys does with the rows.
type Resealing struct {
	// Old are the keys whose texts are sealed again; if it is empty, Reseal only
	// counts.
	Old map[uint32]bool
	// OpenCredential opens credentials, which otherwise only the collecting worker can
	// do. The command that rotates the keys has the key during the rotation.
	OpenCredential func(sealed []byte, context string) (predate.Secret, error)
}

// Resealed is the result of a rotation.
type Resealed struct {
	Changed int            // texts sealed anew
	ByKey   map[uint32]int // texts by the key that seals them now
	Lost    []string       // the contexts of those that no key opens
}

// Reseal visits everything that is sealed and seals it again with the current keys if
// older keys sealed it. It may run beside servers: it skips rows that change meanwhile,
// and the next call counts them.
func (d *Desk) Reseal(ctx context.Context, r Resealing) (Resealed, error) {
	done := Resealed{ByKey: map[uint32]int{}}
	for _, table := range store.SealedTables() {
		if err := d.resealTable(ctx, r, store.SealedRow{Table: table}, &done); err != nil {
			return done, fmt.Errorf("seal %s anew: %w", table, err)
		}
	}
	return done, nil
}

// resealBatch is the maximum number of rows in memory. Each row is its own transaction,
// so that nobody waits for a rotation.
const resealBatch = 200

func (d *Desk) resealTable(ctx context.Context, r Resealing, after store.SealedRow, done *Resealed) error {
	for {
		var rows []store.SealedRow
		err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
			var err error
			rows, err = store.SealedRows(ctx, tx, after, resealBatch)
			return err
		})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := d.resealRow(ctx, r, row, done); err != nil {
				return err
			}
			after = row
		}
		if len(rows) < resealBatch {
			return nil
		}
	}
}

// resealRow seals the texts of one row again if an old key sealed any of them.
func (d *Desk) resealRow(ctx context.Context, r Resealing, row store.SealedRow, done *Resealed) error {
	texts, err := sealedTexts(row)
	if err != nil {
		return err
	}
	changed := 0
	for i := range texts {
		if !r.Old[seal.KeyOf(texts[i].sealed)] {
			continue
		}
		fresh, ok, err := d.sealAnew(r, row.Table, texts[i])
		if err != nil {
			return err
		}
		if !ok {
			done.Lost = append(done.Lost, texts[i].context)
			continue
		}
		texts[i].sealed = fresh
		changed++
	}
	if changed > 0 {
		replaced, err := d.replaceSealed(ctx, row, texts)
		if err != nil || !replaced {
			return err
		}
		done.Changed += changed
	}
	for _, text := range texts {
		done.ByKey[seal.KeyOf(text.sealed)]++
	}
	return nil
}

// sealAnew opens a text and seals it with the current key. ok is false if no key opens
// it.
func (d *Desk) sealAnew(r Resealing, table store.SealedTable, text sealedText) (fresh []byte, ok bool, err error) {
	open, shut := d.Safe.Open, d.Safe.Seal
	if table == store.SealedCredentials {
		open, shut = r.OpenCredential, d.Options.Credentials.Seal
	}
	plain, err := open(text.sealed, text.context)
	if err != nil {
		return nil, false, nil // seal.ErrMismatch: nobody can repair it
	}
	fresh, err = shut(plain, text.context)
	return fresh, err == nil, err
}

// sealedText is one sealed text of a row with its context.
type sealedText struct {
	context string
	sealed  []byte
}

// sealedTexts returns the sealed texts of a row. Credentials are two texts; a setting
// is sealed under its own name.
func sealedTexts(row store.SealedRow) ([]sealedText, error) {
	switch row.Table {
	case store.SealedCredentials:
		var both sealedCredentials
		if err := json.Unmarshal(row.Sealed, &both); err != nil {
			return nil, fmt.Errorf("read sealed credentials of order %s: %w", row.Key, err)
		}
		order := predate.OrderID(row.Key)
		return []sealedText{
			{CredentialContext(order, "username"), both.Username}, {CredentialContext(order, "password"), both.Password},
		}, nil
	case store.SealedSecrets:
		return []sealedText{{SecretContext(predate.EndpointID(row.Key)), row.Sealed}}, nil
	case store.SealedTOTP:
		return []sealedText{{store.TOTPContext(predate.OperatorID(row.Key)), row.Sealed}}, nil
	}
	return []sealedText{{row.Key, row.Sealed}}, nil
}

func (d *Desk) replaceSealed(ctx context.Context, row store.SealedRow, texts []sealedText) (replaced bool, err error) {
	fresh := texts[0].sealed
	if row.Table == store.SealedCredentials {
		if fresh, err = json.Marshal(sealedCredentials{Username: texts[0].sealed, Password: texts[1].sealed}); err != nil {
			return false, fmt.Errorf("write sealed credentials of order %s: %w", row.Key, err)
		}
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		replaced, err = store.ReplaceSealed(ctx, tx, row, fresh)
		return err
	})
	return replaced, err
}
