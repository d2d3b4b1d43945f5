package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"predate"
)

// Correction is a stored predate.Correction. Its On is not stored: the caller derives the
// day from At, since the caller knows the time zone.
type Correction struct {
	predate.Correction
	Order predate.OrderID
	At    time.Time
}

const correctionColumns = "order_id, about, hash, first_page, last_page, code, fiscal_year, value, who, at, why, declarant, asked"

func scanCorrection(row Row) (c Correction, err error) {
	var asked string
	err = row.Scan(&c.Order, &c.About, &c.Hash, &c.First, &c.Last, &c.Code, &c.FiscalYear, &c.Value, &c.By, instant{&c.At}, &c.Why, &c.Declarant, &asked)
	if err == nil {
		c.Asked, err = askedOf(asked)
	}
	return c, err
}

// askedOf decodes the sentences that a client answered. The earlier format has one sentence
// per line.
func askedOf(kept string) (all []string, err error) {
	switch {
	case kept == "":
		return nil, nil
	case !strings.HasPrefix(kept, "[") || !json.Valid([]byte(kept)):
		return strings.Split(kept, "\n"), nil
	}
	return all, json.Unmarshal([]byte(kept), &all)
}

// PutCorrection stores a correction. It replaces an earlier one with the same
// subject.
func PutCorrection(ctx context.Context, tx Tx, c Correction) error {
	asked := ""
	if len(c.Asked) > 0 {
		var err error
		if asked, err = texts(c.Asked); err != nil {
			return fmt.Errorf("write correction of %s in %s: %w", c.About, c.Order, err)
		}
	}
	_, err := tx.Exec(ctx, "INSERT INTO corrections ("+correctionColumns+") VALUES ("+placeholders(1, 13)+")"+
		" ON CONFLICT (order_id, about, hash, first_page, code, fiscal_year) DO UPDATE SET"+
		" last_page = excluded.last_page, value = excluded.value, who = excluded.who, at = excluded.at, why = excluded.why,"+
		" declarant = excluded.declarant, asked = excluded.asked",
		c.Order, c.About, c.Hash, c.First, c.Last, c.Code, c.FiscalYear, c.Value, c.By, micros(c.At), c.Why, c.Declarant, asked)
	if err != nil {
		return fmt.Errorf("write correction of %s in %s: %w", c.About, c.Order, err)
	}
	return nil
}

// CorrectionsOf returns the corrections of an order, sorted by file, page and
// subject.
func CorrectionsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]Correction, error) {
	all, err := collect(ctx, tx, scanCorrection, "SELECT "+correctionColumns+" FROM corrections WHERE order_id = $1"+
		" ORDER BY hash, first_page, about, code, fiscal_year", order)
	if err != nil {
		return nil, fmt.Errorf("list corrections of %s: %w", order, err)
	}
	return all, nil
}

// DeleteCorrection deletes a correction; ErrNotFound if there is none with that
// subject.
func DeleteCorrection(ctx context.Context, tx Tx, order predate.OrderID, c predate.Correction) error {
	n, err := tx.Exec(ctx, "DELETE FROM corrections WHERE order_id = $1 AND about = $2 AND hash = $3 AND first_page = $4 AND code = $5 AND fiscal_year = $6",
		order, c.About, c.Hash, c.First, c.Code, c.FiscalYear)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("delete correction of %s in %s: %w", c.About, order, err)
	}
	return nil
}
