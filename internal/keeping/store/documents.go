package store

import (
	"context"
	"fmt"

	"predate"
)

const documentColumns = "id, order_id, run, hash, size, filename, media_type, origin, hint, comment, remote_id, collected," +
	" doctype, printed, unreadable, foreign_building, duplicate_of, submit, deposited, receipt, deposit_failure, given_for"

func documentValues(d predate.Document) []any {
	return []any{
		d.ID, d.Order, d.Run, d.Hash, d.Size, d.Filename, d.MediaType, d.Origin, d.Hint, d.Comment, d.RemoteID,
		micros(d.Collected), d.DocType, d.Printed.String(), d.Unreadable, d.Foreign, d.DuplicateOf,
		d.Submit, micros(d.Deposit.Made), d.Deposit.Receipt, d.Deposit.Failure, d.GivenFor,
	}
}

func scanDocument(row Row) (d predate.Document, err error) {
	err = row.Scan(
		&d.ID, &d.Order, &d.Run, &d.Hash, &d.Size, &d.Filename, &d.MediaType, &d.Origin, &d.Hint, &d.Comment, &d.RemoteID,
		instant{&d.Collected}, &d.DocType, day{&d.Printed}, &d.Unreadable, &d.Foreign, &d.DuplicateOf,
		&d.Submit, instant{&d.Deposit.Made}, &d.Deposit.Receipt, &d.Deposit.Failure, &d.GivenFor)
	return d, err
}

// InsertDocument adds a document; ErrExists if its id is taken, or if the order
// already has a document with the same remote id.
func InsertDocument(ctx context.Context, tx Tx, d predate.Document) error {
	if err := insert(ctx, tx, "documents", documentColumns, documentValues(d)...); err != nil {
		return fmt.Errorf("insert document %d of %s: %w", d.ID, d.Order, err)
	}
	Changed(tx, d.Order, predate.ChangedPaper)
	if d.RemoteID == "" {
		return nil
	}
	return KnowRemote(ctx, tx, d.Order, d.RemoteID, d.ID)
}

// KnowRemote records that an extranet lists a document of the order under an
// identifier. It does not change a known identifier.
func KnowRemote(ctx context.Context, tx Tx, order predate.OrderID, remoteID string, document predate.DocumentID) error {
	_, err := tx.Exec(ctx, "INSERT INTO remote_papers (order_id, remote_id, document) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		order, remoteID, document)
	if err != nil {
		return fmt.Errorf("note that document %d of %s is %q: %w", document, order, remoteID, err)
	}
	return nil
}

// RemoteIDs returns every identifier under which an extranet listed a document
// that the order has.
func RemoteIDs(ctx context.Context, tx Tx, order predate.OrderID) (map[string]predate.DocumentID, error) {
	type known struct {
		remoteID string
		document predate.DocumentID
	}
	scan := into(func(k *known) []any { return []any{&k.remoteID, &k.document} })
	all, err := collect(ctx, tx, scan, "SELECT remote_id, document FROM remote_papers WHERE order_id = $1", order)
	if err != nil {
		return nil, fmt.Errorf("list remote documents of %s: %w", order, err)
	}
	ids := make(map[string]predate.DocumentID, len(all))
	for _, k := range all {
		ids[k.remoteID] = k.document
	}
	return ids, nil
}

// DocumentByID returns a document, or ErrNotFound.
func DocumentByID(ctx context.Context, tx Tx, id predate.DocumentID) (predate.Document, error) {
	d, err := scanDocument(tx.QueryRow(ctx, "SELECT "+documentColumns+" FROM documents WHERE id = $1", id))
	if err != nil {
		return d, fmt.Errorf("read document %d: %w", id, err)
	}
	return d, nil
}

// DocumentsOf returns the documents of an order in the order of their arrival.
func DocumentsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]predate.Document, error) {
	all, err := collect(ctx, tx, scanDocument,
		"SELECT "+documentColumns+" FROM documents WHERE order_id = $1 ORDER BY collected, id", order)
	if err != nil {
		return nil, fmt.Errorf("list documents of %s: %w", order, err)
	}
	return all, nil
}

// UpdateDocument replaces the row of a document; ErrNotFound if there
// is none.
func UpdateDocument(ctx context.Context, tx Tx, d predate.Document) error {
	n, err := tx.Exec(ctx, "UPDATE documents SET "+setClause(documentColumns)+" WHERE id = $1", documentValues(d)...)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("update document %d: %w", d.ID, err)
	}
	Changed(tx, d.Order, predate.ChangedPaper)
	return nil
}

// DeleteDocument deletes the row of a document that is past its retention, but not its
// bytes: see HashInUse. It is no error if the row does not exist.
func DeleteDocument(ctx context.Context, tx Tx, id predate.DocumentID) error {
	for _, query := range []string{"DELETE FROM remote_papers WHERE document = $1", "DELETE FROM documents WHERE id = $1"} {
		if _, err := tx.Exec(ctx, query, id); err != nil {
			return fmt.Errorf("delete document %d: %w", id, err)
		}
	}
	return nil
}
