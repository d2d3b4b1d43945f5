package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// sealed: every row is met once, whatever the size of the pages, and replaced
// only as it was read.
func sealed(t *testing.T, db *store.DB) {
	house(t, db)
	want := map[store.SealedTable][]store.SealedRow{store.SealedSecrets: {
		{Table: store.SealedSecrets, Key: string(endpointID), Number: 1, Sealed: []byte("sealed")},
		{Table: store.SealedSecrets, Key: string(endpointID), Number: 2, Sealed: []byte("second")},
	}}
	write(t, db, func(c ctx, x tx) error {
		errs := []error{store.RotateSecret(c, x, endpointID, []byte("second"), noon())}
		for i := range 5 {
			order := order(predate.OrderID(fmt.Sprint("SEAL", i)))
			text := []byte(fmt.Sprint("text ", i))
			errs = append(errs, store.InsertOrder(c, x, order), store.PutCredentials(c, x, order.ID, text, noon()),
				PutSetting(c, x, fmt.Sprint("setting ", i), text))
			who := predate.Operator{ID: predate.OperatorID(fmt.Sprint("opr_", i)), Email: fmt.Sprint(i), Name: fmt.Sprint(i)}
			errs = append(errs, store.InsertOperator(c, x, who), store.PutOperatorPassword(c, x, store.OperatorPassword{Operator: who.ID, TOTP: text}))
			want[store.SealedTOTP] = append(want[store.SealedTOTP], store.SealedRow{Table: store.SealedTOTP, Key: string(who.ID), Sealed: text})
			want[store.SealedCredentials] = append(want[store.SealedCredentials], store.SealedRow{Table: store.SealedCredentials, Key: string(order.ID), Sealed: text})
			want[store.SealedSettings] = append(want[store.SealedSettings], store.SealedRow{Table: store.SealedSettings, Key: fmt.Sprint("setting ", i), Sealed: text})
		}
		return errors.Join(errs...)
	})
	for _, table := range store.SealedTables() {
		for limit := 1; limit < 7; limit++ {
			if diff := cmp.Diff(want[table], sealedPages(t, db, table, limit)); diff != "" {
				t.Errorf("%s by %d: %s", table, limit, diff)
			}
		}
		row := want[table][1]
		for i, replaced := range []bool{true, false} { // the second time it is no longer as it was read
			write(t, db, func(c ctx, x tx) error {
				have, err := store.ReplaceSealed(c, x, row, []byte(fmt.Sprint("fresh ", i)))
				if have != replaced {
					t.Errorf("%s: replaced %v, want %v", table, have, replaced)
				}
				return err
			})
		}
		want[table][1].Sealed = []byte("fresh 0")
		if diff := cmp.Diff(want[table], sealedPages(t, db, table, 100)); diff != "" {
			t.Errorf("%s: %s", table, diff)
		}
	}
}

func sealedPages(t *testing.T, db *store.DB, table store.SealedTable, limit int) []store.SealedRow {
	t.Helper()
	var all []store.SealedRow
	for after := (store.SealedRow{Table: table}); ; {
		page := read(t, db, func(c ctx, x tx) ([]store.SealedRow, error) { return store.SealedRows(c, x, after, limit) })
		all = append(all, page...)
		if len(page) < limit {
			return all
		}
		after = page[len(page)-1]
	}
}
