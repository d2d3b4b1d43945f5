package store

import (
	"context"
	"fmt"

	"predate"
)

// SealedTable is the name of a table with sealed values.
type SealedTable string

// The tables with sealed values. A rotation of keys goes through all of them.
const (
	SealedCredentials SealedTable = "credentials"
	SealedSecrets     SealedTable = "endpoint_secrets"
	SealedSettings    SealedTable = "settings"
	SealedTOTP        SealedTable = "operator_passwords"
)

// SealedTables returns all of them.
func SealedTables() []SealedTable {
	return []SealedTable{SealedCredentials, SealedSecrets, SealedSettings, SealedTOTP}
}

// SealedRow is a row of such a table: its key, and the sealed text.
type SealedRow struct {
	Table  SealedTable
	Key    string // the order, the endpoint, the setting's name, or the operator
	Number int    // of the secret of an endpoint; zero elsewhere
	Sealed []byte
}

// sealedColumns are the columns of a table that make a SealedRow.
type sealedColumns struct{ key, number, sealed string }

func (t SealedTable) columns() sealedColumns {
	return map[SealedTable]sealedColumns{
		SealedCredentials: {"order_id", "0", "sealed"},
		SealedSecrets:     {"endpoint", "number", "sealed"},
		SealedSettings:    {"name", "0", "value"},
		SealedTOTP:        {"operator", "0", "totp"},
	}[t]
}

// SealedRows returns up to limit rows of after.Table, sorted by key, starting after a
// given row. A row with only its table set starts at the beginning.
func SealedRows(ctx context.Context, tx Tx, after SealedRow, limit int) ([]SealedRow, error) {
	c := after.Table.columns()
	scan := func(row Row) (SealedRow, error) {
		r := SealedRow{Table: after.Table}
		err := row.Scan(&r.Key, &r.Number, binary{&r.Sealed})
		return r, err
	}
	all, err := collect(ctx, tx, scan, "SELECT "+c.key+", "+c.number+", "+c.sealed+" FROM "+string(after.Table)+
		" WHERE "+c.key+" > $1 OR "+c.key+" = $1 AND "+c.number+" > $2 ORDER BY "+c.key+", 2 LIMIT $3", after.Key, after.Number, limit)
	if err != nil {
		return nil, fmt.Errorf("list what is sealed in %s: %w", after.Table, err)
	}
	return all, nil
}

// ReplaceSealed replaces the sealed text of a row, unless the row was changed or
// erased since it was read. It reports whether it did.
func ReplaceSealed(ctx context.Context, tx Tx, row SealedRow, fresh []byte) (bool, error) {
	c := row.Table.columns()
	n, err := tx.Exec(ctx, "UPDATE "+string(row.Table)+" SET "+c.sealed+" = $1 WHERE "+c.key+" = $2 AND "+c.number+" = $3 AND "+c.sealed+" = $4",
		base64Text(fresh), row.Key, row.Number, base64Text(row.Sealed))
	if err != nil {
		return false, fmt.Errorf("seal %s of %s anew: %w", row.Table, row.Key, err)
	}
	return n == 1, nil
}

// EraseSealed deletes every row of a table of sealed values, and returns their
// number.
func EraseSealed(ctx context.Context, tx Tx, table SealedTable) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM "+string(table))
	if err != nil {
		return 0, fmt.Errorf("erase what is sealed in %s: %w", table, err)
	}
	return int(n), nil
}

// PutSecret makes sealed the first secret of an endpoint that has none.
func PutSecret(ctx context.Context, tx Tx, endpoint predate.EndpointID, sealed []byte) error {
	if err := insert(ctx, tx, "endpoint_secrets", "endpoint, number, sealed, until", endpoint, 1, base64Text(sealed), 0); err != nil {
		return fmt.Errorf("insert secret of %s: %w", endpoint, err)
	}
	return nil
}
