package store

import (
	"context"
	"fmt"

	"predate"
)

const documentColumns = "id, order_id, run, hash, size, filename, media_type, origin, hint, comment, remote_id, collected," +
	" doctype, printed, unreadable, foreign_building, duplicate_of"

func documentValues(d predate.Document) []any {
	return []any{
		d.ID, d.Order, d.Run, d.Hash, d.Size, d.Filename, d.MediaType, d.Origin, d.Hint, d.Comment, d.RemoteID,
		micros(d.Collected), d.DocType, d.Printed.String(), d.Unreadable, d.Foreign, d.DuplicateOf,
	}
}

func scanDocument(row Row) (d predate.Document, err error) {
	err = row.Scan(
		&d.ID, &d.Order, &d.Run, &d.Hash, &d.Size, &d.Filename, &d.MediaType, &d.Origin, &d.Hint, &d.Comment, &d.RemoteID,
		instant{&d.Collected}, &d.DocType, day{&d.Printed}, &d.Unreadable, &d.Foreign, &d.DuplicateOf)
	return d, err
}

// InsertDocument adds a document; ErrExists when its id is taken, or when the
// order holds a document of the same remote id already.
func InsertDocument(ctx context.Context, tx Tx, d predate.Document) error {
	if err := insert(ctx, tx, "documents", documentColumns, documentValues(d)...); err != nil {
		return fmt.Errorf("insert document %d of %s: %w", d.ID, d.Order, err)
	}
	return nil
}

// DocumentByID gives a document, or ErrNotFound.
func DocumentByID(ctx context.Context, tx Tx, id predate.DocumentID) (predate.Document, error) {
	d, err := scanDocument(tx.QueryRow(ctx, "SELECT "+documentColumns+" FROM documents WHERE id = $1", id))
	if err != nil {
		return d, fmt.Errorf("read document %d: %w", id, err)
	}
	return d, nil
}

// DocumentsOf lists the documents of an order in the order they came in.
func DocumentsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]predate.Document, error) {
	all, err := collect(ctx, tx, scanDocument,
		"SELECT "+documentColumns+" FROM documents WHERE order_id = $1 ORDER BY collected, id", order)
	if err != nil {
		return nil, fmt.Errorf("list documents of %s: %w", order, err)
	}
	return all, nil
}

// DocumentByRemote gives the document that an order holds under the extranet's
// own identifier, or ErrNotFound.
func DocumentByRemote(ctx context.Context, tx Tx, order predate.OrderID, remoteID string) (predate.Document, error) {
	d, err := scanDocument(tx.QueryRow(ctx, "SELECT "+documentColumns+
		" FROM documents WHERE order_id = $1 AND remote_id = $2 AND remote_id <> ''", order, remoteID))
	if err != nil {
		return d, fmt.Errorf("read document %q of %s: %w", remoteID, order, err)
	}
	return d, nil
}

// UpdateDocument replaces what is known of a document; ErrNotFound when there
// is none.
func UpdateDocument(ctx context.Context, tx Tx, d predate.Document) error {
	n, err := tx.Exec(ctx, "UPDATE documents SET "+setClause(documentColumns, 1)+" WHERE id = $1", documentValues(d)...)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("update document %d: %w", d.ID, err)
	}
	return nil
}

// DeleteDocument forgets a document, when its time has come; its bytes are
// another matter: see HashInUse. A document that is gone is no error.
func DeleteDocument(ctx context.Context, tx Tx, id predate.DocumentID) error {
	if _, err := tx.Exec(ctx, "DELETE FROM documents WHERE id = $1", id); err != nil {
		return fmt.Errorf("delete document %d: %w", id, err)
	}
	return nil
}
